//! What a file keeps of its recipe bakes the same file.

use crate::program::Folder;
use crate::recipes::CLOUDS;

#[test]
fn title_licence_and_range_are_kept() {
    let folder = Folder::new();
    let lines = "license = \"CC0-1.0\"\nrange = [-0.25, 0.5]\n";
    folder.write("r.toml", format!("{lines}{CLOUDS}"));
    folder.baked("r.toml", "x.png");
    let info = folder.good("info x.png");
    for line in [
        "title = \"clouds\"",
        "licence = \"CC0-1.0\"",
        "range = [-0.25, 0.5]",
    ] {
        assert!(info.text().contains(line), "{}", info.text());
    }
    folder.baked("r.toml --title fog --license MIT --range 0,1", "x.png");
    let info = folder.good("info x.png");
    for line in ["title = \"fog\"", "licence = \"MIT\"", "range = [0.0, 1.0]"] {
        assert!(info.text().contains(line), "{}", info.text());
    }
}

#[test]
fn what_info_prints_bakes_the_same_file() {
    let folder = Folder::new();
    folder.write("r.toml", CLOUDS);
    for (flags, extension) in [
        ("r.toml --size 12x9 --seamless --range auto", "png"),
        (
            "--size 6x5x4 --octaves 2 --seed 7 --set perlin.seed=4294967295",
            "ktx2",
        ),
        (
            "--size 6x5 --frames 3 --frequency 0.1,7.25 --origin 0.1,-3e7",
            "raw",
        ),
        ("--size 12x9 --format r16unorm --range 0,0.3", "png"),
        (
            "--size 12x9 --octaves 3 --format r16unorm --range measured",
            "png",
        ),
        ("--size 12x9 --octaves auto --range measured", "ktx2"),
        ("--size 12x9 --noise worley", "png"),
        ("--size 5x4 --format rgba16float", "ktx2"),
        ("--size 5x4 --format rgba16unorm", "png"),
        ("--size 5x4 --format r16float", "raw"),
        ("--size 5x4x3 --origin -2,0.1 --octaves 2", "vdb"),
        ("--size 5x4x3 --format r16float", "vdb"),
        (
            "r.toml --size 5x4 --ramp [[0,\"#000000\"],[1,\"#ffffff\"]]",
            "ktx2",
        ),
        ("--size 5x4 --frames 2 --sidecar", "npy"),
        ("--size 5x4 --format r16float --sidecar", "npy"),
        ("--size 5x4x3 --sidecar", "dds"),
        ("--size 5x4x3 --format r32float", "tif"),
        ("--size 5x4x3", "exr"),
        ("r.toml --size 5x4", "exr"),
        ("--size 5x4 --range measured", "r16"),
        ("--size 5x4", "r32"),
    ] {
        let first = folder.baked(flags, &format!("first.{extension}"));
        let info = folder.good(&format!("info first.{extension}"));
        folder.write("again.toml", info.text());
        let again = folder.baked("again.toml", &format!("again.{extension}"));
        assert!(first == again, "{flags}:\n{}", info.text());
    }
    folder.baked("--size 4x4", "a.npy");
    folder.run("info a.npy").fails(
        2,
        &[
            "a.npy",
            "a.npy.json",
            ".png, .apng, .gif, .webp, .exr, .tif, .ktx2",
        ],
    );
    folder
        .run("bake --size 4x4 --sidecar -o a.png")
        .fails(2, &["--sidecar", "only with .npy"]);
    folder.run("info none.png").fails(1, &["none.png"]);
    folder.run("info .").fails(2, &["FILE: got .", ".png"]);
    folder.run("info x.json").fails(2, &["FILE: ", "json"]);
    damaged_files_are_called_so(&folder);
    // What a type of file cannot hold is refused by the recipe's line, and a flag says otherwise.
    folder.baked("--size 4x4 --format r16unorm", "deep.png");
    folder.write("deep.toml", folder.good("info deep.png").text());
    let as_array = folder.run("bake deep.toml -o deep.npy");
    as_array.fails(
        2,
        &["deep.toml:", "format: got r16unorm for .npy", "r32float"],
    );
    folder.baked("deep.toml --format r32float", "deep.npy");
    let beside = folder.good("info first.raw.json");
    assert_eq!(beside.stdout, folder.good("info first.raw").stdout);
}

/// Of files that bake wrote, as `first` with each extension.
fn damaged_files_are_called_so(folder: &Folder) {
    let text = folder.good("info first.png").text().to_string();
    let whole = folder.read("first.png");
    let inside = |bytes: &[u8], what: &str| {
        let found = bytes
            .windows(what.len())
            .position(|part| part == what.as_bytes());
        found.expect("the recipe's text")
    };
    let mut flipped = whole.clone();
    flipped[inside(&whole, "seamless")] ^= 1;
    folder.write("flipped.png", flipped);
    folder.write("cut.png", &whole[..inside(&whole, "seamless")]);
    folder.write("empty.png", "");
    folder.write("text.png", &text);
    folder.write("text.ktx2", &text);
    folder.write("text.tif", &text);
    folder.write("text.exr", &text);
    folder.write("text.raw.json", &text);
    for name in [
        "flipped.png",
        "cut.png",
        "empty.png",
        "text.png",
        "text.ktx2",
        "text.tif",
        "text.exr",
        "text.raw",
    ] {
        folder
            .run(&format!("info {name}"))
            .fails(1, &[name, "damaged"]);
    }
    folder.write("alone.raw", "");
    let alone = folder.run("info alone.raw");
    alone.fails(1, &["alone.raw.json"]);
    assert!(!alone.stderr.contains("damaged"));
}
