//! How a type of file holds its contents.

use std::io::{BufWriter, Write};
use std::path::Path;

use ::png::Compression;

use super::contents::Contents;
use super::encoder::{Encoder, Plain};
use super::file_type::FileType;
use super::{ktx2, npy, png, vdb};
use crate::{Error, Recipe, Result};

/// The number of bytes that a file without compression collects before it writes them.
const BUFFER: usize = 1 << 16;

/// What all files of a bake have in common.
pub enum Encoding {
    /// A header, then the texels unchanged.
    Plain(Vec<u8>),
    /// An image.
    Png(png::Settings),
    /// Trees of voxels.
    Vdb(vdb::Settings),
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
        check_recipe(file_type, contents)?;
        Ok(match file_type {
            FileType::Npy => Encoding::Plain(npy::header(contents)?),
            FileType::Ktx2 => Encoding::Plain(ktx2::header(contents)?),
            FileType::Raw => Encoding::Plain(Vec::new()),
            FileType::Png => Encoding::Png(png::Settings::new(contents, compression)?),
            FileType::Vdb => Encoding::Vdb(vdb::Settings::new(contents)?),
        })
    }

    /// Returns the atlas of a volume in an image, in words; `None` for all other files.
    pub fn layout(&self) -> Option<String> {
        match self {
            Encoding::Plain(_) | Encoding::Vdb(_) => None,
            Encoding::Png(settings) => settings.layout(),
        }
    }

    /// Begins one file. Errors call it `name`.
    pub fn begin(
        &self,
        sink: impl Write + Send + 'static,
        name: &Path,
    ) -> Result<Box<dyn Encoder>> {
        Ok(match self {
            Encoding::Plain(header) => {
                let mut plain = Plain {
                    sink: BufWriter::with_capacity(BUFFER, sink),
                    name: name.into(),
                };
                plain.write(header)?;
                Box::new(plain)
            }
            Encoding::Png(settings) => Box::new(settings.begin(sink, name)?),
            Encoding::Vdb(settings) => settings.begin(sink, name)?,
        })
    }
}

/// Refuses a recipe that is kept in the file and too long to be read again.
fn check_recipe(file_type: FileType, contents: &Contents) -> Result<()> {
    let is_kept = file_type != FileType::Npy || contents.sidecar;
    let kept = contents.recipe.as_ref().filter(|_| is_kept);
    let bytes = kept.map_or(0, String::len);
    if bytes <= Recipe::BYTES_MAX {
        return Ok(());
    }
    Err(Error::TooLarge {
        what: "the recipe, with its title, kept in the file".into(),
        needed: format!("{bytes} bytes"),
        limit: format!("{} bytes", Recipe::BYTES_MAX),
    })
}
