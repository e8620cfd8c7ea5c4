// Fades: how far a noise has come from the low to the high corner, and the derivatives of that.
//
// Parameters: `t`, the fraction of the way between the corners, 0..1.
// Range: fades 0..1; the derivatives up to 1, 1.570797 (cosine), 1.5 (cubic) and 1.875 (quintic).
// Cost:
//   noise_fade_cosine: 0 table reads, 14 operations
//   noise_fade_cubic: 0 table reads, 9 operations
//   noise_fade_quintic: 0 table reads, 12 operations
//   noise_fade_slope_cosine: 0 table reads, 29 operations
//   noise_fade_slope_cubic: 0 table reads, 3 operations
//   noise_fade_slope_quintic: 0 table reads, 4 operations
// Source: the cubic Perlin 1985, the quintic Perlin 2002, the cosine Elias 1998.
// Needs: polynomials.wgsl.

// The low corner's value up to the high corner.
fn noise_fade_none(t: f32) -> f32 {
    return 0.0;
}

fn noise_fade_linear(t: f32) -> f32 {
    return t;
}

// (1 - cos(pi t))/2 as the square of a sine.
fn noise_fade_cosine(t: f32) -> f32 {
    let sine = noise_quarter_turn(0.25 * t);
    return sine * sine;
}

// 3t^2 - 2t^3 (Perlin 1985); near 1 by symmetry, as the next.
fn noise_fade_cubic(t: f32) -> f32 {
    let s = min(t, 1.0 - t);
    let f = s * s * (3.0 - 2.0 * s);
    return select(f, 1.0 - f, t > 0.5);
}

// 6t^5 - 15t^4 + 10t^3 (Perlin 2002), where the polynomial itself would cancel and exceed 1.
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

// (pi/2) sin(pi t), as the product of the sine and the cosine of half the angle.
fn noise_fade_slope_cosine(t: f32) -> f32 {
    return 3.1415927 * (noise_quarter_turn(0.25 * t) * noise_quarter_turn(0.25 * (1.0 - t)));
}

fn noise_fade_slope_cubic(t: f32) -> f32 {
    return 6.0 * t * (1.0 - t);
}

// 30t^2(1 - t)^2.
fn noise_fade_slope_quintic(t: f32) -> f32 {
    let s = t * (1.0 - t);
    return 30.0 * s * s;
}
