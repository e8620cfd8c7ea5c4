//! `wgpu-noise info`: prints the recipe inside a file.

use std::path::PathBuf;

use wgpu_noise::{Recipe, Result, format};

use super::exit::Exit;
use super::request::Provenance;
use super::terminal;

/// Print the recipe inside a file that bake wrote. If you bake that recipe into a file of the same type, you get the same
/// bytes.
#[derive(clap::Args)]
pub struct Args {
    /// A .png, .ktx2, .vdb or .raw file, an .npy file that was baked with --sidecar, or the .json beside a file
    file: PathBuf,

    /// Print the recipe as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Exit> {
    let recipe = format::read_recipe(&args.file).map_err(|error| {
        let mut provenance = Provenance::default();
        for field in ["output", "file extension"] {
            provenance.insert(field, "FILE");
        }
        provenance.name(error)
    })?;
    if args.json {
        terminal::print_json(&Recipe::parse(&recipe, &args.file.display().to_string())?)?;
    } else {
        terminal::print(&recipe)?;
    }
    Ok(Exit::Done)
}
