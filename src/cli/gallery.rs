//! `wgpu-noise gallery`: all presets on one sheet.

mod font;
mod sheet;
mod thumbnail;

use std::path::PathBuf;

use wgpu_noise::Result;
use wgpu_noise::format::{self, Description};
use wgpu_noise::recipe::Preset;
use wgpu_noise::texel::{Format, Packing};

use super::exit::Exit;
use super::origin::Origins;
use super::terminal::{self, Bar};
use sheet::Sheet;
use thumbnail::Thumbnail;

/// Write a contact sheet of all presets, computed on the CPU: of a volume one slice, of an animation one frame
#[derive(clap::Args)]
pub struct Args {
    /// The picture: .png, .ktx2 or .raw
    #[arg(short, long, value_name = "PATH", default_value = "gallery.png")]
    output: PathBuf,
}

pub fn run(args: &Args) -> Result<Exit> {
    write(args).map_err(|error| {
        let mut origins = Origins::default();
        for field in ["output", "file extension", "format"] {
            origins.insert(field, "--output");
        }
        origins.name(error)
    })?;
    Ok(Exit::Done)
}

fn write(args: &Args) -> Result<()> {
    let mut sheet = Sheet::new(Preset::ALL.len());
    let description = Description {
        size: sheet.size().to_vec(),
        frames: None,
        packing: Packing::new(Format::Rgba8Unorm, 4, [0.0, 1.0])?,
        recipe: None,
    };
    let mut writer = format::create(&args.output, &description)?;
    let bar = Bar::new(Preset::ALL.len() as u64);
    for (place, preset) in Preset::ALL.iter().enumerate() {
        let thumbnail = Thumbnail::of(&preset.recipe()?, sheet::SIDE as u32)?;
        sheet.place(place, &thumbnail, preset.name);
        bar.show(place as u64 + 1);
    }
    writer.write(sheet.texels())?;
    writer.finish()?;
    drop(bar);
    let (count, file) = (Preset::ALL.len(), args.output.display());
    terminal::say(&format!("{count} presets, {file}"));
    Ok(())
}
