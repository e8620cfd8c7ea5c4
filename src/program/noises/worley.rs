//! Cellular noise (Worley 1996), in two to four dimensions: distances to points, one in each cell.

use std::f64::consts::TAU;

use super::{Derivative, Properties, Setting, both_ways};
use crate::grid::table::Columns;
use crate::noise::{Fade, Metric};
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
    pub value: WorleyValue,
    /// The metric of the distances.
    pub metric: Metric,
    /// How far points may lie from the centres of their cells: at 1 up to the cell's faces.
    pub jitter: SlotId,
    /// Whether the last axis is time, in which the points swing about the centres of their cells.
    pub swings: bool,
}

/// The value of a cellular noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorleyValue {
    /// The distance to the nearest point.
    F1,
    /// The distance to the second nearest point.
    F2,
    /// The difference of both.
    F2MinusF1,
    /// The number of the nearest point's cell.
    Cell,
    /// The distance to the nearest border between cells.
    Edge,
    /// A smooth minimum of the distances.
    SmoothF1 { smoothness: SlotId },
    /// The way to the nearest point along one of the source's axes.
    Way { along: usize },
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
        let seeks_second = match self.value {
            WorleyValue::F2 | WorleyValue::F2MinusF1 => true,
            WorleyValue::F1
            | WorleyValue::Cell
            | WorleyValue::Edge
            | WorleyValue::SmoothF1 { .. }
            | WorleyValue::Way { .. } => false,
        };
        let (dimension, given) = (self.dimension(axes), params.at(self.jitter));
        if !seeks_second || dimension < 3 || given <= JITTER_MAX {
            return Ok(());
        }
        let field = params.name(self.jitter);
        let allowed = format!("at most {JITTER_MAX} for the second nearest point in {dimension}-D");
        Err(Error::invalid(field, given, allowed))
    }

    fn range(&self, at: &Setting) -> Interval {
        match self.value {
            WorleyValue::Cell => both_ways(1.0),
            WorleyValue::F1 => [0.0, self.at_corner(at)],
            WorleyValue::F2 | WorleyValue::F2MinusF1 => {
                let middle = self.distance(at, 1.0 + self.stray(at), self.stray(at));
                [0.0, self.at_corner(at).max(middle)]
            }
            WorleyValue::Edge => [0.0, self.edge_max(at)],
            WorleyValue::SmoothF1 { .. } => self.smooth_range(at),
            WorleyValue::Way { .. } => both_ways(self.way_max(at)),
        }
    }

    fn is_never_negative(&self) -> bool {
        match self.value {
            WorleyValue::F1 | WorleyValue::F2 | WorleyValue::Edge => true,
            WorleyValue::F2MinusF1
            | WorleyValue::Cell
            | WorleyValue::SmoothF1 { .. }
            | WorleyValue::Way { .. } => false,
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
        match self.value {
            WorleyValue::Cell => 0.0,
            WorleyValue::Way { .. } => 1.0 + swing,
            WorleyValue::F1 | WorleyValue::F2 | WorleyValue::F2MinusF1 | WorleyValue::Edge => {
                2.0 * slope * (1.0 + swing)
            }
            WorleyValue::SmoothF1 { .. } => self.smooth_slope(at) * slope * (1.0 + swing),
        }
    }

    /// Returns whether it is smooth. Where another point becomes the nearest, the other distances have kinks and the cell's
    /// number jumps.
    fn has_derivative(&self) -> bool {
        matches!(self.value, WorleyValue::SmoothF1 { .. }) && !self.swings
    }

    fn is_constant_in_cells(&self) -> bool {
        self.value == WorleyValue::Cell
    }

    /// Distances are rounded off at a point as a circle of radius s is, and two points of equal distance give way to each other
    /// over the width s.
    fn derivative(&self, at: &Setting) -> Derivative {
        let (n, most) = (self.dimension(at.axes) as f64, self.smooth_slope(at));
        Derivative {
            most,
            lipschitz: n * (1.0 + 2.0 * most * most) / self.width(at),
        }
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
        let jumps = match self.value {
            WorleyValue::Cell | WorleyValue::Way { .. } => 1.7,
            WorleyValue::F1 | WorleyValue::F2 | WorleyValue::F2MinusF1 => 0.02,
            // Within 5ⁿ cells nothing that counts is left out.
            WorleyValue::Edge | WorleyValue::SmoothF1 { .. } => 0.0,
        };
        jumps * self.pace(at, i)
    }

    /// The search compares rounded distances, so it may find the wrong point if two are almost equally near. The border between
    /// two points turns with their roundings: by more than the tolerance if they are less than a fortieth of a cell apart, as one
    /// pair of neighbours in 10⁵ is.
    fn own_jumps(&self, at: &Setting) -> f64 {
        match self.value {
            WorleyValue::Cell | WorleyValue::Way { .. } => AT_POINTS * self.jumps(at, 0),
            WorleyValue::Edge => 1e-4,
            WorleyValue::F1
            | WorleyValue::F2
            | WorleyValue::F2MinusF1
            | WorleyValue::SmoothF1 { .. } => 0.0,
        }
    }
}

impl Worley {
    /// Returns how many cells on each side of a sample's own are searched, in a lattice of this dimension.
    ///
    /// In the plane the second nearest point may lie two cells away, and by the Manhattan metric the nearest may, too: with one
    /// cell, two to six distances in 10 000 would be wrong, by up to 0.4. All points that a border or a smooth minimum depends on
    /// lie in 5ⁿ cells: the minimum takes no others, and for borders it was found numerically, as the worst case over all
    /// places of points with jitter 1, in 2-D and 3-D.
    pub(crate) fn reach(&self, dimension: usize) -> usize {
        match self.value {
            _ if self.metric == Metric::Manhattan && dimension < 4 => 2,
            WorleyValue::F1 | WorleyValue::Cell | WorleyValue::Way { .. } => 1,
            WorleyValue::F2 | WorleyValue::F2MinusF1 if dimension > 2 => 1,
            WorleyValue::F2
            | WorleyValue::F2MinusF1
            | WorleyValue::Edge
            | WorleyValue::SmoothF1 { .. } => 2,
        }
    }

    /// Returns the number of axes along which there are cells.
    fn dimension(&self, axes: usize) -> usize {
        axes - usize::from(self.swings)
    }

    /// Returns the greatest distance to a border, found numerically: at jitter 0, ½ and 1 it is 0.5, 0.637 and 0.790 in 2-D
    /// and 0.5, 0.642 and 0.866 in 3-D.
    fn edge_max(&self, at: &Setting) -> f64 {
        let [still, more] = [[0.5, 0.3], [0.5, 0.4]][self.dimension(at.axes) - 2];
        still + more * at.number(self.jitter)
    }

    /// Returns the smoothness; 0 of a value that is not smooth.
    fn width(&self, at: &Setting) -> f64 {
        match self.value {
            WorleyValue::SmoothF1 { smoothness } => at.number(smoothness),
            _ => 0.0,
        }
    }

    /// Returns the distance d as a smooth minimum takes it, if there is no other point: less by up to s, because it is rounded
    /// off, and more as the window closes.
    fn smoothed(&self, at: &Setting, d: f64) -> f64 {
        let s = self.width(at);
        d.hypot(s) - s - 2.0 * s * (1.0 - 0.25 * d * d).max(0.0).ln()
    }

    /// Returns the range of a smooth minimum. It is the greatest if all points but the nearest are out of sight, and the least if
    /// all are as near as they can be. Along an axis the nearest places in five cells are then 0 and, from a face of the cell or
    /// from its middle on, these.
    fn smooth_range(&self, at: &Setting) -> Interval {
        let (s, gap) = (self.width(at), 0.5 - self.stray(at));
        let nearest = [0.0, gap, 0.5 + gap, 1.0 + gap, 1.5 + gap];
        let mut squares = vec![0.0];
        for _ in 0..self.dimension(at.axes) {
            squares = (squares.iter())
                .flat_map(|square| nearest.map(|d| square + d * d))
                .collect();
        }
        let weight = |square: &f64| (-self.smoothed(at, square.sqrt()) / s).exp();
        let sum: f64 = squares.iter().map(weight).sum();
        [-s * sum.ln(), self.smoothed(at, self.at_corner(at))]
    }

    /// Returns a bound of the slope of a smooth minimum: a mean, over the points, of that of [`Worley::smoothed`], which
    /// rises with the distance. Points beyond the nearest weigh less the steeper they are.
    fn smooth_slope(&self, at: &Setting) -> f64 {
        1.0 + 4.0 * self.width(at)
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

    /// Returns the longest way to the nearest point along an axis: not longer than the distance, nor than to the farthest
    /// place in the cells that are searched.
    fn way_max(&self, at: &Setting) -> f64 {
        let distance = match self.metric {
            Metric::Squared => self.at_corner(at).sqrt(),
            Metric::Euclidean | Metric::Manhattan | Metric::Chebyshev => self.at_corner(at),
        };
        let cells = self.reach(self.dimension(at.axes)) as f64;
        distance.min(0.5 + cells + self.stray(at))
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
