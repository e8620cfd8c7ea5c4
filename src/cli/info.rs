//! `wgpu-noise info`: prints the recipe inside a file, and which pictures are its tiles.

use std::path::PathBuf;

use serde::Serialize;
use wgpu_noise::format::Sheet;
use wgpu_noise::{Recipe, Result, format};

use super::exit::Exit;
use super::request::Provenance;
use super::terminal;

/// Print the recipe inside a file that bake wrote. If you bake that recipe into a file of the same type, you get the same
/// bytes. The tiles of an atlas or a flipbook are a comment before it.
#[derive(clap::Args)]
pub struct Args {
    /// A file of bake, or the .json beside it. A file that has no place for a recipe, such as an .npy, needs that .json
    file: PathBuf,

    /// Print the recipe as JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    recipe: Recipe,
    sheet: Option<Sheet>,
}

pub fn run(args: &Args) -> Result<Exit> {
    let file = format::read_recipe(&args.file)
        .and_then(|recipe| Ok((recipe, format::read_sheet(&args.file)?)));
    let (recipe, sheet) = file.map_err(|error| {
        let mut provenance = Provenance::default();
        for field in ["output", "file extension"] {
            provenance.insert(field, "FILE");
        }
        provenance.name(error)
    })?;
    if args.json {
        let recipe = Recipe::parse(&recipe, &args.file.display().to_string())?;
        terminal::print_json(&Report { recipe, sheet })?;
    } else {
        let comment = sheet.map(|sheet| format!("# {sheet}\n"));
        terminal::print(comment.unwrap_or_default() + &recipe)?;
    }
    Ok(Exit::Done)
}
