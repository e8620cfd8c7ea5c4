// The integer hash of every corner of a cell: pcg4d(corner ^ key).x, axes beyond the corner's 0
// (Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020).
// Corners lie with x fastest, as those of the table hash.
//
// Needs: axis.wgsl. No table.

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

// The corner values in -1..1 of one-dimensional hashes: (h >> 8) / 2^23 - 1.
fn noise_integer_value(h: vec2<u32>) -> vec2<f32> {
    return vec2<f32>(h >> vec2<u32>(8u)) / 8388608.0 - 1.0;
}

// The four corners of a face, for z and w that are keyed already.
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

fn noise_pcg(seed: vec4<u32>) -> u32 {
    var v = seed * 1664525u + 1013904223u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    v = v ^ (v >> vec4<u32>(16u));
    v.x += v.y * v.w;
    return v.x;
}

// The top bits of hashes, which pick corner gradients: four in two and three dimensions, five in four.

fn noise_top_2d(h: vec4<u32>) -> vec4<u32> {
    return h >> vec4<u32>(28u);
}

fn noise_top_3d(h: array<vec4<u32>, 2>) -> array<vec4<u32>, 2> {
    return array<vec4<u32>, 2>(h[0] >> vec4<u32>(28u), h[1] >> vec4<u32>(28u));
}

fn noise_top_4d(h: array<vec4<u32>, 4>) -> array<vec4<u32>, 4> {
    return array<vec4<u32>, 4>(
        h[0] >> vec4<u32>(27u),
        h[1] >> vec4<u32>(27u),
        h[2] >> vec4<u32>(27u),
        h[3] >> vec4<u32>(27u),
    );
}
