//! `--seed FIRST..LAST`: one file for each seed.

use std::path::{Path, PathBuf};

use wgpu_noise::{Error, Result};

use super::super::terminal;
use super::super::values::Seeds;
use super::file::File;
use super::{Args, is_stdout};

/// Returns the files of each seed of a bake; the files themselves without a range of seeds.
pub fn each(args: &Args, files: &[File]) -> impl Iterator<Item = Vec<File>> {
    let range = range(args);
    let (first, last) = range.map_or((0, 0), |seeds| (seeds.first, seeds.last));
    (first..=last).map(move |seed| {
        let mut files = files.to_vec();
        if let Some(seeds) = range {
            files.iter_mut().for_each(|file| file.take(seed, seeds));
        }
        files
    })
}

impl File {
    /// Becomes that of one seed of a range.
    fn take(&mut self, seed: u32, seeds: Seeds) {
        self.recipe.seed = seed;
        self.path = self.path.as_deref().map(|path| path_of(path, seed, seeds));
    }
}

/// Says of which seed of a range a plan is printed.
pub fn note_plan(args: &Args) {
    if let Some(Seeds { first, last, .. }) = range(args) {
        terminal::note(&format!(
            "the plan of seed {first}; seeds up to {last} have the same plan"
        ));
    }
}

/// Returns the range of seeds, if one is given.
fn range(args: &Args) -> Option<Seeds> {
    args.noise.seed.filter(|seeds| seeds.is_range())
}

/// Returns the path for one seed of a range: `rock.png` becomes `rock_seed07.png` in a range up to a number of two digits.
fn path_of(path: &Path, seed: u32, seeds: Seeds) -> PathBuf {
    let digits = seeds.last.to_string().len();
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("_seed{seed:0digits$}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Returns the paths of a file for all seeds of a bake; its own without a range, and none of a plan without a file.
pub fn paths(args: &Args, file: &File) -> Vec<PathBuf> {
    match (&file.path, range(args)) {
        (Some(path), Some(seeds)) => (seeds.first..=seeds.last)
            .map(|seed| path_of(path, seed, seeds))
            .collect(),
        (path, _) => Vec::from_iter(path.clone()),
    }
}

/// The most seeds of one run.
const SEEDS_MAX: u64 = 100_000;

/// Refuses a range of seeds that cannot become files.
pub fn check(args: &Args) -> Result<()> {
    let Some(seeds) = range(args) else {
        return Ok(());
    };
    let refused = |given: String, allowed: String| Err(Error::invalid("--seed", given, allowed));
    if args.output.as_deref().is_some_and(is_stdout) {
        let allowed = "one seed, or a file for each with -o FILE".into();
        return refused("a range of seeds with -o -".into(), allowed);
    }
    // Checked here, so that an error quotes the path as it was given and not that of a seed.
    args.file_type()?;
    let count = u64::from(seeds.last - seeds.first) + 1;
    if count > SEEDS_MAX {
        return refused(format!("{count} seeds"), format!("up to {SEEDS_MAX}"));
    }
    Ok(())
}
