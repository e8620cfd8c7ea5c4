//! `wgpu-noise preview`: opens the studio, a program of its own.

use std::env::consts::EXE_SUFFIX;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;

use wgpu_noise::format::RecipeSource;
use wgpu_noise::{Error, Result};

use super::exit::Exit;
use super::terminal::say;

const STUDIO: &str = "wgpu-noise-studio";

const INSTALL: &str = "the studio is not installed: in a clone of this program's repository, `cargo install --path studio` installs \
    it, and `scripts/web` builds it as a page for a browser";

/// Open a recipe in the studio, a window in which one sees the noise and turns its parameters.
///
/// The studio is a program of its own, `wgpu-noise-studio`, beside this one or in PATH.
#[derive(clap::Args)]
pub struct Args {
    /// The name of a preset, or the path of a recipe; without it the studio begins with a preset
    recipe: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<Exit> {
    if let Some(recipe) = &args.recipe {
        // A mistake in it is told as every command tells it.
        RecipeSource::open(recipe)?.recipe()?.job()?;
    }
    let name = format!("{STUDIO}{EXE_SUFFIX}");
    let beside = std::env::current_exe()
        .ok()
        .map(|program| program.with_file_name(&name));
    let program = beside
        .filter(|path| path.is_file())
        .unwrap_or_else(|| PathBuf::from(STUDIO));
    match Command::new(&program).args(&args.recipe).status() {
        Ok(status) if status.success() => Ok(Exit::Done),
        Ok(_) => Ok(Exit::Failed),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            say(INSTALL);
            Ok(Exit::Failed)
        }
        Err(error) => Err(Error::io("start", program, error)),
    }
}
