//! Interval arithmetic: least and greatest value.

/// Least and greatest value.
pub type Interval = [f64; 2];

pub(super) fn hull(values: impl IntoIterator<Item = f64>) -> Interval {
    let none = [f64::INFINITY, f64::NEG_INFINITY];
    (values.into_iter()).fold(none, |[low, high], value| [low.min(value), high.max(value)])
}

/// The greatest magnitude; NaN where an end is.
pub(super) fn size(interval: Interval) -> f64 {
    match interval[0].is_nan() || interval[1].is_nan() {
        true => f64::NAN,
        false => interval[0].abs().max(interval[1].abs()),
    }
}

/// The least magnitude.
pub(super) fn least([low, high]: Interval) -> f64 {
    low.max(-high).max(0.0)
}

/// The greatest less the least.
pub(super) fn width([low, high]: Interval) -> f64 {
    high - low
}

/// Further by so much on both sides.
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

pub(super) fn square(a: Interval) -> Interval {
    [least(a).powi(2), size(a).powi(2)]
}

/// a / b, for a b without 0.
pub(super) fn div(a: Interval, b: Interval) -> Interval {
    mul(a, [1.0 / b[1], 1.0 / b[0]])
}

pub(super) fn min(a: Interval, b: Interval) -> Interval {
    [a[0].min(b[0]), a[1].min(b[1])]
}

pub(super) fn max(a: Interval, b: Interval) -> Interval {
    [a[0].max(b[0]), a[1].max(b[1])]
}

/// The interval of a function that along each argument alone only rises or only falls.
pub(super) fn corners(a: Interval, b: Interval, f: impl Fn(f64, f64) -> f64) -> Interval {
    hull([f(a[0], b[0]), f(a[0], b[1]), f(a[1], b[0]), f(a[1], b[1])])
}
