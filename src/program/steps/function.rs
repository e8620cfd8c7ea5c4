//! Functions of one value, and powers.

use super::jump::{floor_error, never, share_at_whole_numbers};
use super::rounding::{Argument, POLYNOMIAL, Refusal, SQUARE_ROOT, U, inexact, rounding, within};
use super::{Rules, Winding};
use crate::program::interval::{Interval, corners, least, size, spread};

/// The greatest result of `exp` and `pow`. Their last operation scales by a power of two, which needs room below the largest f32.
const POWER_MAX: f64 = 1e38;

pub const ABS: Rules = Rules {
    range: |x| Ok([least(x.a), size(x.a)]),
    error: |x, _| x.a.error,
    jump: never,
    winding: Winding::None,
};

pub const FLOOR: Rules = Rules {
    range: |x| Ok(x.a.map(f64::floor)),
    error: |x, _| floor_error(x.a.range, x.a.error),
    jump: |x| share_at_whole_numbers(x.a.range, x.a.error),
    winding: Winding::None,
};

pub const FRACT: Rules = Rules {
    range: |_| Ok([0.0, 1.0]),
    error: |x, _| x.a.error + floor_error(x.a.range, x.a.error) + rounding(1.0),
    jump: |x| share_at_whole_numbers(x.a.range, x.a.error),
    winding: Winding::Turns,
};

/// √max(a, 0).
pub const SQRT: Rules = Rules {
    range: |x| Ok(inexact(x.a.map(|end| end.max(0.0).sqrt()), SQUARE_ROOT)),
    error: |x, result| root_error(x.a) + SQUARE_ROOT * rounding(size(result)),
    jump: never,
    winding: Winding::None,
};

/// aᵇ, computed as exp2(b·log2(a)): the error of the exponent, and so the relative error of the result, grows with |b|.
pub const POW: Rules = Rules {
    range: |x| {
        let roundings = POLYNOMIAL + 0.5 * size(x.b);
        let power = inexact(power(x.a, x.b)?, roundings);
        within(POWER_MAX, power.map(|end| end.max(0.0)))
    },
    error: |x, result| {
        power_error(x.a, x.b) + (POLYNOMIAL + 0.5 * size(x.b.range)) * rounding(size(result))
    },
    jump: never,
    winding: Winding::None,
};

pub const EXP: Rules = Rules {
    range: |x| within(POWER_MAX, inexact(x.a.map(f64::exp), POLYNOMIAL)),
    // e^a − e^(a − error) = e^a·(1 − e^(−error)).
    error: |x, result| size(result) * -(-x.a.error).exp_m1() + POLYNOMIAL * rounding(size(result)),
    jump: never,
    winding: Winding::None,
};

pub const LOG: Rules = Rules {
    range: |x| {
        let exact = logarithm(x.a)?;
        Ok(spread(exact, POLYNOMIAL * U * size(exact)))
    },
    // ln(a + error) − ln a = ln(1 + error/a), which is greatest at the least a.
    error: |x, result| (x.a.error / x.a.range[0]).ln_1p() + POLYNOMIAL * rounding(size(result)),
    jump: never,
    winding: Winding::None,
};

/// Returns the error of √a: |√a − √a'| is at most |a − a'| times the slope at the lower end, 1/(2√a), and at most √|a − a'|.
fn root_error(of: Argument) -> f64 {
    let slope = 1.0 / (2.0 * of.range[0].max(0.0).sqrt());
    (of.error * slope).min(of.error.sqrt())
}

/// Returns the interval of baseᵉ, which is monotonic in both arguments. 0 to a power of 0 or less is refused.
fn power(base: Interval, exponent: Interval) -> Result<Interval, Refusal> {
    if base[0] <= 0.0 && exponent[0] <= 0.0 {
        return Err(Refusal {
            given: format!(
                "exponents from {} up of a base from {} up",
                exponent[0], base[0]
            ),
            allowed: "exponents above 0 where the base can be 0, or a base held above 0 with max"
                .to_string(),
        });
    }
    Ok(corners(base.map(|end| end.max(0.0)), exponent, f64::powf))
}

/// Returns the error of bᵉ: the errors of base and exponent times the steepest slopes ∂bᵉ/∂b = e·bᵉ⁻¹ and ∂bᵉ/∂e = ln b·bᵉ.
fn power_error(base: Argument, exponent: Argument) -> f64 {
    let bases = base.range.map(|end| end.max(0.0));
    let [low, high] = exponent.range;
    let steepest = corners(bases, exponent.range, |b, e| b.powf(e - 1.0))[1];
    let steep = base.error * size(exponent.range) * steepest;
    // With an exponent below 1 the slope at a base of 0 is infinite, but |aᵉ − bᵉ| ≤ |a − b|ᵉ. From 1 up the slope is steepest at
    // the greatest base.
    let of_base = if 0.0 < low && low < 1.0 {
        let most = high.max(1.0);
        let beyond = base.error * most * bases[1].powf(most - 1.0).max(1.0);
        steep.min(base.error.powf(low).max(beyond))
    } else {
        steep
    };
    // |ln b·bᵉ| is greatest at an end of the bases, or where its derivative is 0: at b = exp(−1/e), where it is 1/(exp(1)·e).
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

/// Returns the interval of ln a; values of 0 or less, and subnormal ones, which may be flushed to 0, are refused.
fn logarithm(of: Interval) -> Result<Interval, Refusal> {
    if of[0] >= f64::from(f32::MIN_POSITIVE) {
        return Ok(of.map(f64::ln));
    }
    Err(Refusal {
        given: format!("the logarithm of a value from {} up", of[0]),
        allowed: "values that stay above 0: hold them with max or clamp".to_string(),
    })
}
