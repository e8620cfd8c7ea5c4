//! Corner by corner: simplex noise on rows with many samples in a cell.
//!
//! Simplex noise is the sum over the corners of a sample's simplex of max(0, ½ − |Δ|²)⁴·(g·Δ), Δ being the offset of the sample
//! from the corner. The ball in which a corner counts lies within the simplices around it. So the sum may as well run over all
//! corners of the lattice, and one corner after the other may be added to the samples in its ball. Along a row only the offset u
//! along x changes, and a corner adds
//!
//! ```text
//! max(0, c − u²)⁴·(gₓ·u + h)      c = ½ − |Δ|² and h = g·Δ, both without x
//! ```
//!
//! to the samples with u² < c. So it is hashed once a row, where a point hashes all corners of its simplex, and a sample takes
//! the same few operations for each corner in any number of dimensions.
//!
//! # Which corners are near a row
//!
//! On the skewed lattice corners have whole coordinates i. Such a corner lies at i − G·s along each axis, where s = Σi is its
//! *level*. Of one level, a row has at most two coordinates within reach along each axis but x: the corner below it and the one
//! above. That makes 2ᴰ⁻¹ *candidates*, whose coordinate along x is what the others leave of s.
//!
//! * `levels`: G·s for the levels of a brick; once a brick;
//! * `tile`: where the samples of a tile lie along x; once a tile;
//! * `candidates`: those of some levels near some rows, four vectors of levels at a time;
//! * `layer`: adds them to the samples of rows.
//!
//! Corners are added in an order that follows from their coordinates alone, so that the sum of a sample is the same in each
//! brick.
#![expect(
    clippy::needless_range_loop,
    reason = "arrays of one length are read and written at one index"
)]

mod candidates;
mod layer;
mod levels;
mod tile;

use super::simd::SimdLevel;
use crate::grid::TIME;
use crate::program::{Job, Lattice, LatticeNoise, Layer};

pub(super) use layer::{AddCorners, CornerMemory};
pub(super) use levels::Levels;
pub(super) use tile::TileCorners;

/// Returns the most cells from one sample of x to the next, for two to four dimensions, at which this way is faster than points.
fn cells_per_sample(level: SimdLevel) -> [f64; 3] {
    match level {
        SimdLevel::Avx512 => [1.0 / 32.0, 1.0 / 24.0, 1.0 / 24.0],
        SimdLevel::Portable => [1.0 / 4.0, 1.0 / 4.0, 1.0 / 5.0],
        _ => [1.0 / 10.0, 1.0 / 8.0, 1.0 / 9.0],
    }
}

/// The most cells from one sample to the next along y and z, which bounds the levels of a brick.
const CELLS_ACROSS: f64 = 1.0;
/// The most cells from the origin. Beyond, F and G, which are rounded to f64, no longer belong to each other exactly enough.
const CELLS_MAX: f64 = (1 << 28) as f64;

/// Returns whether a layer of a source on the job's grid is computed corner by corner.
pub(super) fn is_faster(job: &Job, source: &Lattice, layer: &Layer, level: SimdLevel) -> bool {
    if source.noise != LatticeNoise::Simplex
        || source.partial.is_some()
        || source.axes[0] != 0
        || job.program.is_displaced(source)
    {
        return false;
    }
    let most = cells_per_sample(level)[source.axes.len() - 2];
    source.axes.iter().zip(&layer.cells).all(|(&axis, cells)| {
        let span = job.grid.span(axis);
        let step = cells.rate() * span.step();
        let fits = match axis {
            0 => step > 0.0 && step <= most,
            TIME => true,
            _ => step <= CELLS_ACROSS,
        };
        fits && cells.reach(&span) < CELLS_MAX
    })
}
