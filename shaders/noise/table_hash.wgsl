// The table hash of every corner of a cell: perm[(perm[i & 255] + j) & 255], and so on for more axes. The corners are in the
// order (low, low), (high, low), (low, high), (high, high): x fastest.
//
// Parameters: `table`, the index of the permutation table; `x`, `y`, `z` and `w`, the axes of the point, of which the keys
//   count.
// Range: hashes are 0..255; values are -1..1.
// Cost:
//   noise_table_1d: 2 table reads, 0 operations
//   noise_table_2d: 6 table reads, 4 operations
//   noise_table_3d: 14 table reads, 12 operations
//   noise_table_4d: 30 table reads, 28 operations
// Source: Perlin, An Image Synthesizer, SIGGRAPH 1985.
// Needs: a table and axis.wgsl.

fn noise_table_1d(table: u32, x: NoiseAxis) -> vec2<u32> {
    return vec2<u32>(noise_perm(table, x.low), noise_perm(table, x.high));
}

fn noise_table_2d(table: u32, x: NoiseAxis, y: NoiseAxis) -> vec4<u32> {
    let h = noise_table_1d(table, x);
    return noise_perms(table, h.xyxy + vec2<u32>(y.low, y.high).xxyy);
}

fn noise_table_3d(table: u32, x: NoiseAxis, y: NoiseAxis, z: NoiseAxis) -> array<vec4<u32>, 2> {
    let h = noise_table_2d(table, x, y);
    return array<vec4<u32>, 2>(
        noise_perms(table, h + vec4<u32>(z.low)),
        noise_perms(table, h + vec4<u32>(z.high)),
    );
}

fn noise_table_4d(
    table: u32,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
    w: NoiseAxis,
) -> array<vec4<u32>, 4> {
    let h = noise_table_3d(table, x, y, z);
    return array<vec4<u32>, 4>(
        noise_perms(table, h[0] + vec4<u32>(w.low)),
        noise_perms(table, h[1] + vec4<u32>(w.low)),
        noise_perms(table, h[0] + vec4<u32>(w.high)),
        noise_perms(table, h[1] + vec4<u32>(w.high)),
    );
}

// Returns the values of four hashes: (2h - 255)/255.
fn noise_table_value(h: vec4<u32>) -> vec4<f32> {
    return (2.0 * vec4<f32>(h) - 255.0) / 255.0;
}

// Looks up four entries.
fn noise_perms(table: u32, i: vec4<u32>) -> vec4<u32> {
    return vec4<u32>(
        noise_perm(table, i.x),
        noise_perm(table, i.y),
        noise_perm(table, i.z),
        noise_perm(table, i.w),
    );
}
