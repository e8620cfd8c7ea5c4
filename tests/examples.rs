//! The examples run to their end, and write the files that their first lines name.
//!
//! Cargo builds them with all tests. Where one test alone was built, those that are missing are skipped; with `CI=true` they fail.
#![cfg(all(feature = "gpu", feature = "image", feature = "service"))]

#[path = "support/environment.rs"]
mod environment;
#[path = "support/skip.rs"]
mod skip;

use std::path::{Path, PathBuf};
use std::process::Command;

use wgpu_noise::gpu::wgpu;

/// An example, and the files that it writes.
type Written = (&'static str, &'static [&'static str]);

const ON_THE_CPU: [Written; 5] = [
    ("1_picture", &["marble.png"]),
    ("3_solid_texture", &["solid_texture.png"]),
    ("4_sketch", &["sketch.png"]),
    ("5_motion", &["motion.png"]),
    ("9_service", &[]),
];
/// All are given the name of the adapter, which `2_volume` alone reads.
const ON_A_GPU: [Written; 3] = [
    ("2_volume", &[]),
    ("6_own_device", &[]),
    (
        "7_snippet",
        &["sky_0.png", "sky_1.png", "sky_2.png", "sky_3.png"],
    ),
];

/// Runs an example in a folder of its own, in which it must write these files and no others.
fn writes(name: &str, adapter: Option<&str>, files: &[&str]) {
    let program = folder().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        return skip::without_tool(&format!("{name} is not built"));
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let run = Command::new(program)
        .args(adapter)
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
    for (name, files) in ON_THE_CPU {
        writes(name, None, files);
    }
}

#[test]
fn those_on_a_gpu() {
    if environment::adapter(wgpu::Backends::all()).is_none() {
        return;
    }
    for (name, files) in ON_A_GPU {
        writes(name, Some(&environment::adapter_name()), files);
    }
}

/// No example is left out.
#[test]
fn every_example_with_a_number_is_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut found: Vec<String> = std::fs::read_dir(folder)
        .expect("the examples")
        .map(|entry| entry.expect("an example").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.file_stem().expect("a name").display().to_string())
        .filter(|name| name.starts_with(|first: char| first.is_ascii_digit()))
        .collect();
    found.sort();
    let mut run: Vec<&str> = ON_THE_CPU
        .iter()
        .chain(&ON_A_GPU)
        .map(|(name, _)| *name)
        .collect();
    run.sort_unstable();
    assert_eq!(found, run);
}
