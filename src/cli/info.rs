//! `wgpu-noise info`: the recipe inside a file.

use std::path::PathBuf;

use wgpu_noise::{Recipe, Result, format};

use super::exit::Exit;
use super::origin::Origins;
use super::terminal;

/// Print the recipe inside a file that bake wrote: baked again into a file of this type, it gives the same bytes.
#[derive(clap::Args)]
pub struct Args {
    /// A .png, .ktx2 or .raw file, or an .npy that was baked with --sidecar; or the .json beside one.
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
