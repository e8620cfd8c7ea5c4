//! Improved Perlin noise (Perlin, *Improving Noise*, 2002), in one to four dimensions.
//!
//! The bounds were found numerically: by maximising over the points of a cell and all combinations of corner gradients.

use super::{Derivative, Properties, Setting, both_ways};
use crate::grid::table::Columns;
use crate::noise::Fade;
use crate::program::interval::Interval;

pub(super) struct Perlin;

impl Properties for Perlin {
    fn name(&self) -> &'static str {
        "perlin"
    }

    fn columns(&self, _axes: usize) -> Columns {
        Columns::Faded(Fade::Quintic)
    }

    fn blends_two_corners(&self) -> bool {
        true
    }

    fn range(&self, at: &Setting) -> Interval {
        // In 3-D the supremum lies at (0.5, 0.4815, 0.3553), not at the centre.
        both_ways([1.0, 1.0, 1.036_354, 1.536_582][at.axes - 1])
    }

    fn lipschitz(&self, at: &Setting) -> f64 {
        [2.0 * 1.347, 3.75, 5.396, 8.982][at.axes - 1]
    }

    fn derivative(&self, at: &Setting) -> Derivative {
        Derivative {
            // From two dimensions on the maximum lies at the centre of a cell.
            most: [2.694_302, 2.75, 3.75, 5.625][at.axes - 1],
            lipschitz: [15.0, 13.947, 17.96, 29.652][at.axes - 1],
        }
    }
}
