//! The levels of the corners near a brick.

use std::ops::Range;

use crate::cpu::sizes::GROUP_MAX;
use crate::grid::position::{Affine, Double, position};
use crate::grid::{AxisTable, Brick, Grid};
use crate::program::{Lattice, Layer, skew, unskew};
use crate::{Result, memory};

/// G·s for the levels s of all corners near a brick, split into whole part and fraction.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Levels {
    /// The first level, modulo 2³².
    pub first: u32,
    /// The whole part of G·s, modulo 2³².
    pub whole: Vec<u32>,
    /// The fraction of G·s.
    pub fraction: Vec<f32>,
}

/// A level as whole part, modulo 2³², and rest.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::cpu) struct Level {
    pub whole: u32,
    pub rest: f32,
}

impl Level {
    /// Returns what the position of a sample along an axis adds to its level: (1 + D·F)·x.
    pub fn of_entry(table: &AxisTable, entry: usize, dimension: usize) -> Level {
        // The table of a skewed lattice has the whole part and the fraction of x, and of F·x.
        let [own, skewed] = table.keys(entry);
        let d = dimension as u32;
        Level {
            whole: own.wrapping_add(d.wrapping_mul(skewed)),
            rest: table.fraction[entry] + d as f32 * table.fade[entry],
        }
    }

    pub fn plus(self, other: Level) -> Level {
        Level {
            whole: self.whole.wrapping_add(other.whole),
            rest: self.rest + other.rest,
        }
    }
}

impl Levels {
    /// Finds the levels of all corners within reach of a brick's samples.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(grid: &Grid, source: &Lattice, layer: &Layer, brick: &Brick) -> Result<Levels> {
        let dimension = source.axes.len();
        let (mut low, mut high) = (0, 0);
        for (&axis, &cells) in source.axes.iter().zip(&layer.cells) {
            let (span, indices) = (grid.span(axis), brick.range(axis));
            let [first, last] = [indices.start, indices.end - 1].map(|index| {
                let at = span.at(index);
                let maps = [cells, cells.times(skew(dimension))];
                let [own, skewed] = maps.map(|map| position(at, map).0);
                own + dimension as i64 * skewed
            });
            low += first;
            // The two fractions add less than that.
            high += last + 1 + dimension as i64;
        }
        let margin = reach(dimension).ceil() as i64;
        let first = low - margin;
        // The last levels may be followed by others in their vector.
        let end = high + margin + GROUP_MAX as i64;
        let (count, unskew) = ((end - first) as usize, unskew(dimension));
        let mut levels = Levels {
            first: first as u32,
            whole: memory::room(count)?,
            fraction: memory::room(count)?,
        };
        for level in first..end {
            let at = Double::product(unskew, level as f64);
            let (whole, fraction) = position(at, Affine::IDENTITY);
            levels.whole.push(whole as u32);
            levels.fraction.push(fraction as f32);
        }
        Ok(levels)
    }

    /// Returns the indices of the levels of all corners within reach of samples between two levels, the lower first.
    pub fn near(&self, ends: [Level; 2], dimension: usize) -> Range<usize> {
        let [a, b] = ends.map(|level| {
            let whole = level.whole.wrapping_sub(self.first).cast_signed();
            f64::from(whole) + f64::from(level.rest)
        });
        let reach = reach(dimension);
        let first = (a - reach).ceil().max(0.0) as usize;
        let last = (b + reach).max(0.0) as usize;
        first..(last + 1).min(self.whole.len())
    }
}

/// Returns how many levels a corner can be away from a sample in its ball, which has the radius √½. By the inequality of
/// Cauchy and Schwarz |ΣΔ| ≤ √(D/2), and levels are (1 + D·F)·ΣΔ = √(D + 1)·ΣΔ apart. The rest is more than the rounding of
/// levels in f32.
fn reach(dimension: usize) -> f64 {
    let d = dimension as f64;
    ((d + 1.0) * d / 2.0).sqrt() + 0.01
}
