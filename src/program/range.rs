//! The range analysis: least and greatest value of each operation, by interval arithmetic.

use super::op::{Op, OpId};
use super::{Block, Job};
use crate::grid::position;
use crate::noise::{Source, Step};
use crate::{Error, Result};

/// Least and greatest value.
pub type Interval = [f64; 2];

/// The supremum of |noise| over points and corner choices, by dimension 1 to 4.
///
/// For perlin found by maximising over the cell and all corner gradients; the 3-D one lies at
/// (0.5, 0.4815, 0.3553), not at the centre.
pub fn supremum(source: Source, dimension: usize) -> f64 {
    match source {
        Source::Perlin => [1.0, 1.0, 1.036_354, 1.536_582][dimension - 1],
        Source::Constant | Source::Coordinate => unreachable!("no lattice source"),
    }
}

/// The interval of every operation of a job.
///
/// # Errors
/// [`Error::Invalid`] names the node whose values leave f32, or that divides by an interval around 0.
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
            self.of[op.index()] = self.interval(op)?;
            self.within_f32(op, self.of[op.index()]).map(drop)
        })
    }

    fn refuse(&self, op: OpId, given: String, allowed: &str) -> Error {
        Error::invalid(
            self.job.program.labels[op.index()].to_string(),
            given,
            allowed,
        )
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
            Op::Source(id) => {
                let source = &program.sources[id.index()];
                let supremum = supremum(source.kind, source.axes.len());
                Ok([-supremum, supremum])
            }
            Op::Fold(id) => {
                let fold = &program.folds[id.index()];
                self.run(&program.blocks[fold.body.index()])?;
                let weights = &self.job.octaves[id.index()].weights;
                let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
                Ok(self.of[fold.result.index()].map(|end| end * sum))
            }
            Op::Step { step, args } => {
                let args: Vec<Interval> = args.iter().map(|arg| self.of[arg.index()]).collect();
                self.step(op, *step, &args)
            }
        }
    }

    /// The interval, where all of it is an f32.
    fn within_f32(&self, op: OpId, interval: Interval) -> Result<Interval> {
        let largest = size(interval);
        match largest <= f64::from(f32::MAX) {
            true => Ok(interval),
            false => Err(self.refuse(
                op,
                format!("a value of up to {largest:e}"),
                "values within f32",
            )),
        }
    }

    /// high − low, where the two differ everywhere by more than their rounding.
    fn width(&self, op: OpId, low: Interval, high: Interval) -> Result<Interval> {
        let width = sub(high, low);
        let least = APART * size(low).max(size(high)).max(f64::from(f32::MIN_POSITIVE));
        match width[0] > least || width[1] < -least {
            true => Ok(width),
            false => {
                let given = "from_low and from_high that may be equal, or nearly".to_string();
                Err(self.refuse(
                    op,
                    given,
                    "two that differ everywhere by more than 1e-5 of their size",
                ))
            }
        }
    }

    fn step(&self, op: OpId, step: Step, args: &[Interval]) -> Result<Interval> {
        Ok(match step {
            Step::Add => add(args[0], args[1]),
            Step::Mul => mul(args[0], args[1]),
            Step::Min => [args[0][0].min(args[1][0]), args[0][1].min(args[1][1])],
            Step::Max => [args[0][0].max(args[1][0]), args[0][1].max(args[1][1])],
            Step::Mix => {
                let way = self.within_f32(op, sub(args[1], args[0]))?;
                add(args[0], self.within_f32(op, mul(args[2], way))?)
            }
            Step::Abs => match args[0] {
                [low, high] if low > 0.0 => [low, high],
                [low, high] if high < 0.0 => [-high, -low],
                [low, high] => [0.0, high.max(-low)],
            },
            Step::Remap => {
                let width = self.within_f32(op, self.width(op, args[1], args[2])?)?;
                let from = self.within_f32(op, sub(args[0], args[1]))?;
                let t = self.within_f32(op, mul(from, [1.0 / width[1], 1.0 / width[0]]))?;
                let to = self.within_f32(op, sub(args[4], args[3]))?;
                add(args[3], self.within_f32(op, mul(t, to))?)
            }
            Step::Clamp => {
                let low = [args[0][0].max(args[1][0]), args[0][1].max(args[1][1])];
                [low[0].min(args[2][0]), low[1].min(args[2][1])]
            }
        })
    }
}

/// Ends closer together than this part of their size are one: what f32 keeps of their difference is
/// mostly rounding.
const APART: f64 = 1e-5;

fn hull(values: impl Iterator<Item = f64>) -> Interval {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
        [low.min(value), high.max(value)]
    })
}

/// The greatest magnitude; NaN where an end is.
fn size(interval: Interval) -> f64 {
    match interval[0].is_nan() || interval[1].is_nan() {
        true => f64::NAN,
        false => interval[0].abs().max(interval[1].abs()),
    }
}

fn add(a: Interval, b: Interval) -> Interval {
    [a[0] + b[0], a[1] + b[1]]
}

fn sub(a: Interval, b: Interval) -> Interval {
    [a[0] - b[1], a[1] - b[0]]
}

fn mul(a: Interval, b: Interval) -> Interval {
    hull([a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]].into_iter())
}
