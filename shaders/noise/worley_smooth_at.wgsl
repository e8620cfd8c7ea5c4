// A smooth minimum of the distances from a point to the feature points of cellular noise, and its derivatives along each
// axis, per cell.
//
// Parameters: `p`, the position in cells, within a few thousand of the origin; `period` along each axis in cells, at most
//   2^30, or 0 for none; `jitter`, 0..1; `smoothness` s in cells, 1/20..1/2; `table`, the index of the permutation table.
// Range: the value is between -s ln(5^n) and the largest distance to the nearest point.
// Cost:
//   noise_worley_smooth_2d_at: 150 table reads, 4138 operations
//   noise_worley_smooth_3d_at: 875 table reads, 20481 operations
// Source: this library: the logarithm of a sum of exponentials.
// Needs: a table, position.wgsl, hash.wgsl, worley.wgsl and worley_smooth.wgsl.

fn noise_worley_smooth_2d_at(
    p: vec2<f32>,
    period: vec2<u32>,
    jitter: f32,
    smoothness: f32,
    table: u32,
) -> vec3<f32> {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let asked = NoiseWorley(NOISE_METRIC_EUCLIDEAN, 2, false, jitter, false, 0.0, vec4<u32>(period, 0u, 0u));
    let x = noise_axis(p.x, period.x);
    return noise_worley_smooth_2d(hash, asked, smoothness, x, noise_axis(p.y, period.y));
}

fn noise_worley_smooth_3d_at(
    p: vec3<f32>,
    period: vec3<u32>,
    jitter: f32,
    smoothness: f32,
    table: u32,
) -> vec4<f32> {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let asked = NoiseWorley(NOISE_METRIC_EUCLIDEAN, 2, false, jitter, false, 0.0, vec4<u32>(period, 0u));
    let x = noise_axis(p.x, period.x);
    let y = noise_axis(p.y, period.y);
    return noise_worley_smooth_3d(hash, asked, smoothness, x, y, noise_axis(p.z, period.z));
}
