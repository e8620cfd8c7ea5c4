//! What a bake of several files was, from its journal or its files.

use std::path::{Path, PathBuf};

use wgpu_noise::bake::Plan;
use wgpu_noise::format::{self, Begun, Contents, FileType, Journal, MadeBy};
use wgpu_noise::{Recipe, Result};

use super::request::resolved;

/// A bake that was begun.
pub struct Baked {
    pub path: PathBuf,
    pub plan: Plan,
    pub contents: Contents,
    /// What wrote it; `None` if it has no journal.
    made_by: Option<MadeBy>,
}

impl Baked {
    /// Finds out what is baked to a path.
    pub fn find(path: &Path) -> Result<Baked> {
        let file_type = FileType::from_path(path)?;
        let (text, made_by) = match Begun::read(path) {
            Ok(begun) => (begun.recipe, Some(begun.made_by)),
            Err(error) => match format::read_recipe(path) {
                Ok(recipe) => (recipe, None),
                Err(_) => return Err(error),
            },
        };
        let recipe = Recipe::parse(&text, &path.display().to_string())?;
        let plan = Plan::of(&recipe, Some(file_type))?;
        Ok(Baked {
            path: path.into(),
            contents: plan.contents(&resolved(&recipe, &plan)),
            plan,
            made_by,
        })
    }

    /// Returns the kind of backend that computed it.
    pub fn backend(&self) -> Option<&str> {
        self.made_by
            .as_ref()
            .map(|made_by| made_by.backend.as_str())
    }

    /// Opens its journal; `None` if it has none.
    pub fn journal(&self) -> Result<Option<Journal>> {
        let open = |made_by| Journal::open(&self.path, &self.contents, made_by);
        self.made_by.clone().map(open).transpose()
    }
}

/// Writes numbers with runs of them as ranges: `3, 17 to 20`.
pub fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let texts = runs.map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        one => format!("{}", one[0]),
    });
    texts.collect::<Vec<_>>().join(", ")
}
