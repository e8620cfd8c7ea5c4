//! `wgpu-noise info`: the recipe inside a file.

use std::path::PathBuf;

use wgpu_noise::{Recipe, Result, format};

use super::exit::Exit;
use super::origin::Origins;
use super::terminal;

/// Print the recipe inside a file that bake wrote: baked again, it gives the same texels.
#[derive(clap::Args)]
pub struct Args {
    /// A .png, .ktx2 or .raw file, or the .raw.json beside one; .npy has no place for a recipe.
    file: PathBuf,

    /// Print the recipe as an object, with its own keys
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Exit> {
    let recipe = format::read_recipe(&args.file).map_err(|error| {
        let mut origins = Origins::default();
        for field in ["output", "file extension"] {
            origins.insert(field, "FILE");
        }
        origins.name(error)
    })?;
    match args.json {
        true => terminal::print_json(&Recipe::parse(&recipe, &args.file.display().to_string())?)?,
        false => terminal::print(&recipe)?,
    }
    Ok(Exit::Done)
}
