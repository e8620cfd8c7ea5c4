//! The distance to the nearest border: the perpendicular bisector of the nearest point and another one.

use super::Measure;
use super::block::{Block, Feature, Gather, Motion};
use super::owner::owners;
use crate::cpu::pointwise::hasher::Hasher;
use crate::cpu::simd::{Floats, Group, Lanes};
use crate::noise::Metric;

/// A search for the nearest point, and one for the nearest of its borders.
#[derive(Clone, Copy)]
pub(super) struct Edge;

impl Measure for Edge {
    #[inline(always)]
    fn of<L: Lanes, H: Hasher<L>, M: Motion<L>, const D: usize>(
        self,
        block: &Block<L, H, M, D>,
    ) -> Group<Floats<L>> {
        let far = Floats::splat(block.lanes, f32::MAX);
        let owners = owners(Metric::Euclidean, block);
        let mut borders = [Border {
            owner: owners[0].offset,
            rise: Floats::splat(block.lanes, 1e15),
            run: Floats::splat(block.lanes, 1.0),
        }; 4];
        for q in 1..4 {
            borders[q].owner = owners[q].offset;
        }
        block.gather(&mut borders);
        let mut noise = [far; 4];
        for q in 0..4 {
            let half = (borders[q].rise * 0.5).max(0.0);
            noise[q] = half * borders[q].run.sqrt().map(f32::recip);
        }
        noise
    }
}

/// The nearest borders of a vector of samples so far. The distance of one is rise/(2·√run), with the offsets a and b of its two
/// points: rise is |b|² − |a|² and run |b − a|².
#[derive(Clone, Copy)]
struct Border<L: Lanes, const D: usize> {
    /// The offset of the nearest point.
    owner: [Floats<L>; D],
    rise: Floats<L>,
    run: Floats<L>,
}

impl<L: Lanes, const D: usize> Gather<L, D> for Border<L, D> {
    #[inline(always)]
    fn take<H: Hasher<L>>(&mut self, feature: &Feature<L, H, D>) {
        let mut rise = Floats::splat(self.rise.lanes, 0.0);
        let mut run = rise;
        for axis in 0..D {
            let [a, b] = [self.owner[axis], feature.offset[axis]];
            let across = b - a;
            rise = across.mul_add(a + b, rise);
            run = across.mul_add(across, run);
        }
        // Fractions are compared without a division. Of the nearest point itself both sides are exactly 0, so it is not taken.
        let nearer = (rise * rise * self.run).less(self.rise * self.rise * run);
        self.rise = nearer.select(rise, self.rise);
        self.run = nearer.select(run, self.run);
    }
}
