//! Images, written row by row; a volume becomes an atlas of its slices.
//!
//! No gamma and no colour space are stated: the data is linear, and readers that apply a stated gamma
//! would change it. Without one they hand out the bytes as they are.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use png::{BitDepth, ColorType, StreamWriter};
use serde::Serialize;

use super::atomic::{Partial, Sealed};
use super::encode::Encoder;
use super::{Description, RECIPE_KEY, TEXT_MAX};
use crate::texel::Format;
use crate::{Error, Result};

/// The name of the atlas's layout in the file: a JSON object with the fields of [`Atlas`].
const ATLAS_KEY: &str = "wgpu-noise:atlas";

/// The format's own limit on width and height.
const MAX_SIDE: u64 = (1 << 31) - 1;

/// Bytes of compressed data in one chunk of the file.
const CHUNK: usize = 1 << 18;

/// Where the slices of a volume lie: slice 0 at the top left, then to the right, then down. Tiles
/// after the last slice are 0.
#[derive(Clone, Copy, Serialize)]
struct Atlas {
    /// Width and height of a tile, in texels.
    tile: [u32; 2],
    columns: u32,
    rows: u32,
    slices: u32,
}

impl Atlas {
    /// As near to as many columns as rows as can be. A plane is an atlas of one tile.
    fn new(size: &[u32]) -> Atlas {
        let [x, y, slices] = [0, 1, 2].map(|axis| size.get(axis).copied().unwrap_or(1));
        let root = slices.isqrt();
        let columns = root + u32::from(u64::from(root).pow(2) < u64::from(slices));
        Atlas {
            tile: [x, y],
            columns,
            rows: slices.div_ceil(columns),
            slices,
        }
    }

    fn width(&self) -> u64 {
        u64::from(self.tile[0]) * u64::from(self.columns)
    }

    fn height(&self) -> u64 {
        u64::from(self.tile[1]) * u64::from(self.rows)
    }
}

impl fmt::Display for Atlas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Atlas {
            tile: [x, y],
            columns,
            rows,
            slices,
        } = self;
        write!(
            f,
            "atlas of {columns} x {rows} tiles of {x} x {y}, {slices} slices from the top left, \
             to the right, then down"
        )
    }
}

/// What all files of a bake have in common.
pub struct Plan {
    atlas: Atlas,
    is_volume: bool,
    width: u32,
    height: u32,
    format: Format,
    kind: (ColorType, BitDepth),
    recipe: Option<String>,
}

impl Plan {
    /// # Errors
    /// [`Error::Invalid`] for a format that images of this type do not have; [`Error::TooLarge`] for a
    /// side over 2³¹ − 1.
    pub fn new(description: &Description) -> Result<Plan> {
        let packing = &description.packing;
        let kind = kind(packing.format).ok_or_else(|| {
            Error::invalid(
                "format",
                format!("{} for .png", packing.format),
                "r8unorm, r16unorm, rgba8unorm; .ktx2 and .raw hold every format",
            )
        })?;
        let atlas = Atlas::new(&description.size);
        let side = |n: u64| match u32::try_from(n) {
            Ok(side) if n <= MAX_SIDE => Ok(side),
            _ => Err(Error::TooLarge {
                what: format!("size {:?} as a .png", description.size),
                needed: format!("{} x {} pixels", atlas.width(), atlas.height()),
                limit: format!("{MAX_SIDE} pixels a side"),
            }),
        };
        Ok(Plan {
            width: side(atlas.width())?,
            height: side(atlas.height())?,
            atlas,
            is_volume: description.size.len() == 3,
            format: packing.format,
            kind,
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
            tiles: Tiles::new(&self.atlas, self.format)?,
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
    tiles: Tiles,
    swap: bool,
    out: StreamWriter<'static, Sink>,
    error: Arc<OnceLock<io::ErrorKind>>,
    partial: Partial,
}

impl Encoder for Image {
    fn write(&mut self, mut texels: &[u8]) -> Result<()> {
        while !texels.is_empty() {
            texels = self.tiles.place(texels);
            if self.tiles.are_complete() {
                if self.swap {
                    for pair in self.tiles.rows.as_chunks_mut::<2>().0 {
                        pair.reverse();
                    }
                }
                self.out
                    .write_all(&self.tiles.rows)
                    .map_err(|e| Error::io("write", self.partial.path(), e))?;
                self.tiles.clear();
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

/// One row of tiles, or one row of the image where a row of tiles has a single tile.
struct Tiles {
    rows: Vec<u8>,
    /// Bytes of a row of a tile, of a tile (of one of its rows where tiles are not side by side), and
    /// of a row of the image.
    tile_row: usize,
    tile: usize,
    image_row: usize,
    /// Bytes placed in this row of tiles, and placed and to come in the image.
    placed: usize,
    left: u64,
}

impl Tiles {
    fn new(atlas: &Atlas, format: Format) -> Result<Tiles> {
        let texel = u64::from(format.bytes());
        let rows_kept = if atlas.columns == 1 { 1 } else { atlas.tile[1] };
        let tile_row = u64::from(atlas.tile[0]) * texel;
        let bytes = atlas
            .width()
            .checked_mul(texel)
            .and_then(|row| row.checked_mul(u64::from(rows_kept)))
            .unwrap_or(u64::MAX);
        let no_memory = || Error::OutOfHostMemory { bytes };
        let length = usize::try_from(bytes).map_err(|_| no_memory())?;
        let mut rows = Vec::new();
        rows.try_reserve_exact(length).map_err(|_| no_memory())?;
        rows.resize(length, 0);
        Ok(Tiles {
            rows,
            tile_row: tile_row as usize,
            tile: tile_row as usize * rows_kept as usize,
            image_row: (atlas.width() * texel) as usize,
            placed: 0,
            left: tile_row * u64::from(atlas.tile[1]) * u64::from(atlas.slices),
        })
    }

    /// Takes bytes up to the end of a row of a tile; returns the others.
    fn place<'a>(&mut self, texels: &'a [u8]) -> &'a [u8] {
        let column = self.placed / self.tile;
        let row = self.placed % self.tile / self.tile_row;
        let at = self.placed % self.tile_row;
        let take = texels.len().min(self.tile_row - at);
        let (piece, rest) = texels.split_at(take);
        let start = row * self.image_row + column * self.tile_row + at;
        self.rows[start..start + take].copy_from_slice(piece);
        self.placed += take;
        self.left -= take as u64;
        rest
    }

    fn are_complete(&self) -> bool {
        self.placed == self.rows.len() || self.left == 0
    }

    fn clear(&mut self) {
        self.rows.fill(0);
        self.placed = 0;
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
