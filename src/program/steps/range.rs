//! Least and greatest result of a step, and the arguments that it refuses.
//!
//! An interval holds the exact values and those of every f32 evaluator: what is rounded on the way widens it. Refused is
//! what an f32 cannot hold, on the way too: no backend may come to an infinity or a NaN.

use super::error::{DIVISION, POLYNOMIAL, RAMP_MIN, SQUARE_ROOT, U};
use crate::noise::Step;
use crate::program::interval::{self, Interval, add, div, hull, least, mul, size, spread, sub};

/// Why a step cannot be computed.
pub struct Refusal {
    pub given: String,
    pub allowed: &'static str,
}

/// Ends closer together than this part of their size are one, and a divisor that comes closer to 0: what f32 keeps of
/// the difference is mostly rounding.
const APART: f64 = 1e-5;
/// The greatest result of `exp` and `pow`, whose scaling by a power of two needs some room.
const POWER_MAX: f64 = 1e38;

/// The interval of a step's results, from those of its arguments, but for the last rounding: that is [`rounded`]'s.
pub fn range(step: Step, args: &[Interval]) -> Result<Interval, Refusal> {
    let arg = |i: usize| args.get(i).copied().unwrap_or_default();
    let [a, b, c, d, e] = std::array::from_fn(arg);
    Ok(match step {
        Step::Add => add(a, b),
        Step::Sub => sub(a, b),
        Step::Mul => mul(a, b),
        Step::Div => inexact(div(a, divisor(b)?), DIVISION),
        Step::Min => interval::min(a, b),
        Step::Max => interval::max(a, b),
        Step::SmoothMin | Step::SmoothMax => {
            within_f32(sub(a, b))?;
            let smooth = [0, 1].map(|end| {
                let rounding = rounding(a[end], b[end], c[end]);
                match step {
                    Step::SmoothMin => a[end].min(b[end]) - rounding,
                    _ => a[end].max(b[end]) + rounding,
                }
            });
            spread(smooth, DIVISION * U * (size(a) + size(b) + size(c)))
        }
        Step::Mix => {
            let way = rounded(sub(b, a))?;
            add(a, rounded(mul(c, way))?)
        }
        Step::Select => hull([a, b].concat()),
        Step::Abs => [least(a), size(a)],
        Step::Sign => a.map(|end| if end == 0.0 { 0.0 } else { end.signum() }),
        Step::Floor => a.map(f64::floor),
        Step::Sqrt => inexact(a.map(|end| end.max(0.0).sqrt()), SQUARE_ROOT),
        Step::Pow => {
            let roundings = POLYNOMIAL + 0.5 * size(b);
            let power = inexact(power(a, b)?, roundings);
            within(POWER_MAX, power.map(|end| end.max(0.0)))?
        }
        Step::Exp => within(POWER_MAX, inexact(a.map(f64::exp), POLYNOMIAL))?,
        Step::Log => {
            let exact = logarithm(a)?;
            spread(exact, POLYNOMIAL * U * size(exact))
        }
        Step::Sin => turned(wave(a, 0.25, |turns| (std::f64::consts::TAU * turns).sin())),
        Step::Cos => turned(wave(a, 0.0, |turns| (std::f64::consts::TAU * turns).cos())),
        Step::Triangle => wave(a, 0.0, |turns| 1.0 - 4.0 * (turns - turns.round()).abs()),
        Step::Remap => {
            let t = rounded(inexact(div(rounded(sub(a, b))?, width(b, c)?), DIVISION))?;
            let to = rounded(sub(e, d))?;
            add(d, rounded(mul(t, to))?)
        }
        Step::Clamp => interval::min(interval::max(a, b), c),
        Step::Smoothstep => {
            let part = within_f32(div(within_f32(sub(a, b))?, width(b, c)?))?;
            // It rises all the way, so that its ends are those of the part.
            let ends = inexact(part, DIVISION + 2.0).map(|end| end.clamp(0.0, 1.0));
            inexact(ends.map(|t| t * t * (3.0 - 2.0 * t)), POLYNOMIAL)
        }
        Step::Threshold => [a[0].max(b[0]).min(c[0]), a[1].max(c[1])],
        Step::Fract | Step::Step => [0.0, 1.0],
        Step::Bias | Step::GainCurve => inexact([0.0, 1.0], DIVISION),
        Step::Terrace => terrace(a, b, c)?,
        Step::Curve => curve(a, args.get(1..).unwrap_or_default())?,
    })
}

/// The interval, where all of it is an f32.
pub fn within_f32(interval: Interval) -> Result<Interval, Refusal> {
    within(f64::from(f32::MAX), interval)
}

/// The f32 numbers that the values of an interval may be rounded to, in either direction; what lies below the normal
/// numbers may become 0.
pub fn rounded(interval: Interval) -> Result<Interval, Refusal> {
    let [low, high] = within_f32(interval)?;
    // The greatest f32 that is not above is, of the negated, the least that is not below.
    Ok([down(low), -down(-high)])
}

/// The greatest f32 that is not above a number; 0 where that lies between 0 and the normal numbers.
fn down(number: f64) -> f64 {
    let nearest = number as f32;
    match f64::from(nearest) > number {
        _ if 0.0 < number && number < f64::from(f32::MIN_POSITIVE) => 0.0,
        true => f64::from(nearest.next_down()),
        false => f64::from(nearest),
    }
}

/// An interval whose values are off by so many roundings.
pub fn inexact([low, high]: Interval, roundings: f64) -> Interval {
    let by = roundings * U;
    // As products, of which an infinity stays one.
    [
        low * (1.0 - by.copysign(low)),
        high * (1.0 + by.copysign(high)),
    ]
}

fn within(most: f64, interval: Interval) -> Result<Interval, Refusal> {
    let largest = size(interval);
    match largest <= most {
        true => Ok(interval),
        false => Err(Refusal {
            given: match largest.is_finite() {
                true => format!("a value of up to {largest:e}"),
                false => "a value that may be infinite".into(),
            },
            allowed: "values within f32",
        }),
    }
}

/// What two numbers of that size must differ by.
fn gap(size: f64) -> f64 {
    APART * size.max(f64::from(f32::MIN_POSITIVE))
}

/// Whether the second of two numbers is greater by more than their rounding, as the points of a curve must be.
pub(crate) fn are_apart([low, high]: [f64; 2]) -> bool {
    high - low > gap(low.abs().max(high.abs()))
}

/// high − low, where the two differ everywhere by more than their rounding.
fn width(low: Interval, high: Interval) -> Result<Interval, Refusal> {
    let width = sub(high, low);
    match least(width) > gap(size(low).max(size(high))) {
        true => rounded(width),
        false => Err(Refusal {
            given: "two ends that may be equal, or nearly".to_string(),
            allowed: "ends that differ everywhere by more than 1e-5 of their size",
        }),
    }
}

/// The hull of the values of a curve's points.
fn curve(of: Interval, points: &[Interval]) -> Result<Interval, Refusal> {
    for ends in points.windows(4).step_by(2) {
        let (from, to) = (ends[0], ends[2]);
        within_f32(div(within_f32(sub(of, from))?, width(from, to)?))?;
        within_f32(sub(ends[3], ends[1]))?;
        if to[0] < from[1] {
            return Err(Refusal {
                given: format!("a point at {} after one at {}", to[0], from[1]),
                allowed: "points in the order of their places",
            });
        }
    }
    let values = hull(points.iter().skip(1).step_by(2).flatten().copied());
    Ok(spread(values, POLYNOMIAL * U * size(values)))
}

/// The lowest terrace, and on a ramp the value itself; a ramp takes what rounding adds at most to the next terrace.
fn terrace(of: Interval, steps: Interval, ramp: Interval) -> Result<Interval, Refusal> {
    let [low, high] = rounded(mul(of, steps))?;
    let highest = match ramp[1] > 0.0 {
        true => (high + POLYNOMIAL * U / ramp[0].max(RAMP_MIN)).min(high.floor() + 1.0),
        false => high.floor(),
    };
    Ok(inexact(div([low.floor(), highest], steps), DIVISION))
}

/// What a polynomial makes of a wave: it is held within its ends.
fn turned(wave: Interval) -> Interval {
    spread(wave, POLYNOMIAL * U).map(|end| end.clamp(-1.0, 1.0))
}

fn divisor(of: Interval) -> Result<Interval, Refusal> {
    match least(of) > gap(size(of)) {
        true => Ok(of),
        false => Err(Refusal {
            given: format!("a divisor from {} to {}", of[0], of[1]),
            allowed: "a divisor that stays away from 0, by more than 1e-5 of its size: hold it with max or clamp",
        }),
    }
}

fn logarithm(of: Interval) -> Result<Interval, Refusal> {
    match of[0] >= f64::from(f32::MIN_POSITIVE) {
        true => Ok(of.map(f64::ln)),
        false => Err(Refusal {
            given: format!("the logarithm of a value from {} up", of[0]),
            allowed: "values that stay above 0: hold them with max or clamp",
        }),
    }
}

fn power(base: Interval, exponent: Interval) -> Result<Interval, Refusal> {
    if base[0] <= 0.0 && exponent[0] <= 0.0 {
        return Err(Refusal {
            given: format!(
                "exponents from {} up of a base from {} up",
                exponent[0], base[0]
            ),
            allowed: "exponents above 0 where the base can be 0, or a base held above 0 with max",
        });
    }
    Ok(interval::corners(
        base.map(|end| end.max(0.0)),
        exponent,
        f64::powf,
    ))
}

/// The interval of a wave of one turn that is 1 at `peak` and −1 half a turn on.
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

/// What the rounding of a smooth minimum takes away.
fn rounding(a: f64, b: f64, radius: f64) -> f64 {
    (radius - (a - b).abs()).max(0.0).powi(2) / (4.0 * radius)
}
