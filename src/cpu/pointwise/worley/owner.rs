//! The nearest feature point of each sample, and the way to it.

use super::Measure;
use super::block::{Block, Feature, Gather, Motion};
use super::nearest::distance;
use crate::cpu::pointwise::hasher::Hasher;
use crate::cpu::simd::{Floats, Group, Lanes};
use crate::noise::Metric;

/// The way to the nearest point along one of the noise's axes.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub metric: Metric,
    pub along: usize,
}

impl Measure for Way {
    #[inline(always)]
    fn of<L: Lanes, H: Hasher<L>, M: Motion<L>, const D: usize>(
        self,
        block: &Block<L, H, M, D>,
    ) -> Group<Floats<L>> {
        owners(self.metric, block).map(|owner| owner.offset[self.along])
    }
}

/// The nearest feature points of a vector of samples so far.
#[derive(Clone, Copy)]
pub(super) struct Owner<L: Lanes, const D: usize> {
    metric: Metric,
    /// Their distances, as [`distance`] computes them.
    distance: Floats<L>,
    pub offset: [Floats<L>; D],
}

/// Searches the nearest point of each sample.
#[inline(always)]
pub(super) fn owners<L: Lanes, H: Hasher<L>, M: Motion<L>, const D: usize>(
    metric: Metric,
    block: &Block<L, H, M, D>,
) -> [Owner<L, D>; 4] {
    let far = Floats::splat(block.lanes, f32::MAX);
    let mut owners = [Owner {
        metric,
        distance: far,
        offset: [far; D],
    }; 4];
    block.gather(&mut owners);
    owners
}

impl<L: Lanes, const D: usize> Gather<L, D> for Owner<L, D> {
    #[inline(always)]
    fn take<H: Hasher<L>>(&mut self, feature: &Feature<L, H, D>) {
        let distance = distance(self.metric, &feature.offset);
        let nearer = distance.less(self.distance);
        for axis in 0..D {
            self.offset[axis] = nearer.select(feature.offset[axis], self.offset[axis]);
        }
        self.distance = distance.min(self.distance);
    }
}
