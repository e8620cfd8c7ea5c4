//! Images, written row by row; a volume becomes an atlas of its slices.
//!
//! Colours have an `sRGB` chunk. Values have no chunk that states a gamma, not even one of 1: importers of engines hand
//! out bytes as they are with or without it, and browsers and picture editors, which do convert by a stated gamma, would
//! change them. That they are linear stands in a text.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use png::{BitDepth, ColorType, SrgbRenderingIntent, StreamWriter};

use super::atlas::{Atlas, Band};
use super::atomic::{Partial, Sealed};
use super::encode::Encoder;
use super::{Description, RECIPE_KEY, TEXT_MAX};
use crate::texel::{Format, Transfer};
use crate::{Error, Result};

/// The name of the atlas's layout in the file: a JSON object with the fields of [`Atlas`].
const ATLAS_KEY: &str = "wgpu-noise:atlas";

/// The name of what the numbers mean in the file: `linear` or `srgb`.
const TRANSFER_KEY: &str = "wgpu-noise:transfer";

/// The format's own limit on width and height.
const MAX_SIDE: u64 = (1 << 31) - 1;

/// The most bytes of a row of pixels: an encoder keeps three.
const MAX_ROW: u64 = 1 << 24;

/// Bytes of compressed data in one chunk of the file.
const CHUNK: usize = 1 << 18;

/// What all files of a bake have in common.
pub struct Plan {
    atlas: Atlas,
    is_volume: bool,
    width: u32,
    height: u32,
    format: Format,
    kind: (ColorType, BitDepth),
    transfer: Transfer,
    recipe: Option<String>,
}

impl Plan {
    /// # Errors
    /// [`Error::Invalid`] for a format that images of this type do not have; [`Error::TooLarge`] for a
    /// side over 2³¹ − 1 and a row over 16 MiB; those of [`Atlas::new`].
    pub fn new(description: &Description) -> Result<Plan> {
        let packing = &description.packing;
        let kind = kind(packing.format).ok_or_else(|| {
            Error::invalid(
                "format",
                format!("{} for .png", packing.format),
                "r8unorm, r16unorm, rgba8unorm; .ktx2 and .raw hold every format",
            )
        })?;
        let atlas = Atlas::new(&description.size, packing.format.bytes())?;
        let sides: Vec<String> = description.size.iter().map(u32::to_string).collect();
        let side = |n: u64| match u32::try_from(n) {
            Ok(side) if n <= MAX_SIDE => Ok(side),
            _ => Err(Error::TooLarge {
                what: format!("size {} as a .png", sides.join("x")),
                needed: format!("{} x {} pixels", atlas.width(), atlas.height()),
                limit: format!("{MAX_SIDE} pixels a side"),
            }),
        };
        let (width, height) = (side(atlas.width())?, side(atlas.height())?);
        let row = atlas.width() * u64::from(packing.format.bytes());
        if row > MAX_ROW {
            return Err(Error::TooLarge {
                what: format!("size {} as a .png", sides.join("x")),
                needed: format!("rows of {row} bytes"),
                limit: format!("{MAX_ROW} bytes a row; .ktx2, .npy and .raw have none"),
            });
        }
        Ok(Plan {
            width,
            height,
            atlas,
            is_volume: description.size.len() == 3,
            format: packing.format,
            kind,
            transfer: description.transfer,
            recipe: description.recipe.clone(),
        })
    }

    /// The atlas of a volume, in words; `None` where the image is the field itself.
    pub fn layout(&self) -> Option<String> {
        self.is_volume.then(|| self.atlas.to_string())
    }

    /// Begins one image.
    pub fn create(&self, path: &Path) -> Result<Image> {
        let (colour, depth) = self.kind;
        let partial = Partial::create(path)?;
        let failed = |e| encoding_failed(path, e);
        let sink = Sink {
            file: partial.file(),
            error: Arc::default(),
        };
        let error = Arc::clone(&sink.error);
        let mut encoder = png::Encoder::new(sink, self.width, self.height);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        if self.transfer == Transfer::Srgb {
            encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
        }
        encoder
            .add_text_chunk(TRANSFER_KEY.into(), self.transfer.name().into())
            .map_err(failed)?;
        if let Some(recipe) = &self.recipe {
            encoder
                .add_itxt_chunk(RECIPE_KEY.into(), recipe.clone())
                .map_err(failed)?;
        }
        if self.is_volume {
            let atlas = serde_json::to_string(&self.atlas)
                .map_err(|e| Error::io("describe the atlas of", path, e.into()))?;
            encoder
                .add_text_chunk(ATLAS_KEY.into(), atlas)
                .map_err(failed)?;
        }
        let out = encoder
            .write_header()
            .and_then(|writer| writer.into_stream_writer_with_size(CHUNK))
            .map_err(failed)?;
        Ok(Image {
            band: Band::new(&self.atlas, self.format.bytes())?,
            swap: depth == BitDepth::Sixteen,
            out,
            error,
            partial,
        })
    }
}

fn kind(format: Format) -> Option<(ColorType, BitDepth)> {
    match format {
        Format::R8Unorm => Some((ColorType::Grayscale, BitDepth::Eight)),
        Format::R16Unorm => Some((ColorType::Grayscale, BitDepth::Sixteen)),
        Format::Rgba8Unorm => Some((ColorType::Rgba, BitDepth::Eight)),
        // Two components would be grey and opacity there.
        Format::Rg8Unorm
        | Format::R16Float
        | Format::R32Float
        | Format::Rgba16Float
        | Format::Rgba32Float => None,
    }
}

/// One image on its way.
pub struct Image {
    band: Band,
    swap: bool,
    out: StreamWriter<'static, Sink>,
    error: Arc<OnceLock<io::ErrorKind>>,
    partial: Partial,
}

impl Encoder for Image {
    fn write(&mut self, mut texels: &[u8]) -> Result<()> {
        while !texels.is_empty() {
            texels = self.band.place(texels);
            if let Some(rows) = self.band.take() {
                if self.swap {
                    for pair in rows.as_chunks_mut::<2>().0 {
                        pair.reverse();
                    }
                }
                self.out
                    .write_all(rows)
                    .map_err(|e| Error::io("write", self.partial.path(), e))?;
            }
        }
        Ok(())
    }

    fn seal(self: Box<Self>) -> Result<Vec<Sealed>> {
        let Image {
            out,
            error,
            partial,
            ..
        } = *self;
        out.finish()
            .map_err(|e| encoding_failed(partial.path(), e))?;
        if let Some(kind) = error.get() {
            return Err(Error::io("write", partial.path(), (*kind).into()));
        }
        Ok(vec![partial.seal()?])
    }
}

/// The file, and what first went wrong with it: the encoder writes its last chunk while it is dropped,
/// where it can tell no one.
struct Sink {
    file: Arc<File>,
    error: Arc<OnceLock<io::ErrorKind>>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).inspect_err(|e| {
            if e.kind() != io::ErrorKind::Interrupted {
                let _ = self.error.set(e.kind());
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn encoding_failed(path: &Path, error: png::EncodingError) -> Error {
    let source = match error {
        png::EncodingError::IoError(e) => e,
        other => io::Error::other(other),
    };
    Error::io("write", path, source)
}

/// The recipe among the texts of the image.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    let file = BufReader::new(File::open(path)?);
    // A text that is damaged is no absent one.
    let mut options = png::DecodeOptions::default();
    options.set_skip_ancillary_crc_failures(false);
    let reader = png::Decoder::new_with_options(file, options).read_info()?;
    let texts = &reader.info().utf8_text;
    let Some(text) = texts.iter().find(|text| text.keyword == RECIPE_KEY) else {
        return Ok(None);
    };
    // A few bytes may be compressed gigabytes.
    let mut text = text.clone();
    text.decompress_text_with_limit(TEXT_MAX)?;
    Ok(Some(text.get_text()?))
}
