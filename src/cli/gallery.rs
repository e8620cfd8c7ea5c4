//! `wgpu-noise gallery`: all presets on one sheet.

mod font;
mod sheet;
mod thumbnail;

use std::path::{Path, PathBuf};

use wgpu_noise::format::{self, Description, FileType};
use wgpu_noise::recipe::Preset;
use wgpu_noise::texel::{Format, Packing, Transfer};
use wgpu_noise::{Error, Result};

use super::exit::Exit;
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
    match path.is_dir() {
        true => write_each(path)?,
        false => {
            check(path)?;
            write_sheet(path)?;
        }
    }
    let count = Preset::ALL.len();
    terminal::note(&format!("{count} presets, {}", path.display()));
    Ok(Exit::Done)
}

/// Refuses a path that names no type of file that holds colours.
fn check(path: &Path) -> Result<()> {
    match FileType::from_path(path) {
        Ok(FileType::Png | FileType::Ktx2 | FileType::Raw) => Ok(()),
        Ok(FileType::Npy) | Err(_) => Err(Error::Invalid {
            field: "--output".into(),
            given: path.display().to_string(),
            allowed: "a file name that ends in .png, .ktx2 or .raw, or a folder".into(),
        }),
    }
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
        transfer: Transfer::Srgb,
        sidecar: false,
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
