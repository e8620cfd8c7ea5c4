// Classic Perlin noise at a point.
//
// Parameters: `p`, the position in cells, within a few thousand of the origin; `period` along each axis in cells, at most
//   2^30, or 0 for none; `table`, the index of the permutation table.
// Range: +-0.707063 in 2-D, +-0.862869 in 3-D.
// Cost:
//   noise_classic_2d_at: 6 table reads, 242 operations
//   noise_classic_3d_at: 14 table reads, 561 operations
// Source: Perlin, An Image Synthesizer, SIGGRAPH 1985.
// Needs: a table, position.wgsl, table_hash.wgsl and classic.wgsl.

fn noise_classic_2d_at(p: vec2<f32>, period: vec2<u32>, table: u32) -> f32 {
    let x = noise_axis_cubic(p.x, period.x);
    let y = noise_axis_cubic(p.y, period.y);
    return noise_classic_2d(noise_table_2d(table, x, y), x, y);
}

fn noise_classic_3d_at(p: vec3<f32>, period: vec3<u32>, table: u32) -> f32 {
    let x = noise_axis_cubic(p.x, period.x);
    let y = noise_axis_cubic(p.y, period.y);
    let z = noise_axis_cubic(p.z, period.z);
    return noise_classic_3d(noise_table_3d(table, x, y, z), x, y, z);
}
