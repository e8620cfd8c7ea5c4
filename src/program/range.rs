//! The range analysis: least and greatest value of each operation, by interval arithmetic.

pub use super::interval::Interval;
use super::interval::{add, hull, square};
use super::op::{Fold, FoldId, Op, OpId};
use super::steps::range::{Refusal, range, within_f32};
use super::{Block, Job, bounds};
use crate::grid::position;
use crate::noise::Step;
use crate::{Error, Result};

/// The interval of every operation of a job.
///
/// # Errors
/// [`Error::Invalid`] names the node whose values leave f32, or whose arguments its step refuses.
pub(super) fn ranges(job: &Job) -> Result<Vec<Interval>> {
    let mut analysis = Ranges {
        job,
        of: vec![[0.0; 2]; job.program.ops.len()],
        octave: vec![None; job.program.folds.len()],
    };
    analysis.run(&job.program.blocks[0])?;
    Ok(analysis.of)
}

struct Ranges<'a> {
    job: &'a Job,
    of: Vec<Interval>,
    /// The present octave of each fold that is gone through octave by octave.
    octave: Vec<Option<usize>>,
}

impl Ranges<'_> {
    fn run(&mut self, block: &Block) -> Result<()> {
        block.ops.iter().try_for_each(|&op| {
            let interval = self.interval(op)?;
            self.of[op.index()] = self.named(op, within_f32(interval))?;
            Ok(())
        })
    }

    /// A refusal as an error that names the node.
    fn named(&self, op: OpId, result: Result<Interval, Refusal>) -> Result<Interval> {
        result.map_err(|Refusal { given, allowed }| {
            let label = self.job.program.labels[op.index()].to_string();
            Error::invalid(label, given, allowed)
        })
    }

    fn interval(&mut self, op: OpId) -> Result<Interval> {
        let program = &self.job.program;
        match &program.ops[op.index()] {
            Op::Param(slot) => Ok([f64::from(self.job.numbers[slot.index()]); 2]),
            Op::Number(bits) => Ok([f64::from(f32::from_bits(*bits)); 2]),
            Op::Coordinate(id) => {
                let span = self.job.grid.span(program.coordinates[id.index()].axis);
                let ends = (self.job.coordinates[id.index()].iter()).flat_map(|&map| {
                    [0, span.count - 1].map(|i| position::coordinate(span.at(i), map))
                });
                Ok(hull(ends))
            }
            Op::OctaveScale { fold, time } => {
                let octaves = &self.job.octaves[fold.index()];
                let scales = if *time {
                    &octaves.time_scales
                } else {
                    &octaves.scales
                };
                Ok(self.in_octave(*fold, scales))
            }
            Op::OctaveAmplitude(fold) => {
                Ok(self.in_octave(*fold, &self.job.octaves[fold.index()].amplitudes))
            }
            Op::Cells { source, axis } => {
                let layers = self.job.layers[source.index()].iter();
                Ok(hull(layers.map(|layer| f64::from(layer.rates[*axis]))))
            }
            // The fold around has set it.
            Op::Carried(..) => Ok(self.of[op.index()]),
            Op::Source(id) => Ok(bounds::range(self.job, &program.sources[id.index()])),
            Op::Fold(id) => self.fold(*id),
            Op::Step {
                step: Step::Mul,
                args,
            } if args[0] == args[1] => Ok(square(self.of[args[0].index()])),
            Op::Step { step, args } => {
                let args: Vec<Interval> = args.iter().map(|arg| self.of[arg.index()]).collect();
                self.named(op, range(*step, &args))
            }
        }
    }

    fn fold(&mut self, id: FoldId) -> Result<Interval> {
        let program = &self.job.program;
        let fold = &program.folds[id.index()];
        let body = &program.blocks[fold.body.index()];
        let weights = &self.job.octaves[id.index()].weights;
        if fold.carried.is_empty() {
            self.run(body)?;
            let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            return Ok(self.of[fold.result.index()].map(|end| end * sum));
        }
        // Octave by octave, each with what the one before hands on; in the end every operation has the hull of all.
        let within = program.within(id);
        let mut hulls = vec![hull([]); within.len()];
        let mut sum = [0.0; 2];
        for (k, &weight) in weights.iter().enumerate() {
            self.octave[id.index()] = Some(k);
            self.hand_on(fold, k);
            self.run(body)?;
            let result = self.of[fold.result.index()];
            sum = add(sum, result.map(|end| end * f64::from(weight)));
            for ([low, high], op) in hulls.iter_mut().zip(&within) {
                let own = self.of[op.index()];
                (*low, *high) = (low.min(own[0]), high.max(own[1]));
            }
        }
        self.octave[id.index()] = None;
        for (all, op) in hulls.into_iter().zip(within) {
            self.of[op.index()] = all;
        }
        Ok(sum)
    }

    /// Sets what octave k of a fold finds.
    fn hand_on(&mut self, fold: &Fold, k: usize) {
        for carried in &fold.carried {
            self.of[carried.op.index()] = match k {
                0 => [f64::from(carried.first); 2],
                _ => self.of[carried.next.index()],
            };
        }
    }

    /// A number of the present octave, or those of all where they are not gone through one by one.
    fn in_octave(&self, fold: FoldId, numbers: &[f32]) -> Interval {
        match self.octave[fold.index()] {
            Some(k) => [f64::from(numbers[k]); 2],
            None => hull(numbers.iter().map(|&number| f64::from(number))),
        }
    }
}
