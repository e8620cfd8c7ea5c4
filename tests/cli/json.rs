//! What `--json` prints: JSON, with the keys that `docs/json.md` has, and numbers as numbers.

use serde_json::Value;

use crate::program::Folder;

/// What a command prints.
fn json(folder: &Folder, command: &str) -> Value {
    let run = folder.good(command);
    serde_json::from_slice(&run.stdout).unwrap_or_else(|error| panic!("{command}: {error}"))
}

/// The keys of a value and of all in it, but for the names of recipes' nodes and parameters, which their authors choose.
fn keys(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                found.push(key.clone());
                match (&key[..], value) {
                    ("nodes", _) => {}
                    ("parameters", Value::Object(named)) => {
                        named.values().for_each(|one| keys(one, found));
                    }
                    _ => keys(value, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

/// The page that documents them.
fn page() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md");
    std::fs::read_to_string(path).expect("the page")
}

#[test]
fn every_key_is_documented_under_its_command() {
    let folder = Folder::new();
    folder.good(
        "bake fire --size 8x8 --frames 2 --title t --licence l --extent 1 --backend cpu -o x.png",
    );
    folder.good("bake --size 4x4 --backend cpu --resume -o z.npy");
    let commands = [
        (
            "bake --json",
            "bake --size 4x4 --backend cpu --json -o y.raw",
        ),
        (
            "bake --plan --json",
            "bake clouds_4d --octaves auto --plan --json -o x.ktx2",
        ),
        ("info --json", "info x_0000.png --json"),
        ("info --json", "presets fire --json"),
        ("info --json", "presets caves --json"),
        ("status --json", "status z.npy --json"),
        ("presets --json", "presets --json"),
        ("nodes --json", "nodes --json"),
        ("nodes --json", "nodes fbm --json"),
        ("devices --json", "devices --json"),
        (
            "bench --json",
            "bench --quick --rounds 1 --workload 2d-1 --json",
        ),
    ];
    let page = page();
    for (head, command) in commands {
        let section = (page
            .split("\n## ")
            .find(|section| section.starts_with(&format!("`{head}`"))))
        .unwrap_or_else(|| panic!("no section for {head}"));
        let mut found = Vec::new();
        keys(&json(&folder, command), &mut found);
        assert!(found.len() > 2, "{command}");
        for key in found {
            assert!(section.contains(&format!("`{key}`")), "{command}: {key}");
        }
    }
}

#[test]
fn a_plan_is_numbers() {
    let folder = Folder::new();
    let plan = json(
        &folder,
        "bake --size 64x32 --octaves 2 --frequency 4,8 --seed 7 --seamless --format r8unorm --plan --json -o x.ktx2",
    );
    assert_eq!(plan["samples"], 2048);
    assert_eq!(plan["size"], serde_json::json!([64, 32]));
    assert_eq!(plan["seed"], 7);
    assert_eq!(plan["seamless"], true);
    assert_eq!(plan["axes"][1]["axis"], "y");
    assert_eq!(plan["axes"][1]["extent"], 0.5);
    let fbm = serde_json::json!({"node": "fbm", "octaves": 2, "auto": false});
    assert_eq!(plan["fractals"], serde_json::json!([fbm]));
    let cells = |octave: usize, axis: usize| plan["sources"][0]["octaves"][octave][axis].clone();
    assert_eq!(
        cells(0, 1),
        serde_json::json!({"axis": "y", "cells": 4.0, "period": 4})
    );
    assert_eq!(
        cells(1, 0),
        serde_json::json!({"axis": "x", "cells": 8.0, "period": 8})
    );
    assert_eq!(plan["file_type"], "ktx2");
    assert_eq!(plan["range"], serde_json::json!([-1.0, 1.0]));
    assert_eq!(plan["bytes"], 2048);
    assert_eq!(plan["bricks"]["count"], 1);
    let stream = json(&folder, "bake --size 4x4 --plan --json -o -");
    assert_eq!(stream["file_type"], Value::Null);
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn lists_have_what_the_text_has() {
    let folder = Folder::new();
    let presets = json(&folder, "presets --json");
    let lines = folder.good("presets");
    let presets = presets.as_array().expect("an array");
    assert_eq!(presets.len(), lines.text().lines().count());
    for (preset, line) in presets.iter().zip(lines.text().lines()) {
        for key in ["name", "title", "purpose"] {
            assert!(line.contains(preset[key].as_str().expect(key)), "{line}");
        }
        let sizes = preset["size"].as_array().expect("sizes");
        let sizes: Vec<String> = sizes.iter().map(Value::to_string).collect();
        assert!(line.contains(&sizes.join("x")), "{line}");
        if let Some(frames) = preset["frames"].as_u64() {
            assert!(line.contains(&format!("x {frames} frames")), "{line}");
        }
    }
    let of = |name: &str| presets.iter().find(|preset| preset["name"] == name);
    let caves = of("caves").expect("the preset");
    let width = serde_json::json!({"default": 0.03, "range": [0.0, 0.2], "help": "how wide the tunnels are"});
    assert_eq!(caves["parameters"]["width"], width);
    let none = of("marble").expect("the preset");
    assert_eq!(none["parameters"], serde_json::json!({}));
    let nodes = json(&folder, "nodes --json");
    let nodes = nodes.as_array().expect("an array");
    assert_eq!(nodes.len(), wgpu_noise::noise::Kind::all().count());
    let fbm = json(&folder, "nodes fbm --json");
    assert!(nodes.contains(&fbm));
    let bricks = json(&folder, "nodes bricks --json");
    let signature = bricks["signature"].as_str().expect("a text");
    assert!(bricks["name"] == "bricks" && signature.starts_with("bricks("));
    let octaves = fbm["parameters"].as_array().expect("parameters");
    let octaves = octaves.iter().find(|param| param["name"] == "octaves");
    let octaves = octaves.expect("octaves");
    assert_eq!(octaves["default"], 5);
    assert_eq!([&octaves["minimum"], &octaves["maximum"]], [1, 32]);
    assert_eq!(octaves["words"], serde_json::json!(["auto"]));
}

#[test]
fn a_recipe_keeps_its_numbers() {
    let folder = Folder::new();
    folder.good("bake --size 6x5 --seed 9 --range 0,0.5 --backend cpu -o x.png");
    let recipe = json(&folder, "info x.png --json");
    assert_eq!(recipe["size"], serde_json::json!([6, 5]));
    assert_eq!(recipe["seed"], 9);
    assert_eq!(recipe["range"], serde_json::json!([0.0, 0.5]));
    assert_eq!(recipe["nodes"]["perlin"]["kind"], "perlin");
}

#[test]
fn a_plan_has_what_its_text_says() {
    let folder = Folder::new();
    let seamless = "--frequency 8 --time-frequency 1 --seamless --frames 8";
    let plan = json(
        &folder,
        &format!("bake --size 32x32x12 {seamless} --plan --json -o x.png"),
    );
    let sheet = serde_json::json!(
        {"layout": "atlas", "tile": [32, 32], "columns": 4, "rows": 3, "tiles": 12, "blank": 0}
    );
    assert_eq!(plan["sheet"], sheet);
    let notes = plan["notes"].as_array().expect("notes");
    assert!(
        notes[0]
            .as_str()
            .expect("a text")
            .contains("closes after 1 cell along w")
    );
    assert_eq!([&plan["files"], &plan["memory"]], [8, 2 * 32 * 32 * 12]);
    let seconds = plan["seconds"].as_f64().expect("an estimate");
    assert!(0.0 < seconds && seconds < 60.0, "{seconds}");
    let long = "bake --size 60000x60000 --octaves 8 --backend reference --plan --json";
    let plan = json(&folder, long);
    assert!(plan["seconds"].as_f64().expect("an estimate") > 60.0);
    assert_eq!(plan["sheet"], serde_json::json!(null));
}

#[test]
fn verify_counts_its_cases() {
    let folder = Folder::new();
    let report = json(&folder, "verify --backend cpu --every 20 --json");
    let mut found = Vec::new();
    keys(&report, &mut found);
    let page = page();
    for key in found {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
    assert_eq!(report["cases"], report["passed"]);
    assert_eq!(report["outcomes"], serde_json::json!([]));
    let rows = report["rows"].as_array().expect("rows");
    let cases: u64 = rows.iter().filter_map(|row| row["cases"].as_u64()).sum();
    assert_eq!(report["cases"], cases);
    for row in rows {
        let [error, bound] = ["error", "bound"].map(|key| row[key].as_f64().expect(key));
        assert!(error <= bound, "{row}");
    }
}
