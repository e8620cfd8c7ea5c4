//! Interval arithmetic: the least and the greatest value that an operation can have.
//!
//! The ends are f64 and are not rounded outwards: the analyses widen intervals by f32 roundings, which are 2²⁹ times larger.
//! An end may be infinite or NaN; [`rounded`](super::steps::rounding::rounded) refuses such intervals.

/// The least and the greatest value.
pub type Interval = [f64; 2];

/// Returns the smallest interval that holds some numbers; of none the empty interval, from infinity to −infinity.
pub(super) fn hull(values: impl IntoIterator<Item = f64>) -> Interval {
    let none = [f64::INFINITY, f64::NEG_INFINITY];
    (values.into_iter()).fold(none, |[low, high], value| [low.min(value), high.max(value)])
}

/// Returns the greatest magnitude; NaN if an end is NaN, which `max` would ignore.
pub(super) fn size(interval: Interval) -> f64 {
    if interval[0].is_nan() || interval[1].is_nan() {
        return f64::NAN;
    }
    interval[0].abs().max(interval[1].abs())
}

/// Returns the least magnitude.
pub(super) fn least([low, high]: Interval) -> f64 {
    low.max(-high).max(0.0)
}

/// Returns the greatest value less the least.
pub(super) fn width([low, high]: Interval) -> f64 {
    high - low
}

/// Widens an interval by `by` at both ends.
pub(super) fn spread([low, high]: Interval, by: f64) -> Interval {
    [low - by, high + by]
}

pub(super) fn add(a: Interval, b: Interval) -> Interval {
    [a[0] + b[0], a[1] + b[1]]
}

pub(super) fn sub(a: Interval, b: Interval) -> Interval {
    [a[0] - b[1], a[1] - b[0]]
}

pub(super) fn mul(a: Interval, b: Interval) -> Interval {
    corners(a, b, |a, b| a * b)
}

/// Returns the interval of the squares, which is narrower than that of a product of two independent values.
pub(super) fn square(a: Interval) -> Interval {
    [least(a).powi(2), size(a).powi(2)]
}

/// Returns the interval of a / b; b must not contain 0.
pub(super) fn div(a: Interval, b: Interval) -> Interval {
    mul(a, [1.0 / b[1], 1.0 / b[0]])
}

pub(super) fn min(a: Interval, b: Interval) -> Interval {
    [a[0].min(b[0]), a[1].min(b[1])]
}

pub(super) fn max(a: Interval, b: Interval) -> Interval {
    [a[0].max(b[0]), a[1].max(b[1])]
}

/// Returns the interval of a function that is monotonic in each argument: the hull of its values at the four corners.
pub(super) fn corners(a: Interval, b: Interval, f: impl Fn(f64, f64) -> f64) -> Interval {
    hull([f(a[0], b[0]), f(a[0], b[1]), f(a[1], b[0]), f(a[1], b[1])])
}
