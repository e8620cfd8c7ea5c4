//! The error analysis: how far an f32 evaluator's value may lie from the exact one.
//!
//! A running bound over the operations (Higham, *Accuracy and Stability of Numerical Algorithms*,
//! section 3.3), in units of the roundoff u = 2⁻²⁴, from the ranges of the operations and the
//! bounds that the sources are held to.

use super::op::{Op, OpId};
use super::{Block, Job};
use crate::noise::{Source, Step};

/// What a source, or a sum of its octaves, is held to on a plain grid, where its tables are exact:
/// |f32 − f64| per unit of summed amplitude.
pub const ON_GRID: f64 = 1e-6;
/// What a source is held to at points, where cell and fraction come from f32.
pub const AT_POINTS: f64 = 4e-6;
/// The roundoff of f32.
const U: f64 = 1.0 / (1 << 24) as f64;
/// What a flush to zero loses: WGSL may flush what lies below the normal numbers.
const FLUSH: f64 = f32::MIN_POSITIVE as f64;
/// The roundings of a WGSL division: 2.5 units in the last place.
const DIVISION: f64 = 5.0;

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
        let [low, high] = self.job.ranges[op.index()];
        low.abs().max(high.abs())
    }

    fn bound(&mut self, op: OpId) -> f64 {
        let program = &self.job.program;
        match &program.ops[op.index()] {
            Op::Param(_) | Op::Coordinate(_) | Op::OctaveScale { .. } => rounding(self.size(op)),
            Op::Source(id) => {
                let source = &program.sources[id.index()];
                let displaced = (source.axes.iter().enumerate())
                    .filter_map(|(i, &axis)| {
                        let by = program.frames[source.frame.index()].displacement[axis]?;
                        Some(self.displaced(id.index(), i, by))
                    })
                    .reduce(f64::max);
                match displaced {
                    None => ON_GRID,
                    Some(cells) => AT_POINTS + slope(source.kind, source.axes.len()) * cells,
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
            Op::Step { step, args } => self.step(op, *step, args),
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

    fn step(&self, op: OpId, step: Step, args: &[OpId]) -> f64 {
        let value = |i: usize| Bounded {
            size: self.size(args[i]),
            error: self.of[args[i].index()],
        };
        match step {
            Step::Add => value(0).add(value(1)).error,
            Step::Mul => value(0).mul(value(1)).error,
            Step::Min | Step::Max => value(0).error.max(value(1).error),
            Step::Mix => value(0).add(value(2).mul(value(1).add(value(0)))).error,
            Step::Abs => value(0).error,
            Step::Remap => {
                let width = value(2).add(value(1));
                let t = value(0).add(value(1)).divide(width, self.least_width(args));
                value(3).add(t.mul(value(4).add(value(3)))).error
            }
            Step::Clamp => (0..3)
                .map(|i| value(i).error)
                .fold(rounding(self.size(op)), f64::max),
        }
    }

    /// The least |from_high − from_low| of a remap.
    fn least_width(&self, args: &[OpId]) -> f64 {
        let [low, high] = [args[1], args[2]].map(|arg| self.job.ranges[arg.index()]);
        (high[0] - low[1]).abs().min((high[1] - low[0]).abs())
    }
}

/// What rounding a value of at most that size to f32 changes.
fn rounding(size: f64) -> f64 {
    U * size + FLUSH
}

/// A value of at most `size` that is off by at most `error`.
#[derive(Clone, Copy)]
struct Bounded {
    size: f64,
    error: f64,
}

impl Bounded {
    /// A sum or difference.
    fn add(self, other: Bounded) -> Bounded {
        let size = self.size + other.size;
        let error = self.error + other.error;
        Bounded {
            size,
            error: error + rounding(size + error),
        }
    }

    fn mul(self, other: Bounded) -> Bounded {
        let size = self.size * other.size;
        let error = self.size * other.error + other.size * self.error + self.error * other.error;
        Bounded {
            size,
            error: error + rounding(size + error),
        }
    }

    fn divide(self, other: Bounded, least: f64) -> Bounded {
        let size = self.size / least;
        let error =
            (self.error + size * other.error) / (least - other.error).max(f64::MIN_POSITIVE);
        Bounded {
            size,
            error: error + DIVISION * rounding(size + error),
        }
    }
}
