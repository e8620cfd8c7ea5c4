// One axis of a point on a lattice: the keys of the cell's two corners, where the point lies between
// them, and how far it has faded from the low to the high one.

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

// A key modulo the period, Euclidean: whole periods are added first, so nothing is negative.
fn noise_wrapped(key: u32, period: u32) -> u32 {
    if period == 0u {
        return key;
    }
    let lift = period * (u32(NOISE_DISPLACEMENT_MAX + 1) / period + 1u);
    return (key + lift) % period;
}
