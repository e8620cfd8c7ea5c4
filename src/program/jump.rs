//! The jump analysis: which part of a channel's samples may lie on the other side of a jump than the exact value, because a
//! value or a position is inexact.
//!
//! Suppose that values are uniformly distributed over an interval of width w that contains n jumps, and that all of them have an
//! error of e in the same direction. Those that lie within e of a jump, on the side from which the error leads to it, end up on
//! the other side: the part e·n/w of the samples. The parts of all jumps on which a channel depends are added.

use super::error::{Errors, errors};
use super::op::{Block, Op, OpId, SourceId};
use super::steps::rounding::Argument;
use super::steps::{Args, rules};
use super::{Job, Positions};
use crate::{Error, Result};

/// The least part that is allowed if there is a jump at all: values are not uniformly distributed if they gather at a jump, or
/// if samples are in step with cells.
const LEAST: f64 = 1e-3;
/// The greatest part: beyond it backends would visibly differ.
const MOST: f64 = 1e-2;

impl Job {
    /// Returns the part of a channel's samples that may differ from the reference's by more than [`Job::tolerance`], because
    /// they lie on the other side of a jump: 0 without jumps, else 0.001 to 0.01. [`Program::bind`](crate::Program::bind) refuses
    /// a noise with a greater part.
    ///
    /// # Panics
    /// For a channel that the program does not have.
    pub fn jump_share(&self, channel: usize) -> f64 {
        self.jump_share_at(Positions::Tables, channel)
    }

    /// Returns the jump share for positions that are computed in another way, beside [`Job::tolerance_at`]. It may be up to 1 far
    /// from the origin, where f32 positions do not determine the side.
    ///
    /// # Panics
    /// For a channel that the program does not have.
    pub fn jump_share_at(&self, positions: Positions, channel: usize) -> f64 {
        let shares = shares(&errors(self, positions));
        let before = before(self, channel);
        if before.iter().all(|op| shares[op.index()] <= 0.0) {
            return 0.0;
        }
        (before.iter().map(|op| shares[op.index()]).sum::<f64>()).clamp(LEAST, 1.0)
    }
}

/// Refuses a channel of which too many samples depend on roundings.
///
/// # Errors
/// [`Error::Invalid`] names the node whose jumps contribute most.
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

/// Returns the operations that a channel depends on, including the one whose value it is.
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

/// Returns the part of the samples that each operation's own jumps affect, in all octaves together.
fn shares(errors: &Errors) -> Vec<f64> {
    let program = &errors.job.program;
    let mut shares = vec![0.0; program.ops.len()];
    set(&mut shares, errors, &program.blocks[0], 1.0);
    shares
}

/// Sets the shares of a block's operations; `times` is how often the block runs per sample.
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
                Op::Picture { sampler, at } => {
                    let at: Vec<Argument> = at.iter().map(|&op| errors.argument(op)).collect();
                    program.planes[sampler.plane as usize].jumps(*sampler, &at)
                }
                Op::Fold(id) => {
                    let body = program.body(*id);
                    let octaves = errors.job.octaves[id.index()].count();
                    set(shares, errors, body, times * octaves as f64);
                    0.0
                }
                _ => 0.0,
            };
    }
}

/// Returns the part of a source's samples that lie on the other side of a jump because of an inexact position.
fn of_source(errors: &Errors, id: SourceId) -> f64 {
    let source = &errors.job.program.sources[id.index()];
    let of_axis = |i: usize| {
        let cells = errors.cell_error(id, i).unwrap_or_default();
        let share = cells * source.jumps(errors.job, i);
        // A box smaller than a cell may still contain a jump, as around the origin. A larger part of the samples is then close
        // to it.
        match errors.cells_spanned(id, i) {
            0.0 => share,
            spanned => share / spanned.min(1.0),
        }
    };
    let by_position: f64 = (0..source.axes.len()).map(of_axis).sum();
    by_position + source.own_jumps(errors.job)
}
