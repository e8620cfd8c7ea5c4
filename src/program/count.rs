//! Counts the octaves of a fold: as many as are asked for, or with `octaves = "auto"` as many as the grid and the output can
//! show.

use super::binder::Binder;
use super::octaves::{Limit, Octaves, number_at};
use super::op::{Fold, FoldId, FrameId};
use super::{FrameStep, Resolution};
use crate::limits::OCTAVES_MAX;
use crate::{Error, Result};

/// The greatest number of cells per sample of an `auto` octave: two samples per cell, and room for rounding. Finer octaves
/// would alias.
const CELLS_A_SAMPLE: f64 = 0.5 * (1.0 + 1e-6);

impl Binder<'_> {
    /// Returns the octaves of a fold.
    pub(super) fn octaves_of(&self, id: FoldId) -> Result<Octaves> {
        let fold = &self.program.folds[id.index()];
        let (count, limit) = self.count(id)?;
        let each = |numbers| (0..count).map(move |k| number_at(self.params, numbers, k));
        let sum: f64 = if fold.normalize {
            each(&fold.amplitudes).sum()
        } else {
            1.0
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

    /// Returns the number of octaves and, if it is `auto`, the reason why there are no more.
    fn count(&self, id: FoldId) -> Result<(u32, Option<Limit>)> {
        let fold = &self.program.folds[id.index()];
        let (given, most) = (self.params.at(fold.octaves) as u32, fold.most_octaves());
        if given > most {
            let field = self.params.name(fold.octaves);
            let allowed = format!("1 to {most}, as many as its lists have, or auto");
            return Err(Error::invalid(field, given, allowed));
        }
        if given > 0 {
            return Ok((given, None));
        }
        if most == OCTAVES_MAX && self.varies_without_cells(id) {
            let field = self.params.name(fold.octaves);
            let allowed = "a number, since nothing below has cells to count: pictures and coordinates have none";
            return Err(Error::invalid(field, "auto", allowed));
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

    /// Returns whether a fold has coordinates, which pictures have, too, but no lattice source.
    fn varies_without_cells(&self, id: FoldId) -> bool {
        let program = self.program;
        let is_within = |frame| program.folds_around(frame).contains(&id);
        !program.sources.iter().any(|source| is_within(source.frame))
            && (program.coordinates.iter()).any(|coordinate| is_within(coordinate.frame))
    }

    /// Returns whether an octave is weaker than half a step of the output; `sum` is the sum of the amplitudes up to and including
    /// that of the octave.
    fn is_weak(&self, fold: &Fold, amplitude: f64, sum: f64) -> bool {
        match self.params.resolution {
            Resolution::Absolute(step) if !fold.normalize => amplitude < step / 2.0,
            Resolution::Absolute(step) | Resolution::Relative(step) => amplitude / sum < step / 2.0,
        }
    }

    /// Returns the greatest distance in cells from one sample to the next in a fold's octave k, over all axes of all sources
    /// in the fold; other folds are in their first octave.
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

    /// Returns the scale between the grid's units and a frame's along an axis; displacements are not taken into account.
    fn density(&self, frame: FrameId, axis: usize, ks: &[u32]) -> f64 {
        let mut ks = ks.iter();
        (self.program.path(frame).into_iter()).fold(1.0, |density, step| match step {
            FrameStep::Same | FrameStep::Translate(_) | FrameStep::Made(_) => density,
            FrameStep::Scale(factors) => {
                density * factors[axis].map_or(1.0, |slot| self.params.at(slot))
            }
            FrameStep::Octave(fold) => {
                let k = ks.next().copied().unwrap_or_default();
                density * self.factor(*fold, axis, k)
            }
        })
    }
}
