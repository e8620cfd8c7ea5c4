//! What a step does with the windings of its arguments: what they gain from one end of the box to the other.

use crate::noise::Step;

/// How a step hands on what its arguments gain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Winding {
    /// The gains of both arguments, the second's times this.
    Sum(f64),
    /// The gain of one argument times the other, which must be a number.
    Multiple,
    /// None, of a gain that is a whole number.
    Turns,
    /// None, of arguments that gain nothing.
    None,
}

/// A step's rule.
pub fn winding(step: Step) -> Winding {
    match step {
        Step::Add => Winding::Sum(1.0),
        Step::Sub => Winding::Sum(-1.0),
        Step::Mul => Winding::Multiple,
        Step::Sin | Step::Cos | Step::Triangle | Step::Fract => Winding::Turns,
        _ => Winding::None,
    }
}
