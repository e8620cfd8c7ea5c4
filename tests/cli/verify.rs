//! The command `verify`.

use crate::program::Folder;

#[test]
fn verify_finds_the_cpu_right() {
    let run = Folder::new().good("verify --backend cpu --every 11");
    let lines: Vec<&str> = run.text().lines().collect();
    assert!(lines.iter().all(|line| line.starts_with("pass  ")));
    for dimension in ["1-D", "2-D", "3-D", "4-D"] {
        let line = format!("pass  perlin     {dimension}: ");
        assert!(lines.iter().any(|l| l.starts_with(&line)), "{line}");
    }
    assert!(run.stderr.contains(" cases passed"), "{}", run.stderr);
    assert!(run.stderr.contains(", of "), "{}", run.stderr);
    let each = Folder::new().good("verify --backend cpu --every 20 --cases");
    assert!(each.text().lines().count() > 145);
    Folder::new()
        .run("verify --every 0")
        .fails(2, &["--every", "0"]);
}
