//! Folds whose octaves are one source, or one source times a number of the octave: they are summed row by row, with the number
//! in the weight of the octave.

use crate::noise::Step;
use crate::program::{Fold, FoldId, Job, Op, OpId, Program, SourceId};

/// A fold that is the sum of the octaves of a source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SummedRows {
    pub fold: FoldId,
    pub source: SourceId,
    /// The number that each octave is multiplied by, if there is one. A derivative has the cells per unit of its octave.
    factor: Option<OpId>,
}

impl SummedRows {
    /// Recognises such a fold.
    pub fn of(program: &Program, fold: FoldId) -> Option<SummedRows> {
        let Fold { body, result, .. } = program.folds[fold.index()];
        let ops = &program.blocks[body.index()].ops;
        let source = ops.iter().find_map(|op| match program.ops[op.index()] {
            Op::Source(source) => Some((*op, source)),
            _ => None,
        });
        let (op, source) = source?;
        // A source of an outer frame is the same in each octave.
        let frame = program.sources[source.index()].frame;
        if program.folds_around(frame).last() != Some(&fold) {
            return None;
        }
        let mut summed = SummedRows {
            fold,
            source,
            factor: None,
        };
        if result == op {
            return (ops.len() == 1).then_some(summed);
        }
        let (a, b) = factors(program, result)?;
        let factor = if b == op { a } else { b };
        summed.factor = Some(factor);
        ([a, b].contains(&op) && summed.is_number(program, factor)).then_some(summed)
    }

    /// Returns whether an operation is a product of numbers that are the same for all samples of an octave.
    fn is_number(&self, program: &Program, op: OpId) -> bool {
        match program.ops[op.index()] {
            Op::Param(_) | Op::Number(_) => true,
            Op::OctaveScale { fold, .. } => fold == self.fold,
            Op::Cells { source, .. } => source == self.source,
            _ => factors(program, op)
                .is_some_and(|(a, b)| self.is_number(program, a) && self.is_number(program, b)),
        }
    }

    /// Returns the weight of a layer of the source: that of its octave times the number.
    pub fn weight(&self, job: &Job, layer: usize) -> f32 {
        let weights = &job.octaves[self.fold.index()].weights;
        // The fold is the innermost around the source, and its octaves are the fastest index of a layer.
        let octave = layer % weights.len();
        let number = |op| self.number(job, op, layer, octave);
        weights[octave] * self.factor.map_or(1.0, number)
    }

    fn number(&self, job: &Job, op: OpId, layer: usize, octave: usize) -> f32 {
        let octaves = &job.octaves[self.fold.index()];
        match job.program.ops[op.index()] {
            Op::Param(slot) => job.numbers[slot.index()],
            Op::Number(bits) => f32::from_bits(bits),
            Op::OctaveScale { time: false, .. } => octaves.scales[octave],
            Op::OctaveScale { time: true, .. } => octaves.time_scales[octave],
            Op::Cells { source, axis } => job.layers[source.index()][layer].rates[axis],
            _ => factors(&job.program, op).map_or(1.0, |(a, b)| {
                self.number(job, a, layer, octave) * self.number(job, b, layer, octave)
            }),
        }
    }
}

/// Returns the operands of a product.
fn factors(program: &Program, op: OpId) -> Option<(OpId, OpId)> {
    match &program.ops[op.index()] {
        Op::Step {
            step: Step::Mul,
            args,
        } => Some((args[0], args[1])),
        _ => None,
    }
}
