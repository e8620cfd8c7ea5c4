//! Value noise (Elias 1998), in one to four dimensions: numbers at corners, interpolated.
//!
//! The noise is Σ weight·value over the corners, and corner values lie between −1 and 1. So every bound is the maximum over the
//! cell of Σ|weight|, or of Σ|derivative of weight|, which are products over the axes.

use std::f64::consts::PI;

use super::{Derivative, Properties, Setting, both_ways};
use crate::grid::table::Columns;
use crate::noise::Fade;
use crate::program::SlotId;
use crate::program::interval::{Interval, size};

/// The structure of a value noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueNoise {
    /// The curve that blends two corners, or Elias's cubic through four.
    pub fade: Fade,
    /// Whether each corner value is averaged with its neighbours.
    pub smooth: bool,
    /// The corner's own weight in that average, if it is not the usual 2⁻ⁿ.
    pub centre: Option<SlotId>,
}

impl Properties for ValueNoise {
    fn name(&self) -> &'static str {
        "value"
    }

    fn columns(&self, _axes: usize) -> Columns {
        Columns::Faded(self.fade)
    }

    fn blends_two_corners(&self) -> bool {
        self.fade != Fade::Elias && !self.smooth
    }

    fn range(&self, at: &Setting) -> Interval {
        both_ways(self.supremum(at))
    }

    fn lipschitz(&self, at: &Setting) -> f64 {
        at.axes as f64 * steepest(self.fade) * self.supremum(at)
    }

    fn has_derivative(&self) -> bool {
        !self.is_constant_in_cells()
    }

    fn is_constant_in_cells(&self) -> bool {
        self.fade == Fade::None
    }

    fn derivative(&self, at: &Setting) -> Derivative {
        let (fade, others) = (self.fade, at.axes - 1);
        // Σ over the axes of |∂²noise/∂axis∂other|: the second derivative along the axis itself, and for each of the other axes
        // a product of two first derivatives.
        let mut bend = bend(fade) * sum_of_weights(fade, others);
        if others > 0 {
            let crossing = steepest(fade).powi(2) * sum_of_weights(fade, others - 1);
            bend += others as f64 * crossing;
        }
        Derivative {
            most: steepest(fade) * sum_of_weights(fade, others) * self.by_centre(at),
            lipschitz: bend * self.by_centre(at),
        }
    }

    /// Returns the greatest magnitude, which exceeds 1 with Elias's cubic.
    fn amplitude(&self, range: Interval) -> f64 {
        size(range).max(1.0)
    }

    fn jumps(&self, _at: &Setting, _i: usize) -> f64 {
        f64::from(u8::from(self.fade == Fade::None))
    }

    fn derivative_jumps(&self) -> f64 {
        f64::from(u8::from(self.fade == Fade::Linear))
    }
}

impl ValueNoise {
    /// Returns the maximum of Σ|weight| over all corners.
    fn supremum(&self, at: &Setting) -> f64 {
        let dimension = at.axes as i32;
        let plain = sum_of_weights(self.fade, at.axes);
        if !self.smooth {
            return plain;
        }
        // The average with the weights ¼, ½, ¼ cancels part of the cubic's negative weights.
        let smoothed = match self.fade {
            Fade::Elias => 1.125_f64.powi(dimension),
            Fade::None | Fade::Linear | Fade::Cosine | Fade::Cubic | Fade::Quintic => 1.0,
        };
        match self.centre {
            None => smoothed,
            // The noise without smoothing is added, times the difference between the corner's own weight and the usual one.
            Some(centre) => {
                let extra = at.number(centre) - 0.5_f64.powi(dimension);
                smoothed + extra.abs() * plain
            }
        }
    }

    /// Returns the factor by which smoothing may increase a derivative: 1, since a smoothed noise is a mean of shifted noises,
    /// plus the difference between a corner's own weight `centre` and the usual one.
    fn by_centre(&self, at: &Setting) -> f64 {
        match self.centre {
            Some(centre) if self.smooth => {
                1.0 + (at.number(centre) - 0.5_f64.powi(at.axes as i32)).abs()
            }
            _ => 1.0,
        }
    }
}

/// Returns the maximum of Σ|weight| along a number of axes.
fn sum_of_weights(fade: Fade, axes: usize) -> f64 {
    match fade {
        Fade::Elias => 1.5_f64.powi(axes as i32),
        Fade::None | Fade::Linear | Fade::Cosine | Fade::Cubic | Fade::Quintic => 1.0,
    }
}

/// Returns the maximum of Σ|weight'| along one axis: for a fade f, whose weights are 1 − f and f, twice its steepest slope.
fn steepest(fade: Fade) -> f64 {
    match fade {
        Fade::None => 0.0,
        Fade::Linear => 2.0,
        Fade::Cosine => PI,
        Fade::Cubic | Fade::Elias => 3.0,
        Fade::Quintic => 3.75,
    }
}

/// Returns the maximum of Σ|weight''| along one axis.
fn bend(fade: Fade) -> f64 {
    match fade {
        Fade::None | Fade::Linear => 0.0,
        Fade::Cosine => PI * PI,
        Fade::Cubic | Fade::Elias => 12.0,
        Fade::Quintic => 11.548,
    }
}
