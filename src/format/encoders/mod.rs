//! Encoders: from texels to the bytes of a file, one for each type. [`Plain`] is for all types whose texels follow a header
//! unchanged. Most types also have a way to read back the recipe that they hold.
//!
//! `encoding` chooses the encoder. Images of several pictures share `band`; the types of textures share `texture`.

pub mod apng;
mod band;
pub mod dds;
pub mod encoding;
pub mod exr;
pub mod gif;
pub mod ktx2;
pub mod npy;
pub mod png;
mod stored_floats;
mod texture;
pub mod tiff;
pub mod vdb;
pub mod webp;
pub mod zarr;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::contents::Contents;
use super::sheet::Sheet;
use crate::{Error, Result};

/// The number of bytes that a file without compression collects before it writes them.
const BUFFER: usize = 1 << 16;

/// Encodes the texels of one file into a sink.
pub trait Encoder: Send {
    /// Takes the next bytes, which are whole texels.
    fn write(&mut self, texels: &[u8]) -> Result<()>;
    /// Writes what is left and drops the sink.
    fn finish(self: Box<Self>) -> Result<()>;
}

/// The bytes unchanged.
pub struct Plain<W> {
    pub sink: W,
    /// What errors call the sink.
    pub name: PathBuf,
}

impl<W: Write> Plain<BufWriter<W>> {
    /// Collects some bytes before it writes them.
    pub fn buffered(sink: W, name: &Path) -> Self {
        Plain {
            sink: BufWriter::with_capacity(BUFFER, sink),
            name: name.into(),
        }
    }
}

impl<W: Write> Plain<W> {
    fn named(&self, result: io::Result<()>) -> Result<()> {
        result.map_err(|e| Error::io("write", &self.name, e))
    }
}

impl<W: Write + Send> Encoder for Plain<W> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        let written = self.sink.write_all(texels);
        self.named(written)
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        let flushed = self.sink.flush();
        self.named(flushed)
    }
}

/// The most bytes of the texels of a picture that an encoder takes whole.
const PICTURE_BYTES: u64 = 64 << 20;

/// Refuses an image that is too large to be encoded in memory.
///
/// # Errors
/// [`Error::TooLarge`] for one of more than 64 MiB.
pub fn check_picture(contents: &Contents, sheet: Sheet) -> Result<()> {
    let pixels = u128::from(sheet.width()) * u128::from(sheet.height());
    let bytes = pixels * u128::from(contents.packing.bytes());
    if bytes <= PICTURE_BYTES.into() {
        return Ok(());
    }
    let image = format!("an image of {} x {} texels", sheet.width(), sheet.height());
    let limit = format!("{PICTURE_BYTES} bytes; a .png may have more");
    Err(Error::too_large(image, format!("{bytes} bytes"), limit).with_field("size"))
}
