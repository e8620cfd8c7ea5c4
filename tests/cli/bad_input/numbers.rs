//! Numbers that are none, or too small or too large.

use crate::bad_input::{refused, refused_as};
use crate::program::Folder;

#[test]
fn sizes() {
    let allowed = "whole numbers from 1 to 2147483648";
    refused("--size 0", &["--size", "0", allowed]);
    refused("--size 0x10x10", &["--size", "0x10x10", allowed]);
    refused("--size 4x4x4x4", &["--size", "4x4x4x4", allowed]);
    refused("--size 64x", &["--size", "64x", allowed]);
    refused("--size 99999999999", &["--size", "99999999999", allowed]);
    refused("--size -4", &["--size", "-4", allowed]);
    refused("--size -1x4", &["--size", "-1x4", allowed]);
    let limit = "limit is 1099511627776 samples; --max-samples";
    let size = "100000x100000x100000";
    let named = |size: &str| format!("--size: {size} needs");
    let words = [&named(size), "1000000000000000 samples", limit];
    refused(&format!("--size {size}"), &words);
    let size = "2147483648x2147483648x2147483648";
    refused(&format!("--size {size}"), &[&named(size), "2^64"]);
    let frames = "--size 1024x1024 --frames 2147483648";
    refused(frames, &["--size: 1024x1024", "2147483648 frames", limit]);
    let many = "--frames: 2000000 as .png";
    refused_as("--size 4x4 --frames 2000000", "x.png", &[many, "1000000"]);
}

#[test]
fn frequencies() {
    let allowed = "one number from 1e-12 to 1e12, or one for each of x, y, z";
    for bad in [
        "nan", "inf", "-inf", "0", "-1", "1,-2", "1e39", "four", "4,",
    ] {
        refused(&format!("--frequency {bad}"), &["--frequency: ", allowed]);
        refused(&format!("--cells {bad}"), &["--cells: ", allowed]);
    }
    refused(
        "--time-frequency 0 --frames 2",
        &["--time-frequency: got 0"],
    );
    refused("--frequency 4 --cells 4", &["--frequency", "--cells"]);
    refused(
        "--size 8x8x8 --frequency 1,2",
        &["--frequency: got [1.0, 2.0]", "up to z"],
    );
}

#[test]
fn values_beyond_a_half() {
    let flags = "--noise constant --set constant.value=70000 --format r16float";
    let words = ["format: got r16float", "70000", "65504"];
    refused_as(flags, "x.ktx2", &words);
    refused_as(flags, "x.raw", &words);
}

#[test]
fn other_parameters() {
    let octaves = "a whole number from 1 to 32";
    for bad in ["0", "33", "-1", "2.5", "many", "nan"] {
        refused(&format!("--octaves {bad}"), &["--octaves: ", octaves]);
    }
    refused("--gain -1", &["--gain: got -1", "from 0 to 100"]);
    refused(
        "--lacunarity inf",
        &["--lacunarity: got inf", "0.01 to 100"],
    );
    refused("--period 1.5", &["--period: got 1.5", "whole number"]);
    refused(
        "--hash md5",
        &["--hash: unknown name `md5`", "table, integer"],
    );
    refused(
        "--octave-tables no",
        &["--octave-tables", "distinct, shared"],
    );
    refused("--octave-period no", &["--octave-period", "scaled, same"]);
    let positions = &["--octave-positions", "shifted, aligned"];
    refused("--octave-positions no", positions);
    refused("--seed -1", &["--seed", "-1", "from 0 to 4294967295"]);
    for bad in ["3..1", "0..", "..5", "0..4294967296", "a..b"] {
        refused(&format!("--seed {bad}"), &["--seed", bad, "such as 0..9"]);
    }
    refused(
        "--seed 0..100000",
        &["--seed: got 100001 seeds", "up to 100000"],
    );
    // Before there is a path for each.
    let all = "--seed 0..4294967295";
    refused(all, &["--seed: got 4294967296 seeds", "up to 100000"]);
    refused_as("--seed 0..1", "-", &["--seed", "-o -", "-o FILE"]);
    let snippet = Folder::new().run("snippet --seed 0..1");
    snippet.fails(2, &["--seed: got 0..1", "one seed"]);
    refused("--noise perln", &["--noise", "perln", "'perlin'"]);
}

#[test]
fn grids() {
    refused("--frames 0", &["--frames: got 0", "from 1"]);
    for bad in ["0", "-1", "nan", "inf"] {
        refused(&format!("--duration {bad}"), &["--duration: ", "1e-12"]);
        refused(&format!("--extent {bad},1"), &["--extent: ", "1e-12"]);
    }
    refused("--extent 1,2,3", &["--extent", "1 to 2 numbers"]);
    let edges = ["--edge-samples: ", "8x1x8", "at least 2"];
    refused("--edge-samples --size 8x1x8", &edges);
    refused("--origin nan", &["--origin: ", "-1e15 to 1e15"]);
    refused("--origin 1,2,3,4,5", &["--origin: ", "one to four numbers"]);
    refused("--origin 1,b", &["--origin", "1,b", "numbers"]);
}

#[test]
fn numbers_that_are_none() {
    for bad in ["1.0", "0x10", "-3", "4294967296"] {
        let seed = "a whole number from 0 to 4294967295, or two";
        refused(&format!("--seed {bad}"), &["--seed", bad, seed]);
    }
    for bad in ["1.5", "-3", "x"] {
        let frames = "a whole number from 1 to 2147483648";
        refused(&format!("--frames {bad}"), &["--frames", bad, frames]);
    }
    refused("--duration=", &["--duration", "a number from 1e-12 to "]);
    let range = ["--range", "'-1e39,1e39'", "from -3.4e38 to 3.4e38"];
    refused("--range -1e39,1e39", &range);
    refused("--set perlin.kind=5", &["--set perlin.kind", "`5`"]);
    let constant = "--noise constant --frequency 3";
    refused(
        constant,
        &["--frequency", "no node has", "--set constant.value"],
    );
}

#[test]
fn every_flag_of_numbers_says_what_it_takes() {
    let values = "<N> <BYTES> <MIB> <SECONDS> <HOURS> <LENGTH> <IP:PORT>";
    let folder = Folder::new();
    let mut flags = 0;
    let commands = "bake bench check preview serve snippet verify";
    for command in commands.split(' ') {
        let rest = match command {
            "bake" => "-o x.npy",
            "check" => "x.npy",
            _ => "",
        };
        for line in folder.run(&format!("{command} --help")).text().lines() {
            let mut words = line.split_whitespace();
            let flag = words.find(|word| word.starts_with("--"));
            let value = words.next().filter(|value| values.contains(value));
            if let (Some(flag), Some(_)) = (flag, value) {
                let run = folder.run(&format!("{command} {flag} ? {rest}"));
                run.fails(2, &[flag, "?", " a"]);
                // What Rust's own parsers say does not tell what is allowed.
                for unsaid in ["digit", "literal", "syntax"] {
                    assert!(!run.stderr.contains(unsaid), "{}", run.stderr);
                }
                flags += 1;
            }
        }
    }
    assert!(flags > 10, "{flags}");
}

#[test]
fn long_numbers_are_quoted_short() {
    for (flags, words) in [
        ("--frequency 1e300", ["--frequency: got 1e300", "to 1e12"]),
        (
            "--frequency 1e-300",
            ["--frequency: got 1e-300", "from 1e-12"],
        ),
        (
            "--duration 1e300 --frames 2",
            ["--duration: got 1e300", "to 1e12"],
        ),
        (
            "--noise constant --set constant.value=-1e300",
            ["got -1e300;", "-1e18"],
        ),
        (
            "--frequency 4,1e300",
            ["--frequency: got [4.0, 1e300]", "to 1e12"],
        ),
        (
            "--ramp [[0,\"#000000\"],[1e300,\"#ffffff\"]]",
            ["a stop at 1e300", "16 stops"],
        ),
    ] {
        refused(flags, &words);
    }
}

#[test]
fn an_origin_that_is_too_far_is_named() {
    for origin in ["1e15,0", "0,-4e15"] {
        let far = format!("--origin={origin} --frequency 5");
        refused(&far, &["--origin: "]);
    }
    refused(
        "--origin 1e15 --frequency 5",
        &["a position of 5", "below 4.5"],
    );
    let fast = "--frequency 1e12 --extent 1e12,1e12";
    refused(fast, &["--frequency: got a position of"]);
}

#[test]
fn seamless_names_the_nearest_frequencies_that_close() {
    let nearest = "the nearest that close: 4 or 5";
    refused(
        "--seamless --frequency 4.3",
        &["--frequency: got 4.3", nearest],
    );
    refused("--seamless --cells 4.3", &["--cells: got 4.3", nearest]);
    let wide = "--seamless --frequency 3 --size 8x4";
    refused(wide, &["2 or 4", "or an extent along y"]);
    refused(
        "--seamless --frequency 0.3",
        &["--frequency", "1 is the least"],
    );
    let lacunarity = "--seamless --octaves 3 --lacunarity 2.2";
    refused(
        lacunarity,
        &[
            "--lacunarity: got 2.2",
            "octave of 8.8 cells",
            "whole lacunarity",
        ],
    );
    let time = "--seamless --frames 4 --time-frequency 1.5";
    refused(time, &["--time-frequency: got 1.5", "1 or 2"]);
}
