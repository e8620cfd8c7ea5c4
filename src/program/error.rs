//! The error analysis: how far an f32 evaluator's value may lie from the exact one.
//!
//! A running bound over the operations (Higham, *Accuracy and Stability of Numerical Algorithms*,
//! section 3.3), in units of the roundoff u = 2⁻²⁴, from the ranges of the operations and the
//! bounds that the sources are held to.

use super::interval::size;
use super::op::{Op, OpId};
use super::range::source_supremum;
use super::steps::error::{Argument, FLUSH, U, error, rounding};
use super::{Block, Job};
use crate::noise::Source;

/// What a source, or a sum of its octaves, is held to on a plain grid, where its tables are exact:
/// |f32 − f64| per unit of summed amplitude.
pub const ON_GRID: f64 = 1e-6;
/// What a source is held to at points, where cell and fraction come from f32.
pub const AT_POINTS: f64 = 4e-6;

/// The supremum of Σ|∂²noise/∂axis∂other|, per cell, over the axes `other`, by dimension 1 to 4: how fast a derivative
/// changes with the position.
fn bend(source: Source, dimension: usize) -> f64 {
    match source {
        Source::Perlin => [15.0, 13.947, 17.96, 29.652][dimension - 1],
        Source::Constant | Source::Coordinate => unreachable!("no lattice source"),
    }
}

/// The bound of every operation of a job.
pub(super) fn errors(job: &Job) -> Vec<f64> {
    let mut analysis = Errors {
        job,
        of: vec![0.0; job.program.ops.len()],
    };
    analysis.run(&job.program.blocks[0]);
    analysis.of
}

/// The supremum of Σ|∂noise/∂axis|, per cell, by dimension 1 to 4.
fn slope(source: Source, dimension: usize) -> f64 {
    match source {
        Source::Perlin => [2.0 * 1.347, 3.75, 5.396, 8.982][dimension - 1],
        Source::Constant | Source::Coordinate => unreachable!("no lattice source"),
    }
}

struct Errors<'a> {
    job: &'a Job,
    of: Vec<f64>,
}

impl Errors<'_> {
    fn run(&mut self, block: &Block) {
        for &op in &block.ops {
            self.of[op.index()] = self.bound(op);
        }
    }

    /// The greatest magnitude of an operation's value.
    fn size(&self, op: OpId) -> f64 {
        size(self.job.ranges[op.index()])
    }

    fn bound(&mut self, op: OpId) -> f64 {
        let program = &self.job.program;
        match &program.ops[op.index()] {
            Op::Param(_)
            | Op::Literal(_)
            | Op::Coordinate(_)
            | Op::OctaveScale { .. }
            | Op::Cells { .. } => rounding(self.size(op)),
            Op::Source(id) => {
                let source = &program.sources[id.index()];
                let displaced = (source.axes.iter().enumerate())
                    .filter_map(|(i, &axis)| {
                        let by = program.frames[source.frame.index()].displacement[axis]?;
                        Some(self.displaced(id.index(), i, by))
                    })
                    .reduce(f64::max);
                let dimension = source.axes.len();
                match (source.partial, displaced) {
                    (None, None) => ON_GRID,
                    (None, Some(cells)) => AT_POINTS + slope(source.kind, dimension) * cells,
                    // Point by point, on a grid too; per unit of its own supremum.
                    (Some(_), displaced) => {
                        let cells = displaced.unwrap_or_default();
                        AT_POINTS * source_supremum(source) + bend(source.kind, dimension) * cells
                    }
                }
            }
            Op::Fold(id) => {
                let fold = &program.folds[id.index()];
                self.run(&program.blocks[fold.body.index()]);
                let weights = &self.job.octaves[id.index()].weights;
                let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
                let body = sum * self.of[fold.result.index()];
                if let Op::Source(_) = program.ops[fold.result.index()] {
                    // A source's bound is per unit of summed amplitude: the sum is in it.
                    return body;
                }
                let roundings = weights.len() as f64 + 2.0;
                let size = self.size(fold.result);
                body + roundings * (sum * rounding(size) + FLUSH * size)
            }
            Op::Step { step, args } => {
                let argument = |arg: &OpId| Argument {
                    range: self.job.ranges[arg.index()],
                    error: self.of[arg.index()],
                };
                let args: Vec<Argument> = args.iter().map(argument).collect();
                error(*step, &args, self.job.ranges[op.index()])
            }
        }
    }

    /// The error of a displaced position, in cells.
    fn displaced(&self, id: usize, i: usize, by: OpId) -> f64 {
        let rates = self.job.layers[id]
            .iter()
            .map(|layer| f64::from(layer.rates[i]));
        let rate = rates.fold(0.0, f64::max);
        rate * self.of[by.index()] + U * (3.0 * rate * self.size(by) + 1.0)
    }
}
