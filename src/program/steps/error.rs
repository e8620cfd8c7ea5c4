//! How far a step's f32 result may lie from the exact one: the errors of its arguments times its slopes, and its own
//! roundings.
//!
//! At a jump the bound is that of either side; where an argument is so uncertain that samples near the jump are no
//! exception, it is the jump's height.

use crate::noise::Step;
use crate::program::interval::{Interval, least, size, sub};

/// The roundoff of f32.
pub const U: f64 = 1.0 / (1 << 24) as f64;
/// What a flush to zero loses: WGSL may flush what lies below the normal numbers.
pub const FLUSH: f64 = f32::MIN_POSITIVE as f64;
/// The roundings of a WGSL division: 2.5 units in the last place.
const DIVISION: f64 = 5.0;
/// The roundings of a WGSL square root: a division by an inverse square root of 2 units in the last place.
const SQUARE_ROOT: f64 = 9.0;
/// The roundings of a polynomial.
const POLYNOMIAL: f64 = 4.0;
/// An argument that is off by less than this part of the way from jump to jump lies on the right side in 999 of 1000
/// samples.
const SURE: f64 = 1.0 / 4096.0;

/// What rounding a value of at most that size to f32 changes.
pub fn rounding(size: f64) -> f64 {
    U * size + FLUSH
}

/// An argument: where its exact values lie, and how far off they may be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Argument {
    pub range: Interval,
    pub error: f64,
}

/// The error of a step with results in an interval.
pub fn error(step: Step, args: &[Argument], result: Interval) -> f64 {
    let arg = |i: usize| args.get(i).copied().unwrap_or_default();
    let [a, b, c, d, e] = std::array::from_fn(arg);
    let own = rounding(size(result));
    match step {
        Step::Add | Step::Sub => a.bounded().add(b.bounded()).error,
        Step::Mul => a.bounded().mul(b.bounded()).error,
        Step::Div => a.bounded().divide(b.bounded(), least(b.range)).error,
        Step::Min | Step::Max => a.error.max(b.error),
        Step::SmoothMin | Step::SmoothMax => {
            let size = size(a.range) + size(b.range) + size(c.range);
            a.error.max(b.error) + 0.25 * c.error + DIVISION * rounding(size)
        }
        Step::Mix => {
            let [a, b, t] = [a, b, c].map(Argument::bounded);
            a.add(t.mul(b.add(a))).error
        }
        Step::Select => a.error.max(b.error) + either(c, d, size(sub(b.range, a.range))),
        Step::Abs => a.error,
        Step::Sign => either(a, Argument::default(), 2.0),
        Step::Floor => whole(a.error),
        Step::Fract => a.error + whole(a.error) + rounding(1.0),
        Step::Sqrt => root(a) + SQUARE_ROOT * own,
        Step::Pow => power(a, b) + (POLYNOMIAL + 0.5 * size(b.range)) * own,
        Step::Exp => size(result) * a.error.exp_m1() + POLYNOMIAL * own,
        Step::Log => a.error / (a.range[0] - a.error).max(f64::MIN_POSITIVE) + POLYNOMIAL * own,
        Step::Sin | Step::Cos => {
            (std::f64::consts::TAU * a.error).min(2.0) + POLYNOMIAL * rounding(1.0)
        }
        Step::Triangle => (4.0 * a.error).min(2.0) + 2.0 * rounding(1.0),
        Step::Remap => {
            let [of, from_low, from_high, to_low, to_high] = [a, b, c, d, e].map(Argument::bounded);
            let width = from_high.add(from_low);
            let t = of.add(from_low).divide(width, least(sub(c.range, b.range)));
            to_low.add(t.mul(to_high.add(to_low))).error
        }
        // Both values lie between the ends.
        Step::Clamp => (a.error.max(b.error).max(c.error).max(own))
            .min(result[1] - result[0] + b.error + c.error),
        Step::Smoothstep => 1.5 * between(a, b, c) + POLYNOMIAL * rounding(1.0),
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
    let passes = low <= error && high >= -error;
    match passes && error > SURE * (high - low) {
        true => height,
        false => 0.0,
    }
}

/// What rounding down to whole numbers makes of an error.
fn whole(error: f64) -> f64 {
    match error > SURE {
        true => error.ceil(),
        false => 0.0,
    }
}

fn root(of: Argument) -> f64 {
    let low = of.range[0] - of.error;
    match low > 0.0 {
        true => of.error / (2.0 * low.sqrt()),
        false => of.error.sqrt(),
    }
}

/// What the errors of base and exponent do to a power.
fn power(base: Argument, exponent: Argument) -> f64 {
    let high = (base.range[1] + base.error).max(0.0);
    let low = (base.range[0] - base.error).max(0.0);
    let of_base = exponent.range.map(|exponent| match exponent {
        // |aᵉ − bᵉ| ≤ |a − b|ᵉ
        e if 0.0 < e && e < 1.0 && low <= 0.0 => base.error.powf(e),
        e => base.error * e.abs() * high.powf(e - 1.0).max(low.powf(e - 1.0)),
    });
    // |ln b·bᵉ| is largest at an end, or at e^(−1/e).
    let slopes = exponent.range.map(|e| {
        let inside = if e > 0.0 {
            1.0 / (std::f64::consts::E * e)
        } else {
            0.0
        };
        let ends = [low, high].map(|b| {
            if b > 0.0 {
                (b.ln() * b.powf(e)).abs()
            } else {
                0.0
            }
        });
        inside.max(ends[0]).max(ends[1])
    });
    size(of_base) + exponent.error * size(slopes)
}

/// The error of (of − low) / (high − low), where it lies between 0 and 1.
fn between(of: Argument, low: Argument, high: Argument) -> f64 {
    let width = high.bounded().add(low.bounded());
    let way = of.error + low.error + rounding(width.size);
    let apart = (least(sub(high.range, low.range)) - width.error).max(f64::MIN_POSITIVE);
    (way + width.error) / apart + DIVISION * rounding(1.0)
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
        height * between(of, ends[0], ends[2]) + ends[1].error + ends[3].error
    });
    lines.fold(0.0, f64::max)
}

fn terrace(of: Argument, steps: Argument, ramp: Argument) -> f64 {
    let off = of.error + 2.0 * rounding(size(of.range)) + 2.0 * rounding(1.0 / steps.range[0]);
    match ramp.range[0] {
        0.0 => whole(off * steps.range[1]) / steps.range[0],
        ramp => off / ramp.max(1e-6),
    }
}

impl Argument {
    fn bounded(self) -> Bounded {
        Bounded {
            size: size(self.range),
            error: self.error,
        }
    }
}

/// A value of at most `size` that is off by at most `error`.
#[derive(Clone, Copy)]
struct Bounded {
    size: f64,
    error: f64,
}

impl Bounded {
    /// A sum or difference.
    fn add(self, other: Bounded) -> Bounded {
        let size = self.size + other.size;
        let error = self.error + other.error;
        Bounded {
            size,
            error: error + rounding(size + error),
        }
    }

    fn mul(self, other: Bounded) -> Bounded {
        let size = self.size * other.size;
        let error = self.size * other.error + other.size * self.error + self.error * other.error;
        Bounded {
            size,
            error: error + rounding(size + error),
        }
    }

    fn divide(self, other: Bounded, least: f64) -> Bounded {
        let size = self.size / least;
        let error =
            (self.error + size * other.error) / (least - other.error).max(f64::MIN_POSITIVE);
        Bounded {
            size,
            error: error + DIVISION * rounding(size + error),
        }
    }
}
