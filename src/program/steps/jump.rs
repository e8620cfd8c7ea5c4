//! Jumps: whether an inexact argument may put a sample on the other side of a jump, and how often it does.
//!
//! If the error is small compared with the distance between jumps, only few samples are near enough: [`share_at_edge`] and
//! [`share_at_whole_numbers`] estimate their part, and the error bound leaves them out. Otherwise the bound includes the height
//! of the jump: [`either_side`] and [`floor_error`].

use super::Args;
use super::rounding::Argument;
use crate::program::interval::{Interval, sub, width};

/// The greatest error, relative to the distance between jumps, with which wrong sides are exceptions: fewer than one sample in
/// 1000.
const SURE: f64 = 1.0 / 4096.0;

/// Returns whether an error is so much smaller than the distance between jumps that wrong sides are exceptions.
fn is_sure(error: f64, distance: f64) -> bool {
    error <= SURE * distance
}

/// Returns the share of a continuous step: 0.
pub fn never(_: &Args<Argument>) -> f64 {
    0.0
}

/// Returns the error that a jump adds at an edge: its height, unless wrong sides are exceptions or impossible.
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

/// Returns the part of the samples for which a value lies on the wrong side of an edge, if wrong sides are exceptions.
pub fn share_at_edge(value: Argument, edge: Argument) -> f64 {
    let difference = sub(value.range, edge.range);
    let error = value.error + edge.error;
    let passes = difference[0] <= 0.0 && difference[1] >= 0.0;
    if passes && error > 0.0 && is_sure(error, width(difference)) {
        error / width(difference)
    } else {
        0.0
    }
}

/// Returns the error of `floor` of a value with an error, unless wrong sides are exceptions.
pub fn floor_error(of: Interval, error: f64) -> f64 {
    if whole_numbers(of) == 0.0 || is_sure(error, width(of).min(1.0)) {
        0.0
    } else {
        error.ceil()
    }
}

/// Returns the part of the samples for which `floor` gives the wrong whole number, if wrong sides are exceptions.
pub fn share_at_whole_numbers(of: Interval, error: f64) -> f64 {
    if error > 0.0 && width(of) > 0.0 && is_sure(error, width(of).min(1.0)) {
        error * whole_numbers(of) / width(of)
    } else {
        0.0
    }
}

/// Returns how many whole numbers an interval contains.
fn whole_numbers([low, high]: Interval) -> f64 {
    (high.floor() - low.ceil() + 1.0).max(0.0)
}
