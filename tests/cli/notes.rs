//! Notes: one line that names what makes a poor picture or loop, and is no error.

use crate::program::Folder;

/// The notes that a bake says, and those of its plan.
fn notes(flags: &str) -> [Vec<String>; 2] {
    let folder = Folder::new();
    let after = |text: &str, start: &str| {
        let lines = text.lines().filter_map(|line| line.strip_prefix(start));
        lines.map(String::from).collect()
    };
    let baked = folder.good(&format!("bake {flags} --backend cpu -o x.npy"));
    let planned = folder.good(&format!("bake {flags} --plan"));
    [
        after(&baked.stderr, "wgpu-noise: note: "),
        after(planned.text(), "note: "),
    ]
}

#[test]
fn axes_that_close_after_few_cells_are_named_in_one_line() {
    for (flags, found) in [
        (
            "--frequency 2",
            "perlin closes after 2 cells along x, perlin closes after 2 cells along y: ",
        ),
        ("--frequency 5,1", "perlin closes after 1 cell along y: "),
        (
            "--frequency 2,3 --octaves 4",
            "perlin closes after 2 cells along x: ",
        ),
        (
            "--frames 4 --time-frequency 1",
            "perlin closes after 1 cell along w: ",
        ),
    ] {
        let [baked, planned] = notes(&format!("--size 8x8 --seamless {flags}"));
        assert_eq!(baked.len(), 1, "{flags}: {baked:?}");
        assert!(baked[0].starts_with(found), "{flags}: {baked:?}");
        assert_eq!(baked, planned, "{flags}");
    }
}

#[test]
fn points_that_swing_more_than_once_are_named() {
    let folder = Folder::new();
    for (turns, count) in [("1", 0), ("4", 1)] {
        let flags =
            format!("bake tissue --size 8x8 --frames 4 --set between.time_frequency={turns}");
        let run = folder.good(&format!("{flags} --backend cpu -o x.npy"));
        let notes = run.stderr.matches("note: between turns 4 times").count();
        assert_eq!(notes, count, "{}", run.stderr);
    }
}

#[test]
fn rotations_by_more_than_a_turn_are_named() {
    for (angle, count) in [("45", 1), ("45deg", 0), ("-1", 0), ("-2", 1)] {
        let [baked, planned] = notes(&format!("--size 8x8 --expr rotate(perlin,(0,0,{angle}))"));
        assert_eq!(baked.len(), count, "{angle}: {baked:?}");
        assert_eq!(baked, planned, "{angle}");
        if count == 1 {
            let start = format!("rotate turns by {angle} about z: angles are in turns");
            assert!(baked[0].starts_with(&start), "{baked:?}");
        }
    }
}

#[test]
fn nothing_is_noted_of_enough_cells_or_where_nothing_closes() {
    for flags in [
        "--size 8x8 --seamless --frequency 3",
        "--size 8x8 --seamless --frames 4",
        "--size 8x8 --seamless --frames 4 --time-frequency 3",
        // A single frame is no loop.
        "--size 8x8 --seamless --frames 1 --time-frequency 1",
        "--size 8x8 --frequency 1 --frames 4",
    ] {
        assert_eq!(notes(flags), [const { Vec::<String>::new() }; 2], "{flags}");
    }
}

#[test]
fn a_frame_of_an_earlier_and_longer_bake_is_named() {
    let folder = Folder::new();
    for (frames, seed, count) in [(3, 1, 0), (3, 2, 0), (2, 3, 1)] {
        let flags = format!("--size 4x4 --frames {frames} --seed {seed} --backend cpu");
        let run = folder.good(&format!("bake {flags} -o fire.png"));
        let note = "note: fire_0002.png is there and is no frame of this bake";
        assert_eq!(run.stderr.matches(note).count(), count, "{}", run.stderr);
    }
    let run = folder.good("bake --size 4x4 --backend cpu -o fire.png");
    assert!(!run.stderr.contains("no frame"), "{}", run.stderr);
}
