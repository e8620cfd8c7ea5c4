//! Moves the factors of octaves from displacements to the rates of sources.
//!
//! Lowering multiplies each displacement by the frequency factor of an octave, because a frame's displacement is in the frame's
//! own units. A source multiplies it once more, by its rate: the cells per unit. Where only sources read the displacement, it can
//! stay in the units of the parent, and the rate has both factors. That saves an operation on samples for each axis and octave.

use super::frames::Displacement;
use super::prune::{Kept, without_unneeded};
use crate::noise::Step;
use crate::program::op::{FrameId, Op};
use crate::program::{Frame, FrameStep, Program};

/// Returns the program with displacements in the units of the parent in each frame of octaves where that is possible.
pub(super) fn moved_to_rates(mut program: Program) -> Program {
    let ids = (0..program.frames.len() as u32).map(FrameId);
    let moved: Vec<_> = ids
        .filter_map(|id| Some((id, in_parent_units(&program, id)?)))
        .collect();
    if moved.is_empty() {
        return program;
    }
    for (id, displacement) in moved {
        let frame = &mut program.frames[id.index()];
        frame.displacement = displacement;
        frame.in_parent_units = true;
    }
    // The products that nothing reads any more are removed. The program before pruning stays the one that was.
    Program {
        whole: program.whole.take(),
        ..without_unneeded(&program, &Kept::of(&program))
    }
}

/// Returns the displacement of an octave's frame in the units of the parent; `None` if the frame has none, or if its sources
/// have derivatives, which are per unit of the frame.
fn in_parent_units(program: &Program, id: FrameId) -> Option<Displacement> {
    let Frame {
        step: FrameStep::Octave(of),
        displacement,
        ..
    } = program.frames[id.index()]
    else {
        return None;
    };
    let is_derived = |op: &Op| match op {
        Op::Cells { source, .. } => program.sources[source.index()].frame == id,
        _ => false,
    };
    if displacement == [None; 4] || program.ops.iter().any(is_derived) {
        return None;
    }
    let mut before = displacement;
    for by in before.iter_mut().flatten() {
        let [unscaled, factor] = program.args(Step::Mul, *by)?;
        match program.ops[factor.index()] {
            Op::OctaveScale { fold, .. } if fold == of => *by = unscaled,
            _ => return None,
        }
    }
    Some(before)
}
