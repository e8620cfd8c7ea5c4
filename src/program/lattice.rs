//! Lattice sources: which noise is computed in which frame, and the bounds that the analyses need.

use super::Job;
use super::error::AT_POINTS;
use super::interval::{Interval, size};
use super::noises::{Derivative, LatticeNoise, Setting};
use super::op::{FrameId, SlotId};
use crate::grid::table::Columns;
use crate::noise::{Fade, Hash};

/// A lattice noise, or one of its partial derivatives, in a frame.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lattice {
    /// The noise.
    pub noise: LatticeNoise,
    /// How its corners become integers.
    pub hash: Hash,
    /// Its axes, 0 to 3 for x to w; their number is the dimension of the noise.
    pub axes: Vec<usize>,
    /// The position.
    pub frame: FrameId,
    /// The number of cells along each of `axes`.
    pub rates: Vec<Rate>,
    /// The period along each of `axes`, in cells; empty if the noise cannot have periods.
    pub periods: Vec<SlotId>,
    /// Its own seed, which is added to the recipe's.
    pub seed: SlotId,
    /// For a partial derivative, which is per cell, the index in `axes` of the axis that it is taken along; `None` for the value.
    pub partial: Option<usize>,
}

/// The number that determines how many cells a source has along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rate {
    /// Cells per unit of domain.
    Frequency(SlotId),
    /// Cells in the whole extent.
    Cells(SlotId),
}

impl Lattice {
    /// Returns whether the noise blends two corners along each axis. Along a line inside a cell it is then
    /// A + B·f + fade(f)·(C + D·f), f being the fraction, with coefficients that depend on the line.
    pub fn blends_two_corners(&self) -> bool {
        self.noise.properties().blends_two_corners()
    }

    /// Returns the index in its axes of an axis of the domain, if it has that axis.
    pub fn along(&self, axis: usize) -> Option<usize> {
        self.axes.iter().position(|&own| own == axis)
    }

    /// Returns what its axis tables hold.
    pub fn columns(&self) -> Columns {
        self.noise.properties().columns(self.axes.len())
    }

    /// Returns the fade along its axis `i` if it is the derivative along this axis.
    pub fn derived_fade(&self, i: usize) -> Option<Fade> {
        match self.columns() {
            Columns::Faded(fade) if self.partial == Some(i) => Some(fade),
            _ => None,
        }
    }

    /// Returns of what number a period along its axis `i` must be a multiple.
    pub(super) fn period_step(&self, i: usize) -> u32 {
        self.noise.properties().period_step(self.axes.len(), i)
    }

    /// Returns the range of the exact value; of a derivative per cell.
    pub(super) fn range(&self, job: &Job) -> Interval {
        match self.derivative(job) {
            Some(derivative) => [-derivative.most, derivative.most],
            None => self.noise.properties().range(&self.setting(job)),
        }
    }

    /// Returns a Lipschitz constant: a bound of how much the value changes per cell of position.
    pub(super) fn lipschitz(&self, job: &Job) -> f64 {
        match self.derivative(job) {
            Some(derivative) => derivative.lipschitz,
            None => self.noise.properties().lipschitz(&self.setting(job)),
        }
    }

    /// Returns the error of an f32 value at an exact position; on a grid axis tables give such positions. Derivatives are
    /// held to the bound of points.
    pub(super) fn own_error(&self, job: &Job, on_grid: bool) -> f64 {
        let (noise, range) = (self.noise.properties(), self.range(job));
        match self.partial {
            Some(_) => AT_POINTS * size(range),
            None => noise.accuracy(on_grid) * noise.amplitude(range),
        }
    }

    /// Returns how many jumps a line of one cell along its axis `i` crosses on average.
    pub(super) fn jumps(&self, job: &Job, i: usize) -> f64 {
        match self.partial {
            Some(_) => self.noise.properties().derivative_jumps(),
            None => self.noise.properties().jumps(&self.setting(job), i),
        }
    }

    /// Returns the part of its samples that may lie on the wrong side of a jump even at exact positions.
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
