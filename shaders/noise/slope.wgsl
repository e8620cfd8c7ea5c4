// Blends of values together with their partial derivatives along x, y, z and w.
//
// Parameters: `gradient`, that of a corner; `delta`, the vector from the corner to the point, in cells; `fade`, 0..1; `rise`,
//   the derivative of the fade, per cell.
// Range: that of the noise whose corners are blended.
// Cost:
//   noise_slope_corner: 0 table reads, 7 operations
//   noise_slope_blend: 0 table reads, 24 operations
//   noise_slope_face: 0 table reads, 72 operations
//   noise_slope_cell: 0 table reads, 24 operations
// Source: the product rule.
// Needs: axis.wgsl.

struct NoiseSlope {
    value: f32,
    // The partial derivatives of the value.
    slope: vec4<f32>,
}

// Returns what a corner contributes at a point: its gradient times the vector from the corner.
fn noise_slope_corner(gradient: vec4<f32>, delta: vec4<f32>) -> NoiseSlope {
    let products = gradient * delta;
    return NoiseSlope(products.x + products.y + products.z + products.w, gradient);
}

// Blends two corners, edges or faces along an axis. The component of `rise` along this axis is the derivative of the fade;
// the others are 0.
fn noise_slope_blend(a: NoiseSlope, b: NoiseSlope, fade: f32, rise: vec4<f32>) -> NoiseSlope {
    return NoiseSlope(
        a.value + fade * (b.value - a.value),
        a.slope + fade * (b.slope - a.slope) + rise * (b.value - a.value),
    );
}

// Blends the four corners of a face, `a` to `d`, x fastest. `rise` has the derivatives of the fades along x and y.
fn noise_slope_face(
    a: NoiseSlope,
    b: NoiseSlope,
    c: NoiseSlope,
    d: NoiseSlope,
    x: NoiseAxis,
    y: NoiseAxis,
    rise: vec2<f32>,
) -> NoiseSlope {
    let along_x = vec4<f32>(rise.x, 0.0, 0.0, 0.0);
    let low = noise_slope_blend(a, b, x.fade, along_x);
    let high = noise_slope_blend(c, d, x.fade, along_x);
    return noise_slope_blend(low, high, y.fade, vec4<f32>(0.0, rise.y, 0.0, 0.0));
}

// Blends two faces along z.
fn noise_slope_cell(low: NoiseSlope, high: NoiseSlope, z: NoiseAxis, rise: f32) -> NoiseSlope {
    return noise_slope_blend(low, high, z.fade, vec4<f32>(0.0, 0.0, rise, 0.0));
}
