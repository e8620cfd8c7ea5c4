// Improved Perlin noise at a point.
//
// Parameters: `p`, the position in cells, within a few thousand of the origin; `period` along each axis in cells, at most
//   2^30, or 0 for none; `table`, the index of the permutation table.
// Range: -1..1 in 1-D and 2-D, +-1.036354 in 3-D, +-1.536582 in 4-D.
// Cost:
//   noise_perlin_1d_at: 2 table reads, 54 operations
//   noise_perlin_2d_at: 10 table reads, 146 operations
//   noise_perlin_3d_at: 14 table reads, 269 operations
//   noise_perlin_4d_at: 30 table reads, 756 operations
// Source: Perlin, Improving Noise, SIGGRAPH 2002.
// Needs: a table, position.wgsl, table_hash.wgsl and perlin.wgsl.

fn noise_perlin_1d_at(p: f32, period: u32, table: u32) -> f32 {
    let x = noise_axis_quintic(p, period);
    return noise_perlin_1d(noise_table_value(noise_table_1d(table, x).xyxy).xy, x);
}

fn noise_perlin_2d_at(p: vec2<f32>, period: vec2<u32>, table: u32) -> f32 {
    let x = noise_axis_quintic(p.x, period.x);
    let y = noise_axis_quintic(p.y, period.y);
    return noise_perlin_2d(noise_perms(table, noise_table_2d(table, x, y)), x, y);
}

fn noise_perlin_3d_at(p: vec3<f32>, period: vec3<u32>, table: u32) -> f32 {
    let x = noise_axis_quintic(p.x, period.x);
    let y = noise_axis_quintic(p.y, period.y);
    let z = noise_axis_quintic(p.z, period.z);
    return noise_perlin_3d(noise_table_3d(table, x, y, z), x, y, z);
}

fn noise_perlin_4d_at(p: vec4<f32>, period: vec4<u32>, table: u32) -> f32 {
    let x = noise_axis_quintic(p.x, period.x);
    let y = noise_axis_quintic(p.y, period.y);
    let z = noise_axis_quintic(p.z, period.z);
    let w = noise_axis_quintic(p.w, period.w);
    return noise_perlin_4d(noise_table_4d(table, x, y, z, w), x, y, z, w);
}
