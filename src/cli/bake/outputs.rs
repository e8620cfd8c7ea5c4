//! The files of a bake: one, or the outputs of a recipe in a folder.

use std::fs;
use std::path::Path;

use wgpu_noise::format::FileType;
use wgpu_noise::texel::Component;
use wgpu_noise::{Error, Recipe, Result};

use super::file::File;

/// Whether a path is that of a folder and of no type of file: it ends in a separator, or the folder is there.
pub fn is_folder(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    let is_separator = last.is_some_and(|byte| std::path::is_separator(char::from(*byte)));
    let named = path.file_name().unwrap_or_default();
    (is_separator || path.is_dir()) && FileType::from_path(named.as_ref()).is_err()
}

/// Refuses the path of a file without an extension for a recipe with outputs, which may have been meant for a folder.
pub fn check_path(path: &Path, recipe: &Recipe) -> Result<()> {
    if path.extension().is_some() || recipe.outputs.is_empty() {
        return Ok(());
    }
    let path = path.display();
    Err(Error::invalid(
        "--output",
        format!("{path}, which has no extension and is no folder"),
        format!("a file such as {path}.png, or {path}/ for a folder with every output"),
    ))
}

/// Reads the type of the files in a folder.
pub fn file_type(extension: &str) -> Result<FileType> {
    FileType::from_path(format!("file.{extension}").as_ref())
}

/// Returns the files of the outputs of a recipe, `STEM_OUTPUT.png`: of this type, else `.exr` for formats of floats and `.png` for
/// all others.
pub fn in_folder(
    folder: &Path,
    stem: &str,
    file_type: Option<FileType>,
    recipe: &Recipe,
) -> Result<Vec<File>> {
    let outputs = recipe.each_output();
    if outputs.is_empty() {
        return Err(Error::invalid(
            "--output",
            format!(
                "the folder {} for a recipe without [outputs]",
                folder.display()
            ),
            "the path of a file",
        ));
    }
    let file = |(name, recipe): (String, Recipe)| {
        let component = recipe.format.map(|format| format.component());
        let file_type = file_type.unwrap_or(match component {
            Some(Component::Float16 | Component::Float32) => FileType::Exr,
            _ => FileType::Png,
        });
        let extension = file_type.extension();
        File {
            path: Some(folder.join(format!("{stem}_{name}.{extension}"))),
            output: Some(name),
            recipe,
        }
    };
    Ok(outputs.into_iter().map(file).collect())
}

/// Makes a folder, unless it is there.
pub fn make(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| Error::io("create", folder, error))
}
