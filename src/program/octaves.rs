//! The octaves of a fold: the weight and the frequency factors of each.

use super::Params;
use super::op::PerOctave;

/// The octaves of a fold.
#[derive(Clone, Debug, PartialEq)]
pub struct Octaves {
    /// The factor of each octave in the sum: its amplitude, divided by the sum of the amplitudes if the fold is normalized.
    pub weights: Vec<f32>,
    /// The amplitude of each octave as it was given.
    pub amplitudes: Vec<f32>,
    /// The frequency factor of each octave in space.
    pub scales: Vec<f32>,
    /// The frequency factor of each octave in time.
    pub time_scales: Vec<f32>,
    /// The reason why there are no more octaves, if their number is `auto`.
    pub limit: Option<Limit>,
}

impl Octaves {
    /// Returns the number of octaves.
    pub fn count(&self) -> usize {
        self.weights.len()
    }

    /// Returns the frequency factor of each octave, in time or in space.
    pub(crate) fn factors(&self, time: bool) -> &[f32] {
        if time {
            &self.time_scales
        } else {
            &self.scales
        }
    }
}

/// The reason why a fold with `octaves = "auto"` has no more octaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The next octave would have fewer than two samples per cell.
    Samples,
    /// The next octave would be weaker than half a step of the output.
    Step,
    /// The fold has as many octaves as it can: 32, or as many as a list has numbers.
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

/// Returns the number that belongs to octave k.
pub(super) fn number_at(params: &Params, numbers: &PerOctave, k: u32) -> f64 {
    let number = params.at(numbers.slot(k));
    match numbers {
        PerOctave::Powers(_) => power(number, k),
        PerOctave::Each(_) => number,
    }
}

/// Computes baseᵏ by repeated multiplication, which is exact for whole results below 2⁵³.
pub(crate) fn power(base: f64, k: u32) -> f64 {
    (0..k).fold(1.0, |power, _| power * base)
}
