//! The samples of a tile along x.

use std::f32::consts::SQRT_2;
use std::ops::Range;

use super::levels::{Level, Levels};
use crate::cpu::sizes::{GROUP_MAX, TILE};
use crate::grid::{AxisTable, Span};
use crate::program::{Lattice, Layer};
use crate::{Result, memory};

/// Positions along x are in fixed point: this many bits are the fraction of a cell. The other 7 count whole cells, with a sign, so
/// the offset of a sample from a corner is right up to 63 cells.
pub(super) const FIXED_BITS: u32 = 25;
/// What a cell is in fixed point.
pub(super) const FIXED: f32 = (1 << FIXED_BITS) as f32;

/// The most sums of a row: a corner at its end may add to as many samples again.
pub(super) const SUMS_MAX: usize = 2 * TILE;

/// What the rows of a tile share, for one layer of a source.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct TileCorners<'a> {
    pub(super) levels: &'a Levels,
    /// The samples, counted from the start of the brick.
    pub(super) samples: Range<usize>,
    /// The level of the first and of the last sample, without that of the other axes.
    ends: [Level; 2],
    /// The key of the first sample's cell, and the fraction within it.
    pub(super) start: (u32, f32),
    /// The position of each sample in fixed point, modulo 2³². The last is repeated, so that a corner at the end has as many
    /// samples as others.
    pub(super) fixed: Vec<u32>,
    /// Samples of a cell.
    pub(super) per_cell: f32,
    /// The most samples that a corner reaches.
    pub(super) reach: usize,
}

impl<'a> TileCorners<'a> {
    /// Prepares the samples of a tile. `span` is that of the grid along x, and `tables` are those of the source's axes.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(
        levels: &'a Levels,
        tables: &[AxisTable],
        span: &Span,
        layer: &Layer,
        samples: Range<usize>,
    ) -> Result<TileCorners<'a>> {
        let (x, last) = (&tables[0], samples.end - 1);
        let per_cell = (layer.cells[0].rate() * span.step()).recip() as f32;
        // The ball has a diameter of √2; a sixteenth of a sample is added at either end, for what is lost by rounding.
        let reach = (SQRT_2 * per_cell + 0.125).ceil() as usize;
        let reach = reach.min(samples.len());
        let end = samples.end + (reach + 2 * GROUP_MAX);
        let end = end.min(samples.start + SUMS_MAX);
        let fixed = |sample: usize| {
            let cell = x.keys(sample)[0] << FIXED_BITS;
            cell.wrapping_add((x.fraction[sample] * FIXED) as u32)
        };
        Ok(TileCorners {
            levels,
            ends: [samples.start, last].map(|entry| Level::of_entry(x, entry, tables.len())),
            start: (x.keys(samples.start)[0], x.fraction[samples.start]),
            fixed: memory::collect((samples.start..end).map(|sample| fixed(sample.min(last))))?,
            per_cell,
            reach,
            samples,
        })
    }

    /// Returns the levels near a row, whose other axes have these levels together.
    pub(super) fn levels_near(&self, across: Level, source: &Lattice) -> Range<usize> {
        let ends = self.ends.map(|end| end.plus(across));
        self.levels.near(ends, source.axes.len())
    }

    /// Returns how many vectors of `width` samples hold all that a corner reaches, wherever the first of them lies in its vector.
    pub(super) fn vectors(&self, width: usize) -> usize {
        let all = self.samples.len().div_ceil(width);
        (self.reach.div_ceil(width) + 1).min(all)
    }
}
