// Value noise at a point, with the quintic fade.
//
// Parameters: `p`, the position in cells, within a few thousand of the origin; `period` along each axis in cells, at most
//   2^30, or 0 for none; `table`, the index of the permutation table.
// Range: -1..1.
// Cost:
//   noise_value_1d_at: 2 table reads, 165 operations
//   noise_value_2d_at: 8 table reads, 293 operations
//   noise_value_3d_at: 24 table reads, 541 operations
//   noise_value_4d_at: 64 table reads, 1033 operations
// Source: Elias, Perlin Noise, 1998.
// Needs: a table, position.wgsl, hash.wgsl and value.wgsl.

fn noise_value_1d_at(p: f32, period: u32, table: u32) -> f32 {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let x = noise_taps_two(noise_axis_quintic(p, period), period);
    return noise_value_1d(hash, x);
}

fn noise_value_2d_at(p: vec2<f32>, period: vec2<u32>, table: u32) -> f32 {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let x = noise_taps_two(noise_axis_quintic(p.x, period.x), period.x);
    let y = noise_taps_two(noise_axis_quintic(p.y, period.y), period.y);
    return noise_value_2d(hash, x, y);
}

fn noise_value_3d_at(p: vec3<f32>, period: vec3<u32>, table: u32) -> f32 {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let x = noise_taps_two(noise_axis_quintic(p.x, period.x), period.x);
    let y = noise_taps_two(noise_axis_quintic(p.y, period.y), period.y);
    let z = noise_taps_two(noise_axis_quintic(p.z, period.z), period.z);
    return noise_value_3d(hash, x, y, z);
}

fn noise_value_4d_at(p: vec4<f32>, period: vec4<u32>, table: u32) -> f32 {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let x = noise_taps_two(noise_axis_quintic(p.x, period.x), period.x);
    let y = noise_taps_two(noise_axis_quintic(p.y, period.y), period.y);
    let z = noise_taps_two(noise_axis_quintic(p.z, period.z), period.z);
    let w = noise_taps_two(noise_axis_quintic(p.w, period.w), period.w);
    return noise_value_4d(hash, x, y, z, w);
}
