//! Fades in f32: the twin of `shaders/noise/fades.wgsl`.
//!
//! Rounding never takes one beyond 0..=1: above ½ the cubic and the quintic are 1 minus their value at 1 − t.

use std::f32::consts::PI;

use super::chunk::{CHUNK, FloatChunk, mapped};
use crate::cpu::polynomials;
use crate::noise::Fade;

/// Computes the fades of a chunk of fractions: the weights of the high corners.
#[inline(always)]
pub(super) fn fade(of: Fade, t: &FloatChunk) -> FloatChunk {
    match of {
        Fade::None => [0.0; CHUNK],
        Fade::Linear | Fade::Elias => *t,
        Fade::Cosine => mapped(t, cosine),
        Fade::Cubic => mapped(t, cubic),
        Fade::Quintic => mapped(t, quintic),
    }
}

/// Computes the derivative of a fade at a fraction.
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

/// Computes (1 − cos πt)/2 = sin²(πt/2); a quarter of t turns is the angle πt/2.
#[inline(always)]
fn cosine(t: f32) -> f32 {
    // The square of a sine is exact at both ends and never negative; 1 − cos would cancel near 0.
    let sine = polynomials::quarter_turn(0.25 * t);
    sine * sine
}

/// Computes 3t² − 2t³, near 1 by symmetry.
#[inline(always)]
fn cubic(t: f32) -> f32 {
    let s = t.min(1.0 - t);
    let f = s * s * (3.0 - 2.0 * s);
    if t > 0.5 { 1.0 - f } else { f }
}

/// Computes 6t⁵ − 15t⁴ + 10t³ (Perlin 2002), near 1 by symmetry.
#[inline(always)]
fn quintic(t: f32) -> f32 {
    let s = t.min(1.0 - t);
    let f = s * s * s * (s * (s * 6.0 - 15.0) + 10.0);
    if t > 0.5 { 1.0 - f } else { f }
}

/// Computes π/2·sin πt = π·sin(πt/2)·cos(πt/2), with the cosine as the sine of the complementary angle.
#[inline(always)]
fn cosine_slope(t: f32) -> f32 {
    let (low, high) = (0.25 * t, 0.25 * (1.0 - t));
    PI * (polynomials::quarter_turn(low) * polynomials::quarter_turn(high))
}

/// Computes 30t²(1 − t)².
#[inline(always)]
fn quintic_slope(t: f32) -> f32 {
    let s = t * (1.0 - t);
    30.0 * s * s
}
