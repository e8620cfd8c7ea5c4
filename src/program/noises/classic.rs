//! Classic gradient noise (Perlin, *An Image Synthesizer*, 1985), in two and three dimensions.
//!
//! The bounds were found numerically: by maximising over the points of a cell and all directions of the unit gradients.

use super::{Derivative, Properties, Setting, both_ways};
use crate::grid::table::Columns;
use crate::noise::Fade;
use crate::program::error::AT_POINTS;
use crate::program::interval::Interval;

pub(super) struct Classic;

impl Properties for Classic {
    fn name(&self) -> &'static str {
        "classic"
    }

    fn columns(&self, _axes: usize) -> Columns {
        Columns::Faded(Fade::Cubic)
    }

    fn blends_two_corners(&self) -> bool {
        true
    }

    fn range(&self, at: &Setting) -> Interval {
        both_ways([0.707_063, 0.862_869][at.axes - 2])
    }

    fn lipschitz(&self, at: &Setting) -> f64 {
        // Σ|∂noise/∂axis| has two parts: the interpolated gradients, and the slope of the fade times the differences of the
        // corners' contributions.
        [5.66, 9.53][at.axes - 2]
    }

    fn derivative(&self, at: &Setting) -> Derivative {
        Derivative {
            most: [1.684_283, 2.179_450][at.axes - 2],
            lipschitz: [10.951, 13.145][at.axes - 2],
        }
    }

    /// The gradients are themselves rounded to f32, so axis tables do not make the noise more accurate.
    fn accuracy(&self, _on_grid: bool) -> f64 {
        AT_POINTS
    }
}
