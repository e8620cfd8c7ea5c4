//! What a corner of a simplex contributes to a sample, given Δ, the offset of the sample from the corner, g, the gradient there,
//! and near = max(0, h² − |Δ|²), where h is how far a corner reaches.

use super::gradients::dot;
use crate::cpu::simd::{Floats, Lanes};

/// What corners contribute.
pub(super) trait Contribution {
    /// Adds to a sum what corners with these gradients and offsets contribute.
    fn add<L: Lanes, const D: usize>(
        &self,
        sum: Floats<L>,
        gradient: &[Floats<L>; D],
        offset: &[Floats<L>; D],
        near: Floats<L>,
    ) -> Floats<L>;
}

/// The noise itself.
pub(super) struct Value;
/// The derivative along the axis of this index.
pub(super) struct Slope(pub usize);

impl Contribution for Value {
    /// Adds near⁴·(g·Δ).
    #[inline(always)]
    fn add<L: Lanes, const D: usize>(
        &self,
        sum: Floats<L>,
        gradient: &[Floats<L>; D],
        offset: &[Floats<L>; D],
        near: Floats<L>,
    ) -> Floats<L> {
        let square = near * near;
        (square * square).mul_add(dot(gradient, offset), sum)
    }
}

impl Contribution for Slope {
    /// Adds the derivative along axis a, near⁴·gₐ − 8·near³·Δₐ·(g·Δ).
    #[inline(always)]
    fn add<L: Lanes, const D: usize>(
        &self,
        sum: Floats<L>,
        gradient: &[Floats<L>; D],
        offset: &[Floats<L>; D],
        near: Floats<L>,
    ) -> Floats<L> {
        let product = dot(gradient, offset);
        let rise = near * gradient[self.0] - offset[self.0] * 8.0 * product;
        (near * near * near).mul_add(rise, sum)
    }
}

/// Computes near, given h².
#[inline(always)]
pub(super) fn nearness<L: Lanes, const D: usize>(
    height_squared: f32,
    offset: &[Floats<L>; D],
) -> Floats<L> {
    let mut near = offset[0].neg_mul_add(offset[0], height_squared);
    for axis in 1..D {
        near = offset[axis].neg_mul_add(offset[axis], near);
    }
    near.max(0.0)
}
