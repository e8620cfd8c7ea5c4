//! Reading the recipe and the sheet that a file holds.

use std::io;
use std::path::Path;

use crate::format::disk::regular;
use crate::format::encoders::{exr, gif, ktx2, png, tiff, vdb, webp, zarr};
use crate::format::file_type::{FileType, RecipePlace};
use crate::format::sheet::Sheet;
use crate::format::texts::{RECIPE_KEY, SHEET_KEY, damaged};
use crate::format::write::sidecar;
use crate::{Error, Result};

/// Reads the recipe that [`create`](crate::format::create) wrote into a file, as TOML.
///
/// # Errors
/// [`Error::Invalid`] if the file holds no recipe, and if its type has no place for one and no `.json` is beside it;
/// [`Error::Io`] if the file cannot be read, is a pipe or a device, or is damaged; and those of [`FileType::from_path`].
pub fn read_recipe(path: &Path) -> Result<String> {
    regular::check(path)?;
    if sidecar::is_sidecar(path) {
        return found(path, sidecar::read_recipe(path));
    }
    let file_type = FileType::from_path(path)?;
    let beside = sidecar::path_of(path);
    let recipe = match file_type {
        FileType::Png | FileType::Apng => png::read_recipe(path),
        FileType::Gif => gif::read_recipe(path),
        FileType::Webp => webp::read_text(path, RECIPE_KEY),
        FileType::Exr => exr::read_text(path, RECIPE_KEY),
        FileType::Tif => tiff::read_recipe(path),
        FileType::Ktx2 => ktx2::read_recipe(path),
        FileType::Vdb => vdb::read_recipe(path),
        FileType::Zarr => {
            regular::check(&path.join(zarr::METADATA))?;
            zarr::read_recipe(path)
        }
        _ if file_type.recipe_place() == RecipePlace::OnRequest && !beside.exists() => {
            return Err(no_place(path, &beside));
        }
        _ => return read_recipe(&beside),
    };
    found(path, recipe)
}

/// Reads which pictures are the tiles of an image that [`create`](crate::format::create) wrote; `None` if it has one picture,
/// and for all other types of file.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, is a pipe or a device, or is damaged, and those of [`FileType::from_path`].
pub fn read_sheet(path: &Path) -> Result<Option<Sheet>> {
    regular::check(path)?;
    if sidecar::is_sidecar(path) {
        return Ok(None);
    }
    let json = match FileType::from_path(path)? {
        FileType::Png => png::read_sheet(path),
        FileType::Webp => webp::read_text(path, SHEET_KEY),
        FileType::Exr => exr::read_text(path, SHEET_KEY),
        _ => Ok(None),
    };
    let sheet = json.and_then(|json| {
        let sheet = json.map(|json| serde_json::from_str(&json));
        sheet
            .transpose()
            .map_err(|e| damaged(&format!("its sheet: {e}")))
    });
    sheet.map_err(|e| Error::io("read", path, named(e)))
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
        format!(
            "one baked with a sidecar, which is a .json beside it, or a file that has a recipe: {always}"
        ),
    )
}

/// Says of an error that it comes from the file's bytes, if it has no number of the operating system.
fn named(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(_) => error,
        None => io::Error::new(error.kind(), format!("it is damaged: {error}")),
    }
}

fn found(path: &Path, recipe: io::Result<Option<String>>) -> Result<String> {
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
