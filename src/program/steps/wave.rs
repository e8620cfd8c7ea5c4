//! Periodic functions of a value in turns, with a period of 1.

use std::f64::consts::TAU;

use super::jump::never;
use super::rounding::{POLYNOMIAL, U, rounding};
use super::{Rules, Winding};
use crate::program::interval::{Interval, spread};

pub const SIN: Rules = Rules {
    range: |x| Ok(polynomial(wave(x.a, 0.25, |turns| (TAU * turns).sin()))),
    // The slope is at most 2π per turn, and two values differ by at most 2.
    error: |x, _| (TAU * x.a.error).min(2.0) + POLYNOMIAL * rounding(1.0),
    jump: never,
    winding: Winding::Turns,
};

pub const COS: Rules = Rules {
    range: |x| Ok(polynomial(wave(x.a, 0.0, |turns| (TAU * turns).cos()))),
    ..SIN
};

pub const TRIANGLE: Rules = Rules {
    range: |x| {
        Ok(wave(x.a, 0.0, |turns| {
            1.0 - 4.0 * (turns - turns.round()).abs()
        }))
    },
    error: |x, _| (4.0 * x.a.error).min(2.0) + 2.0 * rounding(1.0),
    ..SIN
};

/// Returns the interval of a wave with period 1 that has its maximum 1 at `peak`, its minimum −1 half a turn later, and is
/// monotonic between.
fn wave([low, high]: Interval, peak: f64, value: impl Fn(f64) -> f64) -> Interval {
    let reaches = |turns: f64| (low - turns).ceil() <= high - turns;
    let [first, last] = [low, high].map(|turns| value(turns - turns.floor()));
    [
        if reaches(peak + 0.5) {
            -1.0
        } else {
            first.min(last)
        },
        if reaches(peak) { 1.0 } else { first.max(last) },
    ]
}

/// Returns the interval of a wave that evaluators compute by a polynomial and clamp to −1..1.
fn polynomial(wave: Interval) -> Interval {
    spread(wave, POLYNOMIAL * U).map(|end| end.clamp(-1.0, 1.0))
}
