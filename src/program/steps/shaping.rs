//! Curves that shape a value: smooth minima and maxima, S-curves, terraces, polylines.

use super::jump::{floor_error, never, share_at_whole_numbers};
use super::rounding::{
    Argument, DIVISION, POLYNOMIAL, Refusal, U, fraction, held_fraction_error, inexact, limited,
    rounded, rounding, within_f32,
};
use super::{Args, Rules, Winding};
use crate::noise::step::{BENDS, RADII, RAMPS, STEPS};
use crate::program::interval::{Interval, div, hull, mul, size, spread, sub};

/// The least ramp by which an evaluator divides.
const RAMP_MIN: f64 = 1e-6;

/// min(a, b) − max(c − |a − b|, 0)² / (4c): the minimum with its kink rounded over a width of c.
pub const SMOOTH_MIN: Rules = Rules {
    range: |x| smooth(x, |a, b, radius| a.min(b) - rounded_by(a, b, radius)),
    // The slopes in a and b are not negative and their sum is 1; the slope in c is at most ¼.
    error: |x, _| {
        let size = size(x.a.range) + size(x.b.range) + size(x.c.range);
        x.a.error.max(x.b.error) + 0.25 * x.c.error + DIVISION * rounding(size)
    },
    jump: never,
    winding: Winding::None,
};

/// max(a, b) + max(c − |a − b|, 0)² / (4c).
pub const SMOOTH_MAX: Rules = Rules {
    range: |x| smooth(x, |a, b, radius| a.max(b) + rounded_by(a, b, radius)),
    ..SMOOTH_MIN
};

/// t²·(3 − 2t), where t is (a − b) / (c − b) clamped to 0..1.
pub const SMOOTHSTEP: Rules = Rules {
    range: |x| {
        let t = fraction(x.a, x.b, x.c)?;
        // The curve rises throughout, so its ends are those of t.
        let ends = inexact(t, DIVISION + 2.0).map(|end| end.clamp(0.0, 1.0));
        Ok(inexact(ends.map(|t| t * t * (3.0 - 2.0 * t)), POLYNOMIAL))
    },
    // The slope is at most 1.5, at t = ½.
    error: |x, _| 1.5 * held_fraction_error(x.a, x.b, x.c) + POLYNOMIAL * rounding(1.0),
    jump: never,
    winding: Winding::None,
};

/// Schlick's bias and gain (*Fast Alternatives to Perlin's Bias and Gain Functions*, 1994): a is the value, b the parameter.
pub const BEND: Rules = Rules {
    range: |x| {
        limited("bias or gain", x.b, BENDS)?;
        Ok(inexact([0.0, 1.0], DIVISION))
    },
    error: |x, _| bend_error(x.a, x.b) + DIVISION * rounding(1.0),
    jump: never,
    winding: Winding::None,
};

/// b terraces per unit of a; the last part c of each is a ramp to the next.
pub const TERRACE: Rules = Rules {
    range: |x| terrace(x.a, x.b, x.c),
    error: |x, result| {
        // Of a quotient n/s with an error of s: |n/s' − n/s| ≤ |n/s|·error / min s.
        let of_steps = size(result) * x.b.error / x.b.range[0];
        terrace_error(x.a, x.b, x.c) + of_steps + (DIVISION + 1.0) * rounding(size(result))
    },
    // Only a terrace without a ramp jumps.
    jump: |x| {
        if x.c.range[1] > 0.0 {
            return 0.0;
        }
        share_at_whole_numbers(mul(x.a.range, x.b.range), scaled_error(x.a, x.b))
    },
    winding: Winding::None,
};

/// A polyline through points.
pub const CURVE: Rules = Rules {
    range: |x| curve(x.a, x.rest),
    error: |x, result| curve_error(x.a, x.rest) + POLYNOMIAL * rounding(size(result)),
    jump: never,
    winding: Winding::None,
};

/// Returns the interval of a smooth minimum or maximum, which increases with both values and is monotonic in the radius.
fn smooth(x: &Args<Interval>, extreme: impl Fn(f64, f64, f64) -> f64) -> Result<Interval, Refusal> {
    within_f32(sub(x.a, x.b))?;
    limited("radius", x.c, RADII)?;
    let ends = [0, 1].map(|end| x.c.map(|radius| extreme(x.a[end], x.b[end], radius)));
    let ends = hull(ends.into_iter().flatten());
    Ok(spread(
        ends,
        DIVISION * U * (size(x.a) + size(x.b) + size(x.c)),
    ))
}

/// Returns the difference between a smooth minimum or maximum and the plain one: max(radius − |a − b|, 0)² / (4·radius).
fn rounded_by(a: f64, b: f64, radius: f64) -> f64 {
    (radius - (a - b).abs()).max(0.0).powi(2) / (4.0 * radius)
}

/// Returns the error of a bias or gain. The slope in t is steepest at an end, (1 − b)/b or b/(1 − b); the slope in b is at most
/// 1/(4·b·(1 − b)).
fn bend_error(of: Argument, bend: Argument) -> f64 {
    let flat = bend.range[0].min(1.0 - bend.range[1]);
    of.error * (1.0 - flat) / flat + bend.error / (4.0 * flat * (1.0 - flat))
}

/// Returns the interval from the lowest terrace to the highest position on a ramp. Rounding may raise the latter, at most to the
/// next terrace.
fn terrace(of: Interval, steps: Interval, ramp: Interval) -> Result<Interval, Refusal> {
    limited("number of steps", steps, STEPS)?;
    limited("ramp", ramp, RAMPS)?;
    let [low, high] = rounded(mul(of, steps))?;
    let highest = if ramp[1] > 0.0 {
        (high + POLYNOMIAL * U / ramp[0].max(RAMP_MIN)).min(high.floor() + 1.0)
    } else {
        high.floor()
    };
    Ok(inexact(div([low.floor(), highest], steps), DIVISION))
}

/// Returns the error of a terrace: with ramps at most their slope 1/c times the errors in terraces and of c, else that of
/// `floor`.
fn terrace_error(of: Argument, steps: Argument, ramp: Argument) -> f64 {
    let off = scaled_error(of, steps);
    let terraces = match ramp.range {
        [_, 0.0] => floor_error(mul(of.range, steps.range), off),
        // An evaluator replaces a smaller ramp by RAMP_MIN, which changes the result by at most one terrace.
        [least, _] => ((off + ramp.error) / least).min(off + 1.0),
    };
    terraces / steps.range[0]
}

/// Returns the error of the value in units of terraces, of·steps.
fn scaled_error(of: Argument, steps: Argument) -> f64 {
    let size = size(of.range);
    let of_arguments = of.error * steps.range[1] + size * steps.error;
    of_arguments + 2.0 * rounding(size * steps.range[1]) + 2.0 * rounding(1.0)
}

/// Returns the hull of the values of a curve's points, which must be in order and apart from each other.
fn curve(of: Interval, points: &[Interval]) -> Result<Interval, Refusal> {
    for ends in points.windows(4).step_by(2) {
        let (from, to) = (ends[0], ends[2]);
        fraction(of, from, to)?;
        within_f32(sub(ends[3], ends[1]))?;
        if to[0] < from[1] {
            return Err(Refusal {
                given: format!("a point at {} after one at {}", to[0], from[1]),
                allowed: "points in the order of their places".to_string(),
            });
        }
    }
    let values = hull(points.iter().skip(1).step_by(2).flatten().copied());
    Ok(spread(values, POLYNOMIAL * U * size(values)))
}

/// Returns the greatest error along one of a curve's segments.
fn curve_error(of: Argument, points: &[Argument]) -> f64 {
    let segments = points.windows(4).step_by(2).map(|ends| {
        let height = size(sub(ends[3].range, ends[1].range));
        height * held_fraction_error(of, ends[0], ends[2]) + ends[1].error + ends[3].error
    });
    segments.fold(0.0, f64::max)
}
