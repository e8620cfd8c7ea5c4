//! The command `check`.

use std::fs;

use crate::program::Folder;
use crate::resume::files;

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
