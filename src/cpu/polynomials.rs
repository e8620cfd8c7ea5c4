//! Sine, cosine, exponential, logarithm and power as polynomials: the same operations in the same order as in
//! `shaders/noise/polynomials.wgsl`, so that both backends have the same error.
//!
//! Each lies within 2e-7 of its range. Coefficients are Chebyshev fits, made in multiple precision.
#![expect(
    clippy::approx_constant,
    reason = "numbers stand as they do in the WGSL"
)]

/// sin(2π·turns), of turns within ±¼.
#[inline(always)]
pub fn quarter_turn(turns: f32) -> f32 {
    let s = turns * turns;
    let p = -76.58117 + s * 39.759827;
    let p = 6.2831855 + s * (-41.341682 + s * (81.60248 + s * p));
    (turns * p).clamp(-1.0, 1.0)
}

/// sin(2π·turns). Taking off whole turns is exact.
#[inline(always)]
pub fn sin(turns: f32) -> f32 {
    let part = turns - turns.round_ties_even();
    let far = part.abs();
    let sine = quarter_turn(far.min(0.5 - far));
    if part < 0.0 { -sine } else { sine }
}

/// cos(2π·turns).
#[inline(always)]
pub fn cos(turns: f32) -> f32 {
    let part = turns - turns.round_ties_even();
    quarter_turn(0.25 - part.abs())
}

/// 2ⁿ·eʳ, for whole n from -127 (where it is 0) to 127 and |r| up to ln(2)/2.
#[inline(always)]
pub fn scaled_exp(n: f32, r: f32) -> f32 {
    let p = 0.041666556 + r * (0.008363173 + r * 0.0013926176);
    let p = 1.0 + (r + r * r * (0.5 + r * (0.16666578 + r * p)));
    p * f32::from_bits(((n as i32 + 127) as u32) << 23)
}

/// e^value, of values up to 88; what f32 cannot hold below its normal numbers is 0.
#[inline(always)]
pub fn exp(value: f32) -> f32 {
    let value = value.clamp(-88.0, 88.0);
    let n = (value * 1.442695).round_ties_even();
    // ln(2) in two parts, the first of so few bits that n times it is exact.
    scaled_exp(n, (value - n * 0.6933594) - n * -0.00021219444)
}

/// The power of two that brings a positive number to between √½ and √2.
#[inline(always)]
pub fn binary_exponent(value: f32) -> f32 {
    ((value.to_bits() as i32 - 0x3f3504f3) >> 23) as f32
}

/// The number without that power of two, less 1.
#[inline(always)]
pub fn binary_rest(value: f32) -> f32 {
    let bits = value.to_bits() as i32 - 0x3f3504f3;
    f32::from_bits(((bits & 0x007fffff) + 0x3f3504f3) as u32) - 1.0
}

/// ln(1 + f) − f, for 1 + f between √½ and √2.
#[inline(always)]
pub fn log_rest(f: f32) -> f32 {
    let p = 0.1168542 + f * (-0.11479734 + f * 0.06971612);
    let p = -0.16667803 + f * (0.14249058 + f * (-0.12425687 + f * p));
    let p = 0.3333333 + f * (-0.24999997 + f * (0.20000716 + f * p));
    f * f * (f * p - 0.5)
}

/// The natural logarithm of a positive number.
#[inline(always)]
pub fn log(value: f32) -> f32 {
    let value = value.max(f32::MIN_POSITIVE);
    let n = binary_exponent(value);
    let f = binary_rest(value);
    (f + (log_rest(f) + n * -0.00021219444)) + n * 0.6933594
}

/// A number cut to 12 bits: the product of two such is exact.
#[inline(always)]
pub fn cut(value: f32) -> f32 {
    f32::from_bits(value.to_bits() & 0xfffff000)
}

/// value^exponent; 0 where `value` is not positive.
#[inline(always)]
pub fn pow(value: f32, exponent: f32) -> f32 {
    let base = value.max(f32::MIN_POSITIVE);
    let n = binary_exponent(base);
    let f = binary_rest(base);
    // The binary logarithm in two parts, high + low: what an f32 alone would lose is multiplied by the exponent.
    let exact = cut(f) * 1.4423828;
    let rest = (cut(f) * 0.0003122284 + (f - cut(f)) * 1.442695) + log_rest(f) * 1.442695;
    let high = cut(n + (exact + rest));
    let low = ((n - high) + exact) + rest;
    let product = cut(exponent) * high;
    let small = (exponent - cut(exponent)) * high + exponent * low;
    let whole = (product + small).round_ties_even().clamp(-127.0, 127.0);
    let part = ((product - whole) + small).clamp(-1.0, 1.0);
    let power = scaled_exp(whole, part * 0.6931472);
    if value > 0.0 { power } else { 0.0 }
}
