//! `wgpu-noise presets`: the recipes in the program.

use serde::Serialize;
use wgpu_noise::Result;
use wgpu_noise::recipe::Preset;

use super::exit::Exit;
use super::terminal::{print, print_json};

/// List the recipes in the program, with sizes, frames and what they are for; or print one for editing
#[derive(clap::Args)]
pub struct Args {
    /// A preset, such as marble
    name: Option<String>,

    /// Print an array of objects, or the recipe as an object
    #[arg(long)]
    json: bool,
}

/// A preset, as the list has it.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    title: String,
    purpose: String,
    /// Samples along x, y, z.
    size: Vec<u32>,
    /// None where time is no axis.
    frames: Option<u32>,
    /// Components of a texel: three or four where there is a ramp.
    channels: usize,
    seamless: bool,
}

pub fn run(args: &Args) -> Result<Exit> {
    match (&args.name, args.json) {
        (None, false) => print(&entries()?.iter().map(Entry::line).collect::<String>())?,
        (None, true) => print_json(&entries()?)?,
        (Some(name), false) => print(Preset::find(name)?.text)?,
        (Some(name), true) => print_json(&Preset::find(name)?.recipe()?)?,
    }
    Ok(Exit::Done)
}

fn entries() -> Result<Vec<Entry>> {
    Preset::ALL.iter().map(Entry::of).collect()
}

impl Entry {
    fn of(preset: &Preset) -> Result<Entry> {
        let recipe = preset.recipe()?;
        Ok(Entry {
            name: preset.name,
            channels: recipe.noises()?.len(),
            title: recipe.title.unwrap_or_default(),
            purpose: recipe.purpose.unwrap_or_default(),
            size: recipe.size,
            frames: recipe.frames,
            seamless: recipe.seamless,
        })
    }

    /// The name, the size, how many frames, what it shows, and what it is for.
    fn line(&self) -> String {
        let sizes: Vec<String> = self.size.iter().map(u32::to_string).collect();
        let frames = match self.frames {
            Some(frames) => format!(" x {frames} frames"),
            None => String::new(),
        };
        let size = sizes.join("x") + &frames;
        let Entry {
            name,
            title,
            purpose,
            ..
        } = self;
        format!("{name:<14} {size:<20}  {title} ({purpose})\n")
    }
}
