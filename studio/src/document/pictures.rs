//! The pictures of a recipe, which are read from their files again only where these have changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use wgpu_noise::format::RecipeSource;
use wgpu_noise::noise::Picture;
use wgpu_noise::{Recipe, Result};

/// The pictures of the last recipe that was read, by their files.
#[derive(Clone, Debug, Default)]
pub struct Pictures(BTreeMap<PathBuf, Option<Read>>);

/// A picture, and the length of its file and when it was written.
#[derive(Clone, Debug, PartialEq)]
struct Read {
    picture: Picture,
    state: Option<(u64, SystemTime)>,
}

impl Pictures {
    /// Parses a recipe, with the pictures that it names.
    ///
    /// # Errors
    /// Those of [`RecipeSource::recipe`].
    pub fn recipe(&mut self, source: &RecipeSource) -> Result<Recipe> {
        let mut named = BTreeMap::new();
        let recipe = source.recipe_with(&mut |file, name| {
            // A file that cannot be read is one to follow, too.
            named.insert(file.to_path_buf(), None);
            let state = state(file);
            let read = match self.0.get(file) {
                Some(Some(read)) if read.state == state && read.picture.name() == name => {
                    read.clone()
                }
                _ => Read {
                    picture: read(file, name)?,
                    state,
                },
            };
            let picture = read.picture.clone();
            named.insert(file.to_path_buf(), Some(read));
            Ok(picture)
        });
        // A text that is no recipe names none.
        if recipe.is_ok() || !named.is_empty() {
            self.0 = named;
        }
        recipe
    }

    /// Returns the files.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }
}

fn state(file: &Path) -> Option<(u64, SystemTime)> {
    let data = fs::metadata(file).ok()?;
    Some((data.len(), data.modified().ok()?))
}

#[cfg(not(target_arch = "wasm32"))]
use wgpu_noise::format::read_picture as read;

/// A recipe in a page is in no file, so that nothing asks for this.
#[cfg(target_arch = "wasm32")]
fn read(file: &Path, _: &str) -> Result<Picture> {
    Err(wgpu_noise::Error::Malformed {
        field: None,
        message: format!("{}: a page cannot read pictures", file.display()),
    })
}
