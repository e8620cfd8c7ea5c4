// A smooth minimum of the distances to the feature points of cellular noise, and its partial derivatives in space.
//
// Parameters: `hash`, the table hash or the integer hash; `asked`, as in worley.wgsl, with reach 2 and the euclidean metric;
//   `smoothness` s in cells, 1/20..1/2; `x`, `y` and `z`, the axes of the point, without fades.
// Range: the value is between -s ln(5^n) and the largest distance to the nearest point, of which it is a smoothed form.
// Cost: one search of 5^n cells.
// Source: this library: the logarithm of a sum of exponentials.
// Needs: a table, axis.wgsl, hash.wgsl, polynomials.wgsl and worley.wgsl.

// Returns the value and the derivatives along x and y, per cell.
fn noise_worley_smooth_2d(
    hash: NoiseHash,
    asked: NoiseWorley,
    smoothness: f32,
    x: NoiseAxis,
    y: NoiseAxis,
) -> vec3<f32> {
    let low = vec4<u32>(x.low, y.low, 0u, 0u);
    let fraction = vec4<f32>(x.fraction, y.fraction, 0.5, 0.5);
    return noise_worley_smooth(hash, asked, smoothness, low, fraction, 2u).xyz;
}

// Returns the value and the derivatives along x, y and z, per cell.
fn noise_worley_smooth_3d(
    hash: NoiseHash,
    asked: NoiseWorley,
    smoothness: f32,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
) -> vec4<f32> {
    let low = vec4<u32>(x.low, y.low, z.low, 0u);
    let fraction = vec4<f32>(x.fraction, y.fraction, z.fraction, 0.5);
    return noise_worley_smooth(hash, asked, smoothness, low, fraction, 3u);
}

// Sums exp((s - sqrt(d^2 + s^2))/s) (1 - d^2/4)^2 over the feature points at the distances d < 2. The value is -s times the
// logarithm of the sum.
fn noise_worley_smooth(
    hash: NoiseHash,
    asked: NoiseWorley,
    smoothness: f32,
    low: vec4<u32>,
    fraction: vec4<f32>,
    dimension: u32,
) -> vec4<f32> {
    let rz = select(0, asked.reach, dimension > 2u);
    var weight = 0.0;
    var moment = vec3<f32>();
    for (var k = -rz; k <= rz; k += 1) {
        for (var j = -asked.reach; j <= asked.reach; j += 1) {
            for (var i = -asked.reach; i <= asked.reach; i += 1) {
                let cell = vec4<i32>(i, j, k, 0);
                let feature = noise_worley_feature(hash, asked, low, fraction, cell, dimension);
                let square = noise_worley_distance(NOISE_METRIC_SQUARED, feature.delta);
                let window = max(1.0 - 0.25 * square, 0.0);
                let root = sqrt(square + smoothness * smoothness);
                let part = noise_exp((smoothness - root) / smoothness) * window;
                weight += part * window;
                moment += part * (window / root + smoothness) * feature.delta.xyz;
            }
        }
    }
    return vec4<f32>(-smoothness * noise_log(weight), moment / -weight);
}
