//! The files that a noise is made of, over which nothing is written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::source::RecipeSource;
use crate::noise::Picture;
use crate::noise::picture::FILE;
use crate::noise::table::Cell;
use crate::{Error, Recipe, Result};

/// The files that were read, and what each of them is.
#[derive(Clone, Debug, Default)]
pub struct Inputs(BTreeMap<PathBuf, &'static str>);

impl Inputs {
    /// Returns the file of a recipe, those that it imports, and the pictures that it names, also those that no channel depends
    /// on; none for a preset.
    pub fn of(source: &RecipeSource, recipe: &Recipe) -> Inputs {
        let mut inputs = Inputs::default();
        let Some(file) = &source.file else {
            return inputs;
        };
        for import in source.imports().unwrap_or_default() {
            inputs.add(&import, "a recipe that is imported");
        }
        let folder = file.with_file_name("");
        for row in recipe.nodes.values() {
            let picture = match row.params.get(FILE.param.name) {
                Some(Cell::Text(path)) => Picture::split_digest(path).0,
                Some(Cell::Picture(picture)) => picture.name(),
                _ => continue,
            };
            inputs.add_picture(&folder.join(picture));
        }
        inputs.add(file, "the recipe itself");
        inputs
    }

    /// Adds the file of a picture.
    pub fn add_picture(&mut self, file: &Path) {
        self.add(file, "a picture that is read");
    }

    fn add(&mut self, file: &Path, what: &'static str) {
        // What has no such path is a pipe, or cannot be read.
        if let Ok(file) = file.canonicalize() {
            self.0.insert(file, what);
        }
    }

    /// Refuses to write over one of them, also under another name, such as a link.
    ///
    /// # Errors
    /// [`Error::Invalid`] for the first of the paths at which there is one.
    pub fn spare(&self, written: &[PathBuf]) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let input = |path: &PathBuf| self.0.get(&path.canonicalize().ok()?);
        match (written.iter()).find_map(|path| Some((path, input(path)?))) {
            None => Ok(()),
            Some((path, what)) => {
                let given = format!("{}, {what}", path.display());
                Err(Error::invalid("output", given, "another file"))
            }
        }
    }
}
