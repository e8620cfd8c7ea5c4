//! `wgpu-noise gallery`: all presets on one sheet.

mod font;
mod sheet;
mod thumbnail;

use std::path::{Path, PathBuf};

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
    /// The sheet: .png, .ktx2 or .raw; or a folder, which gets a small .png of each
    #[arg(short, long, value_name = "PATH", default_value = "gallery.png")]
    output: PathBuf,
}

pub fn run(args: &Args) -> Result<Exit> {
    let path = &args.output;
    let written = match path.is_dir() {
        true => write_each(path),
        false => write_sheet(path),
    };
    written.map_err(|error| {
        let mut origins = Origins::default();
        for field in ["output", "file extension", "format"] {
            origins.insert(field, "--output");
        }
        origins.name(error)
    })?;
    let count = Preset::ALL.len();
    terminal::say(&format!("{count} presets, {}", path.display()));
    Ok(Exit::Done)
}

fn write_each(folder: &Path) -> Result<()> {
    for_each(|_, name, picture| picture.write(&folder.join(name).with_extension("png")))
}

fn write_sheet(path: &Path) -> Result<()> {
    let mut sheet = Sheet::new(Preset::ALL.len());
    let description = Description {
        size: sheet.size().to_vec(),
        frames: None,
        packing: Packing::new(Format::Rgba8Unorm, 4, [0.0, 1.0])?,
        recipe: None,
    };
    let mut writer = format::create(path, &description)?;
    for_each(|place, name, picture| {
        sheet.place(place, picture, name);
        Ok(())
    })?;
    writer.write(sheet.texels())?;
    writer.finish().map(drop)
}

/// Calls `show` with the place, the name and the picture of each preset.
fn for_each(mut show: impl FnMut(usize, &str, &Thumbnail) -> Result<()>) -> Result<()> {
    let bar = Bar::new(Preset::ALL.len() as u64);
    Preset::ALL
        .iter()
        .enumerate()
        .try_for_each(|(place, preset)| {
            bar.show(place as u64);
            let picture = Thumbnail::of(&preset.recipe()?, sheet::SIDE as u32)?;
            show(place, preset.name, &picture)
        })
}
