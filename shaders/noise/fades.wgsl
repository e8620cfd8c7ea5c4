// Fades: the weight of the high corner when a noise blends the values of two corners, and its derivatives.
//
// Parameters: `t`, the fraction of the cell, 0..1.
// Range: fades are 0..1. Derivatives are at least 0, and at most 1 (linear), 1.570797 (cosine), 1.5 (cubic) and 1.875
//   (quintic).
// Cost:
//   noise_fade_cosine: 0 table reads, 14 operations
//   noise_fade_cubic: 0 table reads, 7 operations
//   noise_fade_quintic: 0 table reads, 9 operations
//   noise_fade_slope_cosine: 0 table reads, 29 operations
//   noise_fade_slope_cubic: 0 table reads, 3 operations
//   noise_fade_slope_quintic: 0 table reads, 4 operations
// Source: Perlin, An Image Synthesizer, SIGGRAPH 1985 (cubic); Perlin, Improving Noise, SIGGRAPH 2002 (quintic); Elias,
//   Perlin Noise, 1998 (cosine).
// Needs: polynomials.wgsl.

// No blending: the whole cell has the value of its low corner.
fn noise_fade_none(t: f32) -> f32 {
    return 0.0;
}

fn noise_fade_linear(t: f32) -> f32 {
    return t;
}

// (1 - cos(pi t))/2, computed as the square of sin(pi t/2).
fn noise_fade_cosine(t: f32) -> f32 {
    let sine = noise_quarter_turn(0.25 * t);
    return sine * sine;
}

// 3t^2 - 2t^3 = 1/2 + u (3/2 - 2u^2) with u = t - 1/2. Rounding can carry this form below 0, and never above 1: all f32 were
// tried, with products that are fused and that are not. So it is for the quintic fade.
fn noise_fade_cubic(t: f32) -> f32 {
    let u = t - 0.5;
    return max(u * (1.5 - 2.0 * (u * u)) + 0.5, 0.0);
}

// 6t^5 - 15t^4 + 10t^3 = 1/2 + u (15/8 - 5u^2 + 6u^4). The terms of the first form are larger, and cancel near 1.
fn noise_fade_quintic(t: f32) -> f32 {
    let u = t - 0.5;
    let square = u * u;
    return max(u * (square * (square * 6.0 - 5.0) + 1.875) + 0.5, 0.0);
}

// The derivatives of the fades.

fn noise_fade_slope_none(t: f32) -> f32 {
    return 0.0;
}

fn noise_fade_slope_linear(t: f32) -> f32 {
    return 1.0;
}

// (pi/2) sin(pi t), computed as pi sin(pi t/2) cos(pi t/2).
fn noise_fade_slope_cosine(t: f32) -> f32 {
    return 3.1415927 * (noise_quarter_turn(0.25 * t) * noise_quarter_turn(0.25 * (1.0 - t)));
}

// 6t(1 - t).
fn noise_fade_slope_cubic(t: f32) -> f32 {
    return 6.0 * t * (1.0 - t);
}

// 30t^2(1 - t)^2.
fn noise_fade_slope_quintic(t: f32) -> f32 {
    let s = t * (1.0 - t);
    return 30.0 * s * s;
}
