//! Ramps: which are refused, and the colours of the others.

use crate::program::Folder;
use crate::recipes::{CLOUDS, TWO, refused, refused_with};

#[test]
fn ramps_that_are_none() {
    for (ramp, words) in [
        ("[[0, \"#000000\"]]", ["ramp: got 1 stops", "2 to 16 stops"]),
        ("3", ["ramp: ", "2 to 16 stops"]),
        ("[[0, \"#000000\"], [1, \"#ff\"]]", ["\"#ff\"", "#rrggbb"]),
        (
            "[[0, \"#000000\"], [1, \"+12+45a\"]]",
            ["+12+45a", "#rrggbb"],
        ),
        (
            "[[0, \"#000000\"], [\"a\", \"#000000\"]]",
            ["ramp: ", "#rrggbb"],
        ),
        (
            "[[0, \"#000000\"], [nan, \"#000000\"]]",
            ["a stop at NaN", "ascending order"],
        ),
        (
            "[[1, \"#000000\"], [1, \"#000000\"]]",
            ["1 after one at 1", "ascending order"],
        ),
    ] {
        let [what, allowed] = words;
        let line = format!("ramp = {ramp}");
        refused_with("seed = 3", &line, &["r.toml:4: ramp", what, allowed]);
    }
    let near = "[[1,\"#000000\"],[1.000001,\"#ffffff\"]]";
    let words = [
        "a stop at 1.000001 after one at 1",
        "further apart than 1e-5",
    ];
    refused(
        CLOUDS,
        &format!("--ramp {near}"),
        &["--ramp: ", words[0], words[1]],
    );
    let line = format!("ramp = {near}");
    refused_with("seed = 3", &line, &["r.toml:4: ramp: ", words[0], words[1]]);
    let space = ["r.toml:4: ramp_space", "\"srgb\", \"linear\""];
    refused_with("seed = 3", "ramp_space = \"hsv\"", &space);
    let transfer = [
        "r.toml:4: transfer: got srgb with channels",
        "three or four",
    ];
    refused_with("seed = 3", "transfer = \"srgb\"", &transfer);
    let ramp = "[[0,\"#000000\"],[1,\"#ffffff\"]]";
    let two = format!("ramp = {ramp}\n{TWO}");
    refused(&two, "", &["r.toml:1: ramp", "2 channels", "one channel"]);
    refused(TWO, &format!("--ramp {ramp}"), &["--ramp: ", "one channel"]);
    refused(CLOUDS, "--ramp [[0,\"#000000\"]]", &["--ramp: got 1 stops"]);
    refused(CLOUDS, "--ramp red", &["--ramp", "'red'", "or none"]);
    refused(
        CLOUDS,
        "--ramp-space hsv",
        &["--ramp-space", "srgb, linear"],
    );
}

#[test]
fn a_ramp_gives_colours() {
    let folder = Folder::new();
    let ramp = "[[-0.5, \"#ff0000\"], [0.5, \"#0000ff80\"]]";
    folder.write("r.toml", format!("ramp = {ramp}\n{CLOUDS}"));
    folder.write("bare.toml", CLOUDS);
    let ramped = folder.baked("r.toml", "ramped.png");
    let pixels = image::open(folder.path("ramped.png")).expect("a picture");
    assert!(
        pixels
            .as_rgba8()
            .is_some_and(|p| p.pixels().any(|p| p[3] < 255))
    );
    folder.write("again.toml", folder.good("info ramped.png").text());
    assert!(ramped == folder.baked("again.toml", "again.png"));

    let flag = ramp.replace(' ', "");
    let bare = folder.baked("bare.toml", "bare.png");
    assert!(ramped == folder.baked(&format!("bare.toml --ramp {flag}"), "flag.png"));
    assert!(bare == folder.baked("r.toml --ramp none", "none.png"));
    let linear = folder.baked("r.toml --ramp-space linear", "linear.png");
    assert!(linear != ramped && linear != bare);
    let run = folder.good("bake r.toml --range 0,0.5 --backend cpu -o range.png");
    assert!(run.stderr.contains("outside 0..0.5"), "{}", run.stderr);
}
