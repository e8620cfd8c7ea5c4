//! What perlin and classic noise are computed from at points, the gradients at the corners of a cell: the value or a derivative.

use super::blend::{CORNERS_MAX, blend, lerp};
use super::cells::Cell;
use super::fades::fade_slope;
use super::gradients::dot;
use crate::cpu::simd::{Floats, Lanes};
use crate::noise::Fade;

/// What is computed of a noise. Each corner gives a part, so that its gradient is needed no longer, and the parts are blended.
/// All must be `#[inline(always)]`, as all of a [`SimdKernel`](crate::cpu::simd::SimdKernel).
pub(super) trait OfGradients {
    /// What a corner gives.
    type Part<L: Lanes>: Copy;

    /// Returns the part of a corner with this gradient, at this offset from it.
    fn part<L: Lanes, const D: usize>(
        &self,
        gradient: &[Floats<L>; D],
        offset: &[Floats<L>; D],
    ) -> Self::Part<L>;

    /// Blends the parts of the 2ᴰ corners of a cell.
    fn blend<L: Lanes, const D: usize>(
        &self,
        cell: &[Cell<L>; D],
        parts: [Self::Part<L>; CORNERS_MAX],
    ) -> Floats<L>;
}

/// The noise itself: a corner contributes g·Δ, the dot product of its gradient and the offset from it.
pub(super) struct Value;

impl OfGradients for Value {
    type Part<L: Lanes> = Floats<L>;

    #[inline(always)]
    fn part<L: Lanes, const D: usize>(
        &self,
        gradient: &[Floats<L>; D],
        offset: &[Floats<L>; D],
    ) -> Floats<L> {
        dot(gradient, offset)
    }

    #[inline(always)]
    fn blend<L: Lanes, const D: usize>(
        &self,
        cell: &[Cell<L>; D],
        parts: [Floats<L>; CORNERS_MAX],
    ) -> Floats<L> {
        blend(cell, parts)
    }
}

/// A partial derivative.
///
/// Blending works on pairs of a value and its derivative (dual numbers, forward differentiation). A corner has the value g·Δ
/// and the derivative gₐ along axis a. A blend along axis i of v₀ and v₁ with the fade s has the derivative
/// lerp(s, v₀′, v₁′), plus s′·(v₁ − v₀) if i is a.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    pub fade: Fade,
    /// The index of the axis, among those of the noise. The derivative is per cell along it.
    pub along: usize,
}

/// A value and its derivative.
#[derive(Clone, Copy)]
pub(super) struct Dual<L: Lanes> {
    value: Floats<L>,
    slope: Floats<L>,
}

impl OfGradients for Partial {
    type Part<L: Lanes> = Dual<L>;

    #[inline(always)]
    fn part<L: Lanes, const D: usize>(
        &self,
        gradient: &[Floats<L>; D],
        offset: &[Floats<L>; D],
    ) -> Dual<L> {
        Dual {
            value: dot(gradient, offset),
            slope: gradient[self.along],
        }
    }

    #[inline(always)]
    fn blend<L: Lanes, const D: usize>(
        &self,
        cell: &[Cell<L>; D],
        mut corners: [Dual<L>; CORNERS_MAX],
    ) -> Floats<L> {
        // In turn, each axis halves the number of corners: corner c is then the blend of 2c and 2c + 1.
        for axis in 0..D {
            for c in 0..1 << (D - 1 - axis) {
                let ([low, high], at) = ([corners[2 * c], corners[2 * c + 1]], cell[axis]);
                let value = lerp(at.fade, low.value, high.value);
                let mut slope = lerp(at.fade, low.slope, high.slope);
                if axis == self.along {
                    slope =
                        fade_slope(self.fade, at.fraction).mul_add(high.value - low.value, slope);
                }
                corners[c] = Dual { value, slope };
            }
        }
        corners[0].slope
    }
}
