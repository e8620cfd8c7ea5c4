//! Words, switches and files that a flag does not take, and flags that cannot go together.

use crate::bad_input::{refused, refused_as};
use crate::program::{Folder, Run};

#[test]
fn adapters_that_name_none() {
    let allowed = "a part of an adapter's name, or its index";
    refused("--adapter=", &["--adapter: got \"\"", allowed]);
    refused("--adapter -1", &["--adapter: got \"-1\"", allowed]);
    for command in ["verify", "bench"] {
        for adapter in ["--adapter=", "--adapter=-1", "--adapter -1"] {
            let run = Folder::new().run(&format!("{command} {adapter}"));
            run.fails(2, &["--adapter: got \"", allowed]);
        }
    }
}

#[test]
fn a_switch_says_which_values_it_takes() {
    for switch in ["--seamless", "--edge-samples"] {
        for value in ["yes", "off", "1"] {
            for given in [format!("{switch} {value}"), format!("{switch}={value}")] {
                refused(&given, &[switch, &format!("'{value}'"), "true, false"]);
            }
        }
    }
}

#[cfg(feature = "gpu")]
#[test]
fn a_plan_opens_the_adapter_that_is_named() {
    let folder = Folder::new();
    let run = folder.run("bake --size 4x4 --adapter zzz --plan");
    run.fails(1, &["named `zzz`"]);
    assert!(run.stdout.is_empty());
}

#[cfg(unix)]
#[test]
fn values_that_are_no_text_name_their_flag() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let with = |args: &[&[u8]]| {
        let mut command = folder.command("bake");
        command.args(args.iter().map(|arg| std::ffi::OsStr::from_bytes(arg)));
        Run::of(command.output().expect("the program starts"))
    };
    let path: &[u8] = b"\xfe.npy";
    for (args, flag) in [
        (&[b"-o", path, b"--title", b"\xff"][..], "--title"),
        (&[b"-o", path, b"--title=a\xff"], "--title"),
        (&[b"--set", b"perlin.hash=\xff", b"--output", path], "--set"),
    ] {
        let words = [&format!("error: {flag}: "), "\\xFF", "UTF-8"];
        with(args).fails(2, &words);
    }
}

#[test]
fn what_others_wrote_stays_on_one_line() {
    let folder = Folder::new();
    let said = |given: &str| {
        let mut command = folder.command("bake -o x.npy --set");
        command.arg(format!("perlin.hash={given}"));
        Run::of(command.output().expect("the program starts"))
    };
    said("a\u{1b}[31mb\nc").fails(2, &["u{1b}", "table, integer"]);
    let long = said(&"x".repeat(30_000));
    long.fails(2, &["--set perlin.hash: ", " … ", "table, integer"]);
    assert!(long.stderr.chars().count() < 650);
}

#[test]
fn set() {
    refused(
        "--set perlin.freq=3",
        &["--set perlin.freq", "did you mean `frequency`?"],
    );
    refused(
        "--set perln.seed=3",
        &["--set perln.seed", "did you mean `perlin`?"],
    );
    refused("--set perlin", &["--set", "node.parameter=value"]);
    refused(
        "--set perlin=3",
        &["--set perlin: got this name", "node.parameter"],
    );
    refused(
        "--set seed=3",
        &["--set seed: got this name", "allowed: perlin.seed"],
    );
    refused(
        "--set perlin.seed=-1",
        &["--set perlin.seed: got -1", "from 0"],
    );
    refused(
        "--set fbm.persistence=-1",
        &["--set fbm.persistence: got -1", "from 0 to 100"],
    );
    refused(
        "--set perlin.kind=perlim",
        &["--set perlin.kind", "`perlin`"],
    );
    refused(
        "--set perlin.axes=zx",
        &["--set perlin.axes: got \"zx\"", "xyzw"],
    );
}

#[test]
fn files_and_formats() {
    let known = "npy, png, apng, gif, webp, exr, tif, ";
    refused_as("", "x.jpg", &["--output", "jpg", known]);
    refused_as("", "x.npz", &["--output", "npz", "did you mean `npy`?"]);
    refused_as("", "x.npy/", &["--output: got x.npy/", ".npy, .png"]);
    refused_as("", "x.npy/.", &["--output: got x.npy/.", ".npy, .png"]);
    refused_as("", "x", &["--output: got x", ".npy, .png, "]);
    refused(
        "--format r8",
        &["--format", "r8", "'r8unorm'", "rgba32float"],
    );
    refused(
        "--format r8unorm",
        &["--format: got r8unorm for .npy", "r32float"],
    );
    let png = "r8unorm, r16unorm, rgba8unorm, rgba16unorm";
    refused_as(
        "--format r32float",
        "x.png",
        &["--format: got r32float for .png", png],
    );
    refused_as(
        "--format rg8unorm --plan",
        "x.png",
        &["--format: got rg8unorm", png],
    );
    for bad in ["0,0", "nan,1", "0,inf", "1", "1,2,3", "low"] {
        refused(&format!("--range {bad}"), &["--range", "that differ"]);
    }
    let far = ["--range: got -3e38,3e38", "differ, by at most 3.4e38"];
    refused("--range -3e38,3e38", &far);
}

#[test]
fn flags_that_cannot_go_together() {
    refused_as("--json", "-", &["--json", "-o -"]);
    refused(
        "--backend cpu --adapter 0",
        &["--adapter: got 0", "--backend gpu"],
    );
    refused_as(
        "--sidecar",
        "-",
        &["--sidecar", "standard output", "only with .npy"],
    );
    refused(
        "--backend cpux",
        &["--backend", "auto, gpu, cpu, reference"],
    );
    Folder::new().run("bake").fails(2, &["--output"]);
    Folder::new()
        .run("bake --seamles -o x.npy")
        .fails(2, &["--seamless"]);
    Folder::new().run("bak").fails(2, &["bak", "'bake'"]);
    let alone = Folder::new().run("");
    assert_eq!((alone.code, alone.stdout), (Some(2), Vec::new()));
}

#[cfg(not(feature = "gpu"))]
#[test]
fn a_build_without_a_gpu_says_so() {
    let words = ["--backend: got gpu", "this build has no GPU backend"];
    refused("--backend gpu", &words);
    refused("--adapter llvmpipe", &words);
}
