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
    use std::io::Read;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, ExitStatus, Stdio};
    use std::time::{Duration, Instant};

    use super::super::program::Folder;

    #[test]
    fn a_reader_that_goes_away_ends_the_bake_quietly() {
        let folder = Folder::new();
        let run = folder.shell(
            "{ \"$NOISE\" bake --size 4000x2000 --backend cpu -o - 2>errors; echo $? >code; } | head -c 5",
        );
        assert_eq!(run.stdout.len(), 5);
        assert_eq!(folder.read("code"), b"0\n");
        assert_eq!(folder.read("errors"), b"");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let folder = Folder::new();
        let bake = "bake --size 64x64 --backend cpu";
        for args in [
            &format!("{bake} -o -")[..],
            &format!("{bake} --plan"),
            "bake --help",
            "--version",
        ] {
            let run = folder.shell(&format!("\"$NOISE\" {args} >/dev/full"));
            run.fails(1, &["standard output", "space"]);
        }
    }

    #[test]
    fn a_file_over_the_quota_is_an_error_and_leaves_nothing() {
        let folder = Folder::new();
        for name in ["x.npy", "x.ktx2", "x.vdb", "x.raw", "x.png"] {
            folder
                .shell(&format!(
                    "ulimit -f 20; \"$NOISE\" bake --size 512x512 --cells 200 --backend cpu -o {name}"
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
            // Two bricks of such texels have 64 MiB.
            let run = folder.shell(&format!(
                "ulimit -v 60000; RAYON_NUM_THREADS=1 \"$NOISE\" bake --size 2048x2048 \
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

    /// A bake that takes minutes, once it has begun this many files, those in the folder included.
    fn started(folder: &Folder, args: &str, files: usize) -> Child {
        let mut command = folder.command_with_signals(&format!("bake {args}"));
        let child = command.stderr(Stdio::piped()).spawn().expect("it starts");
        let start = Instant::now();
        while folder.files().len() < files {
            assert!(start.elapsed() < Duration::from_secs(60), "no partial file");
            std::thread::sleep(Duration::from_millis(5));
        }
        child
    }

    /// How it ended, and what it said.
    fn ended(mut child: Child) -> (ExitStatus, String) {
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait().expect("a child") {
                let mut said = String::new();
                let mut stderr = child.stderr.take().expect("a pipe");
                stderr.read_to_string(&mut said).expect("text");
                return (status, said);
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

    const SEQUENCE: &str =
        "--size 64x64 --frames 40000 --octaves 2 --backend reference --max-hours 1e6 -o x.png";
    const VOLUME: &str = "--size 3000x3000x300 --octaves 4 --backend cpu";

    #[test]
    fn signals_remove_the_partial_file() {
        let folder = Folder::new();
        let child = started(&folder, &format!("{VOLUME} -o x.npy"), 1);
        signal(&child, "INT");
        let (status, said) = ended(child);
        assert_eq!(status.code(), Some(130));
        assert!(!said.contains("interrupted"), "{said}");
        assert_eq!(folder.files(), [""; 0]);
    }

    #[test]
    fn signals_keep_the_frames_that_are_finished_and_count_them() {
        let signals = [("INT", 130), ("TERM", 143), ("HUP", 129)];
        for (round, (name, code)) in signals.into_iter().cycle().take(21).enumerate() {
            let folder = Folder::new();
            let child = started(&folder, SEQUENCE, 1);
            // Some moment of the work: the first ones while the file has just begun.
            std::thread::sleep(Duration::from_millis(round as u64 * 7));
            signal(&child, name);
            let (status, said) = ended(child);
            assert_eq!(status.code(), Some(code), "{name}");
            let files = folder.files();
            for (frame, file) in files.iter().enumerate() {
                assert_eq!(*file, format!("x_{frame:05}.png"));
                assert!(
                    folder.read(file).ends_with(b"IEND\xae\x42\x60\x82"),
                    "{file}"
                );
            }
            let counted = match files.len() {
                0 => !said.contains("kept"),
                1 => said.contains("interrupted; 1 finished file was kept\n"),
                n => said.contains(&format!("interrupted; {n} finished files were kept\n")),
            };
            assert!(counted, "{} files, and: {said}", files.len());
        }
    }

    #[test]
    fn a_sequence_that_fails_keeps_and_names_its_finished_frames() {
        let folder = Folder::new();
        std::fs::create_dir(folder.path("x_0002.png")).expect("a folder");
        folder
            .run("bake --size 4x4 --frames 3 --backend cpu -o x.png")
            .fails(1, &["x_0002.png"]);
        assert_eq!(folder.files(), ["x_0002.png"]);
        // The first row of frame 2 fits into the quota, the rest does not.
        folder.write(
            "grows.toml",
            "size = [256, 256]\nframes = 3\nchannels = [\"grow\"]\n\
             [nodes.white]\nkind = \"white\"\nfrequency = 256\n\
             [nodes.late]\nkind = \"step\"\nof = \"w\"\nedge = 0.6\n\
             [nodes.grow]\nkind = \"mul\"\na = \"white\"\nb = \"late\"\n",
        );
        let run = folder.shell("ulimit -f 20; \"$NOISE\" bake grows.toml --backend cpu -o y.png");
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        let kept = "wgpu-noise: kept the finished y_0000.png and y_0001.png\n";
        assert!(run.stderr.contains(kept), "{}", run.stderr);
        assert!(run.stderr.contains("y_0002.png: "), "{}", run.stderr);
        let files = folder.files();
        assert_eq!(files[2..], ["y_0000.png", "y_0001.png"]);
    }

    #[test]
    fn a_range_of_seeds_that_fails_names_what_is_finished() {
        let folder = Folder::new();
        std::fs::create_dir(folder.path("x_seed3.npy")).expect("a folder");
        for (seeds, kept) in [
            ("3..4", None),
            ("2..4", Some("kept the finished x_seed2.npy\n")),
            (
                "1..4",
                Some("kept the finished x_seed1.npy and x_seed2.npy\n"),
            ),
        ] {
            let run = folder.run(&format!("bake --size 4x4 --seed {seeds} -q -o x.npy"));
            assert_eq!(run.code, Some(1), "{}", run.stderr);
            assert!(run.stderr.contains("x_seed3.npy: "), "{}", run.stderr);
            match kept {
                Some(kept) => assert!(run.stderr.contains(kept), "{}", run.stderr),
                None => assert!(!run.stderr.contains("kept"), "{}", run.stderr),
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
        let folder = Folder::new();
        let run = folder.shell(&format!(
            "trap '' HUP INT; \"$NOISE\" bake {SEQUENCE} & \
             until [ -e x_00000.png ]; do sleep 0.01; done; \
             kill -HUP $!; kill -INT $!; frames=$(ls | wc -l); \
             until [ $(ls | wc -l) -gt $((frames + 2)) ]; do sleep 0.01; done; \
             kill -TERM $!; wait $!; echo $?"
        ));
        assert_eq!(run.text(), "143\n", "{}", run.stderr);
    }

    #[test]
    fn data_for_a_closed_standard_output_is_not_lost_in_silence() {
        let folder = Folder::new();
        let run = folder.shell("\"$NOISE\" bake --size 4x4 --backend cpu -o - >&-");
        run.fails(1, &["standard output", "closed"]);
        for open in ["/dev/null", "samples"] {
            let run = folder.shell(&format!(
                "\"$NOISE\" bake --size 4x4 --backend cpu -o - >{open}"
            ));
            assert_eq!(run.code, Some(0), "{open}: {}", run.stderr);
        }
        assert_eq!(folder.read("samples").len(), 64);
    }

    /// A stack that no thread can have.
    #[cfg(target_os = "linux")]
    #[test]
    fn where_no_thread_can_be_started_one_does_the_work() {
        let folder = Folder::new();
        let run = |args: &str| {
            let mut command = folder.command(args);
            command.env("RUST_MIN_STACK", (1_u64 << 46).to_string());
            super::super::program::Run::of(command.output().expect("it starts"))
        };
        for args in [
            "--size 300x200",
            "--size 70000x1",
            "--size 20x20 --frames 9",
        ] {
            let expected = folder.baked(args, "x.npy");
            let alone = run(&format!("bake {args} --backend cpu -o alone.npy"));
            assert_eq!(alone.code, Some(0), "{}", alone.stderr);
            assert!(alone.stderr.contains("no thread"), "{}", alone.stderr);
            assert!(folder.read("alone.npy") == expected, "{args}");
        }
        let devices = run("devices");
        assert_eq!(devices.code, Some(0), "{}", devices.stderr);
        assert!(devices.text().contains(" 1 thread"), "{}", devices.text());
        let bench = run("bench --quick --rounds 1");
        assert_eq!(bench.code, Some(1), "{}", bench.stderr);
        assert!(
            bench.stderr.contains("cannot start threads"),
            "{}",
            bench.stderr
        );
    }

    /// Its registers and walkers take hundreds of megabytes.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_recipe_of_many_nodes_in_little_memory_is_an_error_and_no_abort() {
        let folder = Folder::new();
        // A tree of sums: node i is that of 2 i and 2 i + 1.
        let mut recipe = "size = [64, 64]\nchannels = [\"n1\"]\n".to_string();
        for i in 1..1400 {
            recipe += &match i < 700 {
                true => format!(
                    "[nodes.n{i}]\nkind = \"add\"\na = \"n{}\"\nb = \"n{}\"\n",
                    2 * i,
                    2 * i + 1
                ),
                false => format!("[nodes.n{i}]\nkind = \"perlin\"\nseed = {i}\n"),
            };
        }
        folder.write("many.toml", recipe);
        // The program itself takes 42 MB of addresses without optimisation. The GNU allocator would, by chance, reserve 64 MB more
        // for a thread.
        let limits = (60_000..=140_000).step_by(10_000);
        let is_enough: Vec<bool> = limits
            .map(|kilobytes| {
                println!("with {kilobytes} KB");
                let run = folder.shell(&format!(
                    "ulimit -v {kilobytes}; export MALLOC_ARENA_MAX=1 RAYON_NUM_THREADS=2
                     timeout -s KILL 60 \"$NOISE\" bake many.toml --backend cpu -o x.npy"
                ));
                if run.code != Some(0) {
                    run.fails(1, &["not enough memory for "]);
                    assert!(!run.stderr.contains(" 0 bytes"), "{}", run.stderr);
                }
                run.code == Some(0)
            })
            .collect();
        assert!(is_enough.is_sorted(), "{is_enough:?}");
        assert!(!is_enough[0] && is_enough[8], "{is_enough:?}");
    }

    #[test]
    fn a_killed_bake_leaves_the_old_file_whole() {
        let folder = Folder::new();
        let old = folder.baked("--size 4x4", "y.npy");
        let child = started(&folder, &format!("{VOLUME} -o y.npy"), 2);
        signal(&child, "KILL");
        assert_eq!(ended(child).0.signal(), Some(9));
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

#[test]
fn more_work_than_is_allowed_is_refused_and_its_plan_says_so() {
    let folder = Folder::new();
    let bake = "bake --size 2000x1000 --backend reference -o x.npy";
    let samples = ["--size: 2000x1000 needs 2000000 samples", "--max-samples"];
    let hours = [
        "computing needs about ",
        "limit is 0.00001 h",
        "--max-hours",
    ];
    (folder.run(&format!("{bake} --max-samples 1999999"))).fails(2, &samples);
    (folder.run(&format!("{bake} --max-hours 0.00001"))).fails(2, &hours);
    assert_eq!(folder.files(), [""; 0]);
    let limits = "--max-samples 1999999 --max-hours 0.00001";
    let plan = folder.good(&format!("{bake} {limits} --plan"));
    for words in [samples[1], hours[2]] {
        assert!(plan.stderr.contains(words), "{}", plan.stderr);
    }
    assert!(plan.text().contains("computing takes about "));
    folder.good("bake --size 200x100 --backend cpu -o x.npy --max-samples 20000 --max-hours 0.1");
}

/// The last of the outputs alone is at fault.
#[test]
fn no_output_is_written_before_all_are_known_to_be_possible() {
    let folder = Folder::new();
    let outputs = "outputs.a.channels = ['n']\noutputs.b.channels = ['n']\n";
    folder.write(
        "wall.toml",
        format!("size = [1024, 1024]\nchannels = ['n']\nnodes.n = 'perlin(3)'\n{outputs}"),
    );
    let bake = "bake wall.toml -o out/ --backend reference";
    (folder.run(&format!("{bake} --max-samples 1048575"))).fails(
        2,
        &["size: 1024x1024, for the output a, needs", "--max-samples"],
    );
    (folder.run(&format!("{bake} --max-hours 0.00001"))).fails(2, &["--max-hours"]);
    assert_eq!(folder.files(), ["wall.toml"]);
    std::fs::create_dir_all(folder.path("out/wall_b.png")).expect("a folder");
    let bake = "bake wall.toml -o out/ --size 8x8";
    folder
        .run(bake)
        .fails(2, &["wall_b.png, which is a folder", "the output b"]);
    // Neither frames nor seeds have a file of that name.
    folder.good(&format!("{bake} --frames 2"));
    folder.good(&format!("{bake} --seed 1..2"));
    std::fs::create_dir_all(folder.path("out/wall_b_seed4.png")).expect("a folder");
    (folder.run(&format!("{bake} --seed 3..4"))).fails(2, &["wall_b_seed4.png"]);
    assert!(!folder.path("out/wall_a_seed3.png").exists());
    let written = |name: &str| folder.path(&format!("out/wall_{name}.png")).is_file();
    assert!(!written("a"));
    std::fs::remove_dir_all(folder.path("out/wall_b.png")).expect("a folder");
    folder.good(bake);
    assert!(written("a") && written("b"));
}
