// Value noise: the weighted sum of random values at the corners of a lattice. The taps of an axis are the corners along it
// that contribute, with their weights; a corner in n dimensions has the product of the weights of n axes.
//
// Parameters: `hash`, of any kind; `x`, `y`, `z` and `w`, the taps of the axes; `axis`, the axis of the point; `slope`, the
//   derivative of the fade; `period` in cells, at most 2^30, or 0 for none.
// Range: -1..1; with Elias's cubic +-1.5^n in n dimensions, or +-1.125^n if the values are also smoothed.
// Cost: one hash for each corner. An axis has 2 taps, or 4 with Elias's cubic, and 2 more if the values are smoothed.
//   value_at.wgsl has the counts of operations.
// Source: Elias, Perlin Noise, 1998.
// Needs: a table, axis.wgsl and hash.wgsl.

struct NoiseTaps {
    // The key of the first corner; the others follow it.
    first: u32,
    period: u32,
    count: u32,
    // The weight of each corner.
    weights: array<f32, 6>,
}

// Returns the two corners of the cell, blended by the fade.
fn noise_taps_two(axis: NoiseAxis, period: u32) -> NoiseTaps {
    return NoiseTaps(axis.low, period, 2u, array<f32, 6>(1.0 - axis.fade, axis.fade, 0.0, 0.0, 0.0, 0.0));
}

// Returns the derivatives of these weights along the axis: with them in place of the axis's taps, the result is the partial
// derivative of the noise, per cell.
fn noise_taps_two_slope(axis: NoiseAxis, slope: f32, period: u32) -> NoiseTaps {
    return NoiseTaps(axis.low, period, 2u, array<f32, 6>(-slope, slope, 0.0, 0.0, 0.0, 0.0));
}

// Returns the four corners of Elias's cubic interpolation.
fn noise_taps_elias(axis: NoiseAxis, period: u32) -> NoiseTaps {
    let t = axis.fraction;
    let a = ((2.0 - t) * t - 1.0) * t;
    let b = (t - 2.0) * t * t + 1.0;
    let c = ((1.0 - t) * t + 1.0) * t;
    let d = (t - 1.0) * t * t;
    return NoiseTaps(axis.low - 1u, period, 4u, array<f32, 6>(a, b, c, d, 0.0, 0.0));
}

// Returns the derivatives of these weights along the axis.
fn noise_taps_elias_slope(axis: NoiseAxis, period: u32) -> NoiseTaps {
    let t = axis.fraction;
    let a = (4.0 - 3.0 * t) * t - 1.0;
    let b = (3.0 * t - 4.0) * t;
    let c = (2.0 - 3.0 * t) * t + 1.0;
    let d = (3.0 * t - 2.0) * t;
    return NoiseTaps(axis.low - 1u, period, 4u, array<f32, 6>(a, b, c, d, 0.0, 0.0));
}

// Replaces the value of each corner by 1/2 of itself and 1/4 of each neighbour, which adds a corner at both ends.
fn noise_taps_smooth(taps: NoiseTaps) -> NoiseTaps {
    let w = taps.weights;
    let a = 0.25 * w[0];
    let b = 0.5 * w[0] + 0.25 * w[1];
    let c = 0.25 * w[0] + 0.5 * w[1] + 0.25 * w[2];
    let d = 0.25 * w[1] + 0.5 * w[2] + 0.25 * w[3];
    let e = 0.25 * w[2] + 0.5 * w[3];
    let f = 0.25 * w[3];
    return NoiseTaps(taps.first - 1u, taps.period, taps.count + 2u, array<f32, 6>(a, b, c, d, e, f));
}

// Returns the taps of an axis beyond the dimension: one corner with the weight 1.
fn noise_taps_none() -> NoiseTaps {
    return NoiseTaps(0u, 0u, 1u, array<f32, 6>(1.0, 0.0, 0.0, 0.0, 0.0, 0.0));
}

fn noise_value_1d(hash: NoiseHash, x: NoiseTaps) -> f32 {
    let none = noise_taps_none();
    return noise_value_taps(hash, x, none, none, none, 1u);
}

fn noise_value_2d(hash: NoiseHash, x: NoiseTaps, y: NoiseTaps) -> f32 {
    let none = noise_taps_none();
    return noise_value_taps(hash, x, y, none, none, 2u);
}

fn noise_value_3d(hash: NoiseHash, x: NoiseTaps, y: NoiseTaps, z: NoiseTaps) -> f32 {
    return noise_value_taps(hash, x, y, z, noise_taps_none(), 3u);
}

fn noise_value_4d(hash: NoiseHash, x: NoiseTaps, y: NoiseTaps, z: NoiseTaps, w: NoiseTaps) -> f32 {
    return noise_value_taps(hash, x, y, z, w, 4u);
}

// Returns the weighted sum of the values of all corners.
fn noise_value_taps(
    hash: NoiseHash,
    x: NoiseTaps,
    y: NoiseTaps,
    z: NoiseTaps,
    w: NoiseTaps,
    dimension: u32,
) -> f32 {
    // naga indexes an array by a variable only if the array is itself a variable.
    var wx = x.weights;
    var wy = y.weights;
    var wz = z.weights;
    var ww = w.weights;
    var value = 0.0;
    for (var l = 0u; l < w.count; l += 1u) {
        let kw = noise_wrapped(w.first + l, w.period);
        var space = 0.0;
        for (var k = 0u; k < z.count; k += 1u) {
            let kz = noise_wrapped(z.first + k, z.period);
            var plane = 0.0;
            for (var j = 0u; j < y.count; j += 1u) {
                let ky = noise_wrapped(y.first + j, y.period);
                var row = 0.0;
                for (var i = 0u; i < x.count; i += 1u) {
                    let corner = vec4<u32>(noise_wrapped(x.first + i, x.period), ky, kz, kw);
                    row += wx[i] * noise_hash_value(hash, corner, dimension);
                }
                plane += wy[j] * row;
            }
            space += wz[k] * plane;
        }
        value += ww[l] * space;
    }
    return value;
}
