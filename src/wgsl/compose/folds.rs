//! Blocks of operations at one sample, with loops over octaves.

use super::{Composer, Inputs, name, octave, state};
use crate::program::{BlockId, FoldId, Op, OpId};

impl<I: Inputs> Composer<'_, I> {
    /// Declares the values of all operations of a block.
    pub fn block(&mut self, block: BlockId, depth: usize) {
        let program = self.program;
        for &op in &program.blocks[block.index()].ops {
            match program.ops[op.index()] {
                Op::Fold(fold) => self.fold(op, fold, depth),
                _ => self.value(op, &name, &state, depth),
            }
        }
    }

    /// Declares the value of a fold: a loop that adds up its octaves.
    pub fn fold(&mut self, op: OpId, id: FoldId, depth: usize) {
        line!(self, depth, "var {} = 0.0;", name(op));
        for carried in &self.program.folds[id.index()].carried {
            line!(self, depth, "var {} = 0.0;", state(carried.op));
        }
        self.octaves_from(op, id, 0, depth);
    }

    /// Adds the octaves of a fold from `first` on to its value, in a loop.
    pub fn octaves_from(&mut self, op: OpId, id: FoldId, first: u32, depth: usize) {
        let fold = &self.program.folds[id.index()];
        let sum = name(op);
        self.begin_octaves(id, first, 0, depth);
        self.block(fold.body, depth + 1);
        let term = format!("{} * {}", self.inputs.weight(id), name(fold.result));
        line!(self, depth + 1, "{sum} += {term};");
        for carried in &fold.carried {
            let (state, next) = (state(carried.op), name(carried.next));
            line!(self, depth + 1, "{state} = {next};");
        }
        line!(self, depth, "}}");
    }

    /// Opens a loop over the octaves of a fold from `first` on, except the last `but` ones.
    pub fn begin_octaves(&mut self, fold: FoldId, first: u32, but: u32, depth: usize) {
        let (k, count) = (octave(fold), self.inputs.octaves(fold));
        let past = match but {
            0 => k.clone(),
            but => format!("{k} + {but}u"),
        };
        line!(
            self,
            depth,
            "for (var {k} = {first}u; {past} < {count}; {k} += 1u) {{"
        );
    }
}
