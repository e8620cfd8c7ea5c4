//! What is not resumed: another bake, a damaged journal, files of others.

use std::fs;

use crate::program::Folder;

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
