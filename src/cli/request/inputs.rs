//! The files that a noise is made of, which no command writes over.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use wgpu_noise::format::RecipeSource;
use wgpu_noise::{Error, Result};

/// The files that were read, and what each of them is.
#[derive(Default)]
pub struct Inputs(BTreeMap<PathBuf, &'static str>);

impl Inputs {
    /// Returns the file of a recipe and those that it imports; none for a preset.
    pub fn of(source: &RecipeSource) -> Inputs {
        let mut inputs = Inputs::default();
        for import in source.imports().unwrap_or_default() {
            inputs.add(&import, "a recipe that is imported");
        }
        if let Some(file) = &source.file {
            inputs.add(file, "the recipe itself");
        }
        inputs
    }

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
    pub fn spare(&self, written: &[PathBuf]) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let input = |path: &PathBuf| self.0.get(&path.canonicalize().ok()?);
        match (written.iter()).find_map(|path| Some((path, input(path)?))) {
            None => Ok(()),
            Some((path, what)) => Err(Error::Invalid {
                field: "--output".into(),
                given: format!("{}, {what},", path.display()),
                allowed: "another file".into(),
            }),
        }
    }
}
