// The partial derivatives of improved Perlin noise, from the hashes of a cell's corners.
//
// Parameters: `h`, the hashes of the corners, x fastest, of which the low bits count: four in 2-D and 3-D, five in 4-D; in
//   1-D `g`, the values of the two corners, -1..1, each half of a gradient; `x`, `y`, `z` and `w`, the axes of the point, with
//   quintic fades.
// Range: each derivative, per cell, is at most 2.694302 in 1-D, 2.75 in 2-D, 3.75 in 3-D and 5.625 in 4-D, either way.
// Cost:
//   noise_perlin_gradient_1d: 0 table reads, 65 operations
//   noise_perlin_gradient_2d: 0 table reads, 208 operations
//   noise_perlin_gradient_3d: 0 table reads, 445 operations
//   noise_perlin_gradient_4d: 0 table reads, 996 operations
// Source: the product rule, applied to Perlin, Improving Noise, SIGGRAPH 2002.
// Needs: axis.wgsl, slope.wgsl and fades.wgsl.

// Returns the derivative of the noise in 1-D, whose corner gradients are 2g.
fn noise_perlin_gradient_1d(g: vec2<f32>, x: NoiseAxis) -> f32 {
    let along = vec4<f32>(1.0, 0.0, 0.0, 0.0);
    let low = noise_slope_corner(2.0 * g.x * along, x.fraction * along);
    let high = noise_slope_corner(2.0 * g.y * along, (x.fraction - 1.0) * along);
    return noise_slope_blend(low, high, x.fade, noise_fade_slope_quintic(x.fraction) * along).slope.x;
}

// Returns the derivatives along x and y in the plane z = 0 of the noise in 3-D.
fn noise_perlin_gradient_2d(h: vec4<u32>, x: NoiseAxis, y: NoiseAxis) -> vec2<f32> {
    return noise_perlin_gradient_face(h, x, y, 0.0).slope.xy;
}

fn noise_perlin_gradient_3d(
    h: array<vec4<u32>, 2>,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
) -> vec3<f32> {
    let low = noise_perlin_gradient_face(h[0], x, y, z.fraction);
    let high = noise_perlin_gradient_face(h[1], x, y, z.fraction - 1.0);
    return noise_slope_cell(low, high, z, noise_fade_slope_quintic(z.fraction)).slope.xyz;
}

fn noise_perlin_gradient_4d(
    h: array<vec4<u32>, 4>,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
    w: NoiseAxis,
) -> vec4<f32> {
    let rise = noise_fade_slope_quintic(z.fraction);
    let past = noise_slope_cell(
        noise_perlin_gradient_face_4d(h[0], x, y, z.fraction, w.fraction),
        noise_perlin_gradient_face_4d(h[1], x, y, z.fraction - 1.0, w.fraction),
        z,
        rise,
    );
    let future = noise_slope_cell(
        noise_perlin_gradient_face_4d(h[2], x, y, z.fraction, w.fraction - 1.0),
        noise_perlin_gradient_face_4d(h[3], x, y, z.fraction - 1.0, w.fraction - 1.0),
        z,
        rise,
    );
    let along_w = vec4<f32>(0.0, 0.0, 0.0, noise_fade_slope_quintic(w.fraction));
    return noise_slope_blend(past, future, w.fade, along_w).slope;
}

// Blends the four corners of a face across z. `z` is the distance of the point from that face.
fn noise_perlin_gradient_face(h: vec4<u32>, x: NoiseAxis, y: NoiseAxis, z: f32) -> NoiseSlope {
    let low = vec4<f32>(x.fraction, y.fraction, z, 0.0);
    let along_x = vec4<f32>(1.0, 0.0, 0.0, 0.0);
    let along_y = vec4<f32>(0.0, 1.0, 0.0, 0.0);
    return noise_slope_face(
        noise_slope_corner(noise_perlin_vector_3d(h.x), low),
        noise_slope_corner(noise_perlin_vector_3d(h.y), low - along_x),
        noise_slope_corner(noise_perlin_vector_3d(h.z), low - along_y),
        noise_slope_corner(noise_perlin_vector_3d(h.w), low - along_x - along_y),
        x,
        y,
        noise_perlin_rise(x, y),
    );
}

// Blends the four corners of a face across z and w, which are the distances of the point from that face.
fn noise_perlin_gradient_face_4d(
    h: vec4<u32>,
    x: NoiseAxis,
    y: NoiseAxis,
    z: f32,
    w: f32,
) -> NoiseSlope {
    let low = vec4<f32>(x.fraction, y.fraction, z, w);
    let along_x = vec4<f32>(1.0, 0.0, 0.0, 0.0);
    let along_y = vec4<f32>(0.0, 1.0, 0.0, 0.0);
    return noise_slope_face(
        noise_slope_corner(noise_perlin_vector_4d(h.x), low),
        noise_slope_corner(noise_perlin_vector_4d(h.y), low - along_x),
        noise_slope_corner(noise_perlin_vector_4d(h.z), low - along_y),
        noise_slope_corner(noise_perlin_vector_4d(h.w), low - along_x - along_y),
        x,
        y,
        noise_perlin_rise(x, y),
    );
}

// Returns the derivatives of the fades along x and y.
fn noise_perlin_rise(x: NoiseAxis, y: NoiseAxis) -> vec2<f32> {
    return vec2<f32>(noise_fade_slope_quintic(x.fraction), noise_fade_slope_quintic(y.fraction));
}

// Returns one of 16 gradients: the directions to the twelve edges of a cube, four of them twice.
fn noise_perlin_vector_3d(hash: u32) -> vec4<f32> {
    let h = hash & 15u;
    let a = select(-1.0, 1.0, (h & 1u) == 0u);
    let b = select(-1.0, 1.0, (h & 2u) == 0u);
    let b_on_x = (h & 13u) == 12u;
    return vec4<f32>(
        select(0.0, a, h < 8u) + select(0.0, b, b_on_x),
        select(a, 0.0, h < 8u) + select(0.0, b, h < 4u),
        select(select(b, 0.0, b_on_x), 0.0, h < 4u),
        0.0,
    );
}

// Returns one of 32 gradients, the directions to the edges of a hypercube: three signs and a 0, rotated by bits 3 and 4 of
// the hash.
fn noise_perlin_vector_4d(hash: u32) -> vec4<f32> {
    let row = (hash >> 3u) & 3u;
    let bits = vec3<u32>(hash) & vec3<u32>(4u, 2u, 1u);
    let signs = select(vec3<f32>(1.0), vec3<f32>(-1.0), bits == vec3<u32>(0u));
    let v = vec4<f32>(signs, 0.0);
    return select(select(select(v.wxyz, v.zwxy, row == 2u), v.yzwx, row == 1u), v, row == 0u);
}
