//! Value noise (Elias 1998), in one to four dimensions: numbers at corners, interpolated.
//!
//! Corner values lie in −1..1, so every bound is a sum of magnitudes of weights.

use std::f64::consts::PI;

use super::{Derivative, Properties, Setting, both_ways};
use crate::grid::table::Columns;
use crate::noise::Fade;
use crate::program::SlotId;
use crate::program::interval::{Interval, size};

/// What value noise is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueNoise {
    /// The curve between two corners, or Elias's cubic through four.
    pub fade: Fade,
    /// Whether each corner is averaged with its neighbours.
    pub smooth: bool,
    /// The corner's own weight in that average, if it is not the usual one.
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

    /// Without a fade the value jumps from cell to cell.
    fn has_derivative(&self) -> bool {
        self.fade != Fade::None
    }

    fn derivative(&self, at: &Setting) -> Derivative {
        let (fade, others) = (self.fade, at.axes - 1);
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

    /// Elias's cubic reaches beyond 1.
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
    /// The sum of the magnitudes of all corners' weights, at its largest.
    fn supremum(&self, at: &Setting) -> f64 {
        let dimension = at.axes as i32;
        let plain = sum_of_weights(self.fade, at.axes);
        let smoothed = match self.fade {
            Fade::Elias => 1.125_f64.powi(dimension),
            _ => 1.0,
        };
        match (self.smooth, self.centre) {
            (false, _) => plain,
            (true, None) => smoothed,
            (true, Some(centre)) => {
                let extra = at.number(centre) - 0.5_f64.powi(dimension);
                smoothed + extra.abs() * plain
            }
        }
    }

    /// A smoothed noise is a mean of shifted ones; a weight `centre` of its own adds what exceeds the mean's.
    fn by_centre(&self, at: &Setting) -> f64 {
        match self.centre {
            Some(centre) if self.smooth => {
                1.0 + (at.number(centre) - 0.5_f64.powi(at.axes as i32)).abs()
            }
            _ => 1.0,
        }
    }
}

/// The sum of the magnitudes of the weights along so many axes, at its largest.
fn sum_of_weights(fade: Fade, axes: usize) -> f64 {
    match fade {
        Fade::Elias => 1.5_f64.powi(axes as i32),
        Fade::None | Fade::Linear | Fade::Cosine | Fade::Cubic | Fade::Quintic => 1.0,
    }
}

/// The sum of the magnitudes of the weights' first derivatives along one axis, at its largest.
fn steepest(fade: Fade) -> f64 {
    match fade {
        Fade::None => 0.0,
        Fade::Linear => 2.0,
        Fade::Cosine => PI,
        Fade::Cubic | Fade::Elias => 3.0,
        Fade::Quintic => 3.75,
    }
}

/// The same of their second derivatives.
fn bend(fade: Fade) -> f64 {
    match fade {
        Fade::None | Fade::Linear => 0.0,
        Fade::Cosine => PI * PI,
        Fade::Cubic | Fade::Elias => 12.0,
        Fade::Quintic => 11.548,
    }
}
