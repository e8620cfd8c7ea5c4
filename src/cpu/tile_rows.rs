//! The rows of a tile that operations compute at a time.

use std::ops::Range;

use super::aligned::CACHE_LINE;

/// Some rows of a tile, within one slice: indices of samples, counted from the start of the brick.
#[derive(Clone, Debug, Default)]
pub(super) struct TileRows {
    pub x: Range<usize>,
    pub y: Range<usize>,
    pub z: usize,
}

impl TileRows {
    /// Returns how many samples of a register lie between the starts of two rows. Rows begin at cache lines.
    pub fn register_stride(&self) -> usize {
        self.x.len().next_multiple_of(CACHE_LINE)
    }

    /// Returns the index of the first sample of a row along axis 0 (x) to 3 (w). A brick is of one frame.
    pub fn first(&self, axis: usize, row: usize) -> usize {
        match axis {
            0 => self.x.start,
            1 => self.y.start + row,
            2 => self.z,
            _ => 0,
        }
    }

    /// Returns these rows in a register.
    pub fn in_register<'a>(&self, samples: &'a mut [f32]) -> RowsMut<'a> {
        RowsMut::new(self, samples, self.register_stride())
    }
}

/// The memory of some rows: a register, or the caller's.
#[derive(Debug)]
pub(super) struct RowsMut<'a> {
    /// The samples, up to the end of the last row.
    pub samples: &'a mut [f32],
    /// Samples of a row.
    pub width: usize,
    /// Samples from the start of one row to that of the next.
    pub stride: usize,
}

impl<'a> RowsMut<'a> {
    /// Takes memory that begins with the first row.
    pub fn new(rows: &TileRows, samples: &'a mut [f32], stride: usize) -> RowsMut<'a> {
        let width = rows.x.len();
        let length = (rows.y.len() - 1) * stride + width;
        RowsMut {
            samples: &mut samples[..length],
            width,
            stride,
        }
    }

    /// Returns a row.
    pub fn row(&mut self, row: usize) -> &mut [f32] {
        &mut self.samples[row * self.stride..][..self.width]
    }

    /// Iterates over the rows.
    pub fn iter(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let width = self.width;
        (self.samples.chunks_mut(self.stride)).map(move |row| &mut row[..width])
    }

    /// Iterates over runs of samples that are contiguous both here and in registers, each with its start in a register: all
    /// rows at once, or one row at a time.
    pub fn runs(self, register_stride: usize) -> impl Iterator<Item = (usize, &'a mut [f32])> {
        // A run of all rows also writes what lies between them. In a register that is padding. In the caller's memory it
        // would be other samples, but if the strides are equal the rows are contiguous there, or there is only one.
        let (length, width) = if self.stride == register_stride {
            (self.samples.len(), self.samples.len())
        } else {
            (self.stride, self.width)
        };
        (self.samples.chunks_mut(length).enumerate())
            .map(move |(i, row)| (i * register_stride, &mut row[..width]))
    }
}
