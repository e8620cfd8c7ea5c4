//! The octaves of a fold, and the numbers of each.

use super::Params;
use super::op::PerOctave;

/// The octaves of a fold.
#[derive(Clone, Debug, PartialEq)]
pub struct Octaves {
    /// What each octave is multiplied by: its amplitude, normalized or not.
    pub weights: Vec<f32>,
    /// The amplitude of each octave as it was given.
    pub amplitudes: Vec<f32>,
    /// The frequency factor of each octave, in space.
    pub scales: Vec<f32>,
    /// The same in time.
    pub time_scales: Vec<f32>,
    /// What ended them, where the number of octaves is `auto`.
    pub limit: Option<Limit>,
}

/// What ends the octaves of `octaves = "auto"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The next would have less than two samples in a cell.
    Samples,
    /// The next would be weaker than half a step of the output.
    Step,
    /// There are no more: 32, or as many as a list has.
    Most,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Limit::Samples => "the next would have less than two samples in a cell",
            Limit::Step => "the next would be weaker than half a step of the output",
            Limit::Most => "there can be no more",
        })
    }
}

/// Octave k's number.
pub(super) fn number_at(params: &Params, numbers: &PerOctave, k: u32) -> f64 {
    let number = params.get(numbers.slot(k));
    match numbers {
        PerOctave::Powers(_) => power(number, k),
        PerOctave::Each(_) => number,
    }
}

/// baseᵏ by repeated multiplication: exact while it is a whole number below 2⁵³.
pub(crate) fn power(base: f64, k: u32) -> f64 {
    (0..k).fold(1.0, |power, _| power * base)
}
