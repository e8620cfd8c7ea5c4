//! Reading the recipe that a file holds.

use std::io;
use std::path::Path;

use super::file_type::FileType;
use super::{ktx2, png, sidecar, vdb};
use crate::{Error, Result};

/// Reads the recipe that [`create`](super::create) wrote into a file, as TOML.
///
/// # Errors
/// [`Error::Invalid`] if the file holds no recipe, which includes an `.npy` without a `.json` beside it; [`Error::Io`] if the
/// file cannot be read or is damaged; and those of [`FileType::from_path`].
pub fn read_recipe(path: &Path) -> Result<String> {
    if sidecar::is_sidecar(path) {
        return found(path, sidecar::read_recipe(path));
    }
    let beside = sidecar::path_of(path);
    let recipe = match FileType::from_path(path)? {
        FileType::Npy if !beside.exists() => {
            return Err(Error::invalid(
                path.display().to_string(),
                format!(
                    "an .npy, which has no place for a recipe, without {} beside it",
                    beside.display()
                ),
                "an .npy baked with a .json beside it, or a .png, .ktx2, .vdb or .raw",
            ));
        }
        FileType::Png => png::read_recipe(path),
        FileType::Ktx2 => ktx2::read_recipe(path),
        FileType::Vdb => vdb::read_recipe(path),
        FileType::Npy | FileType::Raw => return read_recipe(&beside),
    };
    found(path, recipe)
}

fn found(path: &Path, recipe: io::Result<Option<String>>) -> Result<String> {
    // An error without a number of the operating system comes from the file's bytes.
    let named = |e: io::Error| match e.raw_os_error() {
        Some(_) => e,
        None => io::Error::new(e.kind(), format!("it is damaged: {e}")),
    };
    recipe
        .map_err(|e| Error::io("read", path, named(e)))?
        .ok_or_else(|| {
            Error::invalid(
                path.display().to_string(),
                "a file without a recipe",
                "a file that wgpu-noise wrote",
            )
        })
}
