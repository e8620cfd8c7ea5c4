//! Sine, cosine, exponential, logarithm and power as polynomials: the same operations in the same order as in
//! `shaders/noise/polynomials.wgsl`, so that both backends have the same error.
//!
//! The error of each is at most 2e-7 of its range. The coefficients are Chebyshev fits of our own, computed in multiple
//! precision and rounded to f32. Polynomials are evaluated by Horner's rule, the smallest terms first.
#![expect(
    clippy::approx_constant,
    reason = "numbers stand as they do in the WGSL"
)]

/// Computes sin(2π·turns), for turns within ±¼: an odd polynomial, turns·p(turns²).
#[inline(always)]
pub fn quarter_turn(turns: f32) -> f32 {
    let s = turns * turns;
    let p = -76.58117 + s * 39.759827;
    let p = 6.2831855 + s * (-41.341682 + s * (81.60248 + s * p));
    (turns * p).clamp(-1.0, 1.0)
}

/// Computes sin(2π·turns). Whole turns are subtracted, which is exact. The rest, within ±½, is mirrored at ±¼:
/// sin(π − a) = sin(a).
#[inline(always)]
pub fn sin(turns: f32) -> f32 {
    let part = turns - turns.round_ties_even();
    // The distance to the nearest half turn: the sine is the same on both sides of a quarter.
    let far = part.abs();
    let sine = quarter_turn(far.min(0.5 - far));
    if part < 0.0 { -sine } else { sine }
}

/// Computes cos(2π·turns) = sin(2π·(¼ − |turns|)), after whole turns have been subtracted.
#[inline(always)]
pub fn cos(turns: f32) -> f32 {
    let part = turns - turns.round_ties_even();
    quarter_turn(0.25 - part.abs())
}

/// Computes 2ⁿ·eʳ, for whole n from −127 (where it is 0) to 127 and |r| up to ln(2)/2. The power of two is made of its exponent
/// bits: n + 127, shifted to where an f32 has them.
#[inline(always)]
pub fn scaled_exp(n: f32, r: f32) -> f32 {
    let p = 0.041666556 + r * (0.008363173 + r * 0.0013926176);
    let p = 1.0 + (r + r * r * (0.5 + r * (0.16666578 + r * p)));
    p * f32::from_bits(((n as i32 + 127) as u32) << 23)
}

/// Computes e^value, for values up to 88. Results below the smallest normal number are 0.
///
/// With n = round(value/ln 2), it is 2ⁿ·eʳ and r = value − n·ln 2.
#[inline(always)]
pub fn exp(value: f32) -> f32 {
    let value = value.clamp(-88.0, 88.0);
    // 1.442695 is log₂ e, so n is the nearest whole power of two.
    let n = (value * 1.442695).round_ties_even();
    // ln(2) is split into two parts (Cody and Waite). The first has so few bits that n times it is exact.
    scaled_exp(n, (value - n * 0.6933594) - n * -0.00021219444)
}

/// Returns the n for which a positive number divided by 2ⁿ lies between √½ and √2.
///
/// 0x3f3504f3 are the bits of √½. The bits of an f32 are its exponent above its mantissa, so the difference of the bits, shifted
/// by the 23 bits of a mantissa, counts the powers of two above √½.
#[inline(always)]
pub fn binary_exponent(value: f32) -> f32 {
    ((value.to_bits() as i32 - 0x3f3504f3) >> 23) as f32
}

/// Returns a positive number divided by 2ⁿ, n being its [`binary_exponent`], minus 1.
#[inline(always)]
pub fn binary_rest(value: f32) -> f32 {
    let bits = value.to_bits() as i32 - 0x3f3504f3;
    f32::from_bits(((bits & 0x007fffff) + 0x3f3504f3) as u32) - 1.0
}

/// Computes ln(1 + f) − f, for 1 + f between √½ and √2: f² times a polynomial. Without f the result is small, and so is its
/// error.
#[inline(always)]
pub fn log_rest(f: f32) -> f32 {
    let p = 0.1168542 + f * (-0.11479734 + f * 0.06971612);
    let p = -0.16667803 + f * (0.14249058 + f * (-0.12425687 + f * p));
    let p = 0.3333333 + f * (-0.24999997 + f * (0.20000716 + f * p));
    f * f * (f * p - 0.5)
}

/// Computes the natural logarithm of a positive number: ln(1 + f) + n·ln 2, the small terms first.
#[inline(always)]
pub fn log(value: f32) -> f32 {
    let value = value.max(f32::MIN_POSITIVE);
    let n = binary_exponent(value);
    let f = binary_rest(value);
    (f + (log_rest(f) + n * -0.00021219444)) + n * 0.6933594
}

/// Cuts a number to its highest 12 bits. An f32 has 24, so the product of two such numbers is exact.
#[inline(always)]
pub fn cut(value: f32) -> f32 {
    f32::from_bits(value.to_bits() & 0xfffff000)
}

/// Computes value^exponent = 2^(exponent·log₂ value); 0 if `value` is not positive.
///
/// The exponent multiplies the error of the logarithm, so one f32 would not be precise enough. The logarithm is computed as
/// the sum of two, and the large part of the product is exact.
#[inline(always)]
pub fn pow(value: f32, exponent: f32) -> f32 {
    let base = value.max(f32::MIN_POSITIVE);
    let n = binary_exponent(base);
    let f = binary_rest(base);
    // log₂ value = n + log₂(e)·(f + log_rest(f)). The product of the high parts of f and of log₂(e) is exact, and `rest` has
    // the other three.
    let exact = cut(f) * 1.4423828;
    let rest = (cut(f) * 0.0003122284 + (f - cut(f)) * 1.442695) + log_rest(f) * 1.442695;
    // The logarithm as high + low: high has 12 bits.
    let high = cut(n + (exact + rest));
    let low = ((n - high) + exact) + rest;
    // Its product with the exponent as product + small: product is exact.
    let product = cut(exponent) * high;
    let small = (exponent - cut(exponent)) * high + exponent * low;
    // The whole part becomes the power of two.
    let whole = (product + small).round_ties_even().clamp(-127.0, 127.0);
    let part = ((product - whole) + small).clamp(-1.0, 1.0);
    let power = scaled_exp(whole, part * 0.6931472);
    if value > 0.0 { power } else { 0.0 }
}
