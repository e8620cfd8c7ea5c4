//! How many octaves a fold has, and the numbers of each.

use super::layers::Binder;
use super::op::{Fold, FoldId, FrameId, PerOctave};
use super::{FrameStep, Params};
use crate::{Error, Result};

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

/// How large one step of the output is, for fractals of `octaves = "auto"`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolution {
    /// As a part of the value, as in floats: an octave counts as its amplitude over the sum of the amplitudes.
    Relative(f64),
    /// The same for all values: an octave counts as its amplitude, over the sum of the amplitudes where that is normalized.
    Absolute(f64),
}

impl Default for Resolution {
    /// That of f32.
    fn default() -> Resolution {
        Resolution::Relative(f64::from(f32::EPSILON))
    }
}

/// The most cells a sample: two samples in a cell, and room for rounding.
const CELLS_A_SAMPLE: f64 = 0.5 * (1.0 + 1e-6);

impl Binder<'_> {
    /// The octaves of a fold.
    pub(super) fn octaves_of(&self, id: FoldId) -> Result<Octaves> {
        let fold = &self.program.folds[id.index()];
        let (count, limit) = self.count(id)?;
        let each = |numbers| (0..count).map(move |k| number_at(self.params, numbers, k));
        let sum: f64 = match fold.normalize {
            true => each(&fold.amplitudes).sum(),
            false => 1.0,
        };
        if sum <= 0.0 {
            let allowed = "amplitudes of which one is above 0, or normalize = false";
            let field = format!("{}.amplitudes", fold.node);
            return Err(Error::invalid(field, "a sum of 0", allowed));
        }
        let rounded = |numbers| each(numbers).map(|number| number as f32).collect();
        Ok(Octaves {
            weights: each(&fold.amplitudes)
                .map(|amplitude| (amplitude / sum) as f32)
                .collect(),
            amplitudes: rounded(&fold.amplitudes),
            scales: rounded(&fold.frequencies),
            time_scales: rounded(&fold.time_frequencies),
            limit,
        })
    }

    /// The number of octaves, and where it is `auto` what ended them.
    fn count(&self, id: FoldId) -> Result<(u32, Option<Limit>)> {
        let fold = &self.program.folds[id.index()];
        let (given, most) = (self.params.get(fold.octaves) as u32, fold.most_octaves());
        if given > most {
            let field = &self.params.slots()[fold.octaves.index()].name;
            let allowed = format!("1 to {most}, as many as its lists have, or auto");
            return Err(Error::invalid(field, given, allowed));
        }
        if given > 0 {
            return Ok((given, None));
        }
        let mut sum = number_at(self.params, &fold.amplitudes, 0);
        for k in 1..most {
            let amplitude = number_at(self.params, &fold.amplitudes, k);
            sum += amplitude;
            if self.cells_a_sample(id, k)? > CELLS_A_SAMPLE {
                return Ok((k, Some(Limit::Samples)));
            }
            if self.is_weak(fold, amplitude, sum) {
                return Ok((k, Some(Limit::Step)));
            }
        }
        Ok((most, Some(Limit::Most)))
    }

    /// Whether an octave adds less than half a step; `sum` is that of the amplitudes up to its own.
    fn is_weak(&self, fold: &Fold, amplitude: f64, sum: f64) -> bool {
        match self.params.resolution {
            Resolution::Absolute(step) if !fold.normalize => amplitude < step / 2.0,
            Resolution::Absolute(step) | Resolution::Relative(step) => amplitude / sum < step / 2.0,
        }
    }

    /// The most cells from one sample to the next in a fold's octave k, over all axes of all sources in it; other folds
    /// are in their first octave.
    fn cells_a_sample(&self, id: FoldId, k: u32) -> Result<f64> {
        let mut most: f64 = 0.0;
        for source in &self.program.sources {
            let folds = self.program.folds_around(source.frame);
            if !folds.contains(&id) {
                continue;
            }
            let ks: Vec<u32> = (folds.iter())
                .map(|&fold| if fold == id { k } else { 0 })
                .collect();
            for (i, &axis) in source.axes.iter().enumerate() {
                let span = self.grid.span(axis);
                if span.count > 1 {
                    let (_, rate) = self.rate(source, i)?;
                    let cells = self.density(source.frame, axis, &ks) * rate;
                    most = most.max(cells.abs() * span.extent / f64::from(span.steps));
                }
            }
        }
        Ok(most)
    }

    /// What the units of a frame are multiplied by along an axis; what operations make of a position does not count.
    fn density(&self, frame: FrameId, axis: usize, ks: &[u32]) -> f64 {
        let mut ks = ks.iter();
        (self.program.path(frame).into_iter()).fold(1.0, |density, step| match step {
            FrameStep::Same | FrameStep::Translate(_) | FrameStep::Made(_) => density,
            FrameStep::Scale(factors) => {
                density * factors[axis].map_or(1.0, |slot| self.params.get(slot))
            }
            FrameStep::Octave(fold) => {
                let k = ks.next().copied().unwrap_or_default();
                density * self.factor(*fold, axis, k)
            }
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
