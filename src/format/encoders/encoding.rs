//! How a type of file holds its contents.

use std::io::{Seek, Write};
use std::path::Path;

use ::png::Compression;

use super::{Encoder, Plain};
use super::{apng, exr, gif, npy, png, texture, tiff, vdb, webp, zarr};
use crate::format::contents::Contents;
use crate::format::file_type::{FileType, RecipePlace};
use crate::format::sheet::Sheet;
use crate::format::texts::NAME_MAX;
use crate::grid::Brick;
use crate::limits::FPS_MAX;
use crate::recipe::Codec;
use crate::texel::Format;
use crate::{Error, Recipe, Result};

/// What all files of a bake have in common.
pub enum Encoding {
    /// A header, then the texels unchanged.
    Plain(Vec<u8>),
    /// A texture, which may have levels.
    Texture(texture::Settings),
    /// A compressed image.
    Png(png::Settings),
    /// Such images one after the other.
    Apng(apng::Settings),
    /// Images with palettes.
    Gif(gif::Settings),
    /// An image that is compressed whole.
    Webp(webp::Settings),
    /// Trees of voxels.
    Vdb(vdb::Settings),
    /// A part of an array, with its chunks.
    Zarr(zarr::Settings),
    /// An image whose lines hold one channel after the other.
    Exr(exr::Settings),
}

/// Checks whether a file of this type can hold the contents.
///
/// # Errors
/// [`Error::Invalid`] and [`Error::TooLarge`] if it cannot.
pub fn check(file_type: FileType, contents: &Contents) -> Result<()> {
    Encoding::new(file_type, contents, Compression::Balanced).map(drop)
}

impl Encoding {
    /// Refuses what this type of file cannot hold.
    ///
    /// # Errors
    /// [`Error::Invalid`] and [`Error::TooLarge`].
    pub fn new(
        file_type: FileType,
        contents: &Contents,
        compression: Compression,
    ) -> Result<Encoding> {
        contents.frame_bytes()?;
        check_slices(file_type, contents)?;
        check_voxels(file_type, contents)?;
        check_texels(file_type, contents)?;
        check_names(file_type, contents)?;
        check_levels(file_type, contents)?;
        check_recipe(file_type, contents)?;
        check_fps(contents)?;
        let sheet = Sheet::new(Some(file_type), contents)?;
        Ok(match file_type {
            FileType::Npy => Encoding::Plain(npy::header(contents)),
            FileType::Exr => Encoding::Exr(exr::Settings::new(contents, sheet)?),
            FileType::Tif => Encoding::Plain(tiff::header(contents)?),
            FileType::Ktx2 | FileType::Dds => {
                Encoding::Texture(texture::Settings::new(file_type, contents)?)
            }
            FileType::Raw | FileType::R16 | FileType::R32 => Encoding::Plain(Vec::new()),
            FileType::Png => Encoding::Png(png::Settings::new(contents, sheet, compression)?),
            FileType::Apng => Encoding::Apng(apng::Settings::new(contents, sheet, compression)?),
            FileType::Gif => Encoding::Gif(gif::Settings::new(contents, sheet)?),
            FileType::Webp => Encoding::Webp(webp::Settings::new(contents, sheet)?),
            FileType::Vdb => Encoding::Vdb(vdb::Settings::new(contents)),
            FileType::Zarr => Encoding::Zarr(zarr::Settings::new(contents)?),
        })
    }

    /// Returns the folder around the files, if they need one.
    ///
    /// # Errors
    /// Those of [`zarr::Settings::store`].
    pub fn store(&self, path: &Path, contents: &Contents) -> Result<Option<zarr::Store>> {
        match self {
            Encoding::Zarr(settings) => settings.store(path, contents).map(Some),
            _ => Ok(None),
        }
    }

    /// Begins the file of a brick, or goes on with it at a byte `at`, if its texels follow a header unchanged. Errors call it
    /// `name`.
    pub fn begin(
        &self,
        sink: impl Write + Seek + Send + 'static,
        name: &Path,
        brick: &Brick,
        at: u64,
    ) -> Result<Box<dyn Encoder>> {
        Ok(match self {
            Encoding::Plain(header) => {
                let mut plain = Plain::buffered(sink, name);
                if at == 0 {
                    plain.write(header)?;
                }
                Box::new(plain)
            }
            Encoding::Texture(settings) => Box::new(settings.begin(sink, name)?),
            Encoding::Png(settings) => Box::new(settings.begin(sink, name)?),
            Encoding::Apng(settings) => Box::new(settings.begin(sink, name)?),
            Encoding::Gif(settings) => Box::new(settings.begin(sink, name)?),
            Encoding::Webp(settings) => Box::new(settings.begin(sink, name)?),
            Encoding::Vdb(settings) => settings.begin(sink, name)?,
            Encoding::Zarr(settings) => Box::new(settings.begin(sink, name, brick)),
            Encoding::Exr(settings) => Box::new(settings.begin(sink, name)?),
        })
    }
}

/// Refuses a volume in a type of file that holds planes.
fn check_slices(file_type: FileType, contents: &Contents) -> Result<()> {
    if contents.size.len() < 3 || file_type.has_volumes() {
        return Ok(());
    }
    let volumes = FileType::listed("and", FileType::has_volumes);
    Err(Error::invalid(
        "size",
        format!("three axes for .{}", file_type.extension()),
        format!("one or two; {volumes} hold volumes"),
    ))
}

/// Refuses too many voxels along an axis of a tree, and names the types of files that hold as many.
fn check_voxels(file_type: FileType, contents: &Contents) -> Result<()> {
    let too_long = (contents.size3().into_iter()).find(|side| *side > vdb::SIDE_MAX);
    let Some(side) = too_long.filter(|_| file_type == FileType::Vdb) else {
        return Ok(());
    };
    let holds = |other| other != FileType::Vdb && check(other, contents).is_ok();
    let others = FileType::listed("and", holds);
    Err(Error::too_large(
        format!("{} as a .vdb", contents.describe_size()),
        format!("{side} voxels along an axis"),
        format!(
            "{} voxels along an axis; {others} hold this size",
            vdb::SIDE_MAX
        ),
    )
    .with_field("size"))
}

/// Refuses texels of a format that this type of file does not have.
fn check_texels(file_type: FileType, contents: &Contents) -> Result<()> {
    let packing = &contents.packing;
    let format = packing.format;
    let is_padded = packing.components == format.components();
    let is_unpadded = packing.components == packing.channels;
    let has_samples = file_type.defaults().is_empty();
    let is_held = |held: &Format| match file_type.is_unpadded() {
        true => is_unpadded && held.component() == format.component(),
        false => (is_padded || (is_unpadded && has_samples)) && *held == format,
    };
    if file_type.formats().iter().any(is_held) {
        return Ok(());
    }
    let extension = file_type.extension();
    let given = match is_padded {
        true => format!("{format} for .{extension}"),
        false => format!(
            "{} of {format} a texel for .{extension}",
            packing.components
        ),
    };
    let formats: Vec<&str> = file_type
        .formats()
        .iter()
        .map(|format| format.name())
        .collect();
    let mut allowed = formats.join(", ");
    if file_type.is_unpadded() {
        allowed += ", one for each channel";
    }
    Err(Error::invalid("format", given, allowed))
}

/// Refuses names of channels by which not every program would find them, in a type of file that has names.
fn check_names(file_type: FileType, contents: &Contents) -> Result<()> {
    let (names, channels) = (&contents.names, contents.packing.channels);
    if !file_type.names_channels() || names.is_empty() {
        return Ok(());
    }
    if names.len() != channels as usize {
        let given = format!("{} for {channels} channels", names.len());
        return Err(Error::invalid(
            "names",
            given,
            "one for each channel, or none",
        ));
    }
    let is_name =
        |name: &&String| (1..=NAME_MAX).contains(&name.len()) && !name.contains(char::is_control);
    match names.iter().find(|name| !is_name(name)) {
        None => Ok(()),
        Some(name) => Err(Error::invalid(
            "channels",
            format!("{name:?} for .{}", file_type.extension()),
            format!("names of 1 to {NAME_MAX} bytes without control characters"),
        )),
    }
}

/// Refuses an animation that stands still or is faster than any screen.
fn check_fps(contents: &Contents) -> Result<()> {
    if (1..=FPS_MAX).contains(&contents.fps) {
        return Ok(());
    }
    Err(Recipe::refused("fps", contents.fps))
}

/// Refuses mip levels, their compression and a codec in a type of file without them.
fn check_levels(file_type: FileType, contents: &Contents) -> Result<()> {
    let refused = |field: &str, given: &str, has: fn(FileType) -> bool| {
        let given = format!("{given} for .{}", file_type.extension());
        Err(Error::invalid(field, given, FileType::listed("or", has)))
    };
    if contents.mips && !file_type.is_texture() {
        return refused("mips", "true", FileType::is_texture);
    }
    if contents.supercompress && !file_type.has_supercompression() {
        return refused("supercompress", "true", FileType::has_supercompression);
    }
    if contents.codec != Codec::default() && !file_type.has_codec() {
        return refused("codec", contents.codec.name(), FileType::has_codec);
    }
    Ok(())
}

/// Refuses a recipe that is kept and too long to be read again.
fn check_recipe(file_type: FileType, contents: &Contents) -> Result<()> {
    let is_kept = file_type.recipe_place() != RecipePlace::OnRequest || contents.sidecar;
    let kept = contents.recipe.as_ref().filter(|_| is_kept);
    let bytes = kept.map_or(0, String::len);
    if bytes <= Recipe::BYTES_MAX {
        return Ok(());
    }
    Err(Error::too_large(
        "the recipe, with its title, kept in the file",
        format!("{bytes} bytes"),
        format!("{} bytes", Recipe::BYTES_MAX),
    ))
}
