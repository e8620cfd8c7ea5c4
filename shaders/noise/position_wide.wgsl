// The axis of a point far from the origin. Its position is the sum of an integer and a fraction, and is scaled in fixed-point
// arithmetic with 32 bits before and 32 bits after the point. Within 2^30 cells and 2^31 units of the origin, the position is
// exact to 2^-32 of a unit.
//
// Parameters: `whole` and `fraction`, the two parts of the position, in units of the domain; `affine`, the map from the
//   position to cells; `skew`, that map times the factor of the skewed lattice; `period` in cells, at most 2^30, or 0 for none.
// Range: keys are below the period, or any u32 without a period; fractions are 0..1.
// Cost:
//   noise_axis_wide: 0 table reads, 187 operations
//   noise_axis_skewed_wide: 0 table reads, 264 operations
// Source: this library.
// Needs: axis.wgsl.

// The map from a position to cells: position * rate + offset.
struct NoiseAffine {
    // The factor, at least 0: its whole part, and 64 bits of its fraction in two words, the high one first.
    rate: vec3<u32>,
    // The offset in two's complement: its whole part, and 32 bits of its fraction.
    offset: vec2<u32>,
}

// A fixed-point number in two's complement, with 32 bits before and 32 bits after the point.
struct NoiseFixed {
    whole: u32,
    fraction: u32,
}

// Returns the axis of the position whole + fraction. The fade is the fraction: apply one of noise_fade_*.
fn noise_axis_wide(whole: i32, fraction: f32, affine: NoiseAffine, period: u32) -> NoiseAxis {
    let at = noise_fixed_affine(noise_fixed(whole, fraction), affine);
    let rest = noise_fixed_rest(at);
    return NoiseAxis(
        noise_wrapped_wide(at.whole, period),
        noise_wrapped_wide(at.whole + 1u, period),
        rest,
        rest,
    );
}

// Returns the axis of the position whole + fraction on a skewed lattice: `high` and `fade` are the whole part and the fraction
// of the position under `skew`, which the axis adds to the skew of all axes.
fn noise_axis_skewed_wide(whole: i32, fraction: f32, affine: NoiseAffine, skew: NoiseAffine) -> NoiseAxis {
    let p = noise_fixed(whole, fraction);
    let at = noise_fixed_affine(p, affine);
    let skewed = noise_fixed_affine(p, skew);
    return NoiseAxis(at.whole, skewed.whole, noise_fixed_rest(at), noise_fixed_rest(skewed));
}

// Returns whole + fraction. The fraction may have any sign and size below 2^31.
fn noise_fixed(whole: i32, fraction: f32) -> NoiseFixed {
    let size = abs(fraction);
    let units = floor(size);
    let part = NoiseFixed(u32(units), u32((size - units) * 4294967296.0));
    let moved = noise_fixed_chosen(part, noise_fixed_negated(part), fraction < 0.0);
    return noise_fixed_sum(NoiseFixed(bitcast<u32>(whole), 0u), moved);
}

// Returns the part after the point, 0..1.
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

// Returns `b` if `second` is set, else `a`.
fn noise_fixed_chosen(a: NoiseFixed, b: NoiseFixed, second: bool) -> NoiseFixed {
    return NoiseFixed(select(a.whole, b.whole, second), select(a.fraction, b.fraction, second));
}

// Returns p * rate + offset. The product is summed from products of words, without those that only concern the bits after the
// last of the result: the error is a few units in the last place of the fraction.
fn noise_fixed_affine(p: NoiseFixed, affine: NoiseAffine) -> NoiseFixed {
    let below = (p.whole >> 31u) == 1u;
    let size = noise_fixed_chosen(p, noise_fixed_negated(p), below);
    // `a` and `c` stand at the point: their upper words are whole, their lower words the fraction. `b` and `d` stand one word
    // lower, and only their upper words reach the fraction.
    let a = noise_product(size.fraction, affine.rate.x);
    let b = noise_product(size.fraction, affine.rate.y);
    let c = noise_product(size.whole, affine.rate.y);
    let d = noise_product(size.whole, affine.rate.z);
    var sum = NoiseFixed(size.whole * affine.rate.x, 0u);
    sum = noise_fixed_sum(sum, a);
    sum = noise_fixed_sum(sum, c);
    sum = noise_fixed_sum(sum, NoiseFixed(0u, b.whole));
    sum = noise_fixed_sum(sum, NoiseFixed(0u, d.whole));
    let moved = noise_fixed_chosen(sum, noise_fixed_negated(sum), below);
    return noise_fixed_sum(moved, NoiseFixed(affine.offset.x, affine.offset.y));
}

// Returns the product of two words, its upper word as `whole` and its lower word as `fraction`, from products of half words:
// WGSL has no 64-bit product.
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

// Returns a key of any size modulo the period. The float quotient may be off by some hundreds: a first subtraction brings the
// key near 0, and the exact one follows.
fn noise_wrapped_wide(key: u32, period: u32) -> u32 {
    let n = bitcast<i32>(key);
    let p = bitcast<i32>(period);
    let near = n - i32(floor(f32(n) / f32(max(p, 1)))) * p;
    return noise_wrapped(bitcast<u32>(near), period);
}
