//! Lattice sources: what is computed where.

use super::op::{FrameId, SlotId};
use crate::grid::Fade;
use crate::grid::table::Columns;

/// A lattice source at one place of the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lattice {
    /// What is computed.
    pub noise: LatticeNoise,
    /// How its corners become integers.
    pub hash: Hash,
    /// Its axes: 0 to 3 for x to w; their number is its dimension.
    pub axes: Vec<usize>,
    /// The position.
    pub frame: FrameId,
    /// Cells along each of `axes`.
    pub rates: Vec<Rate>,
    /// The period along each of `axes`, in cells; none where the noise has no periods.
    pub periods: Vec<SlotId>,
    /// Its own seed, added to the recipe's.
    pub seed: SlotId,
    /// Along which of `axes` the derivative is meant, per cell; `None`: the value itself.
    pub partial: Option<usize>,
}

/// What a lattice source computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LatticeNoise {
    /// Improved Perlin noise.
    Perlin,
    /// The gradient noise of 1985.
    Classic,
    /// Numbers at corners, interpolated.
    Value {
        /// How.
        fade: Fade,
        /// Whether each corner is averaged with its neighbours.
        smooth: bool,
        /// The corner's own weight there, where it is not that of the average.
        centre: Option<SlotId>,
    },
    /// Simplex noise.
    Simplex,
    /// Cellular noise.
    Worley {
        /// What of it.
        output: WorleyOutput,
        /// The distance.
        metric: Metric,
        /// How far points stray.
        jitter: SlotId,
        /// Whether the last axis is time that swings the points.
        swings: bool,
    },
}

/// What cellular noise gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorleyOutput {
    /// The distance to the nearest point.
    F1,
    /// The distance to the second.
    F2,
    /// How much further that is.
    F2MinusF1,
    /// The number of the nearest point's cell.
    Cell,
}

/// A distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// √Σd².
    Euclidean,
    /// Σd².
    Squared,
    /// Σ|d|.
    Manhattan,
    /// max |d|.
    Chebyshev,
}

/// How a corner becomes an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hash {
    /// Through the permutation table of its seed and octave.
    Table,
    /// Through `pcg4d`.
    Integer,
    /// Through the polynomial of Hugo Elias.
    Elias,
}

/// Which number gives a source's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rate {
    /// Cells per unit of domain.
    Frequency(SlotId),
    /// Cells in the whole extent.
    Cells(SlotId),
}

impl Lattice {
    /// Whether it is a value for which two corners along each axis are blended: inside a cell it is then, along a line,
    /// A + B·u + fade(u)·(E + F·u).
    pub fn blends_two_corners(&self) -> bool {
        match self.noise {
            _ if self.partial.is_some() => false,
            LatticeNoise::Perlin | LatticeNoise::Classic => true,
            LatticeNoise::Value { fade, smooth, .. } => fade != Fade::Elias && !smooth,
            LatticeNoise::Simplex | LatticeNoise::Worley { .. } => false,
        }
    }

    /// What its axis tables hold.
    pub fn columns(&self) -> Columns {
        match self.noise {
            LatticeNoise::Perlin => Columns::Faded(Fade::Quintic),
            LatticeNoise::Classic => Columns::Faded(Fade::Cubic),
            LatticeNoise::Value { fade, .. } => Columns::Faded(fade),
            LatticeNoise::Worley { .. } => Columns::Faded(Fade::None),
            LatticeNoise::Simplex => Columns::Skewed(skew(self.axes.len())),
        }
    }
}

impl LatticeNoise {
    /// The name of its functions.
    pub fn name(self) -> &'static str {
        match self {
            LatticeNoise::Perlin => "perlin",
            LatticeNoise::Classic => "classic",
            LatticeNoise::Value { .. } => "value",
            LatticeNoise::Simplex => "simplex",
            LatticeNoise::Worley { .. } => "worley",
        }
    }

    /// Whether it has a derivative everywhere, or everywhere but at kinks.
    pub fn has_derivative(self) -> bool {
        match self {
            LatticeNoise::Perlin | LatticeNoise::Classic | LatticeNoise::Simplex => true,
            LatticeNoise::Value { fade, .. } => fade != Fade::None,
            LatticeNoise::Worley { .. } => false,
        }
    }
}

/// What the sum of the coordinates is multiplied by to skew cubes to simplices: (√(n + 1) − 1)/n.
pub fn skew(dimension: usize) -> f64 {
    let n = dimension as f64;
    ((n + 1.0).sqrt() - 1.0) / n
}

/// The way back: (1 − 1/√(n + 1))/n.
pub fn unskew(dimension: usize) -> f64 {
    let n = dimension as f64;
    (1.0 - 1.0 / (n + 1.0).sqrt()) / n
}
