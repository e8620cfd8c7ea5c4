//! Which operations of a program vary from sample to sample of an invocation. What does not is computed once.

use crate::program::{Op, OpId, Program};

/// Returns whether each operation varies, for invocations that have several samples along these axes.
pub(super) fn varying(program: &Program, axes: [bool; 4]) -> Vec<bool> {
    let mut found = Varying {
        program,
        axes,
        varies: vec![false; program.ops.len()],
    };
    found.visit(&program.blocks[0].ops);
    found.varies
}

struct Varying<'a> {
    program: &'a Program,
    axes: [bool; 4],
    varies: Vec<bool>,
}

impl Varying<'_> {
    /// Sets which operations of a block vary, in its order, so that operands are known before what reads them.
    fn visit(&mut self, ops: &[OpId]) {
        let program = self.program;
        for &op in ops {
            self.varies[op.index()] = match &program.ops[op.index()] {
                Op::Param(_)
                | Op::Number(_)
                | Op::OctaveScale { .. }
                | Op::OctaveAmplitude(_)
                | Op::Cells { .. } => false,
                // It was set when the enclosing fold was visited.
                Op::Carried(..) => self.varies(op),
                Op::Coordinate(id) => self.axes[program.coordinates[id.index()].axis],
                Op::Source(id) => {
                    let source = &program.sources[id.index()];
                    let displacement = program.frames[source.frame.index()].displacement;
                    (source.axes.iter()).any(|&axis| {
                        self.axes[axis] || displacement[axis].is_some_and(|by| self.varies(by))
                    })
                }
                Op::Fold(id) => {
                    let fold = &program.folds[id.index()];
                    let body = &program.blocks[fold.body.index()].ops;
                    self.visit(body);
                    for carried in &fold.carried {
                        self.varies[carried.op.index()] = self.varies(carried.next);
                    }
                    // A value that is handed on may vary from the second octave on, so the body is visited once more.
                    if !fold.carried.is_empty() {
                        self.visit(body);
                    }
                    self.varies(fold.result)
                }
                Op::Step { args, .. } => args.iter().any(|&arg| self.varies(arg)),
                Op::Picture { at, .. } => at.iter().any(|&at| self.varies(at)),
            };
        }
    }

    fn varies(&self, op: OpId) -> bool {
        self.varies[op.index()]
    }
}
