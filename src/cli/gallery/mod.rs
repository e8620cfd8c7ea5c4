//! `wgpu-noise gallery`: draws all presets on one sheet.

mod font;
mod sheet;
mod thumbnail;

use std::path::{Path, PathBuf};

use wgpu_noise::format::{self, Contents, FileType};
use wgpu_noise::recipe::Preset;
use wgpu_noise::texel::{Format, Packing, Transfer};
use wgpu_noise::{Error, Result};

use super::bake::outputs;
use super::exit::Exit;
use super::terminal::{self, Bar};
use thumbnail::Thumbnail;

/// Draw all presets on one sheet, computed on the CPU. A volume is shown by one slice, an animation by one frame
#[derive(clap::Args)]
pub struct Args {
    /// The sheet, a .png or another type of file that holds colours; or a folder, which gets a small .png of each preset
    #[arg(short, long, value_name = "PATH", default_value = "gallery.png")]
    output: PathBuf,
}

pub fn run(args: &Args) -> Result<Exit> {
    let path = &args.output;
    if outputs::is_folder(path) {
        outputs::make(path)?;
        write_each(path)?;
    } else {
        check(path)?;
        write_sheet(path)?;
    }
    let count = Preset::ALL.len();
    terminal::note(&format!("{count} presets, {}", path.display()));
    Ok(Exit::Done)
}

/// Refuses a path whose extension is not that of a type of file that holds colours.
fn check(path: &Path) -> Result<()> {
    let has_colours = |file_type: FileType| file_type.formats().contains(&Format::Rgba8Unorm);
    match FileType::from_path(path) {
        Ok(file_type) if has_colours(file_type) => Ok(()),
        _ => Err(Error::invalid(
            "--output",
            path.display(),
            format!(
                "a file name that ends in {}, or a folder",
                FileType::listed("or", has_colours)
            ),
        )),
    }
}

fn write_each(folder: &Path) -> Result<()> {
    for_each(|_, name, thumbnail| thumbnail.write(&folder.join(name).with_extension("png")))
}

fn write_sheet(path: &Path) -> Result<()> {
    let mut sheet = sheet::empty(Preset::ALL.len() as u32);
    let packing = Packing::new(Format::Rgba8Unorm, 4, [0.0, 1.0])?;
    let mut contents = Contents::new([sheet.width(), sheet.height()], packing);
    contents.transfer = Transfer::Srgb;
    let mut writer = format::create(path, &contents)?;
    for_each(|place, name, thumbnail| {
        sheet::put(&mut sheet, place, &thumbnail.picture, name);
        Ok(())
    })?;
    writer.write(sheet.as_raw())?;
    writer.finish().map(drop)
}

/// Calls `show` with the place, the name and the picture of each preset.
fn for_each(mut show: impl FnMut(u32, &str, &Thumbnail) -> Result<()>) -> Result<()> {
    let bar = Bar::new(Preset::ALL.len() as u64);
    (0..).zip(Preset::ALL).try_for_each(|(place, preset)| {
        bar.show(place.into());
        let thumbnail = Thumbnail::of(&preset.recipe()?, sheet::SIDE)?;
        show(place, preset.name, &thumbnail)
    })
}
