//! The recipes in the program: listed, printed, baked by name, and all on one sheet.

use std::ffi::OsString;
use std::path::Path;

use crate::program::Folder;

#[test]
fn a_line_for_each_with_its_name_first() {
    let folder = Folder::new();
    let list = folder.good("presets");
    let lines: Vec<&str> = list.text().lines().collect();
    assert!(lines.len() > 20);
    assert!(lines.iter().all(|line| line.split_whitespace().count() > 1));
    assert!(lines.is_sorted());
    assert!(lines.iter().any(|line| line.starts_with("marble ")));
}

#[test]
fn a_preset_is_printed_as_it_is_and_baked_by_its_name() {
    let folder = Folder::new();
    let text = folder.good("presets marble");
    assert!(text.text().starts_with("# Marble"), "{}", text.text());
    folder.write("mine.toml", text.text());
    let size = "--size 16x16";
    let named = folder.baked(&format!("marble {size}"), "named.npy");
    assert!(named == folder.baked(&format!("mine.toml {size}"), "mine.npy"));
    assert!(named == folder.baked(&format!("./mine.toml {size}"), "mine.npy"));
    assert!(named != folder.baked(&format!("marble {size} --seed 8"), "other.npy"));
}

#[test]
fn unknown_names_come_with_the_nearest() {
    let folder = Folder::new();
    let words = ["preset: ", "`marbel`", "mean `marble`?", "lava"];
    folder.run("presets marbel").fails(2, &words);
    folder.run("bake marbel -o x.npy").fails(2, &words);
    // A path is a file, whatever the presets are called.
    folder
        .run("bake marbel.toml -o x.npy")
        .fails(1, &["marbel.toml"]);
    folder.run("bake ./marble -o x.npy").fails(1, &["./marble"]);
    for (size, count) in [("8", 1), ("8x8", 0)] {
        let run = folder.good(&format!("bake marble --size {size} -o x.npy"));
        let noted = run
            .stderr
            .matches("note: --size 8 is a line of samples, 8x8 a square");
        assert_eq!(noted.count(), count, "{}", run.stderr);
    }
    for noise in ["perlin", "fbm", "0.5*perlin", "fbm(perlin(4))"] {
        let words = [&format!("got the noise `{noise}`;"), "--expr"];
        (folder.run(&format!("bake {noise} -o x.npy"))).fails(2, &words);
    }
    folder.write("perlin.toml", "channels = ['n']\nnodes.n = 'perlin(3)'");
    let words = ["did you mean the file `perlin.toml`?"];
    folder.run("bake perlin -o x.npy").fails(2, &words);
}

#[test]
fn mistakes_in_flags_name_the_preset() {
    let folder = Folder::new();
    let words = ["marble.toml:", "drift.frequency: got 3", "under seamless"];
    folder
        .run("bake marble --size 8x8 --extent 1.1,1.1 -o x.npy")
        .fails(2, &words);
}

/// How many bytes of a picture are not those of another; `None` where their sizes differ.
fn differing(found: &[u8], expected: &[u8]) -> Option<usize> {
    let [found, expected] =
        [found, expected].map(|bytes| image::load_from_memory(bytes).expect("a picture"));
    if (found.width(), found.color()) != (expected.width(), expected.color()) {
        return None;
    }
    let (found, expected) = (found.into_bytes(), expected.into_bytes());
    let pairs = || found.iter().zip(&expected);
    (found.len() == expected.len()).then(|| pairs().filter(|(a, b)| a.abs_diff(**b) > 1).count())
}

/// The pictures of docs/gallery.md are what the program makes; at a jump a texel may lie on its other side.
/// `wgpu-noise gallery -o docs/gallery` makes them anew.
#[test]
fn the_page_of_the_gallery_shows_every_preset_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/gallery.md")).expect("the page");
    let folder = Folder::new();
    assert_eq!(folder.good("gallery -q -o .").stderr, "");
    let names = folder.files();
    let shown = std::fs::read_dir(root.join("docs/gallery")).expect("the pictures");
    let mut shown: Vec<_> = shown.map(|file| file.expect("an entry")).collect();
    let bytes: u64 = shown
        .iter()
        .map(|file| file.metadata().expect("a file").len())
        .sum();
    assert!(bytes < 1_500_000, "{bytes} bytes");
    shown.sort_by_key(|file| file.file_name());
    assert!(
        shown
            .iter()
            .map(|file| file.file_name())
            .eq(names.iter().map(Into::<OsString>::into))
    );

    let picture =
        |name: &str| std::fs::read(root.join("docs/gallery").join(name)).expect("a picture");
    for name in &names {
        let stem = name.trim_end_matches(".png");
        assert!(page.contains(&format!("(gallery/{name})")), "{name}");
        assert!(page.contains(&format!("`bake {stem}`")), "{name}");
        let differing = differing(&folder.read(name), &picture(name)).expect("equal sizes");
        assert!(differing < 300, "{name}: {differing} bytes");
    }
    // Another picture is noticed.
    let other = differing(&picture("marble.png"), &picture("clouds.png"));
    assert!(other.is_some_and(|count| count > 10_000));
}

#[test]
fn the_gallery_shows_every_preset() {
    let folder = Folder::new();
    let run = folder.good("gallery");
    let count = folder.good("presets").text().lines().count();
    assert!(
        run.stderr
            .contains(&format!("{count} presets, gallery.png"))
    );
    let sheet = image::open(folder.path("gallery.png")).expect("a picture");
    assert_eq!((sheet.width() - 12) % (160 + 12), 0);
    assert!(
        (sheet.width() - 12) / (160 + 12) * ((sheet.height() - 12) / (160 + 12)) >= count as u32
    );
    folder.run("info gallery.png").fails(2, &["gallery.png"]);
    for other in ["x.jpg", "x.npy", "x", "x.png/"] {
        let allowed = "allowed: a file name that ends in .png, .apng, .gif, .webp, .tif, .ktx2, .dds, .raw or .zarr, or a folder";
        let run = folder.run(&format!("gallery -o {other}"));
        run.fails(2, &["--output: ", other, allowed]);
    }
    assert_eq!(folder.files(), ["gallery.png"]);
}
