//! Removes additions of coordinates that are 0.
//!
//! Where operations compute the whole position, the plain coordinate is 0. Lowering adds it nevertheless, because derivatives
//! in that frame are taken with respect to it. After lowering no more derivatives are taken, so the addition can go.

use crate::noise::Step;
use crate::program::op::{Op, OpId};
use crate::program::{FrameStep, Program};

/// Replaces each sum of a coordinate that is 0 and another operation by that operation.
pub(super) fn remove(program: &mut Program) {
    // The operation that replaces each operation: at first the operation itself.
    let mut stands: Vec<OpId> = (0..program.ops.len() as u32).map(OpId).collect();
    for at in 0..program.ops.len() {
        if let Op::Step { args, .. } = &mut program.ops[at] {
            // An operand precedes its users.
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

/// Returns whether an operation is a plain coordinate that is 0 everywhere.
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
