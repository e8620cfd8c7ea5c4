//! What a bake says: its closing line, its report, its help.

use crate::program::Folder;

#[test]
fn one_closing_line_says_what_was_done() {
    let folder = Folder::new();
    let run = folder.good("bake --size 8x8x8 --backend cpu --range 0,0.1 -o x.png");
    assert!(run.stdout.is_empty());
    let line = run.stderr.trim_end();
    assert_eq!(line.lines().count(), 1, "{line}");
    for part in [
        "wgpu-noise: 512 samples in ",
        " s, backend cpu",
        "values outside 0..0.1 saturated",
        "atlas",
        "x.png",
    ] {
        assert!(line.contains(part), "`{part}` is missing in: {line}");
    }
    let run = folder.good("bake --size 8x8 --backend cpu --range auto -o x.png");
    assert!(!run.stderr.contains("saturated"), "{}", run.stderr);
    let run = folder.good("bake --size 8x8 --frames 3 --backend cpu -o f.png");
    assert!(
        run.stderr.contains("3 files f_0000.png to f_0002.png"),
        "{}",
        run.stderr
    );
}

#[test]
fn quiet_leaves_errors() {
    let folder = Folder::new();
    let run = folder.good("--quiet bake --size 4x4 -o x.npy --json");
    assert_eq!(run.stderr, "");
    assert!(run.text().contains("\"samples\": 16"));
    folder
        .run("bake --size 0 -q -o x.npy")
        .fails(2, &["--size"]);
}

#[test]
fn json_is_a_report_for_programs() {
    let folder = Folder::new();
    let run = folder.good("bake --size 6x5 --frames 2 --backend cpu --json -o x.png");
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(report["samples"], 60);
    assert_eq!(report["backend"], "cpu");
    assert_eq!(report["adapter"], serde_json::Value::Null);
    assert_eq!(report["form"], wgpu_noise::cpu::SimdLevel::detect().name());
    assert_eq!(report["size"], serde_json::json!([6, 5]));
    assert_eq!(report["frames"], 2);
    assert_eq!(report["format"], "r8unorm");
    assert_eq!(report["bytes"], 60);
    assert_eq!(report["range"], serde_json::json!([-1.0, 1.0]));
    assert_eq!(
        report["files"],
        serde_json::json!(["x_0000.png", "x_0001.png"])
    );
    assert!(
        report["seconds"]
            .as_f64()
            .is_some_and(|seconds| seconds >= 0.0)
    );
}

#[test]
fn help_states_defaults_and_ranges() {
    let help = Folder::new().good("bake --help");
    for key in wgpu_noise::Recipe::KEYS {
        assert!(help.text().contains(key), "`{key}` is missing");
    }
    for part in [
        "[default: 256x256]",
        "a whole number from 1 to 32, or auto [default of an fbm: 5]",
        "r8unorm, r16unorm",
        "[default: 0,1 of colours and of a noise that is never negative, such as a distance, else -1,1]",
        ".ktx2  r8unorm, rg8unorm",
        "#rrggbbaa",
        "Every other node needs a recipe",
        "--quiet",
    ] {
        assert!(help.text().contains(part), "`{part}` is missing");
    }
}
