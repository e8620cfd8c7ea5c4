// Fades: the weight of the high corner when a noise blends the values of two corners, and its derivatives.
//
// Parameters: `t`, the fraction of the cell, 0..1.
// Range: fades are 0..1. Derivatives are at least 0, and at most 1 (linear), 1.570797 (cosine), 1.5 (cubic) and 1.875
//   (quintic).
// Cost:
//   noise_fade_cosine: 0 table reads, 14 operations
//   noise_fade_cubic: 0 table reads, 9 operations
//   noise_fade_quintic: 0 table reads, 12 operations
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

// 3t^2 - 2t^3. Above 1/2 it is computed as 1 - fade(1 - t), as is the quintic fade.
fn noise_fade_cubic(t: f32) -> f32 {
    let s = min(t, 1.0 - t);
    let f = s * s * (3.0 - 2.0 * s);
    return select(f, 1.0 - f, t > 0.5);
}

// 6t^5 - 15t^4 + 10t^3. Near 1 the terms of the polynomial cancel, and rounding can carry it above 1: the symmetric form
// avoids both.
fn noise_fade_quintic(t: f32) -> f32 {
    let s = min(t, 1.0 - t);
    let f = s * s * s * (s * (s * 6.0 - 15.0) + 10.0);
    return select(f, 1.0 - f, t > 0.5);
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
