//! What fails on the machine ends with exit code 1, without a panic and without a file.

use super::program::Folder;

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

#[cfg(unix)]
mod unix {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, ExitStatus, Stdio};
    use std::time::{Duration, Instant};

    use super::super::program::Folder;

    #[test]
    fn a_reader_that_goes_away_ends_the_bake_quietly() {
        let folder = Folder::new();
        let run = folder.shell(
            "{ $NOISE bake --size 4000x2000 --backend cpu -o - 2>errors; echo $? >code; } | head -c 5",
        );
        assert_eq!(run.stdout.len(), 5);
        assert_eq!(folder.read("code"), b"0\n");
        assert_eq!(folder.read("errors"), b"");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let folder = Folder::new();
        let run = folder.shell("$NOISE bake --size 64x64 --backend cpu -o - >/dev/full");
        run.fails(1, &["standard output", "space"]);
        let run = folder.shell("$NOISE bake --size 64x64 --backend cpu --plan >/dev/full");
        run.fails(1, &["standard output", "space"]);
    }

    #[test]
    fn a_file_over_the_quota_is_an_error_and_leaves_nothing() {
        let folder = Folder::new();
        for name in ["x.npy", "x.ktx2", "x.raw", "x.png"] {
            folder
                .shell(&format!(
                    "ulimit -f 20; $NOISE bake --size 512x512 --cells 200 --backend cpu -o {name}"
                ))
                .fails(1, &[name, "too large"]);
            assert_eq!(folder.files(), [""; 0], "{name}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn too_little_memory_is_an_error_and_no_abort() {
        let folder = Folder::new();
        for backend in ["reference", "cpu"] {
            // A brick of such texels has 64 MiB.
            let run = folder.shell(&format!(
                "ulimit -v 60000; RAYON_NUM_THREADS=1 $NOISE bake --size 2048x2048 \
                 --noise constant --format rgba32float --backend {backend} -o x.raw"
            ));
            run.fails(1, &["not enough memory"]);
            assert_eq!(folder.files(), [""; 0]);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_report_names_a_path_that_is_no_text() {
        use std::os::unix::ffi::OsStrExt;
        let folder = Folder::new();
        let mut command = folder.command("bake --size 4x4 --backend cpu --json -o");
        command.arg(std::ffi::OsStr::from_bytes(b"\xff.npy"));
        let run = super::super::program::Run::of(command.output().expect("it starts"));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
        assert_eq!(report["files"], serde_json::json!(["\u{fffd}.npy"]));
    }

    #[test]
    fn a_link_into_a_folder_that_is_not_there_names_that_folder() {
        let folder = Folder::new();
        std::os::unix::fs::symlink("gone/y.npy", folder.path("x.npy")).expect("a link");
        let run = folder.run("bake --size 4x4 --backend cpu -o x.npy");
        run.fails(1, &["cannot write into ./gone: "]);
    }

    #[test]
    fn files_that_belong_together_appear_in_their_own_turn() {
        let folder = Folder::new();
        let held = std::fs::File::open(folder.path("")).expect("the folder");
        held.lock().expect("its lock");
        let mut bakes: Vec<Child> = (0..6)
            .map(|seed| {
                let args = format!("bake --size 64x64 --seed {seed} --backend cpu -o x.raw");
                let mut command = folder.command(&args);
                command.stderr(Stdio::null()).spawn().expect("it starts")
            })
            .collect();
        std::thread::sleep(Duration::from_millis(500));
        assert!(folder.files().iter().all(|name| name.contains(".partial.")));
        drop(held);
        for bake in &mut bakes {
            assert!(bake.wait().expect("a child").success());
        }
        let info = folder.good("info x.raw");
        folder.write("again.toml", info.text());
        assert!(folder.baked("again.toml", "again.raw") == folder.read("x.raw"));
    }

    /// A bake that takes minutes, once its partial file is there.
    fn started(folder: &Folder) -> Child {
        let mut command =
            folder.command("bake --size 3000x3000x300 --octaves 16 --backend reference -o x.npy");
        let child = command.stderr(Stdio::null()).spawn().expect("it starts");
        let start = Instant::now();
        while folder.files().is_empty() {
            assert!(start.elapsed() < Duration::from_secs(60), "no partial file");
            std::thread::sleep(Duration::from_millis(5));
        }
        child
    }

    fn ended(mut child: Child) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait().expect("a child") {
                return status;
            }
            if start.elapsed() > Duration::from_secs(60) {
                let _ = child.kill();
                panic!("the signal did not end it");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn signal(child: &Child, name: &str) {
        let (pid, name) = (child.id().to_string(), format!("-{name}"));
        let kill = std::process::Command::new("kill")
            .args([&name, &pid])
            .status();
        assert!(kill.expect("`kill`").success());
    }

    #[test]
    fn signals_remove_the_partial_file() {
        let signals = [("INT", 130), ("TERM", 143), ("HUP", 129)];
        for (round, (name, code)) in signals.into_iter().cycle().take(21).enumerate() {
            let folder = Folder::new();
            let child = started(&folder);
            // Some moment of the work: the first ones while the file has just begun.
            std::thread::sleep(Duration::from_millis(round as u64 * 7));
            signal(&child, name);
            assert_eq!(ended(child).code(), Some(code), "{name}");
            assert_eq!(folder.files(), [""; 0], "{name}");
        }
    }

    #[test]
    fn a_killed_bake_leaves_the_old_file_whole() {
        let folder = Folder::new();
        let old = folder.baked("--size 4x4", "y.npy");
        let child = folder
            .command("bake --size 3000x3000x300 --octaves 16 --backend reference -o y.npy")
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        while folder.files().len() < 2 {
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(&child, "KILL");
        assert_eq!(ended(child).signal(), Some(9));
        assert_eq!(folder.read("y.npy"), old);
    }
}

/// Environments in which no driver answers: none, one whose manifest is missing, one that is no library.
#[cfg(all(target_os = "linux", feature = "gpu"))]
#[test]
fn without_a_driver_auto_takes_the_cpu_and_gpu_says_why_not() {
    // So much work that a GPU would pay, on one thread.
    const LARGE: &str = "--size 160x160x8 --noise worley --octaves 32";
    let folder = Folder::new();
    let wanted = folder.baked(LARGE, "cpu.npy");
    folder.write("broken.json", r#"{"file_format_version": "1.0.0", "ICD": {"library_path": "/dev/null", "api_version": "1.1.0"}}"#);
    for driver in ["", "/nonexistent.json", "broken.json"] {
        let run = |args: &str| {
            let mut command = folder.command(args);
            for loader in [
                "VK_DRIVER_FILES",
                "VK_ICD_FILENAMES",
                "__EGL_VENDOR_LIBRARY_FILENAMES",
            ] {
                command.env(loader, driver);
            }
            // An empty list of EGL vendors means the default one.
            command.env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent.json");
            command.env("RAYON_NUM_THREADS", "1");
            super::program::Run::of(command.output().expect("the program runs"))
        };
        run("bake --size 9x7 --backend gpu -o gpu.npy").fails(1, &["no GPU adapter"]);
        assert_eq!(
            folder
                .files()
                .iter()
                .filter(|file| file.starts_with("gpu"))
                .count(),
            0
        );
        // The one that is worst is enough for so much work.
        if driver != "broken.json" {
            continue;
        }
        let auto = run(&format!("bake {LARGE} -o auto.npy"));
        assert_eq!(auto.code, Some(0), "{driver}: {}", auto.stderr);
        let said = "computing on the CPU: no GPU adapter";
        assert!(auto.stderr.contains(said), "{driver}: {}", auto.stderr);
        assert_eq!(folder.read("auto.npy"), wanted, "{driver}");
    }
}
