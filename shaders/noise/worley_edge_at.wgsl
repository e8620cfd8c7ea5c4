// The distance at a point to the nearest border between the cells of cellular noise.
//
// Parameters: `p`, the position in cells, within a few thousand of the origin; `period` along each axis in cells, at most
//   2^30, or 0 for none; `jitter`, 0..1; `table`, the index of the permutation table.
// Range: 0..0.5 + 0.3 jitter in 2-D and 0..0.5 + 0.4 jitter in 3-D, in cells.
// Cost: at most 306 table reads in 2-D and 1757 in 3-D; at the origin without jitter
//   noise_worley_edge_2d_at: 216 table reads, 4985 operations
//   noise_worley_edge_3d_at: 1022 table reads, 20657 operations
// Source: this library: the perpendicular bisector of the nearest feature point and each other one.
// Needs: a table, position.wgsl, hash.wgsl, worley.wgsl and worley_edge.wgsl.

fn noise_worley_edge_2d_at(p: vec2<f32>, period: vec2<u32>, jitter: f32, table: u32) -> f32 {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let asked = NoiseWorley(NOISE_METRIC_EUCLIDEAN, 2, false, jitter, false, 0.0, vec4<u32>(period, 0u, 0u));
    return noise_worley_edge_2d(hash, asked, noise_axis(p.x, period.x), noise_axis(p.y, period.y));
}

fn noise_worley_edge_3d_at(p: vec3<f32>, period: vec3<u32>, jitter: f32, table: u32) -> f32 {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let asked = NoiseWorley(NOISE_METRIC_EUCLIDEAN, 2, false, jitter, false, 0.0, vec4<u32>(period, 0u));
    let x = noise_axis(p.x, period.x);
    let y = noise_axis(p.y, period.y);
    return noise_worley_edge_3d(hash, asked, x, y, noise_axis(p.z, period.z));
}
