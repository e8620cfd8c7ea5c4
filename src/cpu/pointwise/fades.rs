//! Fades in f32: the twin of `shaders/noise/fades.wgsl`.
//!
//! Rounding never takes one beyond 0..=1: above ½ the cubic and the quintic are 1 minus their value at 1 − t.

use std::f32::consts::PI;

use crate::cpu::polynomials;
use crate::cpu::simd::{Floats, Group, Lanes};
use crate::noise::Fade;

/// Computes the fades of a group of fractions: the weights of the high corners.
#[inline(always)]
pub(super) fn fade<L: Lanes>(of: Fade, t: &Group<Floats<L>>) -> Group<Floats<L>> {
    let mut fades = *t;
    for q in 0..4 {
        fades[q] = match of {
            Fade::None => Floats::splat(t[q].lanes, 0.0),
            Fade::Linear | Fade::Elias => t[q],
            Fade::Cosine => t[q].map(cosine),
            Fade::Cubic => cubic(t[q]),
            Fade::Quintic => quintic(t[q]),
        };
    }
    fades
}

/// Computes the derivative of a fade at fractions.
#[inline(always)]
pub(super) fn fade_slope<L: Lanes>(of: Fade, t: Floats<L>) -> Floats<L> {
    let one = Floats::splat(t.lanes, 1.0);
    match of {
        Fade::None => Floats::splat(t.lanes, 0.0),
        Fade::Linear | Fade::Elias => one,
        Fade::Cosine => t.map(cosine_slope),
        Fade::Cubic => t * 6.0 * (one - t),
        Fade::Quintic => {
            // 30t²(1 − t)².
            let s = t * (one - t);
            s * 30.0 * s
        }
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
fn cubic<L: Lanes>(t: Floats<L>) -> Floats<L> {
    let s = lower_half(t);
    mirrored(t, s * s * s.mul_add(-2.0, 3.0))
}

/// Computes 6t⁵ − 15t⁴ + 10t³ (Perlin 2002), near 1 by symmetry.
#[inline(always)]
fn quintic<L: Lanes>(t: Floats<L>) -> Floats<L> {
    let s = lower_half(t);
    mirrored(t, s * s * s * s.mul_add(s.mul_add(6.0, -15.0), 10.0))
}

/// Returns the smaller of t and 1 − t.
#[inline(always)]
fn lower_half<L: Lanes>(t: Floats<L>) -> Floats<L> {
    t.min(Floats::splat(t.lanes, 1.0) - t)
}

/// Returns the fade at t from that at the [`lower_half`]: above ½ it is 1 minus its value at 1 − t.
#[inline(always)]
fn mirrored<L: Lanes>(t: Floats<L>, fade: Floats<L>) -> Floats<L> {
    t.less(0.5).select(fade, Floats::splat(t.lanes, 1.0) - fade)
}

/// Computes π/2·sin πt = π·sin(πt/2)·cos(πt/2), with the cosine as the sine of the complementary angle.
#[inline(always)]
fn cosine_slope(t: f32) -> f32 {
    let (low, high) = (0.25 * t, 0.25 * (1.0 - t));
    PI * (polynomials::quarter_turn(low) * polynomials::quarter_turn(high))
}
