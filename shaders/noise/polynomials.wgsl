// Sine, cosine, exponential, logarithm and power as polynomials, since the accuracy of the builtins is the driver's.
//
// Parameters: `turns`, whole turns of an angle; else plain numbers, of the logarithm and of the base of a power positive
//   ones.
// Range: as of the functions; each lies within 2e-7 of its range. A power of a base that is not positive is 0.
// Cost:
//   noise_quarter_turn: 0 table reads, 12 operations
//   noise_sin: 0 table reads, 20 operations
//   noise_cos: 0 table reads, 16 operations
//   noise_exp: 0 table reads, 25 operations
//   noise_log: 0 table reads, 33 operations
//   noise_pow: 0 table reads, 79 operations
// Source: ours, fitted for the least largest error.
// Needs: nothing.

// The least normal number.
const NOISE_LEAST = 1.1754944e-38;

// sin(2 pi turns), of turns within a quarter on both sides of 0.
fn noise_quarter_turn(turns: f32) -> f32 {
    let s = turns * turns;
    let p = -76.58117 + s * 39.759827;
    let q = 6.2831855 + s * (-41.341682 + s * (81.60248 + s * p));
    return min(max(turns * q, -1.0), 1.0);
}

// sin(2 pi turns). Taking off whole turns is exact.
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

// 2^n e^r, for whole n from -127 (where it is 0) to 127 and r up to ln(2)/2 on both sides of 0.
fn noise_scaled_exp(n: f32, r: f32) -> f32 {
    let p = 0.041666556 + r * (0.008363173 + r * 0.0013926176);
    let q = 1.0 + (r + r * r * (0.5 + r * (0.16666578 + r * p)));
    return q * bitcast<f32>(u32(i32(n) + 127) << 23u);
}

// e^value, of values up to 88; what f32 cannot hold below its normal numbers is 0.
fn noise_exp(value: f32) -> f32 {
    let x = min(max(value, -88.0), 88.0);
    let n = round(x * 1.442695);
    // ln(2) in two parts, the first of so few bits that n times it is exact.
    return noise_scaled_exp(n, (x - n * 0.6933594) - n * -0.00021219444);
}

// The power of two that brings a positive number to between sqrt(1/2) and sqrt(2).
fn noise_binary_exponent(value: f32) -> f32 {
    return f32((bitcast<i32>(value) - 0x3f3504f3) >> 23u);
}

// The number without that power of two, less 1.
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

// A number cut to 12 bits: the product of two such is exact.
fn noise_cut(value: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(value) & 0xfffff000u);
}

// value^exponent; 0 where `value` is not positive.
fn noise_pow(value: f32, exponent: f32) -> f32 {
    let base = max(value, NOISE_LEAST);
    let n = noise_binary_exponent(base);
    let f = noise_binary_rest(base);
    // The binary logarithm in two parts, high + low: what an f32 alone would lose is multiplied by the exponent.
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
