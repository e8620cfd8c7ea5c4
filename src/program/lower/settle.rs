//! Removes additions of coordinates that are 0.
//!
//! Where operations make the whole position, the plain coordinate is 0. Lowering adds it all the same, because it is what
//! derivatives in that frame are taken by; no derivative is taken after it.

use crate::noise::Step;
use crate::program::op::{Op, OpId};
use crate::program::{FrameStep, Program};

/// Lets what is added to a coordinate that is 0 stand for the sum.
pub(super) fn settle(program: &mut Program) {
    // What stands for each operation: at first itself.
    let mut stands: Vec<OpId> = (0..program.ops.len() as u32).map(OpId).collect();
    for at in 0..program.ops.len() {
        if let Op::Step { args, .. } = &mut program.ops[at] {
            // An operand stands before its users.
            args.iter_mut().for_each(|arg| *arg = stands[arg.index()]);
        }
        if let Op::Step {
            step: Step::Add,
            args,
        } = &program.ops[at]
            && is_zero(program, args[0])
        {
            stands[at] = args[1];
        }
    }
    let settled = |op: &mut OpId| *op = stands[op.index()];
    for frame in &mut program.frames {
        frame.displacement.iter_mut().flatten().for_each(settled);
    }
    for fold in &mut program.folds {
        settled(&mut fold.result);
        fold.carried
            .iter_mut()
            .for_each(|carried| settled(&mut carried.next));
    }
    program.outputs.iter_mut().for_each(settled);
}

/// Whether an operation is a plain coordinate that is 0 everywhere.
fn is_zero(program: &Program, op: OpId) -> bool {
    let Op::Coordinate(id) = program.ops[op.index()] else {
        return false;
    };
    let coordinate = program.coordinates[id.index()];
    let path = program.path(coordinate.frame).into_iter();
    path.fold(false, |zero, step| match step {
        FrameStep::Made(made) => zero || made[coordinate.axis],
        FrameStep::Translate(offsets) => zero && offsets[coordinate.axis].is_none(),
        FrameStep::Same | FrameStep::Scale(_) | FrameStep::Octave(_) => zero,
    })
}
