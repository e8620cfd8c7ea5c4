//! Jumps: whether an uncertain argument makes either side possible, and how often.

use super::Args;
use super::rounding::Argument;
use crate::program::interval::{Interval, sub, width};

/// An argument that is off by less than this part of the distance between jumps lies on the right side in 999 of 1000
/// samples.
const SURE: f64 = 1.0 / 4096.0;

/// Whether an error is so small a part of the distance between jumps that the wrong side is an exception.
fn is_sure(error: f64, distance: f64) -> bool {
    error <= SURE * distance
}

/// The jump of a continuous step.
pub fn never(_: &Args<Argument>) -> f64 {
    0.0
}

/// The error that a jump of that height adds where a value passes an edge.
pub fn either_side(value: Argument, edge: Argument, height: f64) -> f64 {
    let [low, high] = sub(value.range, edge.range);
    let error = value.error + edge.error;
    let passes = low <= 0.0 && high >= 0.0;
    if passes && !is_sure(error, high - low) {
        height
    } else {
        0.0
    }
}

/// The part of the samples for which a value lies on the wrong side of an edge.
pub fn share_at_edge(value: Argument, edge: Argument) -> f64 {
    let way = sub(value.range, edge.range);
    let error = value.error + edge.error;
    let passes = way[0] <= 0.0 && way[1] >= 0.0;
    if passes && error > 0.0 && is_sure(error, width(way)) {
        error / width(way)
    } else {
        0.0
    }
}

/// The error of the whole number below a value that is off by `error`.
pub fn floor_error(of: Interval, error: f64) -> f64 {
    if whole_numbers(of) == 0.0 || is_sure(error, width(of).min(1.0)) {
        0.0
    } else {
        error.ceil()
    }
}

/// The part of the samples that come to the wrong whole number below.
pub fn share_at_whole_numbers(of: Interval, error: f64) -> f64 {
    if error > 0.0 && width(of) > 0.0 && is_sure(error, width(of).min(1.0)) {
        error * whole_numbers(of) / width(of)
    } else {
        0.0
    }
}

/// How many whole numbers lie in an interval.
fn whole_numbers([low, high]: Interval) -> f64 {
    (high.floor() - low.ceil() + 1.0).max(0.0)
}
