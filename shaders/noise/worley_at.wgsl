// Cellular noise at a point, with the euclidean metric: returns the distance to the nearest feature point, the distance to the
// second nearest, and a random number of the nearest one's cell.
//
// Parameters: `p`, the position in cells, within a few thousand of the origin; `period` along each axis in cells, at most
//   2^30, or 0 for none; `jitter`, 0..1, of which the second distance is right up to 1/2; `table`, the index of the
//   permutation table.
// Range: the first distance is 0..sqrt(n) (1 + jitter)/2 in n dimensions; the number is -1..1.
// Cost: at most 60 table reads in 2-D and 196 in 3-D; at the origin without jitter
//   noise_worley_2d_at: 42 table reads, 1023 operations
//   noise_worley_3d_at: 91 table reads, 2028 operations
// Source: Worley, A Cellular Texture Basis Function, SIGGRAPH 1996.
// Needs: a table, position.wgsl, hash.wgsl and worley.wgsl.

fn noise_worley_2d_at(p: vec2<f32>, period: vec2<u32>, jitter: f32, table: u32) -> vec3<f32> {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let asked = NoiseWorley(NOISE_METRIC_EUCLIDEAN, 1, true, jitter, false, 0.0, vec4<u32>(period, 0u, 0u));
    return noise_worley_2d(hash, asked, noise_axis(p.x, period.x), noise_axis(p.y, period.y));
}

fn noise_worley_3d_at(p: vec3<f32>, period: vec3<u32>, jitter: f32, table: u32) -> vec3<f32> {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let asked = NoiseWorley(NOISE_METRIC_EUCLIDEAN, 1, true, jitter, false, 0.0, vec4<u32>(period, 0u));
    let x = noise_axis(p.x, period.x);
    let y = noise_axis(p.y, period.y);
    return noise_worley_3d(hash, asked, x, y, noise_axis(p.z, period.z));
}
