//! What the analyses know of each value step: one [`Rules`] for each, and none can be left out.
//!
//! The rules of a step stand together in the file of its family: [`arithmetic`], [`choice`], [`function`], [`wave`] and
//! [`shaping`]. What they share is in [`rounding`] and [`jump`]. The derivatives, which are operations themselves, are in
//! `lower/chain.rs`.

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

/// What the analyses know of one value step.
pub(super) struct Rules {
    /// Returns the interval of the results from those of the arguments, or refuses arguments that no backend can compute.
    ///
    /// The interval holds the exact results and those of every f32 evaluator, but for the last rounding, which
    /// [`rounding::rounded`] adds.
    pub range: fn(&Args<Interval>) -> Result<Interval, Refusal>,
    /// Returns how far an f32 result may lie from the exact one, given the arguments' errors and the interval of the results.
    ///
    /// Both the exact arguments and those of an evaluator lie in their intervals, so the steepest slope in an interval times
    /// the argument's error bounds what becomes of that error; the step's own roundings are added. At a jump the bound is
    /// that of either side, and the height of the jump where the argument is so uncertain that samples near the jump are no
    /// exception. A bound may exceed the width of the result's interval, or be NaN where a slope is infinite: the caller then
    /// takes the width.
    pub error: fn(&Args<Argument>, Interval) -> f64,
    /// Returns the part of the samples that an f32 evaluator takes over a jump, where an argument lies within its error of
    /// the jump; 0 for a continuous step, and where `error` allows for either side.
    pub jump: fn(&Args<Argument>) -> f64,
    /// What the step does with the gains of its arguments.
    pub winding: Winding,
}

/// The rules of a step.
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
    /// The error bound, which is never below what a flush to zero loses.
    pub fn bound(&self, args: &[Argument], result: Interval) -> f64 {
        (self.error)(&Args::of(args), result).max(FLUSH)
    }
}

/// The arguments of a step, in the order of its parameters: the first five by letter.
pub(super) struct Args<'a, T> {
    pub a: T,
    pub b: T,
    pub c: T,
    pub d: T,
    pub e: T,
    /// All but the first: the points of a curve.
    pub rest: &'a [T],
}

impl<'a, T: Copy + Default> Args<'a, T> {
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

/// What a step does with the windings of its arguments: what they gain from one end of a seamless box to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Winding {
    /// Gains what both arguments gain together, the second's gain times this factor.
    Sum(f64),
    /// Gains the gain of one argument times the other, which must be a number.
    Multiple,
    /// Gains nothing, if its argument gains a whole number.
    Turns,
    /// Gains nothing, if its arguments gain nothing.
    None,
}
