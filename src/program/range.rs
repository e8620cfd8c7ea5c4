//! The range analysis: the least and the greatest value of each operation, by interval arithmetic.
//!
//! A range holds the exact values and those that any f32 evaluator computes: each rounding widens it, and its ends are f32
//! numbers.

pub use super::interval::Interval;
use super::interval::{add, hull, size, spread, square};
use super::op::{CoordinateId, Fold, FoldId, Op, OpId, SourceId};
use super::picture::{PIXELS_FAR, Sampler, is_far};
use super::steps::rounding::{Argument, Refusal, inexact, of_sum, rounded};
use super::steps::{Args, rules};
use super::{Block, Job, Positions};
use crate::grid::position;
use crate::noise::{Filter, Step};
use crate::{Error, Result};

/// Computes the range of every operation of a job.
///
/// # Errors
/// [`Error::Invalid`] names the node whose values leave the range of f32, or whose step refuses its arguments.
pub(super) fn ranges(job: &Job) -> Result<Vec<Interval>> {
    let mut analysis = Ranges::new(job, Positions::Tables);
    analysis.run(&job.program.blocks[0])?;
    Ok(analysis.of)
}

/// Computes the ranges for an evaluator with inexact positions.
///
/// Binding checked only the grid's own positions. If a step refuses an argument here, its result may be any f32.
pub(super) fn ranges_at_points(job: &Job, positions: Positions) -> Vec<Interval> {
    let mut analysis = Ranges::new(job, positions);
    let Ok(()) = analysis.run(&job.program.blocks[0]) else {
        unreachable!("only tables refuse");
    };
    analysis.of
}

/// The analysis and its results.
struct Ranges<'a> {
    job: &'a Job,
    positions: Positions,
    /// The range of every operation.
    of: Vec<Interval>,
    /// The current octave of each fold whose octaves are analysed one by one.
    octave: Vec<Option<usize>>,
}

impl Ranges<'_> {
    fn new(job: &Job, positions: Positions) -> Ranges<'_> {
        Ranges {
            job,
            positions,
            of: vec![[0.0; 2]; job.program.ops.len()],
            octave: vec![None; job.program.folds.len()],
        }
    }

    /// Sets the ranges of a block's operations.
    fn run(&mut self, block: &Block) -> Result<()> {
        block.ops.iter().try_for_each(|&op| {
            let interval = self.interval(op).and_then(|of| self.named(op, rounded(of)));
            self.of[op.index()] = match self.positions {
                Positions::Tables => interval?,
                _ => interval.unwrap_or([f32::MIN, f32::MAX].map(f64::from)),
            };
            Ok(())
        })
    }

    /// Turns a step's refusal into an error that names the node.
    fn named(&self, op: OpId, result: Result<Interval, Refusal>) -> Result<Interval> {
        result.map_err(|Refusal { given, allowed }| {
            let label = self.job.program.labels[op.index()].to_string();
            Error::invalid(label, given, allowed)
        })
    }

    /// Returns the interval of an operation before its last rounding, from those of its operands.
    fn interval(&mut self, op: OpId) -> Result<Interval> {
        let program = &self.job.program;
        match &program.ops[op.index()] {
            // The reference uses the number in f64, the evaluators in f32.
            Op::Param(slot) => {
                let [exact, rounded] = [
                    self.job.params.at(*slot),
                    f64::from(self.job.numbers[slot.index()]),
                ];
                Ok(hull([exact, rounded]))
            }
            Op::Number(bits) => Ok([f64::from(f32::from_bits(*bits)); 2]),
            Op::Coordinate(id) => Ok(self.coordinate(*id)),
            Op::OctaveScale { fold, time } => {
                let factors = self.job.octaves[fold.index()].factors(*time);
                Ok(self.in_octave(*fold, factors))
            }
            Op::OctaveAmplitude(fold) => {
                Ok(self.in_octave(*fold, &self.job.octaves[fold.index()].amplitudes))
            }
            Op::Cells { source, axis } => {
                let layers = self.job.layers[source.index()].iter();
                let rates = hull(layers.map(|layer| f64::from(layer.rates[*axis])));
                Ok(inexact(rates, 1.0))
            }
            // `hand_on` has set the range of the value that the previous octave handed on.
            Op::Carried(..) => Ok(self.of[op.index()]),
            Op::Source(id) => Ok(self.source(*id)),
            Op::Fold(id) => self.fold(*id),
            // A square is never negative, which interval arithmetic does not know of a product of two values.
            Op::Step {
                step: Step::Mul,
                args,
            } if args[0] == args[1] => Ok(square(self.of[args[0].index()])),
            Op::Step { step, args } => {
                let args: Vec<Interval> = args.iter().map(|arg| self.of[arg.index()]).collect();
                self.named(op, (rules(*step).range)(&Args::of(&args)))
            }
            Op::Picture { sampler, at } => self.picture(op, *sampler, at),
        }
    }

    /// Returns the interval of a coordinate: the hull of its values at two ends, in every layer. On a grid the ends are the first
    /// and the last sample, for points those of the box. At points the CPU removes whole turns, and the GPU does not.
    fn coordinate(&self, id: CoordinateId) -> Interval {
        let coordinate = &self.job.program.coordinates[id.index()];
        let span = self.job.grid.span(coordinate.axis);
        let in_turns = coordinate.in_turns && self.positions == Positions::Tables;
        let perhaps_in_turns = coordinate.in_turns && self.positions == Positions::Points;
        let ends = (self.job.coordinates[id.index()].iter()).flat_map(|&map| {
            let ends = match self.positions {
                Positions::Tables => [0, span.count - 1].map(|i| span.at(i)),
                Positions::Points | Positions::Floats => span.ends(),
            };
            let [low, high] = ends.map(|at| position::coordinate(at, map));
            if !in_turns {
                [low, high]
            } else if low.round() == high.round() {
                ends.map(|at| position::turns(at, map))
            } else {
                [-0.5, 0.5]
            }
        });
        let off = match self.positions {
            Positions::Tables => 0.0,
            _ => self.job.coordinate_error(id),
        };
        let turn = perhaps_in_turns.then_some([-0.5, 0.5]);
        spread(hull(ends.chain(turn.into_iter().flatten())), off)
    }

    /// Returns the interval of a source: the range of its exact values, widened by its own error. An inexact position needs
    /// nothing more, since the value there is another one of the range.
    fn source(&self, id: SourceId) -> Interval {
        let program = &self.job.program;
        let source = &program.sources[id.index()];
        let on_grid = self.positions == Positions::Tables && !program.is_displaced(source);
        let own_error = source.own_error(self.job, on_grid);
        let [low, high] = spread(source.range(self.job), own_error);
        if source.noise.properties().is_never_negative() {
            [0.0, high]
        } else {
            [low, high]
        }
    }

    /// Returns the interval of a picture, or refuses positions too far from the origin.
    fn picture(&self, op: OpId, sampler: Sampler, at: &[OpId]) -> Result<Interval> {
        let plane = &self.job.program.planes[sampler.plane as usize];
        for (axis, at) in at.iter().enumerate() {
            let at = self.of[at.index()];
            if is_far(plane, axis, at) {
                let label = self.job.program.labels[op.index()].to_string();
                let given = format!("a position of {:e} pictures", size(at));
                let allowed = format!("positions of up to {PIXELS_FAR} pixels");
                return Err(Error::invalid(label, given, allowed));
            }
        }
        let exact = plane.range(sampler);
        // The widening holds the roundings at an exact position. That of the nearest pixel changes nothing, and neither a
        // bilinear value nor one of a spline between numbers that are not negative is negative.
        let exactly = vec![Argument::default(); at.len()];
        let [low, high] = spread(exact, plane.error(sampler, &exactly));
        Ok(match sampler.filter {
            Filter::Nearest => exact,
            Filter::Bilinear | Filter::Spline if exact[0] >= 0.0 => [low.max(0.0), high],
            Filter::Bilinear | Filter::Bicubic | Filter::Spline => [low, high],
        })
    }

    /// Returns the interval of a fold and sets those of its body.
    fn fold(&mut self, id: FoldId) -> Result<Interval> {
        let program = &self.job.program;
        let fold = &program.folds[id.index()];
        let body = program.body(id);
        let weights = &self.job.octaves[id.index()].weights;
        if fold.carried.is_empty() {
            self.run(body)?;
            let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            let result = self.of[fold.result.index()];
            let all = result.map(|end| end * sum);
            return Ok(summed(all, of_sum(weights.len(), sum, size(result))));
        }
        // An octave's values depend on what the previous one handed on, so the octaves are analysed one by one. In the end
        // the range of each operation of the body is the hull of its ranges in all octaves.
        let within = program.within(id);
        let mut hulls = vec![hull([]); within.len()];
        let (mut sum, mut weight_sum, mut largest) = ([0.0; 2], 0.0, 0.0_f64);
        for (k, &weight) in weights.iter().enumerate() {
            self.octave[id.index()] = Some(k);
            self.hand_on(fold, k);
            self.run(body)?;
            let result = self.of[fold.result.index()];
            sum = add(sum, result.map(|end| end * f64::from(weight)));
            weight_sum += f64::from(weight);
            largest = largest.max(size(result));
            for ([low, high], op) in hulls.iter_mut().zip(&within) {
                let own = self.of[op.index()];
                (*low, *high) = (low.min(own[0]), high.max(own[1]));
            }
        }
        self.octave[id.index()] = None;
        for (all, op) in hulls.into_iter().zip(within) {
            self.of[op.index()] = all;
        }
        Ok(summed(sum, of_sum(weights.len(), weight_sum, largest)))
    }

    /// Sets the intervals of the values that octave k of a fold reads from the previous one.
    fn hand_on(&mut self, fold: &Fold, k: usize) {
        for carried in &fold.carried {
            self.of[carried.op.index()] = match k {
                0 => [f64::from(carried.first); 2],
                _ => self.of[carried.next.index()],
            };
        }
    }

    /// Returns the interval of a number of the current octave, or of all octaves if they are analysed together. The reference has
    /// it in f64, so it is widened by one rounding.
    fn in_octave(&self, fold: FoldId, numbers: &[f32]) -> Interval {
        match self.octave[fold.index()] {
            Some(k) => inexact([f64::from(numbers[k]); 2], 1.0),
            None => inexact(hull(numbers.iter().map(|&number| f64::from(number))), 1.0),
        }
    }
}

/// Widens a sum by its roundings `off`. Rounding cannot make a sum of terms that are not negative negative.
fn summed(sum: Interval, off: f64) -> Interval {
    let [low, high] = spread(sum, off);
    if sum[0] >= 0.0 {
        [low.max(0.0), high]
    } else {
        [low, high]
    }
}
