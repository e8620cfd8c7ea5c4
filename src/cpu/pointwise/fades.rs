//! Fades in f32: the twin of `shaders/noise/fades.wgsl`.
//!
//! The cubic and the quintic are polynomials of the distance from ½, where their terms are smallest. Rounding never takes them
//! above 1, which was tried for all f32 from 0 to 1 with fused products and without; below 0 it may, where they are cut off.

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

/// Computes 3t² − 2t³ = ½ + u·(3/2 − 2u²) with u = t − ½.
#[inline(always)]
fn cubic<L: Lanes>(t: Floats<L>) -> Floats<L> {
    let u = t - 0.5;
    let slope = (u * u).mul_add(-2.0, 1.5);
    u.mul_add(slope, 0.5).max(0.0)
}

/// Computes 6t⁵ − 15t⁴ + 10t³ (Perlin 2002) = ½ + u·(15/8 − 5u² + 6u⁴) with u = t − ½.
#[inline(always)]
fn quintic<L: Lanes>(t: Floats<L>) -> Floats<L> {
    let u = t - 0.5;
    let square = u * u;
    let slope = square.mul_add(square.mul_add(6.0, -5.0), 1.875);
    u.mul_add(slope, 0.5).max(0.0)
}

/// Computes π/2·sin πt = π·sin(πt/2)·cos(πt/2), with the cosine as the sine of the complementary angle.
#[inline(always)]
fn cosine_slope(t: f32) -> f32 {
    let (low, high) = (0.25 * t, 0.25 * (1.0 - t));
    PI * (polynomials::quarter_turn(low) * polynomials::quarter_turn(high))
}
