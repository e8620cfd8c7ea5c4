//! Reading the recipe that a file holds.

use std::io;
use std::path::Path;

use super::file_type::{FileType, RecipePlace};
use super::{exr, ktx2, png, sidecar, tiff, vdb, zarr};
use crate::{Error, Result};

/// Reads the recipe that [`create`](super::create) wrote into a file, as TOML.
///
/// # Errors
/// [`Error::Invalid`] if the file holds no recipe, and if its type has no place for one and no `.json` is beside it; [`Error::Io`] if the
/// file cannot be read or is damaged; and those of [`FileType::from_path`].
pub fn read_recipe(path: &Path) -> Result<String> {
    if sidecar::is_sidecar(path) {
        return found(path, sidecar::read_recipe(path));
    }
    let file_type = FileType::from_path(path)?;
    let beside = sidecar::path_of(path);
    let recipe = match file_type {
        FileType::Png => png::read_recipe(path),
        FileType::Exr => exr::read_recipe(path),
        FileType::Tif => tiff::read_recipe(path),
        FileType::Ktx2 => ktx2::read_recipe(path),
        FileType::Vdb => vdb::read_recipe(path),
        FileType::Zarr => zarr::read_recipe(path),
        _ if file_type.recipe_place() == RecipePlace::OnRequest && !beside.exists() => {
            return Err(no_place(path, &beside));
        }
        _ => return read_recipe(&beside),
    };
    found(path, recipe)
}

/// Returns the error for a file that has no place for a recipe, and nothing beside it.
fn no_place(path: &Path, beside: &Path) -> Error {
    let always = FileType::listed("or", |file_type| {
        file_type.recipe_place() != RecipePlace::OnRequest
    });
    Error::invalid(
        path.display().to_string(),
        format!(
            "a file that has no place for a recipe, without {} beside it",
            beside.display()
        ),
        format!("one baked with a .json beside it, or a file that has a recipe: {always}"),
    )
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
