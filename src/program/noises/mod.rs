//! The lattice noises: one file for each, with all that the program knows of it.
//!
//! How a noise is computed is elsewhere: its definition in `reference/`, its twins in `cpu/pointwise/` and `shaders/noise/`.

mod classic;
mod perlin;
mod simplex;
mod value;
mod worley;

use super::error::{AT_POINTS, ON_GRID};
use super::interval::Interval;
use super::{Params, SlotId};
use crate::Result;
use crate::grid::table::Columns;

pub(crate) use simplex::{skew, unskew};
pub use value::ValueNoise;
pub use worley::Worley;

/// What a lattice source computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LatticeNoise {
    /// Improved Perlin noise.
    Perlin,
    /// The gradient noise of 1985.
    Classic,
    /// Numbers at corners, interpolated.
    Value(ValueNoise),
    /// Simplex noise.
    Simplex,
    /// Cellular noise.
    Worley(Worley),
}

impl LatticeNoise {
    /// What the program knows of it.
    pub(super) fn properties(&self) -> &dyn Properties {
        match self {
            LatticeNoise::Perlin => &perlin::Perlin,
            LatticeNoise::Classic => &classic::Classic,
            LatticeNoise::Value(value) => value,
            LatticeNoise::Simplex => &simplex::Simplex,
            LatticeNoise::Worley(worley) => worley,
        }
    }

    /// The name in its functions: `noise_perlin_2d` and the like.
    pub fn name(&self) -> &'static str {
        self.properties().name()
    }
}

/// Where a noise stands: what its bounds depend on beside its own parameters.
pub(super) struct Setting<'a> {
    /// The job's numbers, by slot.
    pub numbers: &'a [f32],
    /// How many axes the source has.
    pub axes: usize,
}

impl Setting<'_> {
    fn number(&self, slot: SlotId) -> f64 {
        f64::from(self.numbers[slot.index()])
    }
}

/// What the program knows of a lattice noise.
///
/// Lengths are in cells. Bounds hold over all points and all that the corners can have, each on its own.
pub(super) trait Properties {
    /// The name in its functions.
    fn name(&self) -> &'static str;

    /// What its axis tables hold.
    fn columns(&self, axes: usize) -> Columns;

    /// Whether two corners are blended along each axis: along a line inside a cell the value is then
    /// A + B·u + fade(u)·(E + F·u), which row walkers and walking kernels use.
    fn blends_two_corners(&self) -> bool {
        false
    }

    /// Refuses parameters that only their values at hand show to be wrong; `axes` is the number of the source's axes.
    fn check(&self, _params: &Params, _axes: usize) -> Result<()> {
        Ok(())
    }

    /// Least and greatest value.
    fn range(&self, at: &Setting) -> Interval;

    /// Whether no rounding makes a value negative, as with distances.
    fn is_never_negative(&self) -> bool {
        false
    }

    /// A bound of Σ|∂noise/∂axis| over the axes: the value's Lipschitz constant.
    fn lipschitz(&self, at: &Setting) -> f64;

    /// Whether it has derivatives everywhere, or everywhere but at kinks; without them `partial` is refused.
    fn has_derivative(&self) -> bool {
        true
    }

    /// The bounds of its partial derivatives, where it has them.
    fn derivative(&self, at: &Setting) -> Derivative;

    /// How far its f32 value may lie from the exact one, per unit of amplitude: on a grid, whose axis tables are exact, or
    /// elsewhere.
    fn accuracy(&self, on_grid: bool) -> f64 {
        if on_grid { ON_GRID } else { AT_POINTS }
    }

    /// The amplitude that [`Properties::accuracy`] is meant for, of values in a range.
    fn amplitude(&self, _range: Interval) -> f64 {
        1.0
    }

    /// The jumps of the value that a line of one cell along the source's axis `i` crosses on average.
    fn jumps(&self, _at: &Setting, _i: usize) -> f64 {
        0.0
    }

    /// The same of its partial derivatives.
    fn derivative_jumps(&self) -> f64 {
        0.0
    }

    /// The part of the samples whose value jumps because of roundings in the noise itself, at exact positions.
    fn own_jumps(&self, _at: &Setting) -> f64 {
        0.0
    }
}

/// Bounds of a noise's partial derivatives, per cell.
pub(super) struct Derivative {
    /// The greatest magnitude of ∂noise/∂axis.
    pub most: f64,
    /// A bound of Σ|∂²noise/∂axis∂other| over the axes `other`: the derivative's Lipschitz constant.
    pub lipschitz: f64,
}

/// −most..most.
fn both_ways(most: f64) -> Interval {
    [-most, most]
}
