//! How f32 arithmetic widens intervals and errors, and which arguments steps refuse.
//!
//! Bounds are in units of the roundoff u = 2⁻²⁴ (Higham, *Accuracy and Stability of Numerical Algorithms*, chapter 2). The
//! allowances for division and square root are those that the WGSL specification grants (section "Floating Point
//! Accuracy"), so that they hold on every GPU.

use crate::limits::between;
use crate::program::interval::{Interval, div, least, size, sub};

/// The roundoff of f32: half a unit in the last place of 1.
pub const U: f64 = 1.0 / (1 << 24) as f64;
/// The greatest error of a flush to zero: WGSL allows subnormal numbers to be flushed.
pub const FLUSH: f64 = f32::MIN_POSITIVE as f64;
/// The error of a WGSL division, in roundoffs: 2.5 units in the last place.
pub const DIVISION: f64 = 5.0;
/// The error of a WGSL square root, in roundoffs: a division (5) by an inverse square root of 2 units in the last place (4).
pub const SQUARE_ROOT: f64 = 9.0;
/// The error of one of our polynomials for `sin`, `cos`, `exp` and `log`, in roundoffs.
pub const POLYNOMIAL: f64 = 4.0;

/// The relative difference below which two numbers count as equal, and a divisor as 0: what f32 keeps of a smaller difference
/// is mostly rounding.
const APART: f64 = 1e-5;

/// An argument: the range of its exact and computed values, and the error, which is how far apart the two may be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Argument {
    pub range: Interval,
    pub error: f64,
}

/// Why a step cannot be computed.
pub struct Refusal {
    pub given: String,
    pub allowed: String,
}

/// Returns the greatest error of rounding a value of magnitude up to `size` to f32.
pub fn rounding(size: f64) -> f64 {
    U * size + FLUSH
}

/// Returns the error that a weighted sum over octaves gets from its own roundings; `sum` is that of the weights, and `size` the
/// greatest magnitude of the summed values.
///
/// Recursive summation of n terms has an error of at most (n − 1)·u·Σ|term| (Higham, section 4.2); the products with the weights
/// and the weights themselves add the rest.
pub fn of_sum(octaves: usize, sum: f64, size: f64) -> f64 {
    (octaves as f64 + 2.0) * (sum * rounding(size) + FLUSH * size)
}

/// Returns the interval if all of it is within the range of f32.
pub fn within_f32(interval: Interval) -> Result<Interval, Refusal> {
    within(f64::from(f32::MAX), interval)
}

/// Returns the interval if no magnitude in it exceeds `most`.
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
        allowed: format!("values of up to {most:e}"),
    })
}

/// Refuses an argument of that name whose values leave the limits of its parameter.
pub fn limited(name: &str, of: Interval, limits: [f64; 2]) -> Result<(), Refusal> {
    let [low, high] = limits.map(|limit| f64::from(limit as f32));
    if low <= of[0] && of[1] <= high {
        return Ok(());
    }
    Err(Refusal {
        given: format!("a {name} that goes {}", between(of)),
        allowed: format!("a {name} {}, as clamp holds it", between(limits)),
    })
}

/// Returns the interval of the f32 numbers that an interval's values may be rounded to, up or down; subnormal numbers may be
/// flushed to 0.
pub fn rounded(interval: Interval) -> Result<Interval, Refusal> {
    let [low, high] = within_f32(interval)?;
    // The least f32 that is not below x is the negative of the greatest that is not above −x.
    Ok([round_down(low), -round_down(-high)])
}

/// Returns the greatest f32 that is not above a number; 0 for positive subnormal numbers.
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

/// Returns the interval, widened by a number of relative roundings of its values.
pub fn inexact([low, high]: Interval, roundings: f64) -> Interval {
    let by = roundings * U;
    // As products, so that an infinite end stays infinite.
    [
        low * (1.0 - by.copysign(low)),
        high * (1.0 + by.copysign(high)),
    ]
}

/// Returns the least difference with which two numbers of that size count as different.
pub fn gap(size: f64) -> f64 {
    APART * size.max(f64::from(f32::MIN_POSITIVE))
}

/// Returns whether the second of two numbers is greater by more than their rounding, as the points of a curve must be.
pub(crate) fn are_apart([low, high]: [f64; 2]) -> bool {
    high - low > gap(low.abs().max(high.abs()))
}

/// Returns the interval of high − low if the two always differ by more than their rounding.
pub fn width(low: Interval, high: Interval) -> Result<Interval, Refusal> {
    let width = sub(high, low);
    if least(width) > gap(size(low).max(size(high))) {
        return rounded(width);
    }
    Err(Refusal {
        given: "a pair of ends that may be equal, or nearly so".to_string(),
        allowed: "ends that differ everywhere by more than 1e-5 of their size".to_string(),
    })
}

/// Returns the interval of (of − low) / (high − low), without roundings.
pub fn fraction(of: Interval, low: Interval, high: Interval) -> Result<Interval, Refusal> {
    within_f32(div(within_f32(sub(of, low))?, width(low, high)?))
}

/// Returns the range and the error of the fraction (of − low) / (high − low).
pub fn fraction_error(of: Argument, low: Argument, high: Argument) -> Argument {
    // Of a quotient n/d with errors e of n and f of d, |n'/d' − n/d| ≤ (e + |n/d|·f) / min|d|.
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

/// Returns the error of the same fraction clamped to 0..1, so that its magnitude is at most 1.
pub fn held_fraction_error(of: Argument, low: Argument, high: Argument) -> f64 {
    let width = sub(high.range, low.range);
    let above = of.error + low.error + rounding(size(sub(of.range, low.range)));
    let of_width = high.error + low.error + rounding(size(width));
    (above + of_width) / least(width) + DIVISION * rounding(1.0)
}

/// Returns the error of low + t·(high − low), without the last rounding.
pub fn between_error(low: Argument, high: Argument, t: Argument) -> f64 {
    let width = size(sub(high.range, low.range));
    let of_width = low.error + high.error + rounding(width);
    let size_t = size(t.range);
    low.error + t.error * width + size_t * of_width + rounding(size_t * width)
}
