//! Lattice sources: what is computed where.

use super::Job;
use super::error::AT_POINTS;
use super::interval::{Interval, size};
use super::noises::{Derivative, LatticeNoise, Setting};
use super::op::{FrameId, SlotId};
use crate::grid::table::Columns;
use crate::noise::Hash;

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
        self.partial.is_none() && self.noise.properties().blends_two_corners()
    }

    /// What its axis tables hold.
    pub fn columns(&self) -> Columns {
        self.noise.properties().columns(self.axes.len())
    }

    /// Least and greatest value, of a derivative per cell.
    pub(super) fn range(&self, job: &Job) -> Interval {
        match self.derivative(job) {
            Some(derivative) => [-derivative.most, derivative.most],
            None => self.noise.properties().range(&self.setting(job)),
        }
    }

    /// A bound of how fast the value changes with the position, in cells: a Lipschitz constant.
    pub(super) fn lipschitz(&self, job: &Job) -> f64 {
        match self.derivative(job) {
            Some(derivative) => derivative.lipschitz,
            None => self.noise.properties().lipschitz(&self.setting(job)),
        }
    }

    /// How far an f32 value may lie from the exact one at exact positions, which on a grid come from axis tables. Derivatives
    /// are always computed as at points.
    pub(super) fn own_error(&self, job: &Job, on_grid: bool) -> f64 {
        let (noise, range) = (self.noise.properties(), self.range(job));
        match self.partial {
            Some(_) => AT_POINTS * size(range),
            None => noise.accuracy(on_grid) * noise.amplitude(range),
        }
    }

    /// The jumps that a line of one cell along its axis `i` crosses on average.
    pub(super) fn jumps(&self, job: &Job, i: usize) -> f64 {
        match self.partial {
            Some(_) => self.noise.properties().derivative_jumps(),
            None => self.noise.properties().jumps(&self.setting(job), i),
        }
    }

    /// The part of its samples that may jump at exact positions.
    pub(super) fn own_jumps(&self, job: &Job) -> f64 {
        self.noise.properties().own_jumps(&self.setting(job))
    }

    fn derivative(&self, job: &Job) -> Option<Derivative> {
        self.partial
            .map(|_| self.noise.properties().derivative(&self.setting(job)))
    }

    fn setting<'a>(&self, job: &'a Job) -> Setting<'a> {
        Setting {
            numbers: &job.numbers,
            axes: self.axes.len(),
        }
    }
}
