//! The range analysis: least and greatest value of each operation, by interval arithmetic.
//!
//! An interval holds the exact values and those that f32 evaluators come to: whatever is rounded widens it, and its ends are
//! f32 numbers.

pub use super::interval::Interval;
use super::interval::{add, hull, size, spread, square};
use super::op::{Fold, FoldId, Op, OpId, SourceId};
use super::steps::rounding::{Refusal, inexact, of_sum, rounded};
use super::steps::{Args, rules};
use super::{Block, Job, Positions};
use crate::grid::position;
use crate::noise::Step;
use crate::{Error, Result};

/// The interval of every operation of a job.
///
/// # Errors
/// [`Error::Invalid`] names the node whose values leave f32, or whose arguments its step refuses.
pub(super) fn ranges(job: &Job) -> Result<Vec<Interval>> {
    let mut analysis = Ranges::new(job, Positions::Tables);
    analysis.run(&job.program.blocks[0])?;
    Ok(analysis.of)
}

/// The same for an evaluator that has its positions from elsewhere, which can be further off. What is refused there has any
/// value: only a grid was asked for when the job was bound.
pub(super) fn ranges_at_points(job: &Job, positions: Positions) -> Vec<Interval> {
    let mut analysis = Ranges::new(job, positions);
    let Ok(()) = analysis.run(&job.program.blocks[0]) else {
        unreachable!("only tables refuse");
    };
    analysis.of
}

struct Ranges<'a> {
    job: &'a Job,
    positions: Positions,
    of: Vec<Interval>,
    /// The present octave of each fold that is gone through octave by octave.
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
            // The reference has it in f64.
            Op::Param(slot) => {
                let [exact, rounded] = [
                    self.job.params.get(*slot),
                    f64::from(self.job.numbers[slot.index()]),
                ];
                Ok(hull([exact, rounded]))
            }
            Op::Number(bits) => Ok([f64::from(f32::from_bits(*bits)); 2]),
            Op::Coordinate(id) => {
                let coordinate = &program.coordinates[id.index()];
                let span = self.job.grid.span(coordinate.axis);
                let in_turns = coordinate.in_turns && self.positions == Positions::Tables;
                let ends = (self.job.coordinates[id.index()].iter()).flat_map(|&map| {
                    let ends = [0, span.count - 1].map(|i| span.at(i));
                    let [low, high] = ends.map(|at| position::coordinate(at, map));
                    match in_turns {
                        true if low.round() == high.round() => {
                            ends.map(|at| position::turns(at, map))
                        }
                        true => [-0.5, 0.5],
                        false => [low, high],
                    }
                });
                let off = match self.positions {
                    Positions::Tables => 0.0,
                    _ => self.job.coordinate_error(*id),
                };
                Ok(spread(hull(ends), off))
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
                let rates = hull(layers.map(|layer| f64::from(layer.rates[*axis])));
                Ok(inexact(rates, 1.0))
            }
            // The fold around has set it.
            Op::Carried(..) => Ok(self.of[op.index()]),
            Op::Source(id) => Ok(self.source(*id)),
            Op::Fold(id) => self.fold(*id),
            Op::Step {
                step: Step::Mul,
                args,
            } if args[0] == args[1] => Ok(square(self.of[args[0].index()])),
            Op::Step { step, args } => {
                let args: Vec<Interval> = args.iter().map(|arg| self.of[arg.index()]).collect();
                self.named(op, (rules(*step).range)(&Args::of(&args)))
            }
        }
    }

    /// What a source is off by at exact positions takes it out of its range; at others it is another of its values.
    fn source(&self, id: SourceId) -> Interval {
        let program = &self.job.program;
        let source = &program.sources[id.index()];
        let displacement = program.frames[source.frame.index()].displacement;
        let displaced = source.axes.iter().any(|&axis| displacement[axis].is_some());
        let on_grid = self.positions == Positions::Tables && !displaced;
        let own_error = source.own_error(self.job, on_grid);
        let [low, high] = spread(source.range(self.job), own_error);
        if source.noise.properties().is_never_negative() {
            [0.0, high]
        } else {
            [low, high]
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
            let result = self.of[fold.result.index()];
            let all = result.map(|end| end * sum);
            return Ok(summed(all, of_sum(weights.len(), sum, size(result))));
        }
        // Octave by octave, each with what the one before hands on; in the end every operation has the hull of all.
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

    /// Sets what octave k of a fold finds.
    fn hand_on(&mut self, fold: &Fold, k: usize) {
        for carried in &fold.carried {
            self.of[carried.op.index()] = match k {
                0 => [f64::from(carried.first); 2],
                _ => self.of[carried.next.index()],
            };
        }
    }

    /// A number of the present octave, or those of all where they are not gone through one by one; each was rounded.
    fn in_octave(&self, fold: FoldId, numbers: &[f32]) -> Interval {
        match self.octave[fold.index()] {
            Some(k) => inexact([f64::from(numbers[k]); 2], 1.0),
            None => inexact(hull(numbers.iter().map(|&number| f64::from(number))), 1.0),
        }
    }
}

/// A sum that is off by so much; one of terms that are not negative is not negative either.
fn summed(sum: Interval, off: f64) -> Interval {
    let [low, high] = spread(sum, off);
    match sum[0] >= 0.0 {
        true => [low.max(0.0), high],
        false => [low, high],
    }
}
