//! A smooth minimum of the distances to all points, and its partial derivatives.

use super::Measure;
use super::block::{Block, Feature, Gather, Motion};
use crate::cpu::pointwise::hasher::Hasher;
use crate::cpu::polynomials;
use crate::cpu::simd::{Floats, Group, Lanes};

/// −s·ln Σ exp((s − √(d² + s²))/s)·(1 − d²/4)² over the points at distances d below 2.
#[derive(Clone, Copy)]
pub(super) struct Smooth(pub f32);

/// Its derivative along an axis.
#[derive(Clone, Copy)]
pub(super) struct SmoothSlope {
    pub smoothness: f32,
    /// The index of the axis.
    pub along: usize,
}

impl Measure for Smooth {
    #[inline(always)]
    fn of<L: Lanes, H: Hasher<L>, M: Motion<L>, const D: usize>(
        self,
        block: &Block<L, H, M, D>,
    ) -> Group<Floats<L>> {
        let mut noise = [Floats::splat(block.lanes, 0.0); 4];
        let mut sums = [Weight {
            smoothness: self.0,
            sum: noise[0],
        }; 4];
        block.gather(&mut sums);
        for q in 0..4 {
            noise[q] = sums[q].sum.map(polynomials::log) * -self.0;
        }
        noise
    }
}

impl Measure for SmoothSlope {
    /// Computes −Σ m·δ·((1 − d²/4)/√(d² + s²) + s) / Σ m·(1 − d²/4), with m = exp(…)·(1 − d²/4) and the offset δ along the axis.
    #[inline(always)]
    fn of<L: Lanes, H: Hasher<L>, M: Motion<L>, const D: usize>(
        self,
        block: &Block<L, H, M, D>,
    ) -> Group<Floats<L>> {
        let mut noise = [Floats::splat(block.lanes, 0.0); 4];
        let mut sums = [Moment {
            of: self,
            weight: noise[0],
            moment: noise[0],
        }; 4];
        block.gather(&mut sums);
        for q in 0..4 {
            noise[q] = sums[q].moment * -1.0 * sums[q].weight.map(f32::recip);
        }
        noise
    }
}

/// What a point contributes.
struct Part<L: Lanes> {
    /// √(d² + s²).
    root: Floats<L>,
    /// 1 − d²/4, or 0 beyond that.
    window: Floats<L>,
    /// exp((s − root)/s)·window.
    part: Floats<L>,
}

impl<L: Lanes> Part<L> {
    #[inline(always)]
    fn of(square: Floats<L>, smoothness: f32) -> Part<L> {
        let window = square.mul_add(-0.25, 1.0).max(0.0);
        let root = (square + smoothness * smoothness).sqrt();
        let power = (Floats::splat(root.lanes, smoothness) - root) * (1.0 / smoothness);
        Part {
            root,
            window,
            part: power.map(polynomials::exp) * window,
        }
    }
}

/// The sum of the weights so far.
#[derive(Clone, Copy)]
struct Weight<L: Lanes> {
    smoothness: f32,
    sum: Floats<L>,
}

impl<L: Lanes, const D: usize> Gather<L, D> for Weight<L> {
    #[inline(always)]
    fn take<H: Hasher<L>>(&mut self, feature: &Feature<L, H, D>) {
        let Part { window, part, .. } = Part::of(feature.square(), self.smoothness);
        self.sum = part.mul_add(window, self.sum);
    }
}

/// The sums of the weights, and of their derivatives along an axis.
#[derive(Clone, Copy)]
struct Moment<L: Lanes> {
    of: SmoothSlope,
    weight: Floats<L>,
    moment: Floats<L>,
}

impl<L: Lanes, const D: usize> Gather<L, D> for Moment<L> {
    #[inline(always)]
    fn take<H: Hasher<L>>(&mut self, feature: &Feature<L, H, D>) {
        let SmoothSlope { smoothness, along } = self.of;
        let Part { root, window, part } = Part::of(feature.square(), smoothness);
        self.weight = part.mul_add(window, self.weight);
        let slope = window.mul_add(root.map(f32::recip), smoothness);
        self.moment = (part * slope).mul_add(feature.offset[along], self.moment);
    }
}
