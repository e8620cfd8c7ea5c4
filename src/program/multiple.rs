//! Folds that sum a source times a number, as the derivative of fbm does: its number is the cells per unit of an octave. The
//! number then goes into the weight of the octave.

use super::op::{FoldId, Op, OpId, SourceId};
use super::{Job, Program};
use crate::noise::Step;

/// A source times a number that is the same for all samples of an octave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Multiple {
    pub source: SourceId,
    /// A product of numbers; `None` for 1.
    pub number: Option<OpId>,
}

impl Program {
    /// Returns the multiple that a fold sums, if it sums one. The fold is the innermost one around the source.
    pub(crate) fn summed_multiple(&self, fold: FoldId) -> Option<Multiple> {
        let (n, source) = self.own_source(fold)?;
        let description = &self.folds[fold.index()];
        if !description.carried.is_empty() {
            return None;
        }
        if description.result == n {
            let number = None;
            return Some(Multiple { source, number });
        }
        let [a, b] = self.args(Step::Mul, description.result)?;
        let number = if b == n { a } else { b };
        let is_multiple = [a, b].contains(&n) && self.is_number(number, fold, source);
        is_multiple.then_some(Multiple {
            source,
            number: Some(number),
        })
    }

    /// Returns the first source in the body of a fold, if the fold is the innermost one around it: a source of an outer frame is
    /// the same in each octave.
    pub(crate) fn own_source(&self, fold: FoldId) -> Option<(OpId, SourceId)> {
        let body = self.folds[fold.index()].body;
        let found =
            (self.blocks[body.index()].ops.iter()).find_map(|&op| match self.ops[op.index()] {
                Op::Source(source) => Some((op, source)),
                _ => None,
            });
        found.filter(|(_, source)| {
            let frame = self.sources[source.index()].frame;
            self.folds_around(frame).last() == Some(&fold)
        })
    }

    /// Returns whether an operation is a product of numbers that are the same for all samples of an octave.
    fn is_number(&self, op: OpId, fold: FoldId, source: SourceId) -> bool {
        match self.ops[op.index()] {
            Op::OctaveScale { fold: own, .. } => own == fold,
            Op::Cells { source: own, .. } => own == source,
            Op::Param(_) | Op::Number(_) => true,
            _ => (self.args(Step::Mul, op)).is_some_and(|args: [OpId; 2]| {
                args.iter().all(|&arg| self.is_number(arg, fold, source))
            }),
        }
    }

    /// Returns the operands of an operation if it is this step.
    pub(crate) fn args<const N: usize>(&self, of: Step, op: OpId) -> Option<[OpId; N]> {
        match &self.ops[op.index()] {
            Op::Step { step, args } if *step == of => args[..].try_into().ok(),
            _ => None,
        }
    }
}

impl Multiple {
    /// Returns the weight of a layer of the source in the sum of `fold`: that of its octave, times the number.
    pub fn weight(&self, job: &Job, fold: FoldId, layer: usize) -> f32 {
        let weights = &job.octaves[fold.index()].weights;
        // The octaves of the innermost fold are the fastest index of a layer.
        let weight = weights[layer % weights.len()];
        self.number
            .map_or(weight, |number| weight * job.number(number, layer))
    }
}

impl Job {
    /// Returns the value of a product of numbers in the innermost octave of a layer.
    pub(crate) fn number(&self, op: OpId, layer: usize) -> f32 {
        match self.program.ops[op.index()] {
            Op::Param(slot) => self.numbers[slot.index()],
            Op::Number(bits) => f32::from_bits(bits),
            Op::OctaveScale { fold, time } => {
                let factors = self.octaves[fold.index()].factors(time);
                factors[layer % factors.len()]
            }
            Op::Cells { source, axis } => self.layers[source.index()][layer].rates[axis],
            _ => (self.program.args(Step::Mul, op))
                .map_or(1.0, |[a, b]| self.number(a, layer) * self.number(b, layer)),
        }
    }
}
