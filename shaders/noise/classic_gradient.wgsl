// The partial derivatives of classic Perlin noise, from the hashes of a cell's corners.
//
// Parameters: `h`, the hashes of the corners, x fastest, each 0..255; `x`, `y` and `z`, the axes of the point, with cubic
//   fades.
// Range: each derivative, per cell, is at most 1.684283 in 2-D and 2.179450 in 3-D, either way.
// Cost:
//   noise_classic_gradient_2d: 0 table reads, 278 operations
//   noise_classic_gradient_3d: 0 table reads, 664 operations
// Source: the product rule, applied to Perlin, An Image Synthesizer, SIGGRAPH 1985.
// Needs: axis.wgsl, slope.wgsl, fades.wgsl and classic.wgsl.

fn noise_classic_gradient_2d(h: vec4<u32>, x: NoiseAxis, y: NoiseAxis) -> vec2<f32> {
    let low = vec4<f32>(x.fraction, y.fraction, 0.0, 0.0);
    let along_x = vec4<f32>(1.0, 0.0, 0.0, 0.0);
    let along_y = vec4<f32>(0.0, 1.0, 0.0, 0.0);
    return noise_slope_face(
        noise_slope_corner(vec4<f32>(noise_classic_circle(h.x), 0.0, 0.0), low),
        noise_slope_corner(vec4<f32>(noise_classic_circle(h.y), 0.0, 0.0), low - along_x),
        noise_slope_corner(vec4<f32>(noise_classic_circle(h.z), 0.0, 0.0), low - along_y),
        noise_slope_corner(vec4<f32>(noise_classic_circle(h.w), 0.0, 0.0), low - along_x - along_y),
        x,
        y,
        noise_classic_rise(x, y),
    ).slope.xy;
}

fn noise_classic_gradient_3d(
    h: array<vec4<u32>, 2>,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
) -> vec3<f32> {
    let low = noise_classic_gradient_face(h[0], x, y, z.fraction);
    let high = noise_classic_gradient_face(h[1], x, y, z.fraction - 1.0);
    return noise_slope_cell(low, high, z, noise_fade_slope_cubic(z.fraction)).slope.xyz;
}

// Blends the four corners of a face across z. `z` is the distance of the point from that face.
fn noise_classic_gradient_face(h: vec4<u32>, x: NoiseAxis, y: NoiseAxis, z: f32) -> NoiseSlope {
    let low = vec4<f32>(x.fraction, y.fraction, z, 0.0);
    let along_x = vec4<f32>(1.0, 0.0, 0.0, 0.0);
    let along_y = vec4<f32>(0.0, 1.0, 0.0, 0.0);
    return noise_slope_face(
        noise_slope_corner(vec4<f32>(noise_classic_sphere(h.x), 0.0), low),
        noise_slope_corner(vec4<f32>(noise_classic_sphere(h.y), 0.0), low - along_x),
        noise_slope_corner(vec4<f32>(noise_classic_sphere(h.z), 0.0), low - along_y),
        noise_slope_corner(vec4<f32>(noise_classic_sphere(h.w), 0.0), low - along_x - along_y),
        x,
        y,
        noise_classic_rise(x, y),
    );
}

// Returns the derivatives of the fades along x and y.
fn noise_classic_rise(x: NoiseAxis, y: NoiseAxis) -> vec2<f32> {
    return vec2<f32>(noise_fade_slope_cubic(x.fraction), noise_fade_slope_cubic(y.fraction));
}
