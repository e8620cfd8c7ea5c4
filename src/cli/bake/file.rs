//! One file of a bake: its plan, its contents and its writer.

use std::path::{Path, PathBuf};

use wgpu_noise::bake::Plan;
use wgpu_noise::format::{self, Contents, Writer};
use wgpu_noise::{Error, Recipe, Result};

use super::{Args, file_type, is_stdout};
use crate::cli::terminal::{self, STDOUT};

/// One file of a bake.
#[derive(Clone)]
pub struct File {
    /// The output of the recipe; none for the recipe's own picture.
    pub output: Option<String>,
    /// The path; none for a plan without a file.
    pub path: Option<PathBuf>,
    pub recipe: Recipe,
}

impl File {
    /// Returns the plan of the file, whose type can hold it. That of an output has a place at each of the paths.
    pub fn planned(&self, paths: &[PathBuf]) -> Result<Plan> {
        let file_type = file_type(self.path.as_deref())?;
        let plan = Plan::of_recipe(&self.recipe, file_type)?;
        if let (Some(file_type), Some(_)) = (file_type, &self.output) {
            let contents = plan.contents(&self.recipe);
            format::check(file_type, &contents)?;
            for path in paths {
                for file in format::files(path, &contents)? {
                    refuse_folder(&file)?;
                }
            }
        }
        Ok(plan)
    }

    /// Returns what the file will hold.
    pub fn contents(&self, args: &Args, plan: &Plan) -> Contents {
        let mut contents = plan.contents(&self.recipe);
        contents.sidecar = args.storage.sidecar;
        contents
    }
}

/// Returns the writer of a file or of standard output.
pub fn create(path: &Path, contents: &Contents) -> Result<Writer> {
    if is_stdout(path) {
        format::stream(terminal::output()?, Path::new(STDOUT), contents)
    } else {
        format::create(path, contents)
    }
}

/// Refuses a folder in the place of a file.
fn refuse_folder(path: &Path) -> Result<()> {
    if !path.is_dir() {
        return Ok(());
    }
    Err(Error::invalid(
        "--output",
        format!("{}, which is a folder", path.display()),
        "a place where a file of that name can be written",
    ))
}
