//! Cellular noise (Worley 1996), in two to four dimensions: distances to points, one in each cell.

use std::f64::consts::TAU;

use super::{Derivative, Properties, Setting, both_ways};
use crate::grid::table::Columns;
use crate::noise::{Fade, Metric, WorleyOutput};
use crate::program::error::AT_POINTS;
use crate::program::interval::{Interval, size};
use crate::program::{Params, SlotId};
use crate::{Error, Result};

/// The most jitter with which the 3ⁿ cells around hold the second nearest point.
const JITTER_MAX: f64 = 0.5;

/// What cellular noise is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worley {
    /// Which distance, or the cell.
    pub output: WorleyOutput,
    /// How distances are measured.
    pub metric: Metric,
    /// How far points stray from the middle of their cells.
    pub jitter: SlotId,
    /// Whether the last axis is time that swings the points.
    pub swings: bool,
}

impl Properties for Worley {
    fn name(&self) -> &'static str {
        "worley"
    }

    fn columns(&self, _axes: usize) -> Columns {
        Columns::Faded(Fade::None)
    }

    /// In three dimensions and more the second nearest point lies in the 3ⁿ cells around only if points do not stray far.
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

    /// How a distance changes with the point, and with time where points swing; twice that for a difference of two.
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

    /// Which point is the nearest changes from place to place.
    fn has_derivative(&self) -> bool {
        false
    }

    fn derivative(&self, _at: &Setting) -> Derivative {
        unreachable!("a derivative that lowering refused")
    }

    /// It searches for points on a grid as it does anywhere.
    fn accuracy(&self, _on_grid: bool) -> f64 {
        AT_POINTS
    }

    fn amplitude(&self, range: Interval) -> f64 {
        size(range).max(1.0)
    }

    fn jumps(&self, at: &Setting, i: usize) -> f64 {
        // Counted over 10⁵ and more random lines: 1.26 to 1.63, with any metric, in two to four dimensions; and the other
        // outputs change where another block of cells is searched, by at most 0.017.
        let jumps = match self.output {
            WorleyOutput::Cell => 1.7,
            WorleyOutput::F1 | WorleyOutput::F2 | WorleyOutput::F2MinusF1 => 0.02,
        };
        jumps * self.pace(at, i)
    }

    /// The nearest point is found by comparing distances, which are not exact.
    fn own_jumps(&self, at: &Setting) -> f64 {
        match self.output {
            WorleyOutput::Cell => AT_POINTS * self.jumps(at, 0),
            WorleyOutput::F1 | WorleyOutput::F2 | WorleyOutput::F2MinusF1 => 0.0,
        }
    }
}

impl Worley {
    /// The number of axes of cells.
    fn dimension(&self, axes: usize) -> usize {
        axes - usize::from(self.swings)
    }

    /// How far a point strays from the middle of its cell along each axis.
    fn stray(&self, at: &Setting) -> f64 {
        0.5 * at.number(self.jitter)
    }

    /// The greatest distance to the nearest point: at a corner of cells whose points lie as far off as they can. The second
    /// nearest can be as far there, or from the middle of a cell.
    fn at_corner(&self, at: &Setting) -> f64 {
        let away = 0.5 + self.stray(at);
        self.distance(at, away, away)
    }

    /// The distance of a point that lies `first` away along one axis and `other` along the others.
    fn distance(&self, at: &Setting, first: f64, other: f64) -> f64 {
        let others = (self.dimension(at.axes) - 1) as f64;
        match self.metric {
            Metric::Euclidean => (first * first + others * other * other).sqrt(),
            Metric::Squared => first * first + others * other * other,
            Metric::Manhattan => first + others * other,
            Metric::Chebyshev => first.max(other),
        }
    }

    /// How fast a sample and the points move towards each other along the source's axis `i`: in time points swing.
    fn pace(&self, at: &Setting, i: usize) -> f64 {
        if i < self.dimension(at.axes) {
            1.0
        } else {
            TAU * self.stray(at)
        }
    }
}
