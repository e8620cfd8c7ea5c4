//! Blocks of rows: what operations compute at a time.

use std::ops::Range;

use super::aligned::LINE;

/// Some rows of a tile, counted from the start of the piece.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub x: Range<usize>,
    pub y: Range<usize>,
    pub z: usize,
}

impl Block {
    /// Samples from one row of a register to the next: rows begin at cache lines.
    pub fn stride(&self) -> usize {
        self.x.len().next_multiple_of(LINE)
    }

    /// The first sample of a row along axis 0 (x) to 3 (w): a piece is of one frame.
    pub fn first(&self, axis: usize, row: usize) -> usize {
        match axis {
            0 => self.x.start,
            1 => self.y.start + row,
            2 => self.z,
            _ => 0,
        }
    }

    /// The rows of this block in a register.
    pub fn in_register<'a>(&self, samples: &'a mut [f32]) -> Rows<'a> {
        Rows::new(self, samples, self.stride())
    }
}

/// A block's rows in some memory.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    /// Up to the end of the last row.
    pub samples: &'a mut [f32],
    pub width: usize,
    /// Samples from one row to the next.
    pub stride: usize,
}

impl<'a> Rows<'a> {
    /// The rows of a block in memory that begins with the first of them.
    pub fn new(block: &Block, samples: &'a mut [f32], stride: usize) -> Rows<'a> {
        let width = block.x.len();
        let length = (block.y.len() - 1) * stride + width;
        Rows {
            samples: &mut samples[..length],
            width,
            stride,
        }
    }

    /// The same value everywhere.
    pub fn fill(&mut self, value: f32) {
        self.iter().for_each(|row| row.fill(value));
    }

    /// Row by row.
    pub fn iter(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let width = self.width;
        (self.samples.chunks_mut(self.stride)).map(move |row| &mut row[..width])
    }

    /// Runs of samples that lie together here and in registers, with where they begin in those.
    pub fn runs(self, register_stride: usize) -> impl Iterator<Item = (usize, &'a mut [f32])> {
        // What lies between the rows of a register may be overwritten, and so may not that between
        // rows elsewhere; but there is nothing between rows elsewhere where the strides are equal.
        let (length, width) = match self.stride == register_stride {
            true => (self.samples.len(), self.samples.len()),
            false => (self.stride, self.width),
        };
        (self.samples.chunks_mut(length).enumerate())
            .map(move |(i, row)| (i * register_stride, &mut row[..width]))
    }
}
