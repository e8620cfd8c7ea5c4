// One axis of a point on a lattice: the keys of the cell's two corners, where the point lies between them, and how far it
// has faded from the low to the high one; and a point that is moved.
//
// Parameters: `cells`, how far it moves, in cells, up to NOISE_DISPLACEMENT_MAX; `period` in cells, up to 2^30, 0 for none.
// Range: keys below the period, or all words; fractions and fades 0..1.
// Cost:
//   noise_displaced: 0 table reads, 34 operations
//   noise_wrapped: 0 table reads, 14 operations
// Source: ours.
// Needs: nothing.

struct NoiseAxis {
    low: u32,
    high: u32,
    fraction: f32,
    fade: f32,
}

// The farthest that a point may be displaced, in cells.
const NOISE_DISPLACEMENT_MAX: i32 = 4096;

// The axis of a point that is moved by some cells; period in cells, 0: none. Its fade is its fraction: see fades.wgsl.
fn noise_displaced(axis: NoiseAxis, cells: f32, period: u32) -> NoiseAxis {
    let moved = axis.fraction + cells;
    let whole = floor(moved);
    let fraction = moved - whole;
    let low = axis.low + bitcast<u32>(i32(whole));
    return NoiseAxis(
        noise_wrapped(low, period),
        noise_wrapped(low + 1u, period),
        fraction,
        fraction,
    );
}

// A key modulo the period, Euclidean; without a period the key itself. The quotient is small, so in floats it is off by
// one at most.
fn noise_wrapped(key: u32, period: u32) -> u32 {
    let n = bitcast<i32>(key);
    let p = bitcast<i32>(period);
    let rest = n - i32(floor(f32(n) / f32(max(p, 1)))) * p;
    let lifted = select(rest, rest + p, rest < 0);
    return bitcast<u32>(select(lifted, lifted - p, lifted >= p));
}
