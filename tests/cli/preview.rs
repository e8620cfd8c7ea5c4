//! `wgpu-noise preview` without the studio, which tests of its own start.

use std::fs;
use std::process::Command;

use crate::program::Folder;

#[test]
fn it_says_how_the_studio_is_installed() {
    let folder = Folder::new();
    // A folder that has the program alone.
    let alone = tempfile::tempdir().expect("a folder");
    let program = alone.path().join("program");
    fs::copy(env!("CARGO_BIN_EXE_wgpu-noise"), &program).expect("a copy");
    let asks_for_the_studio = |recipe: &str| {
        let run = Command::new(&program)
            .args(["preview", recipe])
            .current_dir(folder.path(""))
            .env("PATH", alone.path())
            .output();
        let run = run.expect("the program runs");
        let says = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{says}");
        assert!(says.contains("cargo install --path studio"), "{says}");
    };
    asks_for_the_studio("marble");
    folder.run("preview marbel").fails(2, &["marbel", "marble"]);
    // Imports are read before the studio is looked for.
    folder.write("stone.toml", "channels = ['s']\nnodes.s = 'perlin(3)'");
    folder.write(
        "wall.toml",
        "channels = ['w']\nimports.stone = 'stone.toml'\nnodes.w = 'stone.s * 2'",
    );
    asks_for_the_studio("wall.toml");
    folder.write("stone.toml", "channels = ['s']\nnodes.s.kind = 'perlim'");
    folder
        .run("preview wall.toml")
        .fails(2, &["stone.toml:2:", "perlim"]);
}
