//! Which steps jump, and how often an f32 evaluator takes the other side: where an argument lies within its error of the
//! jump.

use super::error::{Argument, is_sure, on_terraces, whole_numbers};
use crate::noise::Step;
use crate::program::interval::{Interval, mul, sub, width};

/// The part of the samples that the errors of a step's arguments take over a jump; 0 for a step that does not jump, and where
/// the error of the step allows for either side.
pub fn share(step: Step, args: &[Argument]) -> f64 {
    let arg = |i: usize| args.get(i).copied().unwrap_or_default();
    let [a, b, c, d] = std::array::from_fn(arg);
    match step {
        Step::Select => one_edge(c, d),
        Step::Sign => one_edge(a, Argument::default()),
        Step::Step | Step::Threshold => one_edge(a, b),
        Step::Floor | Step::Fract => whole_edges(a.range, a.error),
        // A terrace without a ramp.
        Step::Terrace if c.range[0] <= 0.0 => whole_edges(mul(a.range, b.range), on_terraces(a, b)),
        _ => 0.0,
    }
}

/// What passes an edge.
fn one_edge(value: Argument, edge: Argument) -> f64 {
    let way = sub(value.range, edge.range);
    let error = value.error + edge.error;
    let passes = way[0] <= 0.0 && way[1] >= 0.0;
    match passes && error > 0.0 && is_sure(error, width(way)) {
        true => error / width(way),
        false => 0.0,
    }
}

/// What passes whole numbers.
fn whole_edges(way: Interval, error: f64) -> f64 {
    match error > 0.0 && width(way) > 0.0 && is_sure(error, width(way).min(1.0)) {
        true => error * whole_numbers(way) / width(way),
        false => 0.0,
    }
}
