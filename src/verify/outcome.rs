//! What became of a case.

use std::fmt;

use super::Case;

/// How far a backend's samples of one case lie from the reference's.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// [`Case::name`].
    pub case: String,
    /// The letters of its axes: `xyw`.
    pub axes: String,
    /// The number of its axes.
    pub dimension: usize,
    /// The error that is nearest to its bound, or furthest beyond it; infinite where a sample is no number.
    pub error: f64,
    /// The bound of that error: each channel has its own.
    pub bound: f64,
    /// Samples compared, over all channels and frames.
    pub samples: u64,
    /// Whether no sample lay beyond its bound.
    pub passed: bool,
}

impl Outcome {
    /// Nothing compared yet: not passed, so that an empty comparison shows nothing.
    pub(super) fn new(case: &Case, bounds: &[f64]) -> Outcome {
        Outcome {
            case: case.name.clone(),
            axes: case.axes(),
            dimension: case.dimension(),
            error: 0.0,
            bound: bounds.first().copied().unwrap_or_default(),
            samples: 0,
            passed: false,
        }
    }

    /// Compares one sample.
    pub(super) fn add(&mut self, found: f32, exact: f64, bound: f64) {
        let error = match (f64::from(found) - exact).abs() {
            error if error.is_nan() => f64::INFINITY,
            error => error,
        };
        // Cross-multiplied, since a bound may be 0.
        if error * self.bound > self.error * bound || self.samples == 0 {
            (self.error, self.bound) = (error, bound);
        }
        self.passed = (self.passed || self.samples == 0) && error <= bound;
        self.samples += 1;
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.passed { "pass" } else { "FAIL" };
        let Outcome {
            case,
            axes,
            error,
            bound,
            ..
        } = self;
        write!(f, "{verdict}  {case} ({axes}): {error:.1e} of {bound:.1e}")
    }
}
