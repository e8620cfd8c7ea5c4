//! The rules of each value step for the analyses: its range, error, jumps and winding.
//!
//! Each step has a [`Rules`] constant in the file of its family: [`arithmetic`], [`choice`], [`function`], [`wave`] or
//! [`shaping`]. What the rules share is in [`rounding`] and [`jump`]. The derivative of a step, which is made of operations
//! itself, is in `lower/chain.rs`.

mod arithmetic;
mod choice;
mod function;
pub(super) mod jump;
pub(super) mod rounding;
mod shaping;
mod wave;

use super::interval::Interval;
use crate::noise::Step;
use rounding::{Argument, FLUSH, Refusal};

/// The rules of a value step. A struct literal that leaves one out does not compile.
pub(super) struct Rules {
    /// Returns the interval of the results from those of the arguments, or refuses arguments that no backend can compute.
    ///
    /// The interval holds the exact results and those of every f32 evaluator, except for the last rounding, which
    /// [`rounding::rounded`] adds.
    pub range: fn(&Args<Interval>) -> Result<Interval, Refusal>,
    /// Returns how far an f32 result may lie from the exact one, given the arguments' errors and the interval of the results.
    ///
    /// Both the exact arguments and those of an evaluator lie in their intervals. So the steepest slope in an interval times
    /// the argument's error bounds the effect of that error on the result; the step's own roundings are added. A bound at a
    /// jump holds for samples on the right side of it, unless the argument is so uncertain that samples on the wrong side are
    /// no exception: the bound then includes the height of the jump. A bound may exceed the width of the result's interval, or
    /// be NaN where a slope is infinite: the caller then takes the width.
    pub error: fn(&Args<Argument>, Interval) -> f64,
    /// Returns the part of the samples that an f32 evaluator may compute on the wrong side of a jump, because an argument lies
    /// within its error of the jump; 0 for a continuous step, and if `error` includes the height of the jump.
    pub jump: fn(&Args<Argument>) -> f64,
    /// What the step does with the windings of its arguments.
    pub winding: Winding,
}

/// Returns the rules of a step.
pub(super) fn rules(step: Step) -> &'static Rules {
    match step {
        Step::Add => &arithmetic::ADD,
        Step::Sub => &arithmetic::SUB,
        Step::Mul => &arithmetic::MUL,
        Step::Div => &arithmetic::DIV,
        Step::Mix => &arithmetic::MIX,
        Step::Remap => &arithmetic::REMAP,
        Step::Min => &choice::MIN,
        Step::Max => &choice::MAX,
        Step::Clamp => &choice::CLAMP,
        Step::Select => &choice::SELECT,
        Step::Step => &choice::STEP,
        Step::Threshold => &choice::THRESHOLD,
        Step::Sign => &choice::SIGN,
        Step::Abs => &function::ABS,
        Step::Floor => &function::FLOOR,
        Step::Fract => &function::FRACT,
        Step::Sqrt => &function::SQRT,
        Step::Pow => &function::POW,
        Step::Exp => &function::EXP,
        Step::Log => &function::LOG,
        Step::Piecewise => &choice::PIECEWISE,
        Step::Sin => &wave::SIN,
        Step::Cos => &wave::COS,
        Step::Triangle => &wave::TRIANGLE,
        Step::SmoothMin => &shaping::SMOOTH_MIN,
        Step::SmoothMax => &shaping::SMOOTH_MAX,
        Step::Smoothstep => &shaping::SMOOTHSTEP,
        Step::Bias | Step::GainCurve => &shaping::BEND,
        Step::Terrace => &shaping::TERRACE,
        Step::Curve => &shaping::CURVE,
    }
}

impl Rules {
    /// Returns the error of the step, which is at least that of a flush to zero.
    pub fn bound(&self, args: &[Argument], result: Interval) -> f64 {
        (self.error)(&Args::of(args), result).max(FLUSH)
    }
}

/// The arguments of a step in the order of its parameters, of which the first five have letters.
pub(super) struct Args<'a, T> {
    pub a: T,
    pub b: T,
    pub c: T,
    pub d: T,
    pub e: T,
    /// All arguments but the first: the points of a curve.
    pub rest: &'a [T],
}

impl<'a, T: Copy + Default> Args<'a, T> {
    /// Names the arguments; letters without an argument get the default.
    pub fn of(args: &'a [T]) -> Args<'a, T> {
        let arg = |i: usize| args.get(i).copied().unwrap_or_default();
        let [a, b, c, d, e] = std::array::from_fn(arg);
        let rest = args.get(1..).unwrap_or_default();
        Args {
            a,
            b,
            c,
            d,
            e,
            rest,
        }
    }
}

/// How the winding of a step, v(p + extent) − v(p) over a seamless box, follows from those of its arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Winding {
    /// It is the argument's winding.
    Same,
    /// It is the first argument's winding plus this factor times the second's.
    Sum(f64),
    /// It is one argument's winding times the other argument, which must be a number.
    Multiple,
    /// It is the first argument's winding divided by the second, which must be a number.
    Quotient,
    /// It is 0; the argument's winding must be a whole number.
    Turns,
    /// It is 0; the arguments' windings must be 0.
    None,
}
