//! Value steps, by definition.

use crate::noise::Step;

/// A step's value; arguments in the order of its parameters.
pub(super) fn step(step: Step, args: &[f64]) -> f64 {
    match (step, args) {
        (Step::Add, &[a, b]) => a + b,
        (Step::Mul, &[a, b]) => a * b,
        (Step::Min, &[a, b]) => a.min(b),
        (Step::Max, &[a, b]) => a.max(b),
        (Step::Mix, &[a, b, t]) => a + t * (b - a),
        (Step::Abs, &[of]) => of.abs(),
        (Step::Remap, &[of, from_low, from_high, to_low, to_high]) => {
            to_low + (of - from_low) / (from_high - from_low) * (to_high - to_low)
        }
        (Step::Clamp, &[of, low, high]) => of.max(low).min(high),
        (step, args) => unreachable!("{step:?} of {} arguments", args.len()),
    }
}
