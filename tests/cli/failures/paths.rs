//! Paths that cannot be written.

use crate::program::Folder;

#[test]
fn paths_that_cannot_be_written() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("folder.npy")).expect("a folder");
    let long = format!("{}.npy", "n".repeat(300));
    for (path, words) in [
        ("none/x.npy", &["none"][..]),
        ("folder.npy", &["folder.npy"]),
        (&long, &["nnn"]),
    ] {
        let run = folder.run(&format!("bake --size 4x4 --backend cpu -o {path}"));
        run.fails(1, words);
        assert_eq!(folder.files(), ["folder.npy"]);
    }
    folder
        .run("bake none.toml -o x.npy")
        .fails(1, &["none.toml"]);
    folder.run("bake . -o x.npy").fails(1, &["."]);
    folder.run("bake ./lava -o x.npy").fails(1, &["./lava"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_names_a_path_that_is_no_text() {
    use std::os::unix::ffi::OsStrExt;

    use crate::program::Run;

    let folder = Folder::new();
    let mut command = folder.command("bake --size 4x4 --backend cpu --json -o");
    command.arg(std::ffi::OsStr::from_bytes(b"\xff.npy"));
    let run = Run::of(command.output().expect("it starts"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(report["files"], serde_json::json!(["\u{fffd}.npy"]));
}

#[cfg(unix)]
#[test]
fn a_link_into_a_folder_that_is_not_there_names_that_folder() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("gone/y.npy", folder.path("x.npy")).expect("a link");
    let run = folder.run("bake --size 4x4 --backend cpu -o x.npy");
    run.fails(1, &["cannot write into ./gone: "]);
}
