//! `--files`: the folder of the recipes that a recipe in a request may import, and of the pictures that it may read.

use std::path::{Path, PathBuf};

use wgpu_noise::format::{RecipeSource, read_picture};
use wgpu_noise::noise::Picture;
use wgpu_noise::recipe::Imported;
use wgpu_noise::{Error, Result};

/// The folder, and nothing above it.
pub struct Files {
    /// Without symbolic links.
    folder: PathBuf,
}

impl Files {
    /// Opens a folder.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is none of this path.
    pub fn open(folder: &Path) -> Result<Files> {
        match folder.canonicalize() {
            Ok(folder) if folder.is_dir() => Ok(Files { folder }),
            _ => Err(Error::Invalid {
                field: "--files".into(),
                given: folder.display().to_string(),
                allowed: "a folder".into(),
            }),
        }
    }

    /// Loads a recipe by the file that imports it, or the name of the request's own recipe, and the path that is given there.
    ///
    /// # Errors
    /// [`Error::Invalid`] for every path that does not lead to a recipe in the folder, in the same words: a request learns nothing
    /// of other files.
    pub fn load(&self, file: &str, path: &str) -> Result<Imported> {
        let place = Path::new(file).with_file_name("").join(path);
        let found = self.folder.join(place).canonicalize().ok();
        let imported = found.and_then(|found| {
            let inside = found.strip_prefix(&self.folder).ok()?;
            let is_recipe = inside
                .extension()
                .is_some_and(|extension| extension == "toml");
            Some(Imported {
                file: inside.to_str().filter(|_| is_recipe)?.to_string(),
                text: RecipeSource::read_text(&found).ok()?,
            })
        });
        imported.ok_or_else(|| Error::Invalid {
            field: "path".into(),
            given: format!("`{path}`"),
            allowed: "one that leads to a recipe, .toml, in the server's folder of recipes".into(),
        })
    }

    /// Reads a picture by its path, which is relative to the folder.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a picture of too many pixels; else [`Error::Invalid`] as [`Files::load`].
    pub fn picture(&self, path: &str) -> Result<Picture> {
        let found = self.folder.join(path).canonicalize().ok();
        let inside = found.filter(|found| found.starts_with(&self.folder));
        match inside.map(|inside| read_picture(&inside, path)) {
            Some(Ok(picture)) => Ok(picture),
            Some(Err(error @ Error::TooLarge { .. })) => Err(error),
            _ => Err(Error::Invalid {
                field: "file".into(),
                given: format!("`{path}`"),
                allowed: "one that leads to a picture in the server's folder of recipes".into(),
            }),
        }
    }
}
