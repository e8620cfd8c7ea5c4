//! Recipes: what is wrong in one is named with its line, and flags override what is right.

mod broken;
mod contents;
mod flags;
mod kept;
mod pictures;
mod ramps;
mod read_back;
mod refusals;

use crate::program::Folder;

pub const CLOUDS: &str = r#"
title = "clouds"
size = [12, 10]
seed = 3
channels = ["clouds"]

[nodes.base]
kind = "perlin"
frequency = 4

[nodes.clouds]
kind = "fbm"
of = "base"
octaves = 3
persistence = 0.6
"#;

pub const TWO: &str = r#"
channels = ["both", "b"]
size = [6, 4, 2]
nodes.a = { kind = "perlin" }
nodes.b = { kind = "perlin", seed = 1 }
nodes.both = { kind = "add", a = "a", b = "b" }
"#;

/// Bakes a recipe, which must be refused with these words.
#[track_caller]
pub fn refused(recipe: impl AsRef<[u8]>, flags: &str, words: &[&str]) {
    let folder = Folder::new();
    folder.write("r.toml", recipe);
    folder
        .run(&format!("bake r.toml {flags} -o x.npy"))
        .fails(2, words);
    assert_eq!(folder.files(), ["r.toml"]);
}

/// Bakes the clouds with one line replaced, which must be refused with these words.
#[track_caller]
pub fn refused_with(line: &str, replacement: &str, words: &[&str]) {
    assert!(CLOUDS.contains(line));
    refused(CLOUDS.replace(line, replacement), "", words);
}
