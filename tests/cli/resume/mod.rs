//! Bakes that are interrupted, shared and checked.

mod again;
mod check;
mod kills;
mod one_file;
mod refusals;
mod shares;
mod stores;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files of a bake and their bytes, without the journal and what processes that were killed have left.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
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
