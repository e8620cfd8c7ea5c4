//! `wgpu-noise presets`: lists the recipes in the program, or prints one.

use std::collections::BTreeMap;

use serde::Serialize;
use wgpu_noise::Result;
use wgpu_noise::recipe::{Parameter, Preset};

use super::exit::Exit;
use super::terminal::{print, print_json};

/// List the recipes in the program with their sizes, frames and purposes, or print one to start your own from
#[derive(clap::Args)]
pub struct Args {
    /// A preset, such as marble
    name: Option<String>,

    /// Print the list, or the recipe, as JSON
    #[arg(long)]
    json: bool,
}

/// A preset in the list.
#[derive(Serialize)]
pub struct Summary {
    name: &'static str,
    title: String,
    purpose: String,
    /// The number of samples along x, y, z.
    size: Vec<u32>,
    /// None if time is not an axis.
    frames: Option<u32>,
    /// Components of a texel: three or four with a ramp.
    channels: usize,
    seamless: bool,
    /// What its author lets others set, by name.
    parameters: BTreeMap<String, Parameter>,
}

pub fn run(args: &Args) -> Result<Exit> {
    match (&args.name, args.json) {
        (None, false) => print(summaries()?.iter().map(Summary::line).collect::<String>())?,
        (None, true) => print_json(&summaries()?)?,
        (Some(name), false) => print(Preset::find(name)?.text)?,
        (Some(name), true) => print_json(&Preset::find(name)?.recipe()?)?,
    }
    Ok(Exit::Done)
}

/// Returns the list of `--json`.
pub fn summaries() -> Result<Vec<Summary>> {
    Preset::ALL.iter().map(Summary::of).collect()
}

impl Summary {
    fn of(preset: &Preset) -> Result<Summary> {
        let recipe = preset.recipe()?;
        Ok(Summary {
            name: preset.name,
            channels: recipe.noises()?.len(),
            title: recipe.title.unwrap_or_default(),
            purpose: recipe.purpose.unwrap_or_default(),
            size: recipe.size,
            frames: recipe.frames,
            seamless: recipe.seamless,
            parameters: recipe.parameters,
        })
    }

    /// Returns the line of the list: the name, the size, the number of frames, the title and the purpose.
    fn line(&self) -> String {
        let sizes: Vec<String> = self.size.iter().map(u32::to_string).collect();
        let frames = match self.frames {
            Some(frames) => format!(" x {frames} frames"),
            None => String::new(),
        };
        let size = sizes.join("x") + &frames;
        let Summary {
            name,
            title,
            purpose,
            ..
        } = self;
        format!("{name:<14} {size:<20}  {title} ({purpose})\n")
    }
}
