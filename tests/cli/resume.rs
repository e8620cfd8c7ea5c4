//! Bakes that are interrupted, shared and checked.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Instant;

use crate::program::Folder;

/// The files of a bake and their bytes, without the journal and what processes that were killed have left.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(path) = folders.pop() {
        for entry in fs::read_dir(path).expect("a folder").flatten() {
            let path = entry.path();
            let name = path
                .strip_prefix(folder)
                .expect("within")
                .to_string_lossy()
                .into_owned();
            if name.contains(".journal") || name.contains(".partial.") {
                continue;
            }
            match path.is_dir() {
                true => folders.push(path),
                false => _ = all.insert(name, fs::read(path).expect("a file")),
            }
        }
    }
    all
}

/// How many processes are killed, for each kind of file. `NOISE_KILLS` asks for more.
fn kills() -> u32 {
    let asked = std::env::var("NOISE_KILLS").ok();
    asked.map_or(8, |count| count.parse().expect("a number"))
}

/// Kills bakes at random moments. Each third is continued to its end, which must be that of a bake that nobody killed.
fn survives_kills(flags: &str, output: &str) {
    let clean = Folder::new();
    let bake = format!("bake {flags} --backend cpu --resume -o {output}");
    let start = Instant::now();
    clean.good(&bake);
    let whole = start.elapsed();
    let expected = files(&clean.path(""));
    let mut folder = Folder::new();
    let mut random: u32 = 1;
    let mut killed = 0;
    for kill in 0..kills() {
        random = random.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let mut child = folder
            .command(&bake)
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        sleep(whole.mul_f64(f64::from(random >> 8) / f64::from(1 << 24)));
        child.kill().expect("it is there or has ended");
        killed += u32::from(!child.wait().expect("it ends").success());
        if kill % 3 == 2 || kill + 1 == kills() {
            folder.good(&bake);
            assert!(files(&folder.path("")) == expected, "after {kill} kills");
            folder = Folder::new();
        }
    }
    assert!(killed > 0, "{output}: all ended before they were killed");
}

#[test]
fn a_store_survives_kills() {
    survives_kills("--size 256x128x640 --octaves 3 --format r8unorm", "a.zarr");
}

#[test]
fn an_array_in_one_file_survives_kills() {
    survives_kills("--size 512x512x72 --octaves 2", "a.npy");
}

#[test]
fn texels_in_one_file_survive_kills() {
    survives_kills("--size 1024x1024x70 --format r8unorm", "a.raw");
}

#[test]
fn a_sequence_survives_kills() {
    survives_kills("--size 128x128 --octaves 3 --frames 40", "a.png");
}

/// A change of a file is no part of what a clean bake has, so that the comparison above can fail.
#[test]
fn a_changed_file_is_another_bake() {
    let folder = Folder::new();
    folder.good("bake --size 32x32 --frames 3 --backend cpu --resume -o a.png");
    let before = files(&folder.path(""));
    assert_eq!(before.len(), 3);
    let mut bytes = folder.read("a_0001.png");
    bytes[60] ^= 1;
    folder.write("a_0001.png", bytes);
    assert!(files(&folder.path("")) != before);
}

#[test]
fn only_what_is_not_whole_is_written_again() {
    let folder = Folder::new();
    let bake = "bake --size 32x32 --frames 12 --backend cpu --resume -o a.png";
    folder.good(bake);
    let times = || {
        let paths = (0..12).map(|i| folder.path(&format!("a_{i:04}.png")));
        let modified = |path| fs::metadata(path).and_then(|file| file.modified()).ok();
        paths.map(modified).collect::<Vec<_>>()
    };
    let (before, expected) = (times(), files(&folder.path("")));
    // One is gone, one is cut short, one is changed.
    fs::remove_file(folder.path("a_0002.png")).unwrap();
    folder.write("a_0005.png", &folder.read("a_0005.png")[..50]);
    let mut bytes = folder.read("a_0009.png");
    bytes[70] ^= 1;
    folder.write("a_0009.png", bytes);
    let status = folder.run("status a.png");
    assert_eq!(status.code, Some(1));
    assert_eq!(status.text(), "9 of 12 files are whole\nmissing: 2, 5, 9\n");

    let again = folder.good(bake);
    assert!(
        again.stderr.contains("9 of 12 files are whole"),
        "{}",
        again.stderr
    );
    assert_eq!(files(&folder.path("")), expected);
    for (file, (before, now)) in before.iter().zip(times()).enumerate() {
        assert_eq!(*before == now, ![2, 5, 9].contains(&file), "{file}");
    }
    assert_eq!(
        folder.good("status a.png").text(),
        "12 of 12 files are whole\n"
    );
    assert!(
        folder
            .good(bake)
            .stderr
            .contains("12 of 12 files are whole")
    );
}

/// What belongs to files that are whole is written again if it is gone, or not complete.
#[test]
fn what_is_beside_whole_files_is_restored() {
    for (bake, gone) in [
        ("bake --size 32x32x4 -o a.raw", ["a.raw.json"].as_slice()),
        (
            "bake --size 32x32 --frames 3 --format r16unorm -o a.r16",
            &["a_0001.r16.json"],
        ),
        (
            "bake --size 32x32x4 -o a.zarr",
            &["a.zarr/x/c.0", "a.zarr/noise/zarr.json"],
        ),
    ] {
        let folder = Folder::new();
        let bake = format!("{bake} --backend cpu --resume");
        folder.good(&bake);
        let expected = files(&folder.path(""));
        for name in gone {
            fs::remove_file(folder.path(name)).expect("it is there");
        }
        assert_ne!(files(&folder.path("")), expected);
        folder.good(&bake);
        assert_eq!(files(&folder.path("")), expected, "{bake}");
        for name in gone {
            folder.write(name, &folder.read(name)[..10]);
        }
        if bake.contains("zarr") {
            folder.good(&bake);
            assert_eq!(files(&folder.path("")), expected, "{bake}");
        }
    }
}

#[test]
fn shares_make_the_whole() {
    let whole = Folder::new();
    let flags = "bake --size 128x100x300 --backend cpu -o a.zarr";
    whole.good(flags);
    let folder = Folder::new();
    folder.good(&format!("{flags} --init"));
    let shares = [0, 1, 2, 1].map(|share| {
        let mut command = folder.command(&format!("{flags} --shard {share}/3"));
        command.stderr(Stdio::null()).spawn().expect("it starts")
    });
    for mut share in shares {
        assert!(share.wait().expect("it ends").success());
    }
    assert_eq!(files(&folder.path("")), files(&whole.path("")));
    folder.good("status a.zarr");
    folder.good("status a.zarr/");
    let none = folder.run(&format!("{flags} --shard 99/100"));
    assert!(none.stderr.contains("of this share"), "{}", none.stderr);

    let mut command = folder.command(&format!("{flags} --shard auto"));
    let slurm = [
        ("SLURM_ARRAY_TASK_ID", "5"),
        ("SLURM_ARRAY_TASK_MIN", "4"),
        ("SLURM_ARRAY_TASK_COUNT", "3"),
    ];
    let output = command.envs(slurm).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.contains("share 1/3, from Slurm"),
        "{said}"
    );
    folder
        .run(&format!("{flags} --shard 3/3"))
        .fails(2, &["--shard", "0 to N - 1"]);
}

#[test]
fn another_bake_is_refused_by_what_differs() {
    let folder = Folder::new();
    let bake = |flags: &str| format!("bake --backend cpu --resume -o a.png {flags}");
    folder.good(&bake("--size 16x16 --frames 3"));
    for (flags, word) in [
        (
            "--size 16x17 --frames 3",
            "another size ([16, 16], now [16, 17])",
        ),
        (
            "--size 16x16 --frames 4",
            "another number of frames (3, now 4)",
        ),
        ("--size 16x16 --frames 3 --seed 4", "another recipe"),
        (
            "--size 16x16 --frames 3 --backend reference",
            "another backend",
        ),
    ] {
        let flags = bake(flags).replacen(
            "--backend cpu",
            "",
            usize::from(flags.contains("reference")),
        );
        folder.run(&flags).fails(2, &[word, "a.png.journal"]);
    }
    for plan in ["", " --plan"] {
        folder
            .run(&format!("bake --size 8 --resume -o b.ktx2{plan}"))
            .fails(2, &["a .zarr, an .npy, a .raw, or frames"]);
        folder
            .run(&format!("bake --size 8 --shard 0/2 -o b.raw{plan}"))
            .fails(2, &["--shard: got a share of one file", "--resume"]);
    }
    let measured = "bake --size 8 --format r8unorm --range measured --resume -o c.zarr";
    folder.run(measured).fails(2, &["--range", "two numbers"]);
    folder.run("status c.png").fails(
        2,
        &[
            "c.png, which does not exist, without",
            "--resume or --shard",
        ],
    );
    fs::create_dir(folder.path("d.png.journal")).unwrap();
    let words = ["d.png.journal, in which nothing is recorded yet"];
    folder.run("status d.png").fails(2, &words);
}

#[test]
fn a_damaged_journal_is_named_and_its_end_may_be_cut() {
    let folder = Folder::new();
    let bake = "bake --size 16x16 --frames 3 --backend cpu --resume -o a.png";
    folder.good(bake);
    let journal = fs::read_dir(folder.path("a.png.journal")).unwrap().next();
    let path = journal.expect("a file").expect("an entry").path();
    // Who may read the frames may resume them.
    #[cfg(unix)]
    {
        let mode = |path| std::os::unix::fs::MetadataExt::mode(&fs::metadata(path).unwrap());
        assert_eq!(mode(path.clone()), mode(folder.path("a_0000.png")));
    }
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 4);
    fs::write(&path, &text[..text.len() - 5]).unwrap();
    assert_eq!(
        folder.run("status a.png").text(),
        "2 of 3 files are whole\nmissing: 2\n"
    );
    fs::write(&path, text.replacen("\"file\":1", "\"file\":x", 1)).unwrap();
    folder
        .run(bake)
        .fails(1, &["line 3 is damaged", "remove the file"]);
}

#[test]
fn check_finds_wrong_files_and_resume_mends_them() {
    let folder = Folder::new();
    let flags = "--size 64x64 --frames 20 --backend cpu -o a.png";
    folder.good(&format!("bake {flags} --resume"));
    let expected = files(&folder.path(""));
    let right = folder.good("check a.png --backend cpu --all");
    assert_eq!(
        right.text(),
        "20 of 20 files were computed again: all are right\n"
    );
    let sample = folder.good("check a.png --backend cpu --sample 4");
    assert!(sample.text().starts_with("4 of 20 "), "{}", sample.text());

    // A file that was wrong when it was written: the journal knows its bytes.
    folder.good("bake --size 64x64 --frames 20 --seed 9 --backend cpu -o b.png");
    let journal = fs::read_dir(folder.path("a.png.journal")).unwrap().next();
    let path = journal.expect("a file").expect("an entry").path();
    let wrong = folder.read("b_0007.png");
    folder.write("a_0007.png", &wrong);
    let entry = format!(
        "{{\"file\":7,\"bytes\":{},\"crc32\":{}}}\n",
        wrong.len(),
        crc32fast::hash(&wrong)
    );
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text + &entry).unwrap();
    folder.good("status a.png");
    let found = folder.run("check a.png --backend cpu --all");
    assert_eq!(found.code, Some(1));
    assert_eq!(found.text(), "1 of 20 files differ or are missing: 7\n");
    assert_eq!(
        folder.run("status a.png").text(),
        "19 of 20 files are whole\nmissing: 7\n"
    );
    folder.good(&format!("bake {flags} --resume"));
    assert_eq!(
        files(&folder.path("")).get("a_0007.png"),
        expected.get("a_0007.png")
    );
    folder.good("check a.png --backend cpu --all");
}

#[test]
fn check_takes_no_frame_for_the_bake() {
    let folder = Folder::new();
    let bake = "bake --size 8x8 --frames 2 --backend cpu";
    folder.good(&format!("{bake} -o a.png"));
    folder.good(&format!("{bake} --resume -o b.ktx2"));
    for frame in ["a_0000.png", "b_0001.ktx2"] {
        folder
            .run(&format!("check {frame} --backend cpu"))
            .fails(2, &[frame, "without", "what bake -o was given"]);
    }
    // A file of all frames is the bake.
    folder.good(&format!("{bake} -o c.gif"));
    folder.good("check c.gif --backend cpu");
}

/// With a full disk, a limit on the size of files, or a folder that vanishes, a bake ends with an error and keeps what is whole.
#[cfg(target_os = "linux")]
#[test]
fn a_bake_that_cannot_go_on_is_continued() {
    let clean = Folder::new();
    let bake = "bake --size 256x128x640 --octaves 2 --backend cpu --resume -o a.zarr";
    clean.good(bake);
    let folder = Folder::new();
    // 16 MiB of texels do not fit.
    let limited = folder.shell(&format!("ulimit -f 4000; trap '' XFSZ; \"$NOISE\" {bake}"));
    limited.fails(1, &["a.zarr"]);
    folder.good(bake);
    assert_eq!(files(&folder.path("")), files(&clean.path("")));

    fs::remove_dir_all(folder.path("a.zarr/noise")).unwrap();
    folder.good(bake);
    assert_eq!(files(&folder.path("")), files(&clean.path("")));
}

/// A bake to one file of two parts: 32 slices, and one.
const ONE_FILE: &str = "bake --size 512x512x33 --backend cpu --resume -o a.npy";

/// Where that file lies until it is whole.
const KEPT: &str = "a.npy.journal/a.npy.partial";

/// What becomes of a file.
type Change = fn(&mut Vec<u8>);

#[test]
fn ranges_of_one_file_are_trusted_by_their_bytes_alone() {
    let folder = Folder::new();
    folder.good(ONE_FILE);
    let expected = folder.read("a.npy");
    let status = folder.good("status a.npy").stdout;
    assert_eq!(status, b"2 of 2 parts are whole\n");
    let changes: [(&str, &str, Change); 4] = [
        ("the header", "0", |file| file[20] ^= 1),
        ("the last slice", "1", |file| *file.last_mut().unwrap() ^= 1),
        ("its length", "1", |file| file.push(0)),
        ("its end", "1", |file| file.truncate(file.len() - 4)),
    ];
    for (what, missing, change) in changes {
        // Of the published file, and of one that is not published.
        for (from, to) in [("a.npy", "a.npy"), ("a.npy", KEPT)] {
            let mut bytes = folder.read(from);
            change(&mut bytes);
            fs::remove_file(folder.path(from)).unwrap();
            folder.write(to, bytes);
            let status = folder.run("status a.npy");
            let said = format!("1 of 2 parts are whole\nmissing: {missing}\n");
            assert!(
                status.text().starts_with(&said),
                "{what}: {}",
                status.text()
            );
            assert_eq!(status.code, Some(1), "{what}");
            let run = folder.good(ONE_FILE);
            let whole = "1 of 2 parts are whole";
            assert!(run.stderr.contains(whole), "{what}: {}", run.stderr);
            assert!(folder.read("a.npy") == expected, "{what}");
            assert!(!folder.path(KEPT).exists());
        }
    }
}

#[test]
fn one_file_appears_when_it_is_whole_and_by_one_process() {
    let folder = Folder::new();
    folder.good(&format!("{ONE_FILE} --sidecar"));
    let expected = files(&folder.path(""));
    assert_eq!(expected.len(), 2);
    // A process was killed before it published what it had written.
    fs::rename(folder.path("a.npy"), folder.path(KEPT)).unwrap();
    fs::remove_file(folder.path("a.npy.json")).unwrap();
    let status = folder.run("status a.npy");
    assert_eq!(status.code, Some(1));
    let said = "2 of 2 parts are whole\nthe file is not there until a bake with --resume ends\n";
    assert_eq!(status.text(), said);
    let check = folder.good("check a.npy --backend cpu --all");
    assert!(check.text().starts_with("2 of 2 parts"), "{}", check.text());

    let lock = fs::File::open(folder.path("a.npy.journal/lock")).unwrap();
    lock.lock().unwrap();
    folder.run(ONE_FILE).fails(1, &["a.npy", "another process"]);
    drop(lock);
    let run = folder.good(&format!("{ONE_FILE} --sidecar"));
    assert!(run.stderr.contains("0 samples in"), "{}", run.stderr);
    assert!(files(&folder.path("")) == expected);

    folder
        .run(&format!("{ONE_FILE} --seed 3"))
        .fails(2, &["another recipe", "a.npy.journal"]);
    let mut bytes = folder.read("a.npy");
    bytes[1000] ^= 1;
    folder.write("a.npy", bytes);
    let found = folder.run("check a.npy --backend cpu --all");
    assert_eq!(found.text(), "1 of 2 parts differ or are missing: 0\n");
}

#[cfg(unix)]
#[test]
fn a_link_is_not_resumed() {
    let folder = Folder::new();
    std::os::unix::fs::symlink(folder.path("b.raw"), folder.path("a.raw")).unwrap();
    let bake = "bake --size 8 --backend cpu --resume -o a.raw";
    folder.run(bake).fails(1, &["a.raw", "a link"]);
    assert_eq!(folder.files(), ["a.raw"]);
}

/// A bake that is refused describes no file that it has not written.
#[test]
fn files_of_others_get_no_description() {
    for (name, rest) in [
        ("a.raw", "--size 1024x1024"),
        (
            "a_0001.r16",
            "--size 1024x1024 --frames 2 --format r16unorm",
        ),
    ] {
        let folder = Folder::new();
        folder.write(name, b"of another program");
        let output = if name == "a.raw" { "a.raw" } else { "a.r16" };
        let bake = format!("bake {rest} --backend cpu --resume --max-hours 0 -o {output}");
        folder.run(&bake).fails(2, &["--max-hours"]);
        let described = format!("{name}.json");
        assert!(!folder.files().contains(&described), "{described}");
    }
}

/// What another backend computes differs in its last bits and is no fault: it is not noted, so nothing is written again.
#[test]
fn check_by_another_backend_notes_nothing() {
    let folder = Folder::new();
    folder.good("bake --size 64x64 --frames 4 --backend cpu --resume -o a.npy");
    let found = folder.run("check a.npy --backend reference --all");
    assert_eq!(found.code, Some(1), "{}", found.text());
    assert!(
        found.stderr.contains("computed on reference"),
        "{}",
        found.stderr
    );
    folder.good("status a.npy");
    // By default it is of the kind that wrote the files.
    let right = folder.good("check a.npy --all");
    assert!(!right.stderr.contains("note"), "{}", right.stderr);
}

/// A part that was noted as bad counts again once it is written again, also with the same bytes.
#[test]
fn what_is_written_again_is_whole() {
    let folder = Folder::new();
    let bake = "bake --size 64x64 --frames 2 --backend cpu --resume -o a.png";
    folder.good(bake);
    let journal = fs::read_dir(folder.path("a.png.journal")).unwrap().next();
    let path = journal.expect("a file").expect("an entry").path();
    let text = fs::read_to_string(&path).unwrap();
    let noted = text.lines().find(|line| line.contains("\"file\":1"));
    let bad = noted
        .expect("the second file")
        .replace('}', ",\"is_bad\":true}\n");
    fs::write(&path, text.clone() + &bad).unwrap();
    assert_eq!(folder.run("status a.png").code, Some(1));
    folder.good(bake);
    folder.good("status a.png");
}

#[test]
fn what_is_around_the_files_of_a_store_is_checked_and_repaired() {
    let folder = Folder::new();
    let bake = "bake --size 32x24 --backend cpu --resume -o a.zarr";
    folder.good(bake);
    let expected = files(&folder.path(""));
    for name in ["zarr.json", "noise/zarr.json", "x/c.0"] {
        let path = folder.path(&format!("a.zarr/{name}"));
        let length = fs::metadata(&path).unwrap().len() as usize;
        for damaged in [None, Some(vec![]), Some(vec![0; length])] {
            match &damaged {
                None => fs::remove_file(&path).unwrap(),
                Some(bytes) => fs::write(&path, bytes).unwrap(),
            }
            for command in ["status", "check"] {
                let found = folder.run(&format!("{command} a.zarr"));
                assert_eq!(found.code, Some(1), "{command} {name} {damaged:?}");
                let line = format!("missing or damaged: a.zarr/{name}\n");
                assert!(found.text().contains(&line), "{}", found.text());
            }
            folder.good(bake);
            assert!(files(&folder.path("")) == expected, "{name} {damaged:?}");
            folder.good("status a.zarr");
        }
    }
    // Another bake repairs nothing.
    fs::write(folder.path("a.zarr/zarr.json"), "").unwrap();
    let other = "bake --size 32x24 --seed 1 --backend cpu -o a.zarr";
    folder.run(other).fails(2, &["something else"]);
}

/// Of two bakes that begin a store at once, one is refused before it writes a file of it.
#[test]
fn two_bakes_do_not_mix_in_a_store() {
    let folder = Folder::new();
    for turn in 0..6 {
        let store = format!("{turn}.zarr");
        let bake =
            |seed: u32| format!("bake --size 128x128x64 --seed {seed} --backend cpu -o {store}");
        let start = |seed| {
            let mut command = folder.command(&bake(seed));
            command.stderr(Stdio::null()).spawn().expect("it starts")
        };
        let codes = [start(1), start(2)].map(|mut child| child.wait().expect("it ends").code());
        assert!(
            codes == [Some(0), Some(2)] || codes == [Some(2), Some(0)],
            "{codes:?}"
        );
        folder.good(&format!("check {store} --all --backend cpu"));
    }
}

/// What processes that were killed have left in a store is removed when it is an hour old.
#[test]
fn a_store_is_swept() {
    let folder = Folder::new();
    let bake = "bake --size 16x16 --backend cpu --resume -o a.zarr";
    folder.good(bake);
    let left = folder.path("a.zarr/noise/.c.0.0.partial.aB3dE9");
    let young = folder.path("a.zarr/noise/.c.0.0.partial.xYz123");
    fs::write(&young, "x").unwrap();
    let file = fs::File::create(&left).unwrap();
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    file.set_modified(old).unwrap();
    drop(file);
    folder.good(bake);
    assert!(!left.exists() && young.exists());
}
