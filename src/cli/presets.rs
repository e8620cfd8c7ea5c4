//! `wgpu-noise presets`: the recipes in the program.

use wgpu_noise::Result;
use wgpu_noise::recipe::Preset;

use super::exit::Exit;
use super::terminal::print;

/// List the recipes in the program, or print one for editing
#[derive(clap::Args)]
pub struct Args {
    /// A preset, such as marble
    name: Option<String>,
}

pub fn run(args: &Args) -> Result<Exit> {
    let text = match &args.name {
        None => Preset::ALL.iter().map(line).collect::<Result<String>>()?,
        Some(name) => Preset::find(name)?.text.to_string(),
    };
    print(&text)?;
    Ok(Exit::Done)
}

fn line(preset: &Preset) -> Result<String> {
    let title = preset.recipe()?.title.unwrap_or_default();
    Ok(format!("{:<16} {title}\n", preset.name))
}
