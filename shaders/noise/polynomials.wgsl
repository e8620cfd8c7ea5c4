// Sine, cosine, exponential, logarithm and power as polynomials. The accuracy of the builtins depends on the driver.
//
// Parameters: `turns`, an angle in turns of 2 pi; `value` and `exponent`, numbers. `value` must be positive for a logarithm;
//   a power of a value that is not positive is 0.
// Range: that of each function. The error is at most 2e-7 of the range.
// Cost:
//   noise_quarter_turn: 0 table reads, 12 operations
//   noise_sin: 0 table reads, 20 operations
//   noise_cos: 0 table reads, 16 operations
//   noise_exp: 0 table reads, 25 operations
//   noise_log: 0 table reads, 35 operations
//   noise_pow: 0 table reads, 81 operations
// Source: this library: polynomials fitted for the least maximum error.
// Needs: nothing.

// The smallest normal f32.
const NOISE_LEAST = 1.1754944e-38;

// sin(2 pi turns), for -1/4 to 1/4 turns.
fn noise_quarter_turn(turns: f32) -> f32 {
    let s = turns * turns;
    let p = -76.58117 + s * 39.759827;
    let q = 6.2831855 + s * (-41.341682 + s * (81.60248 + s * p));
    return min(max(turns * q, -1.0), 1.0);
}

// sin(2 pi turns). The subtraction of whole turns is exact.
fn noise_sin(turns: f32) -> f32 {
    let part = turns - round(turns);
    let far = abs(part);
    let sine = noise_quarter_turn(min(far, 0.5 - far));
    return select(sine, -sine, part < 0.0);
}

// cos(2 pi turns).
fn noise_cos(turns: f32) -> f32 {
    let part = turns - round(turns);
    return noise_quarter_turn(0.25 - abs(part));
}

// 2^n e^r, for integers n from -127, which gives 0, to 127, and r from -ln(2)/2 to ln(2)/2.
fn noise_scaled_exp(n: f32, r: f32) -> f32 {
    let p = 0.041666556 + r * (0.008363173 + r * 0.0013926176);
    let q = 1.0 + (r + r * r * (0.5 + r * (0.16666578 + r * p)));
    return q * bitcast<f32>(u32(i32(n) + 127) << 23u);
}

// e^value, with the value clamped to -88..88. Below the smallest normal f32 the result may be 0.
fn noise_exp(value: f32) -> f32 {
    let x = min(max(value, -88.0), 88.0);
    let n = round(x * 1.442695);
    // ln(2) in two parts: the first has so few bits that its product with n is exact.
    return noise_scaled_exp(n, (x - n * 0.6933594) - n * -0.00021219444);
}

// Returns n such that value = 2^n m, with m between sqrt(1/2) and sqrt(2), for a positive normal value.
fn noise_binary_exponent(value: f32) -> f32 {
    // The bits less those of sqrt(1/2), and 128 more than n, so that they are not negative: not every language shifts those.
    return f32(i32((bitcast<u32>(value) + (0x40000000u - 0x3f3504f3u)) >> 23u) - 128);
}

// Returns m - 1 of the same decomposition.
fn noise_binary_rest(value: f32) -> f32 {
    let bits = bitcast<i32>(value) - 0x3f3504f3;
    return bitcast<f32>((bits & 0x007fffff) + 0x3f3504f3) - 1.0;
}

// ln(1 + f) - f, for 1 + f between sqrt(1/2) and sqrt(2).
fn noise_log_rest(f: f32) -> f32 {
    let p = 0.1168542 + f * (-0.11479734 + f * 0.06971612);
    let q = -0.16667803 + f * (0.14249058 + f * (-0.12425687 + f * p));
    let r = 0.3333333 + f * (-0.24999997 + f * (0.20000716 + f * q));
    return f * f * (f * r - 0.5);
}

// The natural logarithm of a positive number.
fn noise_log(value: f32) -> f32 {
    let x = max(value, NOISE_LEAST);
    let n = noise_binary_exponent(x);
    let f = noise_binary_rest(x);
    return (f + (noise_log_rest(f) + n * -0.00021219444)) + n * 0.6933594;
}

// Truncates a number to 12 significant bits: the product of two such numbers is exact.
fn noise_cut(value: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(value) & 0xfffff000u);
}

// value^exponent, or 0 if the value is not positive.
fn noise_pow(value: f32, exponent: f32) -> f32 {
    let base = max(value, NOISE_LEAST);
    let n = noise_binary_exponent(base);
    let f = noise_binary_rest(base);
    // The binary logarithm in two parts, high + low: the exponent would multiply the rounding error of a single f32.
    let exact = noise_cut(f) * 1.4423828;
    let rest = (noise_cut(f) * 0.0003122284 + (f - noise_cut(f)) * 1.442695) + noise_log_rest(f) * 1.442695;
    let high = noise_cut(n + (exact + rest));
    let low = ((n - high) + exact) + rest;
    let product = noise_cut(exponent) * high;
    let small = (exponent - noise_cut(exponent)) * high + exponent * low;
    let whole = min(max(round(product + small), -127.0), 127.0);
    let part = min(max((product - whole) + small, -1.0), 1.0);
    let power = noise_scaled_exp(whole, part * 0.6931472);
    return select(0.0, power, value > 0.0);
}
