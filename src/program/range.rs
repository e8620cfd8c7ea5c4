//! The range analysis: least and greatest value of each operation, by interval arithmetic.

pub use super::interval::Interval;
use super::interval::hull;
use super::op::{Op, OpId};
use super::steps::range::{Refusal, range, within_f32};
use super::{Block, Job, bounds};
use crate::grid::position;
use crate::{Error, Result};

/// The interval of every operation of a job.
///
/// # Errors
/// [`Error::Invalid`] names the node whose values leave f32, or whose arguments its step refuses.
pub(super) fn ranges(job: &Job) -> Result<Vec<Interval>> {
    let mut analysis = Ranges {
        job,
        of: vec![[0.0; 2]; job.program.ops.len()],
    };
    analysis.run(&job.program.blocks[0])?;
    Ok(analysis.of)
}

struct Ranges<'a> {
    job: &'a Job,
    of: Vec<Interval>,
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
            Op::Coordinate(id) => {
                let span = self.job.grid.span(program.coordinates[id.index()].axis);
                let ends = (self.job.coordinates[id.index()].iter()).flat_map(|&map| {
                    [0, span.count - 1].map(|i| position::coordinate(&span, i, map))
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
                Ok(hull(scales.iter().map(|&scale| f64::from(scale))))
            }
            Op::Source(id) => Ok(bounds::range(self.job, &program.sources[id.index()])),
            Op::Fold(id) => {
                let fold = &program.folds[id.index()];
                self.run(&program.blocks[fold.body.index()])?;
                let weights = &self.job.octaves[id.index()].weights;
                let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
                Ok(self.of[fold.result.index()].map(|end| end * sum))
            }
            Op::Step { step, args } => {
                let args: Vec<Interval> = args.iter().map(|arg| self.of[arg.index()]).collect();
                self.named(op, range(*step, &args))
            }
        }
    }
}
