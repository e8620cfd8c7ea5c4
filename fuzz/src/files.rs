use std::fs;
use std::path::Path;

use tempfile::TempDir;
use wgpu_noise::{Error, Recipe, format};

/// The names of the file, one for each type. A `.raw` and an `.npy` keep the recipe in a `.json` beside them.
const NAMES: [&str; 5] = [
    "file.png",
    "file.ktx2",
    "file.vdb",
    "file.raw.json",
    "file.npy.json",
];

thread_local! {
    /// A folder with one file of all the names.
    static FOLDER: TempDir = {
        let folder = TempDir::new().expect("the folder for temporary files can be written");
        let path = |name| folder.path().join(name);
        fs::write(path(NAMES[0]), []).expect("the file can be written");
        for name in &NAMES[1..] {
            fs::hard_link(path(NAMES[0]), path(name)).expect("the file system has links");
        }
        folder
    };
}

/// Reads the recipe out of a file of every type.
///
/// A file is damaged, has no recipe or has one; no bytes make the library panic or take memory out of proportion. The text is
/// no longer than the file, or than the limit on compressed texts.
pub fn files(data: &[u8]) -> bool {
    FOLDER.with(|folder| read_all(folder.path(), data))
}

fn read_all(folder: &Path, data: &[u8]) -> bool {
    let path = |name: &str| folder.join(name);
    fs::write(path(NAMES[0]), data).expect("the file can be written");
    let mut found = false;
    for name in NAMES {
        match format::read_recipe(&path(name.trim_end_matches(".json"))) {
            Ok(text) => {
                assert!(text.len() <= data.len().max(16 * Recipe::BYTES_MAX));
                found = true;
            }
            Err(Error::Invalid { .. } | Error::Io { .. }) => {}
            Err(other) => panic!("{other}"),
        }
    }
    found
}
