//! What is not whole is written again, and nothing else.

use std::fs;

use crate::program::Folder;
use crate::resume::files;

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
