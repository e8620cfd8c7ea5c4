//! Sums, products, quotients, `mix` and `remap`.

use super::jump::never;
use super::rounding::{
    DIVISION, Refusal, between_error, fraction_error, gap, inexact, rounded, rounding, width,
};
use super::{Rules, Winding};
use crate::program::interval::{Interval, add, corners, div, hull, least, mul, size, spread, sub};

pub const ADD: Rules = Rules {
    range: |x| Ok(add(x.a, x.b)),
    error: |x, result| x.a.error + x.b.error + rounding(size(result)),
    jump: never,
    winding: Winding::Sum(1.0),
};

pub const SUB: Rules = Rules {
    range: |x| Ok(sub(x.a, x.b)),
    winding: Winding::Sum(-1.0),
    ..ADD
};

pub const MUL: Rules = Rules {
    range: |x| Ok(mul(x.a, x.b)),
    // |a·b − a'·b'| ≤ |a − a'|·|b| + |a'|·|b − b'|.
    error: |x, result| {
        x.a.error * size(x.b.range) + size(x.a.range) * x.b.error + rounding(size(result))
    },
    jump: never,
    winding: Winding::Multiple,
};

pub const DIV: Rules = Rules {
    range: |x| Ok(inexact(div(x.a, divisor(x.b)?), DIVISION)),
    // |a/b − a'/b'| ≤ (|a − a'| + |a/b|·|b − b'|) / min|b'|.
    error: |x, result| {
        let least = least(x.b.range);
        (x.a.error + size(x.a.range) / least * x.b.error) / least
            + DIVISION * rounding(size(result))
    },
    jump: never,
    winding: Winding::Quotient,
};

/// a + c·(b − a).
pub const MIX: Rules = Rules {
    range: |x| {
        let difference = rounded(sub(x.b, x.a))?;
        let way = rounded(mul(x.c, difference))?;
        // The exact value is linear in each argument, so that its ends are at corners; these know that the way ends at b.
        let ends = x.c.map(|c| corners(x.a, x.b, |a, b| a + c * (b - a)));
        let ends = hull(ends.into_iter().flatten());
        let ends = spread(ends, 3.0 * rounding(size(way)));
        let sum = add(x.a, way);
        Ok([sum[0].max(ends[0]), sum[1].min(ends[1])])
    },
    error: |x, result| between_error(x.a, x.b, x.c) + rounding(size(result)),
    jump: never,
    winding: Winding::None,
};

/// d + t·(e − d), t = (a − b) / (c − b).
pub const REMAP: Rules = Rules {
    range: |x| {
        let t = div(rounded(sub(x.a, x.b))?, width(x.b, x.c)?);
        let t = rounded(inexact(t, DIVISION))?;
        let to = rounded(sub(x.e, x.d))?;
        Ok(add(x.d, rounded(mul(t, to))?))
    },
    error: |x, result| {
        let t = fraction_error(x.a, x.b, x.c);
        between_error(x.d, x.e, t) + rounding(size(result))
    },
    jump: never,
    winding: Winding::None,
};

/// Returns the interval of a divisor if it does not come close to 0.
fn divisor(of: Interval) -> Result<Interval, Refusal> {
    if least(of) > gap(size(of)) {
        return Ok(of);
    }
    Err(Refusal {
        given: format!("a divisor from {} to {}", of[0], of[1]),
        allowed: "a divisor that stays away from 0, by more than 1e-5 of its size: hold it with max or clamp; \
                  derivatives of sqrt, pow and terrace divide, too"
            .to_string(),
    })
}
