//! Fades in f32, in forms that never exceed 1: the twin of `shaders/noise/fades.wgsl`.

use super::{CHUNK, Floats, mapped};
use crate::cpu::polynomials;
use crate::grid::Fade;

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
