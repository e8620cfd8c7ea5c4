//! The outcome of a case: how far a backend's samples lie from the reference's.

use std::fmt;

use serde::Serialize;

use super::Case;
use super::held::Held;

/// How far a backend's samples of one case lie from the reference's. It serializes as `verify --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// [`Case::name`].
    pub case: String,
    /// The letters of its axes: `xyw`.
    pub axes: String,
    /// The error with the greatest ratio to its bound; infinite if a sample is NaN.
    pub error: f64,
    /// The bound of that error, which depends on its channel.
    pub bound: f64,
    /// The number of samples compared, of all channels and frames.
    pub samples: u64,
    /// The number of samples that exceed their bound because they lie on the other side of a jump.
    pub strays: u64,
    /// The allowed number of these: [`Job::jump_share`](crate::Job::jump_share) of each channel's samples.
    #[serde(skip)]
    pub strays_allowed: f64,
    /// Whether no sample exceeds its bound, except for the allowed number on other sides of jumps.
    #[serde(rename = "is_right")]
    pub passed: bool,
}

impl Outcome {
    /// Returns the outcome before the first sample, which has not passed: an empty comparison proves nothing.
    pub(super) fn new(case: &Case, held: &[Held]) -> Outcome {
        Outcome {
            case: case.name.clone(),
            axes: case.axes(),
            error: 0.0,
            bound: held.first().map_or(0.0, |held| held.bound),
            samples: 0,
            strays: 0,
            strays_allowed: 0.0,
            passed: false,
        }
    }

    /// Returns the error as a share of its bound: more than 1 if a sample exceeds it.
    pub fn share(&self) -> f64 {
        share(self.error, self.bound)
    }

    /// Compares one sample.
    pub(super) fn add(&mut self, found: f32, exact: f64, held: &Held) {
        let found = f64::from(found);
        let error = match (found - exact).abs() {
            error if error.is_nan() => f64::INFINITY,
            error => error,
        };
        self.passed |= self.samples == 0;
        self.samples += 1;
        self.strays_allowed += held.strays;
        if held.strays > 0.0 && held.is_stray(found, error) {
            self.strays += 1;
            return;
        }
        if share(error, held.bound) > self.share() || self.samples == 1 {
            (self.error, self.bound) = (error, held.bound);
        }
        self.passed &= error <= held.bound;
    }

    /// Ends the comparison of so many samples: checks their number, and that of those on other sides of jumps.
    pub(super) fn close(mut self, samples: usize) -> Outcome {
        self.passed &= self.samples == samples as u64;
        self.passed &= self.strays as f64 <= self.strays_allowed;
        self
    }
}

/// A bound may be 0, as an error may be, too, and an error may be infinite.
fn share(error: f64, bound: f64) -> f64 {
    match error {
        0.0 => 0.0,
        error => error / bound,
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
            strays,
            ..
        } = self;
        write!(f, "{verdict}  {case} ({axes}): {error:.1e} of {bound:.1e}")?;
        match strays {
            0 => Ok(()),
            _ => write!(f, ", {strays} of {} beyond a jump", self.samples),
        }
    }
}
