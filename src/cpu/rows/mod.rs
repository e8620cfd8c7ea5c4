//! The coherent way: a plain lattice source along rows.
//!
//! Inside a cell, along one row, a noise is a + b·u + fade(u)·(e + f·u). Each step comes from the
//! one before, and is done again only when what it depends on changes:
//!
//! 1. `line`, `samples`: the lattice along an axis, and where the samples of x lie in it; once;
//! 2. `plane`: which gradient each corner of a lattice plane has, one byte a corner;
//! 3. `slice`: z and w are fixed, and their weights fold into the few gradients that there are;
//! 4. `lattice_row`: so the corners of z and w collapse to one (gx, gy, h) for each corner along x;
//! 5. `coefficients`: a row, y fixed too, blends two lattice rows to (a, b, e, f) for each column;
//! 6. `run`: a sample takes three multiply-adds, and one addition where layers are summed.
//!
//! `walker` holds what the steps left behind, for one layer; `walk` takes layers along rows.

mod coefficients;
mod lattice_row;
mod line;
mod plane;
mod run;
mod samples;
mod slice;
mod walk;
mod walker;

use std::ops::Range;

use crate::Result;
use crate::cpu::TILE;
use crate::cpu::piece::along;
use crate::grid::AxisTable;
use crate::memory::try_collect;

use line::Line;
use samples::Samples;
pub(super) use walk::Walk;
pub(super) use walker::Walker;

/// Room for the corners of a tile, two for each sample at the most, and for the vectors that begin
/// at the last of them. Lengths that the compiler knows leave one bounds check of many.
const CORNERS_MAX: usize = 2 * TILE + 64;

/// One number for each corner of a tile.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
struct PerCorner([f32; CORNERS_MAX]);

/// The sums of one row of a tile.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(super) struct Sums([f32; TILE]);

/// The lattice of one layer in a brick.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    /// Along y.
    y: Line,
    /// Along x, tile by tile.
    tiles: Vec<Tile>,
}

/// The lattice along a tile of x.
#[derive(Clone, Debug)]
struct Tile {
    line: Line,
    samples: Samples,
}

impl Lattice {
    /// That of a source's tables, for tiles of x in vectors of `width`, and `rows` samples of y.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(
        axes: &[usize],
        tables: &[AxisTable],
        tiles: impl Iterator<Item = Range<usize>>,
        rows: usize,
        width: usize,
    ) -> Result<Lattice> {
        let x = along(axes, tables, 0);
        let tile = |tile: Range<usize>| {
            let line = Line::new(x, tile.clone())?;
            let samples = Samples::new(x, tile, &line, width)?;
            Ok(Tile { line, samples })
        };
        Ok(Lattice {
            y: Line::new(along(axes, tables, 1), 0..rows)?,
            tiles: try_collect(tiles.map(tile))?,
        })
    }
}
