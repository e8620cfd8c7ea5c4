//! The part of one layer's lattice that the samples of a brick need.

use std::ops::Range;

use super::axis_corners::{AxisCorners, table_along};
use super::cell_ends::slopes;
use super::tile_samples::TileSamples;
use crate::Result;
use crate::grid::AxisTable;
use crate::memory::try_collect;
use crate::program::Lattice;

/// The corners of one layer that the samples of a brick need, along y and along x.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct BrickLattice {
    /// Along y, for all rows.
    pub(super) y: AxisCorners,
    /// Along x, tile by tile.
    pub(super) tiles: Vec<Tile>,
}

/// The corners and the samples of a tile of x.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    pub corners: AxisCorners,
    pub samples: TileSamples,
}

impl BrickLattice {
    /// Lays out the tables of a layer for these tiles of x, for vectors of `width` lanes, and for `rows` samples of y.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(
        source: &Lattice,
        tables: &[AxisTable],
        tiles: impl Iterator<Item = Range<usize>>,
        rows: usize,
        width: usize,
    ) -> Result<BrickLattice> {
        let x = table_along(&source.axes, tables, 0);
        let slope = slopes(source)[0];
        let tile = |tile: Range<usize>| {
            let corners = AxisCorners::new(x, tile.clone())?;
            let samples = TileSamples::new(x, tile, &corners, width, slope)?;
            Ok(Tile { corners, samples })
        };
        Ok(BrickLattice {
            y: AxisCorners::new(table_along(&source.axes, tables, 1), 0..rows)?,
            tiles: try_collect(tiles.map(tile))?,
        })
    }
}
