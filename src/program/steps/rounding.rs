//! What f32 arithmetic does to intervals and errors, and the arguments that it refuses.
//!
//! Bounds are in units of the roundoff u = 2⁻²⁴ (Higham, *Accuracy and Stability of Numerical Algorithms*, chapter 2). The
//! allowances for division and square root are those that the WGSL specification grants (section "Floating Point
//! Accuracy"), so that they hold on every GPU.

use crate::program::interval::{Interval, div, least, size, sub};

/// The roundoff of f32: half a unit in the last place of 1.
pub const U: f64 = 1.0 / (1 << 24) as f64;
/// What a flush to zero loses: WGSL may flush subnormal numbers.
pub const FLUSH: f64 = f32::MIN_POSITIVE as f64;
/// The roundings of a WGSL division: 2.5 units in the last place.
pub const DIVISION: f64 = 5.0;
/// The roundings of a WGSL square root: a division by an inverse square root of 2 units in the last place.
pub const SQUARE_ROOT: f64 = 9.0;
/// The roundings of one of our polynomials.
pub const POLYNOMIAL: f64 = 4.0;

/// Ends closer together than this part of their size count as equal, and so does a divisor that comes closer to 0: most of
/// what f32 keeps of the difference is rounding.
const APART: f64 = 1e-5;

/// An argument: where its values lie, exact or computed, and how far apart the two may be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Argument {
    pub range: Interval,
    pub error: f64,
}

/// Why a step cannot be computed.
pub struct Refusal {
    pub given: String,
    pub allowed: &'static str,
}

/// What rounding a value of at most that size to f32 changes.
pub fn rounding(size: f64) -> f64 {
    U * size + FLUSH
}

/// What a sum over so many octaves, of values up to a size and with a sum of weights, loses by its own roundings.
pub fn of_sum(octaves: usize, sum: f64, size: f64) -> f64 {
    (octaves as f64 + 2.0) * (sum * rounding(size) + FLUSH * size)
}

/// The interval, if all of it can be held in f32.
pub fn within_f32(interval: Interval) -> Result<Interval, Refusal> {
    within(f64::from(f32::MAX), interval)
}

/// The interval, if no magnitude in it exceeds a number.
pub fn within(most: f64, interval: Interval) -> Result<Interval, Refusal> {
    let largest = size(interval);
    // NaN is refused, too.
    if largest <= most {
        return Ok(interval);
    }
    Err(Refusal {
        given: if largest.is_finite() {
            format!("a value of up to {largest:e}")
        } else {
            "a value that may be infinite".into()
        },
        allowed: "values within f32",
    })
}

/// The f32 numbers that the values of an interval may be rounded to, in either direction; subnormal numbers may become 0.
pub fn rounded(interval: Interval) -> Result<Interval, Refusal> {
    let [low, high] = within_f32(interval)?;
    // The least f32 that is not below x is the negative of the greatest that is not above −x.
    Ok([round_down(low), -round_down(-high)])
}

/// The greatest f32 that is not above a number; 0 for positive numbers below the normal ones.
fn round_down(number: f64) -> f64 {
    if 0.0 < number && number < f64::from(f32::MIN_POSITIVE) {
        return 0.0;
    }
    let nearest = number as f32;
    if f64::from(nearest) > number {
        f64::from(nearest.next_down())
    } else {
        f64::from(nearest)
    }
}

/// The interval, widened by so many relative roundings of its values.
pub fn inexact([low, high]: Interval, roundings: f64) -> Interval {
    let by = roundings * U;
    // As products, so that an infinite end stays infinite.
    [
        low * (1.0 - by.copysign(low)),
        high * (1.0 + by.copysign(high)),
    ]
}

/// The least difference with which two numbers of that size count as different.
pub fn gap(size: f64) -> f64 {
    APART * size.max(f64::from(f32::MIN_POSITIVE))
}

/// Whether the second of two numbers is greater by more than their rounding, as the points of a curve must be.
pub(crate) fn are_apart([low, high]: [f64; 2]) -> bool {
    high - low > gap(low.abs().max(high.abs()))
}

/// high − low, if the two differ everywhere by more than their rounding.
pub fn width(low: Interval, high: Interval) -> Result<Interval, Refusal> {
    let width = sub(high, low);
    if least(width) > gap(size(low).max(size(high))) {
        return rounded(width);
    }
    Err(Refusal {
        given: "two ends that may be equal, or nearly".to_string(),
        allowed: "ends that differ everywhere by more than 1e-5 of their size",
    })
}

/// The interval of (of − low) / (high − low), without roundings.
pub fn fraction(of: Interval, low: Interval, high: Interval) -> Result<Interval, Refusal> {
    within_f32(div(within_f32(sub(of, low))?, width(low, high)?))
}

/// The fraction (of − low) / (high − low), and its error.
pub fn fraction_error(of: Argument, low: Argument, high: Argument) -> Argument {
    let (above, width) = (sub(of.range, low.range), sub(high.range, low.range));
    let least = least(width);
    let largest = size(above) / least;
    let above = of.error + low.error + rounding(size(above));
    let width = high.error + low.error + rounding(size(width));
    let error = (above + largest * width) / least + DIVISION * rounding(largest);
    Argument {
        range: [-largest, largest],
        error,
    }
}

/// The error of the same fraction where it is held between 0 and 1.
pub fn held_fraction_error(of: Argument, low: Argument, high: Argument) -> f64 {
    let width = sub(high.range, low.range);
    let above = of.error + low.error + rounding(size(sub(of.range, low.range)));
    let of_width = high.error + low.error + rounding(size(width));
    (above + of_width) / least(width) + DIVISION * rounding(1.0)
}

/// The error of low + t·(high − low), without the last rounding.
pub fn between_error(low: Argument, high: Argument, t: Argument) -> f64 {
    let width = size(sub(high.range, low.range));
    let of_width = low.error + high.error + rounding(width);
    let size_t = size(t.range);
    low.error + t.error * width + size_t * of_width + rounding(size_t * width)
}
