//! `--files`: the folder of the recipes that a recipe in a request may import, and of the pictures that it may read.

use std::path::{Component, Path, PathBuf};

use wgpu_noise::format::{Pictures, RecipeSource};
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
            _ => Err(Error::invalid("--files", folder.display(), "a folder")),
        }
    }

    /// Loads a recipe by the file that imports it, or the name of the request's own recipe, and the path that is given there.
    ///
    /// # Errors
    /// [`Error::Invalid`] for every path that does not lead to a recipe in the folder, in the same words: a request learns
    /// nothing of other files.
    pub fn load(&self, file: &str, path: &str) -> Result<Imported> {
        let place = Path::new(file).with_file_name("").join(path);
        let imported = self.find(&place).and_then(|found| {
            let inside = found.strip_prefix(&self.folder).ok()?;
            let is_recipe = inside
                .extension()
                .is_some_and(|extension| extension == "toml");
            Some(Imported {
                file: inside.to_str().filter(|_| is_recipe)?.to_string(),
                text: RecipeSource::read_text(&found).ok()?,
            })
        });
        imported.ok_or_else(|| {
            Error::invalid(
                "path",
                format!("`{path}`"),
                "one that leads to a recipe, .toml, in the server's folder of recipes",
            )
        })
    }

    /// Reads a picture of a recipe by its path, which is relative to the folder.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a picture of too many pixels; else [`Error::Invalid`] as [`Files::load`].
    pub fn picture(&self, path: &str, pictures: &mut Pictures) -> Result<Picture> {
        let found = self.find(Path::new(path));
        match found.map(|found| pictures.read(&found, path)) {
            Some(Ok(picture)) => Ok(picture),
            Some(Err(error @ Error::TooLarge { .. })) => Err(error),
            _ => Err(Error::invalid(
                "file",
                format!("`{path}`"),
                "one that leads to a picture in the server's folder of recipes",
            )),
        }
    }

    /// Returns the file of a path, if both the path and the file lie in the folder.
    fn find(&self, path: &Path) -> Option<PathBuf> {
        let found = self.folder.join(inside(path)?).canonicalize().ok()?;
        // A pipe or a device might never end.
        (found.starts_with(&self.folder) && found.is_file()).then_some(found)
    }
}

/// Returns a path without `..`; `None` for one that is absolute or leaves the folder on its way, so that nothing outside of it is
/// looked at.
fn inside(path: &Path) -> Option<PathBuf> {
    let mut inside = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => inside.push(name),
            Component::CurDir => {}
            Component::ParentDir => inside.pop().then_some(())?,
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(inside)
}
