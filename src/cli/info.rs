//! `wgpu-noise info`: the recipe inside a file.

use std::path::PathBuf;

use wgpu_noise::{Result, format};

use super::exit::Exit;
use super::terminal;

/// Print the recipe inside a file that bake wrote: baked again, it gives the same texels.
#[derive(clap::Args)]
pub struct Args {
    /// A .png, .ktx2 or .raw file; .npy has no place for a recipe.
    file: PathBuf,
}

pub fn run(args: &Args) -> Result<Exit> {
    terminal::print(&format::read_recipe(&args.file)?)?;
    Ok(Exit::Done)
}
