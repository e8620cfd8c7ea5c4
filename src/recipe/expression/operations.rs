//! What operators and comparisons make.

use super::build::Builder;
use super::refusal::Refusal;
use super::tree::{Comparison, Operator};
use super::value::{Scope, Value, signal};
use crate::noise::table::Cell;
use crate::noise::{Kind, Step};

/// The greatest exponent that is written as multiplications.
const WHOLE_POWER_MAX: f64 = 16.0;

impl Builder<'_> {
    pub(super) fn operation(
        &mut self,
        operator: Operator,
        at: usize,
        both: [Value; 2],
        scope: Scope,
    ) -> Result<Value, Refusal> {
        if let [Value::Number(a), Value::Number(b)] = both {
            let number = match operator {
                Operator::Add => a + b,
                Operator::Sub => a - b,
                Operator::Mul => a * b,
                Operator::Div => a / b,
                // As the node `pow` has it.
                Operator::Pow if a < 0.0 && b.fract() != 0.0 => 0.0,
                Operator::Pow => a.powf(b),
            };
            return match number.is_finite() {
                true => Ok(Value::Number(number)),
                false => Err(Refusal::new(
                    at,
                    format!("a finite number is expected, and this is {number}"),
                )),
            };
        }
        let [a, b] = [signal(at, &both[0])?, signal(at, &both[1])?];
        let step = match operator {
            Operator::Add => Step::Add,
            Operator::Sub => Step::Sub,
            Operator::Mul => Step::Mul,
            Operator::Div => Step::Div,
            Operator::Pow => {
                let [base, exponent] = both;
                return Ok(match exponent {
                    Value::Number(1.0) => base,
                    _ => self.power(a, b, scope),
                });
            }
        };
        Ok(self.node(Kind::Step(step), [("a", a), ("b", b)], scope))
    }

    /// Makes a power: of multiplications for a whole exponent, since `pow` is 0 where its base is negative.
    fn power(&mut self, base: Cell, exponent: Cell, scope: Scope) -> Value {
        let times = Kind::Step(Step::Mul);
        match exponent {
            Cell::Number(n) if n.fract() == 0.0 && (2.0..=WHOLE_POWER_MAX).contains(&n) => {
                let half = match n as u32 / 2 {
                    1 => base.clone(),
                    half => {
                        let half = Cell::Number(half.into());
                        self.power(base.clone(), half, scope.inner()).cell()
                    }
                };
                let is_odd = n as u32 % 2 == 1;
                let label = if is_odd { scope.inner() } else { scope };
                let square = self.node(times, [("a", half.clone()), ("b", half)], label);
                match is_odd {
                    true => self.node(times, [("a", square.cell()), ("b", base)], scope),
                    false => square,
                }
            }
            exponent => {
                let params = [("of", base), ("exponent", exponent)];
                self.node(Kind::Step(Step::Pow), params, scope)
            }
        }
    }

    /// Makes a choice between two values by a comparison of two others.
    pub(super) fn select(
        &mut self,
        comparison: Comparison,
        at: usize,
        [left, right]: [Value; 2],
        [yes, no]: [Value; 2],
        scope: Scope,
    ) -> Result<Value, Refusal> {
        if let (Value::Number(left), Value::Number(right)) = (&left, &right) {
            let holds = match comparison {
                Comparison::Less => left < right,
                Comparison::AtMost => left <= right,
                Comparison::Greater => left > right,
                Comparison::AtLeast => left >= right,
            };
            return Ok(if holds { yes } else { no });
        }
        // The node gives `a` where `by` is below `edge`.
        let (by, edge, a, b) = match comparison {
            Comparison::Less => (left, right, yes, no),
            Comparison::AtLeast => (left, right, no, yes),
            Comparison::Greater => (right, left, yes, no),
            Comparison::AtMost => (right, left, no, yes),
        };
        let [a, b, by, edge] = [a, b, by, edge].map(|value| signal(at, &value));
        let params = [("a", a?), ("b", b?), ("by", by?), ("edge", edge?)];
        Ok(self.node(Kind::Step(Step::Select), params, scope))
    }
}
