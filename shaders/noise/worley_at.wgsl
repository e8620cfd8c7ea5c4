// Cellular noise at a point, euclidean: `p` in cells, `period` in cells along each axis, 0 for none, `jitter` 0..1, `table`
// which table. Returns the distance to the nearest point, to the second (right for a jitter of up to 1/2), and the number of
// the nearest point's cell in -1..1. Source: see worley.wgsl.
//
// Needs: a table, position.wgsl, hash.wgsl and worley.wgsl.
// Cost: 54 and 189 table reads in 2 and 3 dimensions.

fn noise_worley_2d_at(p: vec2<f32>, period: vec2<u32>, jitter: f32, table: u32) -> vec3<f32> {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let asked = NoiseWorley(NOISE_METRIC_EUCLIDEAN, 1, jitter, false, 0.0, vec4<u32>(period, 0u, 0u));
    return noise_worley_2d(hash, asked, noise_axis(p.x, period.x), noise_axis(p.y, period.y));
}

fn noise_worley_3d_at(p: vec3<f32>, period: vec3<u32>, jitter: f32, table: u32) -> vec3<f32> {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let asked = NoiseWorley(NOISE_METRIC_EUCLIDEAN, 1, jitter, false, 0.0, vec4<u32>(period, 0u));
    let x = noise_axis(p.x, period.x);
    let y = noise_axis(p.y, period.y);
    return noise_worley_3d(hash, asked, x, y, noise_axis(p.z, period.z));
}
