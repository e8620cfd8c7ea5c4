// Gradient noise as of 1985 at a point: `p` in cells, `period` in cells along each axis, 0 for none, `table` which table.
// Range and source: see classic.wgsl.
//
// Needs: a table, position.wgsl, table_hash.wgsl and classic.wgsl.
// Cost: 6 and 14 table reads, and 4 and 8 sines and cosines, in 2 and 3 dimensions.

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
