// Periodic simplex noise at a point, whose gradients turn, and its derivatives along each axis, per cell.
//
// Parameters: `p`, the position in cells, within a few thousand of the origin; `period` along each axis in cells, at most 2^30,
//   even along y in 2-D, or 0 for none; `turns`, by how much gradients are turned; `table`, the index of the permutation table.
// Range: -1..1; derivatives +-5.272727 in 2-D and +-6.728343 in 3-D.
// Cost:
//   noise_psrd_2d_at: 6 table reads, 483 operations
//   noise_psrd_3d_at: 16 table reads, 1099 operations
// Source: Gustavson and McEwan, Tiling simplex noise and flow noise in two and three dimensions, JCGT 2022.
// Needs: a table, position.wgsl, hash.wgsl and psrd.wgsl.

fn noise_psrd_2d_at(p: vec2<f32>, period: vec2<u32>, turns: f32, table: u32) -> vec3<f32> {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let x = noise_axis(p.x, period.x);
    return noise_psrd_2d(hash, vec4<u32>(period, 0u, 0u), turns, x, noise_axis(p.y, period.y));
}

fn noise_psrd_3d_at(p: vec3<f32>, period: vec3<u32>, turns: f32, table: u32) -> vec4<f32> {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let x = noise_axis(p.x, period.x);
    let y = noise_axis(p.y, period.y);
    return noise_psrd_3d(hash, vec4<u32>(period, 0u), turns, x, y, noise_axis(p.z, period.z));
}
