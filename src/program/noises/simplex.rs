//! Simplex noise (Perlin 2001; Gustavson, *Simplex noise demystified*, 2005), in two to four dimensions.
//!
//! The bounds were found numerically: by maximising over the points of a simplex and all combinations of corner gradients. The
//! noise is scaled so that its supremum is 1.

use super::{Derivative, Properties, Setting, both_ways};
use crate::grid::table::Columns;
use crate::program::error::AT_POINTS;
use crate::program::interval::Interval;

pub(super) struct Simplex;

impl Properties for Simplex {
    fn name(&self) -> &'static str {
        "simplex"
    }

    fn columns(&self, axes: usize) -> Columns {
        Columns::Skewed(skew(axes))
    }

    fn range(&self, _at: &Setting) -> Interval {
        both_ways(1.0)
    }

    fn lipschitz(&self, at: &Setting) -> f64 {
        [10.393, 12.022, 13.745][at.axes - 2]
    }

    fn derivative(&self, at: &Setting) -> Derivative {
        Derivative {
            most: [6.464_102, 6.832_145, 5.928_363][at.axes - 2],
            lipschitz: [60.8, 59.1, 58.6][at.axes - 2],
        }
    }

    /// On a grid it is computed as at points: as a sum over the kernels of the corners.
    fn accuracy(&self, _on_grid: bool) -> f64 {
        AT_POINTS
    }
}

/// Returns the factor F of the skew xᵢ + F·Σx, which maps the simplex lattice to the integer lattice: (√(n + 1) − 1)/n.
pub(crate) fn skew(dimension: usize) -> f64 {
    let n = dimension as f64;
    ((n + 1.0).sqrt() - 1.0) / n
}

/// Returns the factor G of the inverse xᵢ − G·Σx: (1 − 1/√(n + 1))/n.
pub(crate) fn unskew(dimension: usize) -> f64 {
    let n = dimension as f64;
    (1.0 - 1.0 / (n + 1.0).sqrt()) / n
}
