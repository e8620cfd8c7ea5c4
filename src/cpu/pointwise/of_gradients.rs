//! What perlin and classic noise are computed from at points, the gradients at the corners of a cell: the value or a derivative.

use super::blend::{CORNERS_MAX, blend, lerp, offset};
use super::cells::Cell;
use super::fades::fade_slope;
use super::gradients::dot;
use crate::cpu::simd::{Floats, Lanes};
use crate::noise::Fade;

/// The gradients at the corners of a cell; of those beyond its 2ᴰ, anything.
pub(super) type CornerGradients<L, const D: usize> = [[Floats<L>; D]; CORNERS_MAX];

/// What is computed of a noise. It must be `#[inline(always)]`, as all of a [`SimdKernel`](crate::cpu::simd::SimdKernel).
pub(super) trait OfGradients {
    fn at<L: Lanes, const D: usize>(
        &self,
        cell: &[Cell<L>; D],
        gradients: &CornerGradients<L, D>,
    ) -> Floats<L>;
}

/// The noise itself: a corner contributes g·Δ, the dot product of its gradient and the offset from it.
pub(super) struct Value;

impl OfGradients for Value {
    #[inline(always)]
    fn at<L: Lanes, const D: usize>(
        &self,
        cell: &[Cell<L>; D],
        gradients: &CornerGradients<L, D>,
    ) -> Floats<L> {
        let mut parts = [cell[0].fraction; CORNERS_MAX];
        for c in 0..1 << D {
            parts[c] = dot(&gradients[c], &offset(cell, c));
        }
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
struct Dual<L: Lanes> {
    value: Floats<L>,
    slope: Floats<L>,
}

impl OfGradients for Partial {
    #[inline(always)]
    fn at<L: Lanes, const D: usize>(
        &self,
        cell: &[Cell<L>; D],
        gradients: &CornerGradients<L, D>,
    ) -> Floats<L> {
        let start = cell[0].fraction;
        let mut corners = [Dual {
            value: start,
            slope: start,
        }; CORNERS_MAX];
        for c in 0..1 << D {
            corners[c] = Dual {
                value: dot(&gradients[c], &offset(cell, c)),
                slope: gradients[c][self.along],
            };
        }
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
