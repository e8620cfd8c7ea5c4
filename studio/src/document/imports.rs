//! The files that a recipe imports, to be followed.

use std::path::{Path, PathBuf};

use wgpu_noise::Recipe;
use wgpu_noise::format::RecipeSource;
use wgpu_noise::recipe::Imported;

/// Returns the files that a recipe imports, and those that these import, up to the first that cannot be read; `None` for a
/// text that says nothing of them.
pub fn imports(source: &RecipeSource) -> Option<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = Vec::new();
    if source.file.is_none() || !source.text.contains("imports") {
        return Some(files);
    }
    let parsed = Recipe::parse_with(&source.text, &source.name, &mut |importing, path| {
        let file = Path::new(importing).with_file_name("").join(path);
        if !files.contains(&file) {
            files.push(file.clone());
        }
        Ok(Imported {
            text: RecipeSource::read_text(&file)?,
            file: file.display().to_string(),
        })
    });
    (parsed.is_ok() || !files.is_empty()).then_some(files)
}
