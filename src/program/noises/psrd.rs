//! Periodic simplex noise (Gustavson and McEwan 2022), in two and three dimensions, with gradients that turn.
//!
//! The bounds were found numerically: by maximising over the points of a triangle or tetrahedron and all gradients at its
//! corners. The noise is scaled so that its supremum is 1.

use std::f64::consts::TAU;

use super::{Derivative, Properties, Setting, both_ways};
use crate::grid::table::Columns;
use crate::noise::Fade;
use crate::program::SlotId;
use crate::program::error::AT_POINTS;
use crate::program::interval::Interval;

/// The structure of a periodic simplex noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Psrd {
    /// By how much gradients are turned, in turns.
    pub angle: SlotId,
    /// Whether the last axis is time, in which gradients turn on.
    pub turns: bool,
}

impl Properties for Psrd {
    fn name(&self) -> &'static str {
        "psrd"
    }

    fn columns(&self, _axes: usize) -> Columns {
        Columns::Faded(Fade::None)
    }

    /// In the plane every second row is shifted by half a cell.
    fn period_step(&self, axes: usize, i: usize) -> u32 {
        if self.dimension(axes) == 2 && i == 1 {
            2
        } else {
            1
        }
    }

    fn range(&self, _at: &Setting) -> Interval {
        both_ways(1.0)
    }

    fn lipschitz(&self, at: &Setting) -> f64 {
        [6.8595, 13.5147][self.dimension(at.axes) - 2] + self.pace()
    }

    fn derivative(&self, at: &Setting) -> Derivative {
        let n = self.dimension(at.axes);
        let most = [5.272_728, 6.728_344][n - 2];
        let pace = self.pace();
        let in_space = [35.1, 64.2][n - 2] + pace * most;
        let in_time = pace * (n as f64 * most + pace);
        Derivative {
            most: most.max(pace),
            lipschitz: in_space.max(in_time),
        }
    }

    fn accuracy(&self, _on_grid: bool) -> f64 {
        AT_POINTS
    }
}

impl Psrd {
    /// Returns the number of axes along which there are cells.
    fn dimension(&self, axes: usize) -> usize {
        axes - usize::from(self.turns)
    }

    /// Returns how fast the noise changes in time, per turn.
    fn pace(&self) -> f64 {
        if self.turns { TAU } else { 0.0 }
    }
}
