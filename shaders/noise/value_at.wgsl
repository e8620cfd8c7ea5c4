// Value noise at a point, with the quintic fade: `p` in cells, `period` in cells along each axis, 0 for none, `table` which
// table. Range -1..1. Source: see value.wgsl.
//
// Needs: a table, position.wgsl, hash.wgsl and value.wgsl.
// Cost: 2, 8, 24 and 64 table reads in 1 to 4 dimensions.

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
