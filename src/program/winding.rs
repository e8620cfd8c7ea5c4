//! The winding analysis of seamless grids: what a value gains from one end of the box to the other.
//!
//! The *winding* of a value along an axis is v(p + extent) − v(p). It is 0 for lattice sources, because of their periods,
//! and scale·extent for a coordinate. Sums, differences and products and quotients with a number pass it on. Functions of
//! turns, such as `sin`, need a whole winding and have none themselves; all other operations and every channel need a
//! winding of 0.

use super::op::{FrameId, Op, OpId};
use super::seamless::{NEARLY, nearly_whole, tidy};
use super::steps::{Winding, rules};
use super::{Block, Job};
use crate::noise::{Axis, Edges, Step};
use crate::{Error, Result};

/// Checks that every channel has the same value at both ends of the box, along each axis.
///
/// # Errors
/// [`Error::Invalid`] names the node whose values differ at the ends, or are not whole turns where they must be.
pub(super) fn check(job: &Job) -> Result<()> {
    for axis in 0..4 {
        let span = job.grid.span(axis);
        if span.extent > 0.0 {
            let mut windings = Windings {
                job,
                axis,
                extent: span.extent,
                octave: vec![0; job.program.folds.len()],
                of: vec![Gain::NONE; job.program.ops.len()],
                numbers: vec![None; job.program.ops.len()],
            };
            windings.run(&job.program.blocks[0])?;
            (job.program.outputs.iter()).try_for_each(|&output| windings.expect_none(output))?;
        }
    }
    Ok(())
}

/// The winding of a value: what it gains from one end of the box to the other.
#[derive(Clone, Copy)]
struct Gain {
    by: f64,
    /// The sum of the magnitudes of the terms, to which the rounding error of `by` is proportional.
    of: f64,
}

impl Gain {
    const NONE: Gain = Gain { by: 0.0, of: 0.0 };

    fn new(by: f64) -> Gain {
        Gain { by, of: by.abs() }
    }

    /// Returns the winding of a sum, or of a difference with the sign −1.
    fn and(self, sign: f64, other: Gain) -> Gain {
        Gain {
            by: self.by + sign * other.by,
            of: self.of + other.of,
        }
    }

    fn times(self, factor: f64) -> Gain {
        Gain {
            by: factor * self.by,
            of: factor.abs() * self.of,
        }
    }

    fn is_none(self) -> bool {
        self.by.abs() <= NEARLY * self.of
    }
}

/// The analysis along one axis and its results.
struct Windings<'a> {
    job: &'a Job,
    axis: usize,
    extent: f64,
    /// The current octave of each fold.
    octave: Vec<usize>,
    /// The winding of every operation.
    of: Vec<Gain>,
    /// The value of every operation that is the same everywhere and a parameter, a number, or made of such by arithmetic.
    numbers: Vec<Option<f64>>,
}

impl Windings<'_> {
    /// Sets the windings of a block's operations.
    fn run(&mut self, block: &Block) -> Result<()> {
        block.ops.iter().try_for_each(|&op| {
            self.of[op.index()] = self.winding(op)?;
            self.numbers[op.index()] = self.number(op);
            Ok(())
        })
    }

    /// Returns the winding of an operation, from those of its operands.
    fn winding(&mut self, op: OpId) -> Result<Gain> {
        let program = &self.job.program;
        match &program.ops[op.index()] {
            Op::Param(_)
            | Op::Number(_)
            | Op::OctaveScale { .. }
            | Op::OctaveAmplitude(_)
            | Op::Carried(..)
            | Op::Cells { .. } => Ok(Gain::NONE),
            Op::Coordinate(id) => {
                let coordinate = &program.coordinates[id.index()];
                if coordinate.axis != self.axis {
                    return Ok(Gain::NONE);
                }
                let layer = self.layer(coordinate.frame);
                let rate = self.job.coordinates[id.index()][layer].rate();
                Ok(Gain::new(rate * self.extent))
            }
            Op::Source(id) => {
                let source = &program.sources[id.index()];
                let displacement = program.frames[source.frame.index()].displacement;
                (source.axes.iter().filter_map(|&axis| displacement[axis]))
                    .try_for_each(|by| self.expect_none(by))?;
                Ok(Gain::NONE)
            }
            Op::Fold(id) => {
                for k in 0..self.job.octaves[id.index()].count() {
                    self.octave[id.index()] = k;
                    self.run(program.body(*id))?;
                    (program.operands(op).into_iter()).try_for_each(|op| self.expect_none(op))?;
                }
                Ok(Gain::NONE)
            }
            Op::Step { step, args } => self.step(*step, args),
            Op::Picture { sampler, at } => {
                at.iter()
                    .try_for_each(|&at| self.picture(sampler.edges, at))?;
                Ok(Gain::NONE)
            }
        }
    }

    /// Returns the index of a coordinate's layer in the current octaves.
    fn layer(&self, frame: FrameId) -> usize {
        let folds = self.job.program.folds_around(frame);
        self.job.layer(&folds, &self.octave)
    }

    /// Returns the winding of a step, or refuses those of its arguments.
    fn step(&self, step: Step, args: &[OpId]) -> Result<Gain> {
        match (rules(step).winding, args) {
            (Winding::Same, &[of]) => Ok(self.of[of.index()]),
            (Winding::Sum(sign), &[a, b]) => Ok(self.of[a.index()].and(sign, self.of[b.index()])),
            (Winding::Multiple, &[a, b]) => self.multiple(a, b),
            (Winding::Quotient, &[a, b]) => self.quotient(a, b),
            (Winding::Turns, &[of]) => self.expect_turns(of),
            _ => self.expect_all_none(args),
        }
    }

    /// Refuses the winding of a picture's position after which the picture is another one.
    fn picture(&self, edges: Edges, at: OpId) -> Result<()> {
        let pictures = self.of[at.index()];
        match edges {
            Edges::Repeat => self.expect_turns(at).map(drop),
            Edges::Mirror if pictures.is_none() => Ok(()),
            Edges::Mirror if nearly_whole(0.5 * pictures.by.abs()).is_some() => Ok(()),
            Edges::Mirror => {
                Err(self.open(at, "under seamless, an even number of mirrored pictures"))
            }
            Edges::Clamp => self.expect_none(at),
        }
    }

    /// Refuses a winding that is not a whole number.
    fn expect_turns(&self, op: OpId) -> Result<Gain> {
        let turns = self.of[op.index()];
        if turns.is_none() || nearly_whole(turns.by.abs()).is_some() {
            return Ok(Gain::NONE);
        }
        Err(self.open(op, "under seamless, a value that grows by whole turns"))
    }

    /// Returns the winding of a product: the factor times the other's if one factor is a number, else both must have none.
    fn multiple(&self, a: OpId, b: OpId) -> Result<Gain> {
        match (self.numbers[a.index()], self.numbers[b.index()]) {
            (Some(factor), _) => Ok(self.of[b.index()].times(factor)),
            (_, Some(factor)) => Ok(self.of[a.index()].times(factor)),
            _ => self.expect_all_none(&[a, b]),
        }
    }

    /// Returns the winding of a quotient: that of the dividend over the divisor if this is a number, else both must have none.
    fn quotient(&self, a: OpId, b: OpId) -> Result<Gain> {
        match self.numbers[b.index()] {
            Some(divisor) => Ok(self.of[a.index()].times(1.0 / divisor)),
            None => self.expect_all_none(&[a, b]),
        }
    }

    /// Refuses windings of arguments other than 0; the result has none either.
    fn expect_all_none(&self, args: &[OpId]) -> Result<Gain> {
        args.iter().try_for_each(|&arg| self.expect_none(arg))?;
        Ok(Gain::NONE)
    }

    /// Returns the value of an operation that is the same everywhere, as far as [`Windings::numbers`] knows it.
    fn number(&self, op: OpId) -> Option<f64> {
        match &self.job.program.ops[op.index()] {
            Op::Param(slot) => Some(self.job.params.at(*slot)),
            Op::Number(bits) => Some(f32::from_bits(*bits).into()),
            Op::Step { step, args } => {
                let &[a, b] = args.as_slice() else {
                    return None;
                };
                let (a, b) = (self.numbers[a.index()]?, self.numbers[b.index()]?);
                match step {
                    Step::Add => Some(a + b),
                    Step::Sub => Some(a - b),
                    Step::Mul => Some(a * b),
                    Step::Div => Some(a / b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Refuses a winding other than 0.
    fn expect_none(&self, op: OpId) -> Result<()> {
        if self.of[op.index()].is_none() {
            return Ok(());
        }
        let letter = Axis::ALL[self.axis];
        let wave = match self.extent.fract() == 0.0 {
            true => format!("fract({letter})"),
            false => format!("fract({letter} / {})", tidy(self.extent)),
        };
        let allowed = format!(
            "under seamless, values that come back to where they began, such as {wave}; those of rotate, stretch and plane do not"
        );
        Err(self.open(op, &allowed))
    }

    /// Makes the error for a value with a winding.
    fn open(&self, op: OpId, allowed: &str) -> Error {
        let (winding, letter) = (self.of[op.index()].by, Axis::ALL[self.axis]);
        Error::invalid(
            self.job.program.labels[op.index()].to_string(),
            format!("a value that grows by {winding} over the box along {letter}"),
            allowed,
        )
    }
}
