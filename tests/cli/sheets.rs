//! Flipbooks, atlases and animations of the program, read back by Pillow where Python has it.

use serde_json::{Value, json};

use crate::program::Folder;
use crate::readers;

const LOOP: &str = "--size 16x12 --frames 6 --seamless --frequency 4";

/// What Pillow finds in an image: its pixels as RGBA, frame by frame, and what it says.
fn read(folder: &Folder, name: &str) -> Option<(Vec<u8>, Value)> {
    readers::read("read_image.py", &folder.path(name))
}

/// The frames as grey texels.
fn frames(folder: &Folder) -> Vec<u8> {
    folder.baked(&format!("{LOOP} --format r8unorm"), "frames.raw")
}

fn json(folder: &Folder, args: &str) -> Value {
    let run = folder.good(&format!("{args} --json"));
    serde_json::from_slice(&run.stdout).expect("JSON")
}

#[test]
fn a_flipbook_has_the_frames_as_tiles_and_says_so_everywhere() {
    let folder = Folder::new();
    let frames = frames(&folder);
    let flags = format!("bake {LOOP} --backend cpu --layout flipbook --columns 3 -o book.png");
    let sheet = json!({
        "layout": "flipbook", "tile": [16, 12], "columns": 3, "rows": 2, "tiles": 6, "blank": 0
    });
    assert_eq!(json(&folder, &format!("{flags} --plan"))["sheet"], sheet);
    let report = json(&folder, &flags);
    assert_eq!(report["sheet"], sheet);
    assert_eq!(report["files"], json!(["book.png"]));
    assert_eq!(json(&folder, "info book.png")["sheet"], sheet);
    let info = folder.good("info book.png");
    let words = "# flipbook of 3 x 2 tiles of 16 x 12, 6 frames from the top left";
    assert!(info.text().starts_with(words), "{}", info.text());

    let image = image::open(folder.path("book.png"))
        .expect("an image")
        .into_luma8();
    assert_eq!(image.dimensions(), (48, 24));
    for (x, y, pixel) in image.enumerate_pixels() {
        let frame = y / 12 * 3 + x / 16;
        let i = x % 16 + 16 * (y % 12 + 12 * frame);
        assert_eq!(pixel.0[0], frames[i as usize], "{x} {y}");
    }
}

#[test]
fn the_recipe_inside_bakes_the_same_sheet_again() {
    let folder = Folder::new();
    for name in ["book.png", "book.webp", "book.exr"] {
        let book = folder.baked(
            &format!("{LOOP} --layout flipbook --columns 4 --pad-sheet"),
            name,
        );
        std::fs::rename(folder.path(name), folder.path("first")).expect("renamed");
        std::fs::copy(folder.path("first"), folder.path(name)).expect("copied");
        folder.write("again.toml", folder.good(&format!("info {name}")).stdout);
        let again = folder.baked("again.toml", name);
        assert!(again == book, "{name}");
        let checked = folder.good(&format!("check {name} --backend cpu"));
        assert!(
            checked.text().contains("all are right"),
            "{}",
            checked.text()
        );
        // Another sheet is another file.
        let other = folder.baked("again.toml --columns 6", name);
        assert!(other != book, "{name}");
    }
    let gif = folder.baked(&format!("{LOOP} --fps 10"), "a.gif");
    folder.write("again.toml", folder.good("info a.gif").stdout);
    assert!(folder.baked("again.toml", "a.gif") == gif);
    assert!(folder.baked("again.toml --fps 20", "a.gif") != gif);
}

#[test]
fn flags_of_sheets_and_animations_are_checked() {
    let folder = Folder::new();
    let flags = "bake --size 16x12 --backend cpu";
    for (rest, words) in [
        (
            "--frames 6 --layout flipbook --columns 4 -o a.png",
            &["--columns: got 4 for 6 tiles", "1, 2, 3, 6", "--pad-sheet"][..],
        ),
        (
            "--layout flipbook -o a.png",
            &["--layout: got flipbook of one picture"],
        ),
        (
            "--layout atlas -o a.png",
            &["--layout: got atlas of 2 axes"],
        ),
        (
            "--columns 2 -o a.png",
            &["--columns: got 2 for a file without tiles"],
        ),
        (
            "--pad-sheet -o a.png",
            &["--pad-sheet: got true for a file without tiles"],
        ),
        (
            "--frames 6 --fps 0.5 -o a.gif",
            &["'0.5' for '--fps <N>'", "a whole number from 1 to 1000"],
        ),
        (
            "--frames 6 --fps 0 -o a.gif",
            &["'0' for '--fps <N>'", "a whole number from 1 to 1000"],
        ),
        (
            "--frames 6 --columns x -o a.png",
            &["'x' for '--columns <N>'", "a whole number from 1"],
        ),
        (
            "--frames 6 --fps 60 -o a.gif",
            &["--fps: got 60 for .gif", "1 to 50"],
        ),
    ] {
        folder.run(&format!("{flags} {rest}")).fails(2, words);
    }
    assert_eq!(folder.files(), [""; 0]);
    let run = folder.good(&format!("{flags} --fps 20 -o a.png"));
    assert!(run.stderr.contains("--fps has no effect"), "{}", run.stderr);
    let run = folder.good(&format!("{flags} --fps 20 -o a.apng"));
    assert!(!run.stderr.contains("no effect"), "{}", run.stderr);
}

#[test]
fn animations_show_every_frame_to_another_reader() {
    let folder = Folder::new();
    let frames = frames(&folder);
    let expected: Vec<u8> = frames.iter().flat_map(|&v| [v, v, v, 255]).collect();
    let other: Vec<u8> = expected.iter().rev().copied().collect();
    for (name, durations) in [
        ("a.gif", json!([30, 40, 30, 30, 40, 30])),
        (
            "a.apng",
            json!([33.333, 33.333, 33.333, 33.333, 33.333, 33.333]),
        ),
    ] {
        folder.baked(&format!("{LOOP} --fps 30"), name);
        let Some((pixels, seen)) = read(&folder, name) else {
            return;
        };
        assert!(pixels == expected && pixels != other, "{name}");
        assert_eq!((&seen["frames"], &seen["loop"]), (&json!(6), &json!(0)));
        let milliseconds = |durations: &Value| -> Vec<f64> {
            let all = durations.as_array().expect("durations").iter();
            all.map(|one| one.as_f64().expect("a number")).collect()
        };
        for (found, expected) in milliseconds(&seen["durations"])
            .iter()
            .zip(milliseconds(&durations))
        {
            assert!((found - expected).abs() < 0.01, "{name}: {found}");
        }
    }
}

#[test]
fn a_webp_shows_its_tiles_to_another_reader() {
    let folder = Folder::new();
    let book = format!("{LOOP} --layout flipbook --columns 3");
    folder.baked(&book, "book.webp");
    folder.baked(&book, "book.png");
    folder.baked(&format!("{book} --seed 1"), "other.png");
    let Some((pixels, seen)) = read(&folder, "book.webp") else {
        return;
    };
    assert_eq!(
        (&seen["format"], &seen["size"]),
        (&json!("WEBP"), &json!([48, 24]))
    );
    let png = |name| read(&folder, name).expect("the readers").0;
    assert!(pixels == png("book.png") && pixels != png("other.png"));
    let xmp = seen["xmp"].as_str().expect("a text");
    assert!(
        xmp.contains("<wgpu-noise:sheet>{\"layout\":\"flipbook\""),
        "{xmp}"
    );
}
