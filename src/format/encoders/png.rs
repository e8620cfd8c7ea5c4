//! PNG images, written row by row. Several pictures become the tiles of a sheet.
//!
//! Colours have an `sRGB` chunk. Values have no chunk that states a gamma, not even one of 1: the importers of engines return
//! bytes unchanged with or without it, but browsers and picture editors convert by a stated gamma and would change the values.
//! A text chunk says that they are linear.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use png::{BitDepth, ColorType, Compression, EncodingError, SrgbRenderingIntent, StreamWriter};

use super::Encoder;
use super::band::Band;
use crate::format::contents::Contents;
use crate::format::file_type::FileType;
use crate::format::sheet::Sheet;
use crate::format::texts::{RECIPE_KEY, SHEET_KEY, TEXT_MAX};
use crate::texel::{Format, Transfer};
use crate::{Error, Result};

/// The key of what the numbers mean: `linear` or `srgb`.
const TRANSFER_KEY: &str = "wgpu-noise:transfer";

/// The limit of PNG on width and height.
const MAX_SIDE: u64 = (1 << 31) - 1;

/// The most bytes of a row of pixels. An encoder keeps three rows.
const MAX_ROW: u64 = 1 << 24;

/// The number of bytes of compressed data in one chunk of the file.
const CHUNK: usize = 1 << 18;

/// The properties that all images of a bake have in common.
pub struct Settings {
    sheet: Sheet,
    width: u32,
    height: u32,
    format: Format,
    kind: (ColorType, BitDepth),
    transfer: Transfer,
    recipe: Option<String>,
    compression: Compression,
}

impl Settings {
    /// # Errors
    /// [`Error::TooLarge`] for a side of more than 2³¹ − 1 pixels or a row of more than 16 MiB.
    pub fn new(contents: &Contents, sheet: Sheet, compression: Compression) -> Result<Settings> {
        let packing = &contents.packing;
        let side = |n: u64| match u32::try_from(n) {
            Ok(side) if n <= MAX_SIDE => Ok(side),
            _ => Err(Error::too_large(
                format!("{} as a .png", contents.describe_size()),
                format!("{} x {} pixels", sheet.width(), sheet.height()),
                format!("{MAX_SIDE} pixels a side"),
            )
            .with_field("size")),
        };
        let (width, height) = (side(sheet.width())?, side(sheet.height())?);
        let row = sheet.width() * u64::from(packing.format.bytes());
        if row > MAX_ROW {
            return Err(Error::too_large(
                format!("{} as a .png", contents.describe_size()),
                format!("rows of {row} bytes"),
                format!(
                    "{MAX_ROW} bytes a row; {} have none",
                    FileType::listed("and", FileType::has_any_volume)
                ),
            )
            .with_field("size"));
        }
        Ok(Settings {
            width,
            height,
            sheet,
            format: packing.format,
            kind: kind(packing.format),
            transfer: contents.transfer,
            recipe: contents.recipe.clone(),
            compression,
        })
    }

    /// Begins one image. Errors call it `name`.
    pub fn begin<W: Write>(&self, sink: W, name: &Path) -> Result<Image<W>> {
        let sink = Sink {
            inner: sink,
            error: Arc::default(),
        };
        let error = Arc::clone(&sink.error);
        let out = (self.encoder(sink).and_then(png::Encoder::write_header))
            .and_then(|writer| writer.into_stream_writer_with_size(CHUNK))
            .map_err(|e| encoding_failed(name, e))?;
        Ok(Image {
            name: name.into(),
            band: Band::new(&self.sheet, self.format.bytes())?,
            format: self.format,
            out,
            error,
        })
    }

    /// Returns an encoder with everything that comes before the pixels.
    pub fn encoder<W: Write>(
        &self,
        sink: W,
    ) -> std::result::Result<png::Encoder<'static, W>, EncodingError> {
        let (colour, depth) = self.kind;
        let mut encoder = png::Encoder::new(sink, self.width, self.height);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        encoder.set_compression(self.compression);
        if self.transfer == Transfer::Srgb {
            encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
        }
        encoder.add_text_chunk(TRANSFER_KEY.into(), self.transfer.name().into())?;
        if let Some(recipe) = &self.recipe {
            encoder.add_itxt_chunk(RECIPE_KEY.into(), recipe.clone())?;
        }
        if let Some(sheet) = self.sheet.laid_out() {
            encoder.add_text_chunk(SHEET_KEY.into(), sheet.to_json())?;
        }
        Ok(encoder)
    }
}

/// Puts the bytes of 16-bit numbers in the order of PNG, the high one first.
pub fn swap(texels: &mut [u8], format: Format) {
    if format.component().bytes() == 2 {
        for pair in texels.as_chunks_mut::<2>().0 {
            pair.reverse();
        }
    }
}

/// Returns the kind of pixel. Formats of floats are refused before, and so are two components, which a PNG takes for grey and
/// alpha.
fn kind(format: Format) -> (ColorType, BitDepth) {
    let colour = match format.components() {
        1 => ColorType::Grayscale,
        _ => ColorType::Rgba,
    };
    match format.component().bytes() {
        1 => (colour, BitDepth::Eight),
        _ => (colour, BitDepth::Sixteen),
    }
}

/// An image that is being written.
pub struct Image<W: Write + 'static> {
    name: PathBuf,
    band: Band,
    format: Format,
    out: StreamWriter<'static, Sink<W>>,
    error: Arc<OnceLock<io::ErrorKind>>,
}

impl<W: Write + Send> Encoder for Image<W> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        self.band.each(texels, |rows| {
            swap(rows, self.format);
            let written = self.out.write_all(rows);
            written.map_err(|e| Error::io("write", &self.name, e))
        })
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Image {
            name, out, error, ..
        } = *self;
        out.finish().map_err(|e| encoding_failed(&name, e))?;
        match error.get() {
            Some(kind) => Err(Error::io("write", name, (*kind).into())),
            None => Ok(()),
        }
    }
}

/// A sink, and its first error. The encoder writes its last chunk when it is dropped, where it cannot return an error.
struct Sink<W> {
    inner: W,
    error: Arc<OnceLock<io::ErrorKind>>,
}

impl<W: Write> Write for Sink<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner.write(bytes).inspect_err(|e| {
            if e.kind() != io::ErrorKind::Interrupted {
                let _ = self.error.set(e.kind());
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Returns the error of an encoder that writes `name`.
pub fn encoding_failed(name: &Path, error: EncodingError) -> Error {
    let source = match error {
        EncodingError::IoError(e) => e,
        other => io::Error::other(other),
    };
    Error::io("write", name, source)
}

/// Reads the recipe from the text chunks of the image.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    let info = info(path)?;
    let mut texts = info.utf8_text.iter();
    let Some(text) = texts.find(|text| text.keyword == RECIPE_KEY) else {
        return Ok(None);
    };
    // A few compressed bytes may expand to gigabytes.
    let mut text = text.clone();
    text.decompress_text_with_limit(TEXT_MAX)?;
    Ok(Some(text.get_text()?))
}

/// Reads the sheet from them, as JSON.
pub fn read_sheet(path: &Path) -> io::Result<Option<String>> {
    let info = info(path)?;
    let mut texts = info.uncompressed_latin1_text.iter();
    let found = texts.find(|text| text.keyword == SHEET_KEY);
    Ok(found.map(|text| text.text.clone()))
}

/// Reads what comes before the pixels.
fn info(path: &Path) -> io::Result<png::Info<'static>> {
    let file = BufReader::new(File::open(path)?);
    // A damaged text chunk is an error, not an absent text.
    let mut options = png::DecodeOptions::default();
    options.set_skip_ancillary_crc_failures(false);
    let reader = png::Decoder::new_with_options(file, options).read_info()?;
    Ok(reader.info().clone())
}
