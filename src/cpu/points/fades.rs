//! Fades in f32, in forms that never exceed 1: the twin of `shaders/noise/fades.wgsl`.

use std::f32::consts::PI;

use super::{CHUNK, Floats, mapped};
use crate::cpu::polynomials;
use crate::noise::Fade;

/// The weights of the high corners.
#[inline(always)]
pub(super) fn fade(of: Fade, t: &Floats) -> Floats {
    match of {
        Fade::None => [0.0; CHUNK],
        Fade::Linear | Fade::Elias => *t,
        Fade::Cosine => mapped(t, cosine),
        Fade::Cubic => mapped(t, cubic),
        Fade::Quintic => mapped(t, quintic),
    }
}

/// The derivative of a fade.
#[inline(always)]
pub(super) fn fade_slope(of: Fade, t: f32) -> f32 {
    match of {
        Fade::None => 0.0,
        Fade::Linear | Fade::Elias => 1.0,
        Fade::Cosine => cosine_slope(t),
        Fade::Cubic => 6.0 * t * (1.0 - t),
        Fade::Quintic => quintic_slope(t),
    }
}

/// (1 − cos πt)/2 as the square of a sine.
#[inline(always)]
fn cosine(t: f32) -> f32 {
    let sine = polynomials::quarter_turn(0.25 * t);
    sine * sine
}

/// 3t² − 2t³, near 1 by symmetry.
#[inline(always)]
fn cubic(t: f32) -> f32 {
    let s = t.min(1.0 - t);
    let f = s * s * (3.0 - 2.0 * s);
    if t > 0.5 { 1.0 - f } else { f }
}

/// 6t⁵ − 15t⁴ + 10t³, near 1 by symmetry.
#[inline(always)]
fn quintic(t: f32) -> f32 {
    let s = t.min(1.0 - t);
    let f = s * s * s * (s * (s * 6.0 - 15.0) + 10.0);
    if t > 0.5 { 1.0 - f } else { f }
}

/// π/2·sin πt, as the product of the sine and the cosine of half the angle.
#[inline(always)]
fn cosine_slope(t: f32) -> f32 {
    let (low, high) = (0.25 * t, 0.25 * (1.0 - t));
    PI * (polynomials::quarter_turn(low) * polynomials::quarter_turn(high))
}

/// 30t²(1 − t)².
#[inline(always)]
fn quintic_slope(t: f32) -> f32 {
    let s = t * (1.0 - t);
    30.0 * s * s
}
