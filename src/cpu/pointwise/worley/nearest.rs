//! The distances to the nearest point and to the second nearest, and the number of the nearest one's cell.

use super::Measure;
use super::block::{Block, Feature, Gather, Motion};
use crate::cpu::pointwise::hasher::Hasher;
use crate::cpu::simd::{Floats, Group, Lanes};
use crate::noise::Metric;
use crate::program::WorleyValue;

/// The value, and how much is kept of the points around a sample for it: the nearest alone, which is enough for F1, or two.
#[derive(Clone, Copy)]
pub(super) struct Nearest<const ALONE: bool> {
    pub value: WorleyValue,
    pub metric: Metric,
}

impl<const ALONE: bool> Measure for Nearest<ALONE> {
    #[inline(always)]
    fn of<L: Lanes, H: Hasher<L>, M: Motion<L>, const D: usize>(
        self,
        block: &Block<L, H, M, D>,
    ) -> Group<Floats<L>> {
        let far = Floats::splat(block.lanes, f32::MAX);
        let mut found = [Found::<L, ALONE> {
            metric: self.metric,
            first: far,
            second: far,
            number: far,
        }; 4];
        block.gather(&mut found);
        let mut noise = [far; 4];
        for q in 0..4 {
            let [first, second] = [found[q].first, found[q].second].map(|of| self.root(of));
            noise[q] = match self.value {
                WorleyValue::F2 => second,
                WorleyValue::F2MinusF1 => second - first,
                WorleyValue::Cell => found[q].number,
                _ => first,
            };
        }
        noise
    }
}

impl<const ALONE: bool> Nearest<ALONE> {
    /// Returns distances from what [`distance`] computes.
    #[inline(always)]
    fn root<L: Lanes>(self, distance: Floats<L>) -> Floats<L> {
        match self.metric {
            Metric::Euclidean => distance.sqrt(),
            _ => distance,
        }
    }
}

/// The nearest feature points of a vector of samples so far.
#[derive(Clone, Copy)]
struct Found<L: Lanes, const ALONE: bool> {
    metric: Metric,
    /// The distances of the nearest.
    first: Floats<L>,
    /// The distances of the second nearest.
    second: Floats<L>,
    /// The numbers of the nearest points' cells.
    number: Floats<L>,
}

impl<L: Lanes, const ALONE: bool, const D: usize> Gather<L, D> for Found<L, ALONE> {
    /// With d₁ ≤ d₂ the nearest so far and d the new one, these become min(d₁, d) and min(d₂, max(d₁, d)).
    #[inline(always)]
    fn take<H: Hasher<L>>(&mut self, feature: &Feature<L, H, D>) {
        let distance = distance(self.metric, &feature.offset);
        if !ALONE {
            let nearer = distance.less(self.first);
            self.number = nearer.select(feature.numbers(), self.number);
            self.second = self.second.min(self.first.max(distance));
        }
        self.first = self.first.min(distance);
    }
}

/// Computes the length of an offset. The euclidean one stays squared: the root is taken of the nearest alone.
#[inline(always)]
pub(super) fn distance<L: Lanes, const D: usize>(
    metric: Metric,
    offset: &[Floats<L>; D],
) -> Floats<L> {
    let mut length = match metric {
        Metric::Euclidean | Metric::Squared => offset[0] * offset[0],
        Metric::Manhattan | Metric::Chebyshev => offset[0].abs(),
    };
    for axis in 1..D {
        let d = offset[axis];
        length = match metric {
            Metric::Euclidean | Metric::Squared => d.mul_add(d, length),
            Metric::Manhattan => length + d.abs(),
            Metric::Chebyshev => length.max(d.abs()),
        };
    }
    length
}
