//! Three recipes of this repository, held to small pictures of them that the reference made. `tests/presets.rs` holds all to
//! the reference.
//!
//! A picture changes only on purpose, with a line in the changelog: it is then baked anew with the flags below and
//! `--backend reference`.

use std::path::{Path, PathBuf};

use crate::program::Folder;

/// Recipe, flags, and the pictures that they make.
const PICTURES: [(&str, &str, &[&str]); 3] = [
    ("marble", "--size 40x40", &["marble.png"]),
    (
        "lava",
        "--size 20x20 --frames 2",
        &["lava_0000.png", "lava_0001.png"],
    ),
    ("clouds", "--size 14x14x14", &["clouds.png"]),
];

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The largest step between the pictures of a recipe and the golden ones.
fn largest_step(recipe: &str, flags: &str, pictures: &[&str]) -> u8 {
    let folder = Folder::new();
    let file = root(&format!("recipes/{recipe}.toml"));
    folder.good(&format!(
        "bake {} {flags} --backend cpu -o {recipe}.png",
        file.display()
    ));
    let bytes = |path: PathBuf| image::open(path).expect("a picture").into_bytes();
    let steps = pictures.iter().flat_map(|picture| {
        let golden = bytes(root(&format!("tests/golden/pictures/{picture}")));
        let found = bytes(folder.path(picture));
        assert_eq!(found.len(), golden.len(), "{picture}");
        (found.into_iter().zip(golden))
            .map(|(a, b)| a.abs_diff(b))
            .collect::<Vec<u8>>()
    });
    steps.max().expect("a picture has texels")
}

#[test]
fn the_recipes_give_their_golden_pictures() {
    for (recipe, flags, pictures) in PICTURES {
        let step = largest_step(recipe, flags, pictures);
        assert!(step <= 1, "{recipe}: {step} steps of 255");
    }
}

#[test]
fn another_seed_gives_another_picture() {
    for (recipe, flags, pictures) in PICTURES {
        let step = largest_step(recipe, &format!("{flags} --seed 77"), pictures);
        assert!(step > 20, "{recipe}: {step} steps of 255");
    }
}

#[test]
fn none_is_large() {
    let folder = std::fs::read_dir(root("tests/golden/pictures")).expect("the folder");
    for entry in folder.map(|entry| entry.expect("an entry")) {
        let bytes = entry.metadata().expect("a file").len();
        assert!(bytes <= 4096, "{:?}", entry.path());
    }
}
