// Simplex noise at a point.
//
// Parameters: `p`, the position in cells, within a few thousand of the origin; `table`, the index of the permutation table.
// Range: -1..1.
// Cost:
//   noise_simplex_2d_at: 6 table reads, 335 operations
//   noise_simplex_3d_at: 12 table reads, 435 operations
//   noise_simplex_4d_at: 20 table reads, 625 operations
// Source: Perlin, Noise hardware, SIGGRAPH course notes, 2001.
// Needs: a table, position.wgsl, hash.wgsl and simplex.wgsl.

fn noise_simplex_2d_at(p: vec2<f32>, table: u32) -> f32 {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let x = noise_axis_skewed(p.x, 0.36602542);
    let y = noise_axis_skewed(p.y, 0.36602542);
    return noise_simplex_2d(hash, x, y);
}

fn noise_simplex_3d_at(p: vec3<f32>, table: u32) -> f32 {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let x = noise_axis_skewed(p.x, 0.33333334);
    let y = noise_axis_skewed(p.y, 0.33333334);
    let z = noise_axis_skewed(p.z, 0.33333334);
    return noise_simplex_3d(hash, x, y, z);
}

fn noise_simplex_4d_at(p: vec4<f32>, table: u32) -> f32 {
    let hash = NoiseHash(NOISE_HASH_TABLE, table, vec4<u32>(0u));
    let x = noise_axis_skewed(p.x, 0.309017);
    let y = noise_axis_skewed(p.y, 0.309017);
    let z = noise_axis_skewed(p.z, 0.309017);
    let w = noise_axis_skewed(p.w, 0.309017);
    return noise_simplex_4d(hash, x, y, z, w);
}
