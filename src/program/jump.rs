//! The jump analysis: what part of a channel's samples may lie on the other side of a jump, because a position or a value
//! before it is not exact.
//!
//! Where a value or a position changes evenly, an error of e takes the part e·n of the samples over an edge, of n edges that
//! a unit crosses, or of the one edge where it moves over less than the way between two. The parts of all jumps that a
//! channel depends on are added.

use super::error::{Errors, errors};
use super::op::{Block, Op, OpId, SourceId};
use super::steps::rounding::Argument;
use super::steps::{Args, rules};
use super::{Job, Positions};
use crate::{Error, Result};

/// The least part that is allowed for a jump: what values that gather at its edge, or positions in step with cells, take.
const LEAST: f64 = 1e-3;
/// The largest part with which a value is still the same on every backend.
const MOST: f64 = 1e-2;

impl Job {
    /// The part of a channel's samples that may lie further from the reference's than [`Job::tolerance`], on the other side of
    /// a jump: 0 without jumps, else 0.001 to 0.01. What would have more is refused.
    pub fn jump_share(&self, channel: usize) -> f64 {
        self.jump_share_at(Positions::Tables, channel)
    }

    /// The same beside [`Job::tolerance_at`]. Far from the origin it may be up to 1: then f32 positions say nothing of the
    /// side.
    pub fn jump_share_at(&self, positions: Positions, channel: usize) -> f64 {
        of_channel(self, channel, positions)
    }
}

/// The part of a channel's samples that may lie on the other side of a jump; 0 where it has none.
pub(super) fn of_channel(job: &Job, channel: usize, positions: Positions) -> f64 {
    let shares = shares(&errors(job, positions));
    let before = before(job, channel);
    match before.iter().any(|op| shares[op.index()] > 0.0) {
        true => (before.iter().map(|op| shares[op.index()]).sum::<f64>()).clamp(LEAST, 1.0),
        false => 0.0,
    }
}

/// Refuses a channel of which too many samples depend on roundings.
///
/// # Errors
/// [`Error::Invalid`] names the node that jumps most.
pub(super) fn check(job: &Job) -> Result<()> {
    let shares = shares(&errors(job, Positions::Tables));
    for channel in 0..job.program.channels() {
        let before = before(job, channel);
        let share: f64 = before.iter().map(|op| shares[op.index()]).sum();
        let largest =
            (before.into_iter()).max_by(|a, b| shares[a.index()].total_cmp(&shares[b.index()]));
        if let Some(op) = largest.filter(|_| share > MOST) {
            let given = format!(
                "a jump at positions so inexact that {:.0} % of the samples may lie on its other side",
                100.0 * share.min(1.0)
            );
            let allowed = format!(
                "at most {:.0} %: fewer cells in the box, a position nearer to 0, or a noise that does not jump",
                100.0 * MOST
            );
            let label = job.program.labels[op.index()].to_string();
            return Err(Error::invalid(label, given, allowed));
        }
    }
    Ok(())
}

/// The operations that a channel depends on, its own among them.
fn before(job: &Job, channel: usize) -> Vec<OpId> {
    let program = &job.program;
    let mut found = vec![program.outputs[channel]];
    let mut seen = vec![false; program.ops.len()];
    let mut next = 0;
    while let Some(&op) = found.get(next) {
        for operand in program.operands(op) {
            if !std::mem::replace(&mut seen[operand.index()], true) {
                found.push(operand);
            }
        }
        next += 1;
    }
    found
}

/// What each operation's own jumps take over an edge, in all octaves together.
fn shares(errors: &Errors) -> Vec<f64> {
    let program = &errors.job.program;
    let mut shares = vec![0.0; program.ops.len()];
    set(&mut shares, errors, &program.blocks[0], 1.0);
    shares
}

/// Sets those of a block that runs so many times a sample.
fn set(shares: &mut [f64], errors: &Errors, block: &Block, times: f64) {
    let program = &errors.job.program;
    for &op in &block.ops {
        shares[op.index()] = times
            * match &program.ops[op.index()] {
                Op::Step { step, args } => {
                    let args: Vec<Argument> =
                        args.iter().map(|&arg| errors.argument(arg)).collect();
                    (rules(*step).jump)(&Args::of(&args))
                }
                Op::Source(id) => of_source(errors, *id),
                Op::Fold(id) => {
                    let body = &program.blocks[program.folds[id.index()].body.index()];
                    let octaves = errors.job.octaves[id.index()].weights.len();
                    set(shares, errors, body, times * octaves as f64);
                    0.0
                }
                _ => 0.0,
            };
    }
}

/// The part of a source's samples that an inexact position takes over an edge.
fn of_source(errors: &Errors, id: SourceId) -> f64 {
    let source = &errors.job.program.sources[id.index()];
    let of_axis = |i: usize| {
        let cells = errors.strayed(id, i).unwrap_or_default();
        let share = cells * source.jumps(errors.job, i);
        // A position that moves over less than a cell may cross one edge all the same, as around the origin.
        match errors.spanned(id, i) {
            0.0 => share,
            spanned => share / spanned.min(1.0),
        }
    };
    let by_position: f64 = (0..source.axes.len()).map(of_axis).sum();
    by_position + source.own_jumps(errors.job)
}
