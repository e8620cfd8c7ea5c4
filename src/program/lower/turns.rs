//! Angles: what takes turns is given coordinates without their whole turns.
//!
//! A coordinate on a grid is exact before it is rounded to f32. Whole turns change nothing of a sine, but they take bits
//! from an f32: without them an angle is as exact far from the origin as near it, and the same in the next box of a
//! seamless grid.

use super::Lowering;
use crate::Result;
use crate::noise::Step;
use crate::program::op::{Coordinate, Op, OpId};
use crate::program::steps::{Winding, rules};

impl Lowering {
    /// The operation; one that takes turns, of an argument without whole turns.
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

    /// The same but for whole turns: of coordinates, and of sums with them.
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
