//! The range analysis: least and greatest value of each operation, by interval arithmetic.

pub use super::interval::Interval;
use super::interval::hull;
use super::op::{Lattice, Op, OpId};
use super::steps::range::{Refusal, range, within_f32};
use super::{Block, Job};
use crate::grid::position;
use crate::noise::Source;
use crate::{Error, Result};

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

/// The supremum of |∂noise/∂axis| per cell, by dimension 1 to 4; `None` where a source has no derivative.
///
/// Found as that of the noise; in two dimensions and more it lies at the centre of a cell.
pub fn partial_supremum(source: Source, dimension: usize) -> Option<f64> {
    match source {
        Source::Perlin => Some([2.694_302, 2.75, 3.75, 5.625][dimension - 1]),
        Source::Constant | Source::Coordinate => unreachable!("no lattice source"),
    }
}

/// The supremum of what a lattice source gives: its value or a derivative.
pub(super) fn source_supremum(source: &Lattice) -> f64 {
    let dimension = source.axes.len();
    match source.partial {
        None => supremum(source.kind, dimension),
        Some(_) => partial_supremum(source.kind, dimension)
            .unwrap_or_else(|| unreachable!("a derivative that was refused")),
    }
}

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
            Op::Literal(bits) => Ok([f64::from(f32::from_bits(*bits)); 2]),
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
            Op::Cells { source, axis } => {
                let layers = self.job.layers[source.index()].iter();
                Ok(hull(layers.map(|layer| f64::from(layer.rates[*axis]))))
            }
            Op::Source(id) => {
                let supremum = source_supremum(&program.sources[id.index()]);
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
                self.named(op, range(*step, &args))
            }
        }
    }
}
