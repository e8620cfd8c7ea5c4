//! The way of the rows of a texture through its levels.

use super::blocks::Blocks;
use super::mips::{Mips, Sink};
use crate::Result;
use crate::format::contents::Contents;
use crate::format::levels::Level;
use crate::memory::room;
use crate::texel::Packing;

/// Makes levels and blocks of the rows of a base level.
pub struct Rows {
    /// The row that is being collected, and the number of bytes of one.
    row: Vec<u8>,
    row_bytes: usize,
    /// The blocks of each level, or `None` for texels.
    blocks: Vec<Option<Blocks>>,
    /// What makes the levels of it, if it has several.
    mips: Option<Mips>,
}

impl Rows {
    /// Returns `None` if texels are stored as they come.
    pub fn new(contents: &Contents, levels: &[Level]) -> Result<Option<Rows>> {
        let format = contents.packing.format;
        let has_blocks = format.block_side() > 1;
        if !has_blocks && !contents.mips {
            return Ok(None);
        }
        let blocks = |level: &Level| {
            let blocks = has_blocks.then(|| Blocks::new(format, level.size));
            blocks.transpose()
        };
        let row_bytes = row_bytes(levels, &contents.taken()) as usize;
        let mips = contents.mips.then(|| Mips::new(contents, levels));
        Ok(Some(Rows {
            row: room(row_bytes)?,
            row_bytes,
            blocks: levels.iter().map(blocks).collect::<Result<_>>()?,
            mips: mips.transpose()?,
        }))
    }

    /// Returns the number of bytes that such rows and slices take in memory.
    pub fn bytes(contents: &Contents, levels: &[Level]) -> u64 {
        let format = contents.packing.format;
        let blocks = levels.iter().map(|level| Blocks::bytes(format, level.size));
        let blocks = if format.block_side() > 1 {
            blocks.sum()
        } else {
            0
        };
        let mips = if contents.mips {
            Mips::bytes(contents, levels)
        } else {
            0
        };
        match blocks + mips {
            0 => 0,
            others => others + row_bytes(levels, &contents.taken()),
        }
    }

    /// Takes the next bytes of the base level, any number of them.
    pub fn add(&mut self, mut bytes: &[u8], sink: &mut Sink) -> Result<()> {
        while !bytes.is_empty() {
            let missing = self.row_bytes - self.row.len();
            let (piece, rest) = bytes.split_at(missing.min(bytes.len()));
            self.row.extend_from_slice(piece);
            bytes = rest;
            if self.row.len() == self.row_bytes {
                self.take_row(sink)?;
                self.row.clear();
            }
        }
        Ok(())
    }

    fn take_row(&mut self, sink: &mut Sink) -> Result<()> {
        let Rows {
            row, blocks, mips, ..
        } = self;
        let mut store = |level: usize, texels: &[u8]| match &mut blocks[level] {
            None => sink(level, texels),
            Some(blocks) => match blocks.add(texels)? {
                Some(blocks) => sink(level, blocks),
                None => Ok(()),
            },
        };
        match mips {
            Some(mips) => mips.take_row(row, &mut store),
            None => store(0, row),
        }
    }
}

/// Returns the number of bytes of a row of the base level.
fn row_bytes(levels: &[Level], packing: &Packing) -> u64 {
    let width = levels.first().map_or(0, |level| level.size[0]);
    u64::from(width) * u64::from(packing.bytes())
}
