//! Cellular noise (Worley 1996), in two to four dimensions: distances to points, one in each cell.

use std::f64::consts::TAU;

use super::{Derivative, Properties, Setting, both_ways};
use crate::grid::table::Columns;
use crate::noise::{Fade, Metric, WorleyOutput};
use crate::program::error::AT_POINTS;
use crate::program::interval::{Interval, size};
use crate::program::{Params, SlotId};
use crate::{Error, Result};

/// The greatest jitter with which the 3ⁿ cells around a sample always contain the second nearest point.
const JITTER_MAX: f64 = 0.5;

/// The structure of a cellular noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worley {
    /// The value.
    pub output: WorleyOutput,
    /// The metric of the distances.
    pub metric: Metric,
    /// How far points may lie from the centres of their cells: at 1 up to the cell's faces.
    pub jitter: SlotId,
    /// Whether the last axis is time, in which the points swing about the centres of their cells.
    pub swings: bool,
}

impl Properties for Worley {
    fn name(&self) -> &'static str {
        "worley"
    }

    fn columns(&self, _axes: usize) -> Columns {
        Columns::Faded(Fade::None)
    }

    /// Refuses a search for the second nearest point from three dimensions on if the jitter is so large that the point may lie
    /// outside of the 3ⁿ cells that are searched.
    fn check(&self, params: &Params, axes: usize) -> Result<()> {
        let seeks_second = match self.output {
            WorleyOutput::F2 | WorleyOutput::F2MinusF1 => true,
            WorleyOutput::F1 | WorleyOutput::Cell => false,
        };
        let (dimension, given) = (self.dimension(axes), params.get(self.jitter));
        if !seeks_second || dimension < 3 || given <= JITTER_MAX {
            return Ok(());
        }
        let field = &params.slots()[self.jitter.index()].name;
        let allowed = format!("at most {JITTER_MAX} for the second nearest point in {dimension}-D");
        Err(Error::invalid(field, given, allowed))
    }

    fn range(&self, at: &Setting) -> Interval {
        match self.output {
            WorleyOutput::Cell => both_ways(1.0),
            WorleyOutput::F1 => [0.0, self.at_corner(at)],
            WorleyOutput::F2 | WorleyOutput::F2MinusF1 => {
                let middle = self.distance(at, 1.0 + self.stray(at), self.stray(at));
                [0.0, self.at_corner(at).max(middle)]
            }
        }
    }

    fn is_never_negative(&self) -> bool {
        match self.output {
            WorleyOutput::F1 | WorleyOutput::F2 => true,
            WorleyOutput::F2MinusF1 | WorleyOutput::Cell => false,
        }
    }

    /// Returns a bound of the change of a distance with the position and, if points swing, with time.
    ///
    /// Σ|∂distance/∂axis| is at most √n, 2·Σ|d|, n or 1, depending on the metric; the factor 2 below is that of a difference of
    /// two distances. If points swing, a unit of time moves them by at most `pace` cells along each axis.
    fn lipschitz(&self, at: &Setting) -> f64 {
        let n = self.dimension(at.axes) as f64;
        let slope = match self.metric {
            Metric::Euclidean => n.sqrt(),
            Metric::Squared => 2.0 * n * (1.0 + self.stray(at)),
            Metric::Manhattan => n,
            Metric::Chebyshev => 1.0,
        };
        let swing = if self.swings {
            self.pace(at, self.dimension(at.axes))
        } else {
            0.0
        };
        match self.output {
            WorleyOutput::Cell => 0.0,
            WorleyOutput::F1 | WorleyOutput::F2 | WorleyOutput::F2MinusF1 => {
                2.0 * slope * (1.0 + swing)
            }
        }
    }

    /// Returns false: where another point becomes the nearest, distances have kinks and the cell's number jumps.
    fn has_derivative(&self) -> bool {
        false
    }

    fn derivative(&self, _at: &Setting) -> Derivative {
        unreachable!("a derivative that lowering refused")
    }

    /// On a grid it is computed as at points: by a search of the cells around.
    fn accuracy(&self, _on_grid: bool) -> f64 {
        AT_POINTS
    }

    fn amplitude(&self, range: Interval) -> f64 {
        size(range).max(1.0)
    }

    fn jumps(&self, at: &Setting, i: usize) -> f64 {
        // Counted over at least 10⁵ random lines, with all metrics in two to four dimensions: the cell's number jumps 1.26 to
        // 1.63 times per cell. Distances may jump where another block of cells is searched: at most 0.017 times per cell.
        let jumps = match self.output {
            WorleyOutput::Cell => 1.7,
            WorleyOutput::F1 | WorleyOutput::F2 | WorleyOutput::F2MinusF1 => 0.02,
        };
        jumps * self.pace(at, i)
    }

    /// The search compares rounded distances, so it may find the wrong point if two are almost equally near.
    fn own_jumps(&self, at: &Setting) -> f64 {
        match self.output {
            WorleyOutput::Cell => AT_POINTS * self.jumps(at, 0),
            WorleyOutput::F1 | WorleyOutput::F2 | WorleyOutput::F2MinusF1 => 0.0,
        }
    }
}

impl Worley {
    /// Returns the number of axes along which there are cells.
    fn dimension(&self, axes: usize) -> usize {
        axes - usize::from(self.swings)
    }

    /// Returns how far a point may lie from the centre of its cell along each axis.
    fn stray(&self, at: &Setting) -> f64 {
        0.5 * at.number(self.jitter)
    }

    /// Returns the greatest distance to the nearest point: that of a corner of cells whose points all lie as far away from it as
    /// they can. The second nearest point may be as far away there, or from the centre of a cell.
    fn at_corner(&self, at: &Setting) -> f64 {
        let away = 0.5 + self.stray(at);
        self.distance(at, away, away)
    }

    /// Returns the distance of a point with the difference `first` along one axis and `other` along the others.
    fn distance(&self, at: &Setting, first: f64, other: f64) -> f64 {
        let others = (self.dimension(at.axes) - 1) as f64;
        match self.metric {
            Metric::Euclidean => (first * first + others * other * other).sqrt(),
            Metric::Squared => first * first + others * other * other,
            Metric::Manhattan => first + others * other,
            Metric::Chebyshev => first.max(other),
        }
    }

    /// Returns the greatest speed, in cells per unit of the source's axis `i`, at which a sample and a point approach each other:
    /// 1 in space; in time, in which each coordinate of a point swings as a sine, once per unit, 2π times the amplitude.
    fn pace(&self, at: &Setting, i: usize) -> f64 {
        if i < self.dimension(at.axes) {
            1.0
        } else {
            TAU * self.stray(at)
        }
    }
}
