//! The examples run to their end, and write the files that their first lines name.
//!
//! Cargo builds them with all tests. Where one test alone was built, those that are missing are skipped.
#![cfg(all(feature = "gpu", feature = "image", feature = "service"))]

#[path = "support/environment.rs"]
mod environment;

use std::path::PathBuf;
use std::process::Command;

use wgpu_noise::gpu::wgpu;

/// Runs an example in a folder of its own, in which it must write these files and no others.
fn writes(name: &str, args: &[&str], files: &[&str]) {
    let program = folder().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        eprintln!("skipped: {name} is not built");
        return;
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let run = Command::new(program)
        .args(args)
        .current_dir(scratch.path())
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{name}: {said}");
    let written = std::fs::read_dir(scratch.path()).expect("the folder");
    let mut written: Vec<_> = written
        .map(|file| file.expect("a file").file_name())
        .collect();
    written.sort();
    assert_eq!(written, files, "{name}");
}

/// Where Cargo puts examples: beside the folder of the tests.
fn folder() -> PathBuf {
    let test = std::env::current_exe().expect("this test");
    let profile = test.ancestors().nth(2).expect("the folder of a profile");
    profile.join("examples")
}

#[test]
fn those_that_need_no_gpu() {
    writes("1_picture", &[], &["marble.png"]);
    writes("3_solid_texture", &[], &["solid_texture.png"]);
    writes("4_sketch", &[], &["sketch.png"]);
    writes("5_motion", &[], &["motion.png"]);
    writes("9_service", &[], &[]);
}

#[test]
fn those_on_a_gpu() {
    if environment::adapter(wgpu::Backends::all()).is_none() {
        return;
    }
    writes("2_volume", &[&environment::adapter_name()], &[]);
    writes("6_own_device", &[], &[]);
    let frames = ["sky_0.png", "sky_1.png", "sky_2.png", "sky_3.png"];
    writes("7_snippet", &[], &frames);
}
