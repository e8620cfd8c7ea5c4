//! Parts of one file, which appears when it is whole.

use std::fs;

use crate::program::Folder;
use crate::resume::files;

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

    let described = folder.read("a.npy.json");
    folder.good("status a.npy");
    folder.write("a.npy.json", "{}");
    for _ in 0..2 {
        let status = folder.run("status a.npy");
        let said = "2 of 2 parts are whole\nmissing or damaged: a.npy.json\n";
        assert_eq!((status.code, status.text()), (Some(1), said));
        let check = folder.run("check a.npy --backend cpu");
        assert!(check.code == Some(1) && check.text().contains("a.npy.json"));
        let _ = fs::remove_file(folder.path("a.npy.json"));
    }
    folder.write("a.npy.json", described);

    folder
        .run(&format!("{ONE_FILE} --seed 3"))
        .fails(2, &["another recipe", "a.npy.journal"]);
    let mut bytes = folder.read("a.npy");
    bytes[1000] ^= 1;
    folder.write("a.npy", bytes);
    let found = folder.run("check a.npy --backend cpu --all");
    assert_eq!(found.text(), "1 of 2 parts differ or are missing: 0\n");
}
