use std::fs;
use std::path::Path;

use tempfile::TempDir;
use wgpu_noise::format::{self, FileType, RecipePlace};
use wgpu_noise::{Error, Recipe};

use crate::checks::is_refusal;

/// The name under which all others link to the same bytes.
const BYTES: &str = "bytes";

thread_local! {
    /// A folder with one file under a name for each type, or for the `.json` beside it if that keeps the recipe.
    static FOLDER: TempDir = {
        let folder = TempDir::new().expect("the folder for temporary files can be written");
        let path = |name: &str| folder.path().join(name);
        fs::write(path(BYTES), []).expect("the file can be written");
        for file_type in FileType::ALL {
            let place = match file_type.recipe_place() {
                RecipePlace::Inside if file_type == FileType::Zarr => "/zarr.json",
                RecipePlace::Inside => "",
                _ => ".json",
            };
            let place = path(&format!("{}{place}", name_of(file_type)));
            fs::create_dir_all(place.parent().expect("a folder")).expect("it can be made");
            fs::hard_link(path(BYTES), place).expect("the file system has links");
        }
        folder
    };
}

/// Reads the recipe out of a file of every type, and the picture out of an `.npy`.
///
/// A file is damaged, has no recipe or has one; no bytes make the library panic or take memory out of proportion. The text is
/// no longer than the file, or than the limit on compressed texts.
pub fn files(data: &[u8]) -> bool {
    FOLDER.with(|folder| read_all(folder.path(), data))
}

fn read_all(folder: &Path, data: &[u8]) -> bool {
    fs::write(folder.join(BYTES), data).expect("the file can be written");
    let mut found = false;
    for file_type in FileType::ALL {
        match format::read_recipe(&folder.join(name_of(file_type))) {
            Ok(text) => {
                assert!(text.len() <= data.len().max(16 * Recipe::BYTES_MAX));
                found = true;
            }
            Err(Error::Invalid { .. } | Error::Io { .. }) => {}
            Err(other) => panic!("{other}"),
        }
    }
    found || data.starts_with(b"\x93NUMPY") && is_picture(&folder.join(BYTES))
}

/// Reads a picture. What is refused, or has more pixels than a picture may have, is the file's fault.
fn is_picture(path: &Path) -> bool {
    let picture = format::read_picture(path, "picture");
    picture.as_ref().map_err(is_refusal).is_ok()
}

fn name_of(file_type: FileType) -> String {
    format!("file.{}", file_type.extension())
}
