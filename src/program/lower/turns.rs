//! Angles: removes whole turns from coordinates that are arguments of periodic steps, such as `sin`.
//!
//! A coordinate on a grid is exact before it is rounded to f32. Whole turns do not change a sine, but they use up bits of an
//! f32. Without them an angle is as precise far from the origin as near it, and the same in the next box of a seamless grid.

use super::Lowering;
use crate::Result;
use crate::noise::Step;
use crate::program::FrameStep;
use crate::program::op::{Coordinate, Op, OpId, SlotId};
use crate::program::steps::{Winding, rules};

impl Lowering {
    /// Returns the operation; if it is periodic with period 1, with arguments from which whole turns have been removed.
    pub(super) fn of_turns(&mut self, op: Op) -> Result<Op> {
        match op {
            Op::Step { step, args } if rules(step).winding == Winding::Turns => {
                let args = (args.into_iter())
                    .map(|arg| Ok(self.without_turns(arg, None)?.unwrap_or(arg)))
                    .collect::<Result<_>>()?;
                Ok(Op::Step { step, args })
            }
            other => Ok(other),
        }
    }

    /// Returns an operation with the same value up to whole turns, or with its product with a factor. Whole turns are removed from
    /// coordinates and from products of coordinates and numbers, alone and as terms of sums and differences; `None` if there are
    /// none.
    fn without_turns(&mut self, op: OpId, factor: Option<SlotId>) -> Result<Option<OpId>> {
        let key = (op, factor);
        if let Some(&known) = (self.open.iter()).find_map(|scope| scope.in_turns.get(&key)) {
            return Ok(known);
        }
        let without = match self.ops[op.index()].clone() {
            Op::Coordinate(id) => {
                let coordinate = self.coordinates[id.index()];
                Some(self.coordinate_in_turns(coordinate, factor)?)
            }
            Op::Step { step, args } => match (step, args.as_slice()) {
                (Step::Add | Step::Sub, terms) => self.sum_without_turns(step, terms, factor)?,
                // A factor of a factor stays: there may be as many products of factors as paths to a coordinate.
                (Step::Mul, &[a, b]) if factor.is_none() => self.product_without_turns(a, b)?,
                _ => None,
            },
            _ => None,
        };
        if let Some(scope) = self.open.last_mut() {
            scope.in_turns.insert(key, without);
        }
        Ok(without)
    }

    /// A factor is that of a frame, so that the product is exact before it is rounded, too.
    fn coordinate_in_turns(
        &mut self,
        coordinate: Coordinate,
        factor: Option<SlotId>,
    ) -> Result<OpId> {
        let Coordinate { frame, axis, .. } = coordinate;
        let frame = match factor {
            Some(_) => {
                let mut factors = [None; 4];
                factors[axis] = factor;
                self.frame(frame, FrameStep::Scale(factors), [None; 4])
            }
            None => frame,
        };
        self.plain_coordinate(Coordinate {
            frame,
            axis,
            in_turns: true,
        })
    }

    fn sum_without_turns(
        &mut self,
        step: Step,
        terms: &[OpId],
        factor: Option<SlotId>,
    ) -> Result<Option<OpId>> {
        let without = (terms.iter())
            .map(|&term| self.without_turns(term, factor))
            .collect::<Result<Vec<_>>>()?;
        if without.iter().all(Option::is_none) {
            return Ok(None);
        }
        let args = (terms.iter().zip(without))
            .map(|(&term, without)| match (without, factor) {
                (Some(without), _) => Ok(without),
                (None, Some(factor)) => {
                    let factor = self.make(Op::Param(factor))?;
                    self.binary(Step::Mul, term, factor)
                }
                (None, None) => Ok(term),
            })
            .collect::<Result<_>>()?;
        self.make(Op::Step { step, args }).map(Some)
    }

    fn product_without_turns(&mut self, a: OpId, b: OpId) -> Result<Option<OpId>> {
        match (&self.ops[a.index()], &self.ops[b.index()]) {
            (&Op::Param(factor), _) => self.without_turns(b, Some(factor)),
            (_, &Op::Param(factor)) => self.without_turns(a, Some(factor)),
            _ => Ok(None),
        }
    }
}
