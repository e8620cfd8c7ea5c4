// The place of a point along one axis of a lattice: the keys of the two corners of its cell, its fraction between them and
// the fade of that fraction. With functions that move a point along its axis, that apply a period to a key, and that blend by a
// fade.
//
// Parameters: `cells`, the displacement in cells, at most NOISE_DISPLACEMENT_MAX either way; `key`, a lattice coordinate;
//   `period` in cells, at most 2^30, or 0 for none.
// Range: keys are below the period, or any u32 without a period; fractions and fades are 0..1.
// Cost:
//   noise_displaced: 0 table reads, 22 operations
//   noise_wrapped: 0 table reads, 14 operations
//   noise_beside: 0 table reads, 9 operations
//   noise_lerp: 0 table reads, 3 operations
// Source: this library.
// Needs: nothing.

struct NoiseAxis {
    // The keys of the low and the high corner: lattice coordinates, modulo the period.
    low: u32,
    high: u32,
    // The distance from the low corner in cells.
    fraction: f32,
    // The weight of the high corner, a function of the fraction.
    fade: f32,
}

// The largest displacement of a point, in cells.
const NOISE_DISPLACEMENT_MAX: i32 = 4096;

// Returns the axis of a point after it moves by some cells. The fade is still the fraction: apply one of noise_fade_*.
fn noise_displaced(axis: NoiseAxis, cells: f32, period: u32) -> NoiseAxis {
    let moved = axis.fraction + cells;
    let whole = floor(moved);
    let fraction = moved - whole;
    let low = noise_wrapped(axis.low + bitcast<u32>(i32(whole)), period);
    let high = low + 1u;
    return NoiseAxis(low, select(high, 0u, high == period), fraction, fraction);
}

// Returns the Euclidean remainder of a key by the period, or the key itself without a period. Within a few thousand periods of
// 0, the quotient in floats is off by at most one, which the two selections correct.
fn noise_wrapped(key: u32, period: u32) -> u32 {
    let n = bitcast<i32>(key);
    let p = bitcast<i32>(period);
    let rest = n - i32(floor(f32(n) / f32(max(p, 1)))) * p;
    let lifted = select(rest, rest + p, rest < 0);
    return bitcast<u32>(select(lifted, lifted - p, lifted >= p));
}

// Returns the key a few cells further than a key below the period: at most two, either way.
fn noise_beside(key: u32, cells: i32, period: u32) -> u32 {
    let n = bitcast<i32>(key) + cells;
    let p = bitcast<i32>(period);
    let lifted = select(n, n + p, n < 0);
    let lowered = select(lifted, lifted - p, lifted >= p);
    return select(bitcast<u32>(lowered), 0u, period == 1u);
}

// a + t(b - a): the builtin `mix` may be computed in another way.
fn noise_lerp(a: f32, b: f32, t: f32) -> f32 {
    return a + t * (b - a);
}
