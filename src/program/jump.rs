//! The jump analysis: which values may lie on either side of a jump, because something before them does.

use super::Job;
use super::interval::Interval;
use super::lattice::{LatticeNoise, WorleyOutput};
use super::op::Op;
use super::steps::jump::jumps;
use crate::grid::Fade;

/// For every operation of a job, whether a jump is in it or before it.
pub(super) fn after_jumps(job: &Job) -> Vec<bool> {
    let program = &job.program;
    let mut after = vec![false; program.ops.len()];
    // An operand stands before its users.
    for (at, op) in (0..).map(super::OpId).zip(&program.ops) {
        let own = match op {
            Op::Step { step, args } => {
                let ranges: Vec<Interval> =
                    args.iter().map(|arg| job.ranges[arg.index()]).collect();
                jumps(*step, &ranges)
            }
            Op::Source(id) => {
                let source = &program.sources[id.index()];
                let displaced = !program.operands(at).is_empty();
                match source.noise {
                    // Which points are looked at, and which is nearest, may differ.
                    LatticeNoise::Worley { output, .. } => {
                        displaced || output == WorleyOutput::Cell
                    }
                    // On a grid cells are exact.
                    LatticeNoise::Value { fade, .. } => {
                        let bends = fade == Fade::Linear && source.partial.is_some();
                        displaced && (fade == Fade::None || bends)
                    }
                    _ => false,
                }
            }
            _ => false,
        };
        let inherited = (program.operands(at).iter()).any(|operand| after[operand.index()]);
        after[at.index()] = own || inherited;
    }
    after
}
