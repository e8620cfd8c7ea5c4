//! The error analysis: how far an f32 evaluator's value may lie from the exact one.
//!
//! A running bound over the operations (Higham, *Accuracy and Stability of Numerical Algorithms*,
//! section 3.3), in units of the roundoff u = 2⁻²⁴, from the ranges of the operations and the
//! bounds that the sources are held to.

use super::interval::size;
use super::lattice::{Lattice, LatticeNoise};
use super::op::{Fold, FoldId, Op, OpId, SourceId};
use super::steps::error::{Argument, FLUSH, U, error, rounding};
use super::{Block, Job, bounds};

/// What a source, or a sum of its octaves, is held to on a plain grid, where its tables are exact:
/// |f32 − f64| per unit of summed amplitude.
pub const ON_GRID: f64 = 1e-6;
/// What a source is held to at points, where cell and fraction come from f32.
pub const AT_POINTS: f64 = 4e-6;

/// What a source is held to where its tables are exact. Those that sum over kernels or search points do there what they
/// do elsewhere, and derivatives go point by point.
fn on_grid(source: &Lattice) -> f64 {
    match source.noise {
        _ if source.partial.is_some() => AT_POINTS,
        LatticeNoise::Perlin | LatticeNoise::Value { .. } => ON_GRID,
        LatticeNoise::Classic | LatticeNoise::Simplex | LatticeNoise::Worley { .. } => AT_POINTS,
    }
}

/// The bound of every operation of a job.
pub(super) fn errors(job: &Job, positions: Positions) -> Vec<f64> {
    let mut analysis = Errors {
        job,
        positions,
        of: vec![0.0; job.program.ops.len()],
    };
    analysis.run(&job.program.blocks[0]);
    analysis.of
}

/// Where an evaluator has its positions from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Positions {
    /// Exact axis tables.
    Tables,
    /// Points that were split exactly into cells and f32 fractions.
    Points,
    /// f32 numbers.
    Floats,
}

struct Errors<'a> {
    job: &'a Job,
    positions: Positions,
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

    /// What a source's bound is per unit of: more than 1 where its weights or distances are.
    fn amplitude(&self, op: OpId, source: &Lattice) -> f64 {
        match source.noise {
            _ if source.partial.is_some() => self.size(op),
            LatticeNoise::Value { .. } | LatticeNoise::Worley { .. } => self.size(op).max(1.0),
            LatticeNoise::Perlin | LatticeNoise::Classic | LatticeNoise::Simplex => 1.0,
        }
    }

    fn bound(&mut self, op: OpId) -> f64 {
        let program = &self.job.program;
        match &program.ops[op.index()] {
            Op::Coordinate(id) if self.positions != Positions::Tables => {
                self.job.coordinate_error(*id)
            }
            Op::Param(_)
            | Op::Coordinate(_)
            | Op::OctaveScale { .. }
            | Op::OctaveAmplitude(_)
            | Op::Cells { .. } => rounding(self.size(op)),
            Op::Number(_) => 0.0,
            // The fold around has set it.
            Op::Carried(..) => self.of[op.index()],
            Op::Source(id) => {
                let source = &program.sources[id.index()];
                let strayed = (source.axes.iter().enumerate())
                    .filter_map(|(i, &axis)| {
                        let by = program.frames[source.frame.index()].displacement[axis];
                        self.strayed(*id, i, by)
                    })
                    .reduce(f64::max);
                match strayed {
                    None => on_grid(source) * self.amplitude(op, source),
                    Some(cells) => {
                        AT_POINTS * self.amplitude(op, source)
                            + bounds::slope(self.job, source) * cells
                    }
                }
            }
            Op::Fold(id) => self.fold(*id),
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

    fn fold(&mut self, id: FoldId) -> f64 {
        let program = &self.job.program;
        let fold = &program.folds[id.index()];
        let weights = &self.job.octaves[id.index()].weights;
        let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        let body = self.body(fold, weights, sum);
        if let Op::Source(_) = program.ops[fold.result.index()] {
            // A source's bound is per unit of summed amplitude: the sum is in it.
            return body;
        }
        let roundings = weights.len() as f64 + 2.0;
        let size = self.size(fold.result);
        body + roundings * (sum * rounding(size) + FLUSH * size)
    }

    /// The weighted sum of the errors of a body.
    fn body(&mut self, fold: &Fold, weights: &[f32], sum: f64) -> f64 {
        let body = &self.job.program.blocks[fold.body.index()];
        if fold.carried.is_empty() {
            self.run(body);
            return sum * self.of[fold.result.index()];
        }
        // Octave by octave: an error is handed on, too.
        for carried in &fold.carried {
            self.of[carried.op.index()] = 0.0;
        }
        let of_octave = |&weight: &f32| {
            self.run(body);
            for carried in &fold.carried {
                self.of[carried.op.index()] = self.of[carried.next.index()];
            }
            f64::from(weight) * self.of[fold.result.index()]
        };
        weights.iter().map(of_octave).sum()
    }

    /// The error of a position that no table has, in cells.
    fn strayed(&self, source: SourceId, i: usize, displacement: Option<OpId>) -> Option<f64> {
        let displaced = displacement.map(|by| self.displaced(source.index(), i, by));
        let plain = match self.positions {
            Positions::Tables => return displaced,
            Positions::Points => self.job.split_error(source, i),
            Positions::Floats => self.job.position_error(source, i),
        };
        Some(displaced.unwrap_or_default() + plain)
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
