//! How far a step's f32 result may lie from the exact one: the errors of its arguments times its slopes, and its own
//! roundings.
//!
//! Both the exact arguments and those that an evaluator has lie in their intervals, so that a slope anywhere in an interval
//! bounds what an error becomes. A bound may exceed the width of the result's interval, or be no number where a slope is
//! infinite: the width is then the bound, and who calls [`error`] takes it.
//!
//! At a jump the bound is that of either side; where an argument is so uncertain that samples near the jump are no
//! exception, it is the jump's height.

use crate::noise::Step;
use crate::program::interval::{Interval, corners, least, mul, size, sub, width};

/// The roundoff of f32.
pub const U: f64 = 1.0 / (1 << 24) as f64;
/// What a flush to zero loses: WGSL may flush what lies below the normal numbers.
pub const FLUSH: f64 = f32::MIN_POSITIVE as f64;
/// The roundings of a WGSL division: 2.5 units in the last place.
pub const DIVISION: f64 = 5.0;
/// The roundings of a WGSL square root: a division by an inverse square root of 2 units in the last place.
pub const SQUARE_ROOT: f64 = 9.0;
/// The roundings of a polynomial.
pub const POLYNOMIAL: f64 = 4.0;
/// The least ramp of a terrace that an evaluator divides by.
pub const RAMP_MIN: f64 = 1e-6;
/// An argument that is off by less than this part of the way from jump to jump lies on the right side in 999 of 1000
/// samples.
const SURE: f64 = 1.0 / 4096.0;

/// What rounding a value of at most that size to f32 changes.
pub fn rounding(size: f64) -> f64 {
    U * size + FLUSH
}

/// An argument: where its values lie, exact or not, and how far off they may be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Argument {
    pub range: Interval,
    pub error: f64,
}

/// The error of a step with results in an interval, from its arguments'.
pub fn error(step: Step, args: &[Argument], result: Interval) -> f64 {
    let arg = |i: usize| args.get(i).copied().unwrap_or_default();
    let [a, b, c, d, e] = std::array::from_fn(arg);
    let own = rounding(size(result));
    match step {
        Step::Add | Step::Sub => a.error + b.error + own,
        Step::Mul => a.error * size(b.range) + size(a.range) * b.error + own,
        Step::Div => {
            let least = least(b.range);
            (a.error + size(a.range) / least * b.error) / least + DIVISION * own
        }
        Step::Min | Step::Max => a.error.max(b.error),
        Step::SmoothMin | Step::SmoothMax => {
            let size = size(a.range) + size(b.range) + size(c.range);
            a.error.max(b.error) + 0.25 * c.error + DIVISION * rounding(size)
        }
        Step::Mix => between(a, b, c) + own,
        Step::Select => a.error.max(b.error) + either(c, d, size(sub(b.range, a.range))),
        Step::Abs => a.error,
        Step::Sign => either(a, Argument::default(), 2.0),
        Step::Floor => whole(a.range, a.error),
        Step::Fract => a.error + whole(a.range, a.error) + rounding(1.0),
        Step::Sqrt => root(a) + SQUARE_ROOT * own,
        Step::Pow => power(a, b) + (POLYNOMIAL + 0.5 * size(b.range)) * own,
        Step::Exp => size(result) * -(-a.error).exp_m1() + POLYNOMIAL * own,
        Step::Log => (a.error / a.range[0]).ln_1p() + POLYNOMIAL * own,
        Step::Sin | Step::Cos => {
            (std::f64::consts::TAU * a.error).min(2.0) + POLYNOMIAL * rounding(1.0)
        }
        Step::Triangle => (4.0 * a.error).min(2.0) + 2.0 * rounding(1.0),
        Step::Remap => {
            let t = way(a, b, c);
            between(d, e, t) + own
        }
        Step::Clamp => a.error.max(b.error).max(c.error),
        Step::Smoothstep => 1.5 * held_way(a, b, c) + POLYNOMIAL * rounding(1.0),
        Step::Step => either(a, b, 1.0),
        Step::Threshold => a.error.max(c.error) + either(a, b, size(sub(a.range, c.range))),
        Step::Bias | Step::GainCurve => bend(a, b) + DIVISION * rounding(1.0),
        Step::Terrace => terrace(a, b, c) + (DIVISION + 1.0) * own,
        Step::Curve => curve(a, args.get(1..).unwrap_or_default()) + POLYNOMIAL * own,
    }
    .max(FLUSH)
}

/// What a jump of that height adds, at the place where a value passes an edge.
fn either(value: Argument, edge: Argument, height: f64) -> f64 {
    let [low, high] = sub(value.range, edge.range);
    let error = value.error + edge.error;
    let passes = low <= 0.0 && high >= 0.0;
    match passes && !is_sure(error, high - low) {
        true => height,
        false => 0.0,
    }
}

/// What rounding down to whole numbers makes of an error of values in an interval.
fn whole(of: Interval, error: f64) -> f64 {
    match whole_numbers(of) == 0.0 || is_sure(error, width(of).min(1.0)) {
        true => 0.0,
        false => error.ceil(),
    }
}

/// How many whole numbers lie in an interval.
pub fn whole_numbers([low, high]: Interval) -> f64 {
    (high.floor() - low.ceil() + 1.0).max(0.0)
}

/// Whether an error is so small a part of the way from jump to jump that the side of the jump is an exception.
pub fn is_sure(error: f64, way: f64) -> bool {
    error <= SURE * way
}

fn root(of: Argument) -> f64 {
    let slope = 1.0 / (2.0 * of.range[0].max(0.0).sqrt());
    (of.error * slope).min(of.error.sqrt())
}

/// What the errors of base and exponent do to a power.
fn power(base: Argument, exponent: Argument) -> f64 {
    let bases = base.range.map(|end| end.max(0.0));
    let [low, high] = exponent.range;
    let steepest = corners(bases, exponent.range, |b, e| b.powf(e - 1.0))[1];
    let steep = base.error * size(exponent.range) * steepest;
    // |aᵉ − bᵉ| ≤ |a − b|ᵉ up to an exponent of 1; beyond, the slope is steepest at the greatest base.
    let of_base = match 0.0 < low && low < 1.0 {
        true => {
            let most = high.max(1.0);
            let beyond = base.error * most * bases[1].powf(most - 1.0).max(1.0);
            steep.min(base.error.powf(low).max(beyond))
        }
        false => steep,
    };
    // |ln b·bᵉ| is largest at an end, or at e^(−1/e).
    let slopes = exponent.range.map(|e| {
        let inside = if e > 0.0 {
            1.0 / (std::f64::consts::E * e)
        } else {
            0.0
        };
        let ends = bases.map(|b| {
            if b > 0.0 {
                (b.ln() * b.powf(e)).abs()
            } else {
                0.0
            }
        });
        inside.max(ends[0]).max(ends[1])
    });
    of_base + exponent.error * size(slopes)
}

/// The way of a value from low to high: (of − low) / (high − low).
fn way(of: Argument, low: Argument, high: Argument) -> Argument {
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

/// The error of low + t·(high − low), without the last rounding.
fn between(low: Argument, high: Argument, t: Argument) -> f64 {
    let width = size(sub(high.range, low.range));
    let of_width = low.error + high.error + rounding(width);
    let size_t = size(t.range);
    low.error + t.error * width + size_t * of_width + rounding(size_t * width)
}

/// The error of the way from low to high, where it is held between 0 and 1.
fn held_way(of: Argument, low: Argument, high: Argument) -> f64 {
    let width = sub(high.range, low.range);
    let above = of.error + low.error + rounding(size(sub(of.range, low.range)));
    let of_width = high.error + low.error + rounding(size(width));
    (above + of_width) / least(width) + DIVISION * rounding(1.0)
}

/// What the errors of a value and of its bend do to a bias, or to the halves of a gain.
fn bend(of: Argument, bend: Argument) -> f64 {
    let flat = bend.range[0].min(1.0 - bend.range[1]);
    of.error * (1.0 - flat) / flat + bend.error / (4.0 * flat * (1.0 - flat))
}

/// The largest error along one of a curve's lines.
fn curve(of: Argument, points: &[Argument]) -> f64 {
    let lines = points.windows(4).step_by(2).map(|ends| {
        let height = size(sub(ends[3].range, ends[1].range));
        height * held_way(of, ends[0], ends[2]) + ends[1].error + ends[3].error
    });
    lines.fold(0.0, f64::max)
}

fn terrace(of: Argument, steps: Argument, ramp: Argument) -> f64 {
    let off = on_terraces(of, steps);
    match ramp.range[0] {
        0.0 => whole(mul(of.range, steps.range), off) / steps.range[0],
        // An evaluator's least ramp is RAMP_MIN, which is another one by up to a terrace.
        ramp => (off / ramp).min(off + 1.0) / steps.range[0],
    }
}

/// The error of a value in terraces: of · steps.
pub fn on_terraces(of: Argument, steps: Argument) -> f64 {
    let size = size(of.range) * steps.range[1];
    of.error * steps.range[1] + 2.0 * rounding(size) + 2.0 * rounding(1.0)
}
