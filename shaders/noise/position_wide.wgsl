// The axes of a point that lies far away: its position is a whole number and a fraction, which meet in whole numbers of
// 32 bits, so that up to 2^30 cells and 2^31 units from the origin a position is right to a 2^32nd of a unit.
//
// Parameters: `cell` and `fraction`, the position's parts, added, in units of the domain; `line`, from them to cells, and `skew`,
//   that times the factor of a skewed lattice: see simplex.wgsl; `period` in cells, up to 2^30, 0 for none.
// Range: keys below the period, or all words; fractions 0..1.
// Cost:
//   noise_axis_wide: 0 table reads, 187 operations
//   noise_axis_skewed_wide: 0 table reads, 264 operations
// Source: ours.
// Needs: axis.wgsl.

// From a position to cells: a factor and what is added to the product.
struct NoiseLine {
    // The factor, at least 0: its whole part, then 64 bits of its fraction.
    rate: vec3<u32>,
    // The whole part of what is added, and 32 bits of its fraction.
    offset: vec2<u32>,
}

// A number of 32 bits before the point and 32 behind it, in two's complement.
struct NoiseFixed {
    whole: u32,
    fraction: u32,
}

// The axis of the position `cell + fraction` under a line; period in cells, 0: none. Its fade is its fraction: see fades.wgsl.
fn noise_axis_wide(cell: i32, fraction: f32, line: NoiseLine, period: u32) -> NoiseAxis {
    let at = noise_fixed_line(noise_fixed(cell, fraction), line);
    let rest = noise_fixed_rest(at);
    return NoiseAxis(
        noise_wrapped_wide(at.whole, period),
        noise_wrapped_wide(at.whole + 1u, period),
        rest,
        rest,
    );
}

// The same on a skewed lattice; `skew` is the line times the factor of noise_axis_skewed.
fn noise_axis_skewed_wide(cell: i32, fraction: f32, line: NoiseLine, skew: NoiseLine) -> NoiseAxis {
    let p = noise_fixed(cell, fraction);
    let at = noise_fixed_line(p, line);
    let skewed = noise_fixed_line(p, skew);
    return NoiseAxis(at.whole, skewed.whole, noise_fixed_rest(at), noise_fixed_rest(skewed));
}

fn noise_fixed(cell: i32, fraction: f32) -> NoiseFixed {
    let size = abs(fraction);
    let whole = floor(size);
    let part = NoiseFixed(u32(whole), u32((size - whole) * 4294967296.0));
    let moved = noise_fixed_chosen(part, noise_fixed_negated(part), fraction < 0.0);
    return noise_fixed_sum(NoiseFixed(bitcast<u32>(cell), 0u), moved);
}

// What is behind the point, as a float from 0 to 1.
fn noise_fixed_rest(a: NoiseFixed) -> f32 {
    return f32(a.fraction) / 4294967296.0;
}

fn noise_fixed_negated(a: NoiseFixed) -> NoiseFixed {
    return NoiseFixed(~a.whole + u32(a.fraction == 0u), ~a.fraction + 1u);
}

fn noise_fixed_sum(a: NoiseFixed, b: NoiseFixed) -> NoiseFixed {
    let fraction = a.fraction + b.fraction;
    return NoiseFixed(a.whole + b.whole + u32(fraction < b.fraction), fraction);
}

fn noise_fixed_chosen(a: NoiseFixed, b: NoiseFixed, second: bool) -> NoiseFixed {
    return NoiseFixed(select(a.whole, b.whole, second), select(a.fraction, b.fraction, second));
}

// A position times the line's factor, and the line's offset: right but for the last places of the fraction.
fn noise_fixed_line(p: NoiseFixed, line: NoiseLine) -> NoiseFixed {
    let below = (p.whole >> 31u) == 1u;
    let size = noise_fixed_chosen(p, noise_fixed_negated(p), below);
    // Products of words, as two words each, by where they stand.
    let a = noise_product(size.fraction, line.rate.x);
    let b = noise_product(size.fraction, line.rate.y);
    let c = noise_product(size.whole, line.rate.y);
    let d = noise_product(size.whole, line.rate.z);
    var sum = NoiseFixed(size.whole * line.rate.x, 0u);
    sum = noise_fixed_sum(sum, a);
    sum = noise_fixed_sum(sum, c);
    sum = noise_fixed_sum(sum, NoiseFixed(0u, b.whole));
    sum = noise_fixed_sum(sum, NoiseFixed(0u, d.whole));
    let moved = noise_fixed_chosen(sum, noise_fixed_negated(sum), below);
    return noise_fixed_sum(moved, NoiseFixed(line.offset.x, line.offset.y));
}

// The product of two words: its upper word as `whole`, its lower as `fraction`.
fn noise_product(a: u32, b: u32) -> NoiseFixed {
    let a_low = a & 0xffffu;
    let b_low = b & 0xffffu;
    let a_high = a >> 16u;
    let b_high = b >> 16u;
    let low = a_low * b_low;
    let first = a_high * b_low + (low >> 16u);
    let second = a_low * b_high + (first & 0xffffu);
    return NoiseFixed(
        a_high * b_high + (first >> 16u) + (second >> 16u),
        (second << 16u) | (low & 0xffffu),
    );
}

// noise_wrapped for keys of any size: the first quotient of floats may be off by some hundreds.
fn noise_wrapped_wide(key: u32, period: u32) -> u32 {
    let n = bitcast<i32>(key);
    let p = bitcast<i32>(period);
    let near = n - i32(floor(f32(n) / f32(max(p, 1)))) * p;
    return noise_wrapped(bitcast<u32>(near), period);
}
