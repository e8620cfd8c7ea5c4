// A value and its partial derivatives along x, y, z, w: what the corners of a cell are, and what they blend to.
//
// Parameters: `gradient` of a corner, and `way` from it in cells; `fade`, 0..1, and `rise`, its derivative, per cell.
// Range: as of the noise that is blended.
// Cost:
//   noise_slope_corner: 0 table reads, 7 operations
//   noise_slope_blend: 0 table reads, 24 operations
//   noise_slope_face: 0 table reads, 72 operations
//   noise_slope_cell: 0 table reads, 24 operations
// Source: the product rule.
// Needs: axis.wgsl.

struct NoiseSlope {
    value: f32,
    slope: vec4<f32>,
}

// A corner with a gradient, and the way from it.
fn noise_slope_corner(gradient: vec4<f32>, way: vec4<f32>) -> NoiseSlope {
    let products = gradient * way;
    return NoiseSlope(products.x + products.y + products.z + products.w, gradient);
}

// The blend of two corners, edges or faces along an axis: `rise` is there the derivative of the fade, else 0.
fn noise_slope_blend(a: NoiseSlope, b: NoiseSlope, fade: f32, rise: vec4<f32>) -> NoiseSlope {
    return NoiseSlope(
        a.value + fade * (b.value - a.value),
        a.slope + fade * (b.slope - a.slope) + rise * (b.value - a.value),
    );
}

// The four corners of a face, x fastest; `rise` is the derivatives of the fades.
fn noise_slope_face(
    c: array<NoiseSlope, 4>,
    x: NoiseAxis,
    y: NoiseAxis,
    rise: vec2<f32>,
) -> NoiseSlope {
    let along_x = vec4<f32>(rise.x, 0.0, 0.0, 0.0);
    let low = noise_slope_blend(c[0], c[1], x.fade, along_x);
    let high = noise_slope_blend(c[2], c[3], x.fade, along_x);
    return noise_slope_blend(low, high, y.fade, vec4<f32>(0.0, rise.y, 0.0, 0.0));
}

// Two faces along z.
fn noise_slope_cell(low: NoiseSlope, high: NoiseSlope, z: NoiseAxis, rise: f32) -> NoiseSlope {
    return noise_slope_blend(low, high, z.fade, vec4<f32>(0.0, 0.0, rise, 0.0));
}
