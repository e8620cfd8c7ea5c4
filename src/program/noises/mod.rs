//! The lattice noises: one file for each, with everything that the program needs to know about it.
//!
//! How a noise is computed is elsewhere: its definition is in `reference/`, the code of the backends is in `cpu/pointwise/` and
//! `shaders/noise/`.
//!
//! Most bounds are suprema over all points of a cell and all values or gradients of its corners, chosen independently of each
//! other. A hash makes neighbouring corners independent, so no smaller bound is safe.

mod classic;
mod perlin;
mod psrd;
mod simplex;
mod value;
mod worley;

use super::error::{AT_POINTS, ON_GRID};
use super::interval::Interval;
use super::{Params, SlotId};
use crate::Result;
use crate::grid::table::Columns;

pub use psrd::Psrd;
pub(crate) use simplex::{skew, unskew};
pub use value::ValueNoise;
pub use worley::{Worley, WorleyValue};

/// The noise that a lattice source computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LatticeNoise {
    /// Improved Perlin noise.
    Perlin,
    /// Gradient noise with unit gradients and a cubic fade, as of 1985.
    Classic,
    /// Value noise: numbers at corners, interpolated.
    Value(ValueNoise),
    /// Simplex noise.
    Simplex,
    /// Periodic simplex noise.
    Psrd(Psrd),
    /// Cellular noise.
    Worley(Worley),
}

impl LatticeNoise {
    /// Returns what the program knows about the noise.
    pub(super) fn properties(&self) -> &dyn Properties {
        match self {
            LatticeNoise::Perlin => &perlin::Perlin,
            LatticeNoise::Classic => &classic::Classic,
            LatticeNoise::Value(value) => value,
            LatticeNoise::Simplex => &simplex::Simplex,
            LatticeNoise::Psrd(psrd) => psrd,
            LatticeNoise::Worley(worley) => worley,
        }
    }

    /// Returns the name that its functions carry, as in `noise_perlin_2d`.
    pub fn name(&self) -> &'static str {
        self.properties().name()
    }
}

/// What the bounds of a noise depend on beside its own structure.
pub(super) struct Setting<'a> {
    /// The job's numbers, by slot.
    pub numbers: &'a [f32],
    /// The number of the source's axes.
    pub axes: usize,
}

impl Setting<'_> {
    fn number(&self, slot: SlotId) -> f64 {
        f64::from(self.numbers[slot.index()])
    }
}

/// What the program knows about a lattice noise: its axis tables, and bounds of its values, slopes, errors and jumps.
///
/// Lengths are in cells.
pub(super) trait Properties {
    /// Returns the name that its functions carry.
    fn name(&self) -> &'static str;

    /// Returns what its axis tables hold.
    fn columns(&self, axes: usize) -> Columns;

    /// Returns whether two corners are blended along each axis. Along a line inside a cell the value is then
    /// A + B·f + fade(f)·(C + D·f), f being the fraction, which row walkers and walking kernels use.
    fn blends_two_corners(&self) -> bool {
        false
    }

    /// Refuses combinations of numbers that the ranges of the single parameters allow; `axes` is the number of the source's axes.
    fn check(&self, _params: &Params, _axes: usize) -> Result<()> {
        Ok(())
    }

    /// Returns of what number a period along the source's axis `i` must be a multiple.
    fn period_step(&self, _axes: usize, _i: usize) -> u32 {
        1
    }

    /// Returns the least and the greatest exact value.
    fn range(&self, at: &Setting) -> Interval;

    /// Returns whether computed values are never negative, despite rounding, as with distances.
    fn is_never_negative(&self) -> bool {
        false
    }

    /// Returns a bound of Σ|∂noise/∂axis| over the axes: a Lipschitz constant for the maximum norm of positions.
    fn lipschitz(&self, at: &Setting) -> f64;

    /// Returns whether it has derivatives everywhere except at kinks; otherwise lowering refuses `partial`.
    fn has_derivative(&self) -> bool {
        true
    }

    /// Returns whether it has one value in each cell, and jumps between cells.
    fn is_constant_in_cells(&self) -> bool {
        false
    }

    /// Returns bounds of its partial derivatives, if it has any.
    fn derivative(&self, at: &Setting) -> Derivative;

    /// Returns how far an f32 value may lie from the exact one at the same position, per unit of amplitude: on a grid, whose axis
    /// tables are exact, or at points.
    fn accuracy(&self, on_grid: bool) -> f64 {
        if on_grid { ON_GRID } else { AT_POINTS }
    }

    /// Returns the amplitude that [`Properties::accuracy`] refers to, for values in a range.
    fn amplitude(&self, _range: Interval) -> f64 {
        1.0
    }

    /// Returns how many jumps of the value a line of one cell along the source's axis `i` crosses on average.
    fn jumps(&self, _at: &Setting, _i: usize) -> f64 {
        0.0
    }

    /// Returns the same number for its partial derivatives.
    fn derivative_jumps(&self) -> f64 {
        0.0
    }

    /// Returns the part of the samples that lie on the wrong side of a jump even at exact positions, because of roundings in the
    /// noise itself.
    fn own_jumps(&self, _at: &Setting) -> f64 {
        0.0
    }
}

/// Bounds of a noise's partial derivatives, per cell.
pub(super) struct Derivative {
    /// The greatest magnitude of ∂noise/∂axis.
    pub most: f64,
    /// A bound of Σ|∂²noise/∂axis∂other| over the axes `other`: the derivative's Lipschitz constant for the maximum norm.
    pub lipschitz: f64,
}

/// Returns the interval from −most to most.
fn both_ways(most: f64) -> Interval {
    [-most, most]
}
