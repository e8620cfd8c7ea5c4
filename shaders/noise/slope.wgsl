// A value and its partial derivatives along x, y, z, w: what the corners of a cell are, and what they blend to.
//
// Needs: axis.wgsl.

struct NoiseSlope {
    value: f32,
    slope: vec4<f32>,
}

// The derivative 30t^2(1 - t)^2 of the quintic fade.
fn noise_fade_slope(t: f32) -> f32 {
    let s = t * (1.0 - t);
    return 30.0 * s * s;
}

// The blend of two corners, edges or faces along an axis: `along` is 1 there, else 0.
fn noise_slope_blend(a: NoiseSlope, b: NoiseSlope, axis: NoiseAxis, along: vec4<f32>) -> NoiseSlope {
    let rise = noise_fade_slope(axis.fraction) * (b.value - a.value);
    return NoiseSlope(
        a.value + axis.fade * (b.value - a.value),
        a.slope + axis.fade * (b.slope - a.slope) + rise * along,
    );
}

// The four corners of a face, x fastest.
fn noise_slope_face(c: array<NoiseSlope, 4>, x: NoiseAxis, y: NoiseAxis) -> NoiseSlope {
    let along_x = vec4<f32>(1.0, 0.0, 0.0, 0.0);
    let low = noise_slope_blend(c[0], c[1], x, along_x);
    let high = noise_slope_blend(c[2], c[3], x, along_x);
    return noise_slope_blend(low, high, y, vec4<f32>(0.0, 1.0, 0.0, 0.0));
}

// Two faces along z.
fn noise_slope_cell(low: NoiseSlope, high: NoiseSlope, z: NoiseAxis) -> NoiseSlope {
    return noise_slope_blend(low, high, z, vec4<f32>(0.0, 0.0, 1.0, 0.0));
}
