//! `--seed FIRST..LAST`: one file for each seed.

use std::path::{Path, PathBuf};

use wgpu_noise::{Error, Result};

use super::super::flags::Seeds;
use super::{Args, is_stdout};

/// Returns the path for one seed of a range: `rock.png` becomes `rock_seed07.png` in a range up to a number of two digits.
pub fn path_of(path: &Path, seed: u32, seeds: Seeds) -> PathBuf {
    let digits = seeds.last.to_string().len();
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("_seed{seed:0digits$}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Returns the paths for all seeds of a bake; `path` itself without a range.
pub fn paths(args: &Args, path: &Path) -> Vec<PathBuf> {
    match args.noise.seed {
        Some(seeds) if seeds.is_range() => (seeds.first..=seeds.last)
            .map(|seed| path_of(path, seed, seeds))
            .collect(),
        _ => vec![path.to_path_buf()],
    }
}

/// The most seeds of one run.
const SEEDS_MAX: u64 = 100_000;

/// Refuses a range of seeds that cannot become files.
pub fn check(args: &Args, seeds: Seeds) -> Result<()> {
    let refused = |given: String, allowed: String| {
        Err(Error::Invalid {
            field: "--seed".into(),
            given,
            allowed,
        })
    };
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
