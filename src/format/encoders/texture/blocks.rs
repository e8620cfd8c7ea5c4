//! Blocks of 4×4 texels, from rows of texels.
//!
//! The blocks of a row of blocks are compressed when its four rows of texels are there. Where a level is not as wide or high as
//! its blocks, the last texel or row is repeated, so that no other value changes how the block is compressed.

use block_compression::encode::compress_rgba8;
use block_compression::{BC7Settings, CompressionVariant};

use crate::Result;
use crate::memory::zeros;
use crate::texel::Format;
use crate::threads::sum_chunks;

/// Texels along each side of a block.
const SIDE: usize = 4;

/// The bytes of a texel as the compressor takes it: red, green, blue and alpha.
const RGBA: usize = 4;

/// How many blocks a thread compresses at a time.
const RUN: usize = 16;

/// The rows of a level that become a row of blocks.
pub struct Blocks {
    format: Format,
    width: usize,
    height: u32,
    /// The row to come in its slice.
    y: u32,
    /// Four rows of whole blocks.
    texels: Vec<u8>,
    blocks: Vec<u8>,
}

impl Blocks {
    /// For a level of a block format.
    pub fn new(format: Format, [width, height, _]: [u32; 3]) -> Result<Blocks> {
        let along_x = u64::from(width.div_ceil(SIDE as u32));
        Ok(Blocks {
            format,
            width: width as usize,
            height,
            y: 0,
            texels: zeros(along_x * (SIDE * SIDE * RGBA) as u64)?,
            blocks: zeros(along_x * u64::from(format.block_bytes()))?,
        })
    }

    /// Returns the number of bytes that it keeps.
    pub fn bytes(format: Format, [width, ..]: [u32; 3]) -> u64 {
        let block = (SIDE * SIDE * RGBA) as u64 + u64::from(format.block_bytes());
        u64::from(width.div_ceil(SIDE as u32)) * block
    }

    /// Takes the next row of texels. Returns the blocks of four rows, or of the last rows of a slice.
    pub fn add(&mut self, row: &[u8]) -> Result<Option<&[u8]>> {
        let first = self.y as usize % SIDE;
        self.y += 1;
        let is_last = self.y == self.height;
        if is_last {
            self.y = 0;
        }
        let length = self.texels.len() / SIDE;
        self.expand(row, first);
        if !is_last && first < SIDE - 1 {
            return Ok(None);
        }
        for missing in first + 1..SIDE {
            let row = first * length;
            self.texels.copy_within(row..row + length, missing * length);
        }
        self.compress()?;
        Ok(Some(&self.blocks))
    }

    /// Writes a row of texels as RGBA into one of the four rows, up to whole blocks.
    fn expand(&mut self, row: &[u8], which: usize) {
        let components = self.format.components() as usize;
        let length = self.texels.len() / SIDE;
        let rgba = self.texels[which * length..][..length].as_chunks_mut().0;
        for (texel, rgba) in row.chunks_exact(components).zip(&mut *rgba) {
            *rgba = [0, 0, 0, u8::MAX];
            rgba[..components].copy_from_slice(texel);
        }
        let last: [u8; RGBA] = rgba[self.width - 1];
        rgba[self.width..].fill(last);
    }

    fn compress(&mut self) -> Result<()> {
        let (format, bytes) = (self.format, self.format.block_bytes() as usize);
        let length = self.texels.len() / SIDE;
        let texels = &self.texels;
        sum_chunks(&mut self.blocks, RUN * bytes, |run, blocks| {
            for (i, block) in blocks.chunks_exact_mut(bytes).enumerate() {
                let at = (run * RUN + i) * SIDE * RGBA;
                let mut alone = [0; SIDE * SIDE * RGBA];
                for (y, row) in alone.chunks_exact_mut(SIDE * RGBA).enumerate() {
                    row.copy_from_slice(&texels[y * length + at..][..SIDE * RGBA]);
                }
                compress(format, &alone, block);
            }
            Ok(0)
        })?;
        Ok(())
    }
}

/// Compresses one block.
fn compress(format: Format, texels: &[u8; SIDE * SIDE * RGBA], block: &mut [u8]) {
    let is_opaque = || {
        texels
            .as_chunks()
            .0
            .iter()
            .all(|[.., alpha]: &[u8; 4]| *alpha == u8::MAX)
    };
    let variant = match format {
        Format::Bc4RUnorm => CompressionVariant::BC4,
        Format::Bc5RgUnorm => CompressionVariant::BC5,
        // More thorough settings take 2 to 10 times as long, for errors that are smaller by less than a fifth.
        _ if is_opaque() => CompressionVariant::BC7(BC7Settings::opaque_very_fast()),
        _ => CompressionVariant::BC7(BC7Settings::alpha_very_fast()),
    };
    let side = SIDE as u32;
    compress_rgba8(variant, texels, block, side, side, side * RGBA as u32);
}
