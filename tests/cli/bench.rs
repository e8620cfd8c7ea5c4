//! Measuring: what is printed, never how fast.

use serde_json::Value;
use wgpu_noise::cpu::SimdLevel;

use super::program::Folder;

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
