//! Measuring: what is printed and remembered, never how fast.

use serde_json::Value;
use wgpu_noise::cpu::SimdLevel;

use crate::program::Folder;

#[test]
fn json_has_every_form_of_the_cpu() {
    let run = Folder::new()
        .good("bench --quick --rounds 1 --workload 4d-1 --workload warped-3d-5 --json");
    let rows: Vec<Value> = serde_json::from_slice(&run.stdout).expect("JSON");
    for workload in ["4d-1", "warped-3d-5"] {
        for level in SimdLevel::available() {
            let mine = rows.iter().filter(|row| {
                row["workload"] == workload
                    && row["backend"] == "cpu"
                    && row["form"] == level.name()
            });
            let threads: Vec<&Value> = mine.map(|row| &row["threads"]).collect();
            assert_eq!(threads.first(), Some(&&Value::from(1)), "{level}");
        }
    }
    for row in &rows {
        let is_positive = |field: &str| row[field].as_f64().is_some_and(|v| v > 0.0);
        assert!(is_positive("msamples_per_s"), "{row}");
        assert!(is_positive("write_limit_share"), "{row}");
        assert_eq!(row["adapter"].is_string(), row["backend"] == "gpu", "{row}");
    }
}

#[test]
fn the_table_names_sizes() {
    let run = Folder::new().good("bench --quick --rounds 1 --workload 4d-1");
    let mut lines = run.text().lines();
    assert!(lines.next().is_some_and(|head| head.contains("Msamples/s")));
    assert!(lines.all(|line| line.starts_with("4d-1") && line.contains("32x32x32")));
}

#[test]
fn unknown_workloads_are_refused() {
    let run = Folder::new().run("bench --workload 5d-1");
    run.fails(2, &["--workload", "5d-1", "2d-1", "4d-4"]);
    for rounds in ["0", "-1", "1001", "x"] {
        let run = Folder::new().run(&format!("bench --rounds {rounds}"));
        run.fails(2, &["--rounds", rounds]);
    }
}

#[test]
fn devices_begin_with_the_cpu() {
    let run = Folder::new().good("devices");
    let start = format!("cpu: {}", SimdLevel::detect());
    assert!(run.text().starts_with(&start), "{}", run.text());
}

/// How the kernel computes a plane on an adapter, by the table of `bench`.
fn form(folder: &Folder, adapter: &str) -> Value {
    let run = folder.remembering(&format!(
        "bench --quick --rounds 1 --workload 2d-1 --no-cpu --adapter {adapter} --json"
    ));
    let rows: Vec<Value> = serde_json::from_slice(&run.stdout).expect("JSON");
    assert!(rows.iter().all(|row| row["backend"] == "gpu"), "{rows:?}");
    rows.first().expect("a row of the adapter")["form"].clone()
}

#[test]
fn what_is_measured_as_fastest_is_used_with_the_same_driver() {
    let folder = Folder::new();
    let Some(name) = folder.adapter() else { return };
    let tune = format!("bench --tune --quick --rounds 1 --adapter {name}");
    assert!(
        folder
            .remembering(&format!("{tune} --no-cache"))
            .text()
            .contains("fastest: 2-D")
    );
    assert!(folder.files().is_empty(), "{:?}", folder.files());

    folder.remembering(&tune);
    folder.remembering(&tune);
    let file = String::from_utf8(folder.read("cache/tuning.toml")).expect("text");
    assert_eq!(file.matches("[[adapter]]").count(), 1, "{file}");
    let with_plane = |strategy: &str, driver: &str| {
        let lines = file.lines().map(|line| match line.split_once(" = ") {
            Some(("plane", _)) => format!("plane = \"{strategy}\""),
            Some(("driver", _)) if !driver.is_empty() => format!("driver = \"{driver}\""),
            _ => line.to_string(),
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    for (strategy, driver, expected) in [
        ("march", "", "march"),
        ("points", "", "points"),
        ("march", "another", "runs"),
        ("none such", "", "runs"),
    ] {
        folder.write("cache/tuning.toml", with_plane(strategy, driver));
        assert_eq!(
            form(&folder, &name),
            expected,
            "{strategy}, driver {driver}"
        );
    }
}

#[test]
fn tuning_has_its_own_workloads() {
    for flag in ["--workload 2d-1", "--all", "--no-cpu"] {
        let run = Folder::new().run(&format!("bench --tune {flag}"));
        run.fails(2, &["--tune", &flag[..5]]);
    }
    let run = Folder::new().run("bench --no-cache");
    run.fails(2, &["--tune"]);
}
