//! One invocation a sample: every operation is one value.

use super::{Composer, name, state};
use crate::program::{BlockId, FoldId, Op, OpId};

impl Composer<'_> {
    /// `noise_sample` of `points.wgsl`.
    pub(super) fn sample(&mut self) {
        line!(self, 0, "\nfn noise_sample(at: vec4<u32>, out: u32) {{");
        self.block(BlockId(0), 1);
        for (channel, &op) in self.program.outputs.iter().enumerate() {
            line!(self, 1, "samples[out + {channel}u] = {};", name(op));
        }
        line!(self, 0, "}}");
    }

    fn block(&mut self, block: BlockId, depth: usize) {
        let program = self.program;
        for &op in &program.blocks[block.index()].ops {
            match program.ops[op.index()] {
                Op::Fold(fold) => self.fold(op, fold, depth),
                _ => self.value(op, &name, &state, depth),
            }
        }
    }

    /// A fold whose octaves are summed at one sample.
    pub(super) fn fold(&mut self, op: OpId, id: FoldId, depth: usize) {
        let fold = &self.program.folds[id.index()];
        let sum = name(op);
        line!(self, depth, "var {sum} = 0.0;");
        for carried in &fold.carried {
            line!(self, depth, "var {} = 0.0;", state(carried.op));
        }
        self.begin_octaves(id, 0, depth);
        self.block(fold.body, depth + 1);
        let term = format!("{} * {}", self.weight(id), name(fold.result));
        line!(self, depth + 1, "{sum} += {term};");
        for carried in &fold.carried {
            let (state, next) = (state(carried.op), name(carried.next));
            line!(self, depth + 1, "{state} = {next};");
        }
        line!(self, depth, "}}");
    }
}
