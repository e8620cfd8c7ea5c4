// The integer hash of every corner of a cell, x fastest: pcg4d(corner ^ key).x, where axes that the lattice lacks are 0.
//
// Parameters: `key`, four words that depend on the seed and the octave; `x`, `y`, `z` and `w`, the axes of the point, of which
//   the keys count; `shift`, the number of low bits to drop.
// Range: hashes are any u32; values are -1..1.
// Cost:
//   noise_integer_1d: 0 table reads, 66 operations
//   noise_integer_2d: 0 table reads, 134 operations
//   noise_integer_3d: 0 table reads, 270 operations
//   noise_integer_4d: 0 table reads, 544 operations
//   noise_pcg4d: 0 table reads, 32 operations
// Source: Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020.
// Needs: axis.wgsl.

fn noise_integer_1d(key: vec4<u32>, x: NoiseAxis) -> vec2<u32> {
    return vec2<u32>(
        noise_pcg(vec4<u32>(x.low ^ key.x, 0u, 0u, 0u)),
        noise_pcg(vec4<u32>(x.high ^ key.x, 0u, 0u, 0u)),
    );
}

fn noise_integer_2d(key: vec4<u32>, x: NoiseAxis, y: NoiseAxis) -> vec4<u32> {
    return noise_integer_face(key, x, y, 0u, 0u);
}

fn noise_integer_3d(
    key: vec4<u32>,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
) -> array<vec4<u32>, 2> {
    return array<vec4<u32>, 2>(
        noise_integer_face(key, x, y, z.low ^ key.z, 0u),
        noise_integer_face(key, x, y, z.high ^ key.z, 0u),
    );
}

fn noise_integer_4d(
    key: vec4<u32>,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
    w: NoiseAxis,
) -> array<vec4<u32>, 4> {
    return array<vec4<u32>, 4>(
        noise_integer_face(key, x, y, z.low ^ key.z, w.low ^ key.w),
        noise_integer_face(key, x, y, z.high ^ key.z, w.low ^ key.w),
        noise_integer_face(key, x, y, z.low ^ key.z, w.high ^ key.w),
        noise_integer_face(key, x, y, z.high ^ key.z, w.high ^ key.w),
    );
}

// Returns the values of four hashes: (h >> 8)/2^23 - 1.
fn noise_integer_value(h: vec4<u32>) -> vec4<f32> {
    return vec4<f32>(h >> vec4<u32>(8u)) / 8388608.0 - 1.0;
}

// Returns the hashes of the four corners at one z and one w. `z` and `w` already include the key.
fn noise_integer_face(key: vec4<u32>, x: NoiseAxis, y: NoiseAxis, z: u32, w: u32) -> vec4<u32> {
    let low = y.low ^ key.y;
    let high = y.high ^ key.y;
    return vec4<u32>(
        noise_pcg(vec4<u32>(x.low ^ key.x, low, z, w)),
        noise_pcg(vec4<u32>(x.high ^ key.x, low, z, w)),
        noise_pcg(vec4<u32>(x.low ^ key.x, high, z, w)),
        noise_pcg(vec4<u32>(x.high ^ key.x, high, z, w)),
    );
}

// Returns the first word of pcg4d.
fn noise_pcg(seed: vec4<u32>) -> u32 {
    return noise_pcg4d(seed).x;
}

// Permutes four words. Every bit of the result depends on every bit of the seed.
fn noise_pcg4d(seed: vec4<u32>) -> vec4<u32> {
    let v = noise_pcg_round(seed * 1664525u + 1013904223u);
    return noise_pcg_round(v ^ (v >> vec4<u32>(16u)));
}

fn noise_pcg_round(words: vec4<u32>) -> vec4<u32> {
    var v = words;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    return v;
}

// The functions noise_top_* return the top bits of hashes, which select corner gradients: all bits but the lowest `shift`.

fn noise_top_2d(h: vec4<u32>, shift: u32) -> vec4<u32> {
    return h >> vec4<u32>(shift);
}

fn noise_top_3d(h: array<vec4<u32>, 2>, shift: u32) -> array<vec4<u32>, 2> {
    return array<vec4<u32>, 2>(h[0] >> vec4<u32>(shift), h[1] >> vec4<u32>(shift));
}

fn noise_top_4d(h: array<vec4<u32>, 4>, shift: u32) -> array<vec4<u32>, 4> {
    return array<vec4<u32>, 4>(
        h[0] >> vec4<u32>(shift),
        h[1] >> vec4<u32>(shift),
        h[2] >> vec4<u32>(shift),
        h[3] >> vec4<u32>(shift),
    );
}
