//! Angles: removes whole turns from coordinates that are arguments of periodic steps, such as `sin`.
//!
//! A coordinate on a grid is exact before it is rounded to f32. Whole turns do not change a sine, but they use up bits of an
//! f32. Without them an angle is as precise far from the origin as near it, and the same in the next box of a seamless grid.

use super::Lowering;
use crate::Result;
use crate::noise::Step;
use crate::program::op::{Coordinate, Op, OpId};
use crate::program::steps::{Winding, rules};

impl Lowering {
    /// Returns the operation; if it is periodic with period 1, with arguments from which whole turns have been removed.
    pub(super) fn of_turns(&mut self, op: Op) -> Result<Op> {
        match op {
            Op::Step { step, args } if rules(step).winding == Winding::Turns => {
                let args = (args.into_iter())
                    .map(|arg| self.without_turns(arg))
                    .collect::<Result<_>>()?;
                Ok(Op::Step { step, args })
            }
            other => Ok(other),
        }
    }

    /// Returns an operation with the same value up to whole turns. Whole turns are removed from coordinates, alone and as terms
    /// of sums and differences; any other operation is returned unchanged.
    fn without_turns(&mut self, op: OpId) -> Result<OpId> {
        if let Some(&known) = (self.open.iter()).find_map(|scope| scope.in_turns.get(&op)) {
            return Ok(known);
        }
        let without = match self.ops[op.index()].clone() {
            Op::Coordinate(id) => self.plain_coordinate(Coordinate {
                in_turns: true,
                ..self.coordinates[id.index()]
            })?,
            Op::Step { step, args } if matches!(step, Step::Add | Step::Sub) => {
                let args = (args.into_iter())
                    .map(|arg| self.without_turns(arg))
                    .collect::<Result<_>>()?;
                self.make(Op::Step { step, args })?
            }
            _ => op,
        };
        if let Some(scope) = self.open.last_mut() {
            scope.in_turns.insert(op, without);
        }
        Ok(without)
    }
}
