//! Flags that change nothing get a note, and flags that change something do not.

use crate::program::Folder;

/// The notes of a bake of small pictures.
fn notes(flags: &str) -> Vec<String> {
    let folder = Folder::new();
    let run = folder.good(&format!("bake {flags} --backend cpu"));
    let lines = run.stderr.lines();
    lines
        .filter_map(|line| line.strip_prefix("wgpu-noise: note: "))
        .map(str::to_string)
        .collect()
}

#[test]
fn a_flag_without_effect_gets_a_note() {
    let axis = "on a grid without that axis";
    for (flags, note) in [
        (
            "--origin 0,0,5",
            format!("the z of --origin has no effect {axis}"),
        ),
        (
            "--origin 0,0,0,2",
            format!("the w of --origin has no effect {axis}"),
        ),
        (
            "--frequency 4,4,3",
            format!("the z of --frequency has no effect {axis}"),
        ),
        (
            "--cells 4,4,3",
            format!("the z of --cells has no effect {axis}"),
        ),
        (
            "--period 4,4,3",
            format!("the z of --period has no effect {axis}"),
        ),
        (
            "--time-frequency 3",
            "--time-frequency has no effect without --frames".into(),
        ),
        (
            "--duration 3",
            "--duration has no effect without --frames".into(),
        ),
        (
            "--ramp-space linear",
            "--ramp-space has no effect without a ramp".into(),
        ),
    ] {
        assert_eq!(
            notes(&format!("--size 4x4 {flags} -o x.png")),
            [note],
            "{flags}"
        );
    }
    let layout = "--layout has no effect except in .png, .webp and .exr";
    assert_eq!(
        notes("--size 4x4 --frames 2 --layout flipbook -o x.gif"),
        [layout]
    );
    let range = "--range has no effect on r32float, which stores values as they are";
    assert_eq!(notes("--size 4x4 --range 0,1 -o x.npy"), [range]);
    let title = "--title has no effect on this type of file without --sidecar";
    assert_eq!(notes("--size 4x4 --title t -o x.npy"), [title]);
    // Once for all seeds.
    assert_eq!(
        notes("--size 4x4 --duration 3 --seed 0..2 -o x.npy").len(),
        1
    );
}

#[test]
fn a_flag_with_an_effect_gets_none() {
    for flags in [
        "--origin 0,0,0,0 -o x.png",
        "--size 4x4x4 --origin 0,0,5 --frequency 1,2,3 -o x.npy",
        "--frames 2 --origin 0,0,0,2 --time-frequency 3 --duration 2 -o x.png",
        "--frames 1 --time-frequency 3 -o x.npy",
        "--ramp [[0,\"#000000\"],[1,\"#ffffff\"]] --ramp-space linear -o x.png",
        "--range 0,1 -o x.png",
        "--title t --sidecar -o x.npy",
        // The source has z, at the origin, though the grid has not; and a turned plane may leave z = 0.
        "--origin 0,0,5 --frequency 4,4,3 --set perlin.axes=xz -o x.png",
        "planet --size 8x4 --origin 0,0,5 -o x.png",
    ] {
        let size = if flags.contains("--size") {
            ""
        } else {
            "--size 4x4"
        };
        assert_eq!(notes(&format!("{flags} {size}")), [""; 0], "{flags}");
    }
}

#[test]
fn a_wrong_request_has_no_notes_beside_its_error() {
    let run = Folder::new().run("bake --size 4x4 --duration 3 --frequency -1 -o x.npy");
    run.fails(2, &["--frequency: got -1"]);
}
