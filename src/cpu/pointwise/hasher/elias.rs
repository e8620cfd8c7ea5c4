//! Elias's hash, which is of values alone.

use super::{BOX_SIDE_MAX, HashAtLanes, Hasher};
use crate::cpu::simd::{Floats, Group, GroupMask, Lanes, Words};
use crate::hash::ELIAS_STRIDES;

/// A polynomial of n = x + 57·y + 57²·z + 57³·w, with its constants.
pub(in super::super) struct EliasHash<'a>(pub &'a [u32; 4]);

impl<'a> HashAtLanes for EliasHash<'a> {
    type Hasher<L: Lanes> = EliasHasher<'a, L>;

    #[inline(always)]
    fn at_lanes<L: Lanes>(self, lanes: L) -> EliasHasher<'a, L> {
        EliasHasher { lanes, key: self.0 }
    }
}

/// The same for the vectors of a level.
#[derive(Clone, Copy)]
pub(in super::super) struct EliasHasher<'a, L: Lanes> {
    lanes: L,
    key: &'a [u32; 4],
}

impl<L: Lanes> Hasher<L> for EliasHasher<'_, L> {
    /// What the keys add to n.
    type Keys = Group<Words<L>>;
    /// n.
    type Corner<const D: usize> = Group<Words<L>>;
    type Box<const D: usize> = ();
    type Features<const D: usize> = ();
    const PLACE_SCALE: f32 = 0.0;
    const PLACE_OFFSET: f32 = 0.0;

    #[inline(always)]
    fn keys(&self, axis: usize, keys: &Group<Words<L>>) -> Group<Words<L>> {
        let stride = Words::splat(self.lanes, ELIAS_STRIDES[axis]);
        let mut added = *keys;
        for q in 0..4 {
            added[q] = keys[q] * stride;
        }
        added
    }

    #[inline(always)]
    fn corner<const D: usize>(&self, keys: [Group<Words<L>>; D]) -> Group<Words<L>> {
        let mut n = keys[0];
        for axis in 1..D {
            for q in 0..4 {
                n[q] = n[q] + keys[axis][q];
            }
        }
        n
    }

    #[inline(always)]
    fn value<const D: usize>(&self, corner: &Group<Words<L>>, q: usize) -> Floats<L> {
        let [a, b, c, _] = *self.key;
        let n = corner[q].shift_up::<13>() ^ corner[q];
        let hash = (n * (n * n * a + b) + c) & 0x7fff_ffff;
        // 1 − hash/2³⁰, as in Elias's text; the difference is exact as an integer. −hash is !hash + 1.
        ((hash ^ u32::MAX) + ((1 << 30) + 1)).to_floats() * (1.0 / (1 << 30) as f32)
    }

    fn select(&self, _: GroupMask<L>, _: Group<Words<L>>, _: Group<Words<L>>) -> Group<Words<L>> {
        unreachable!("{VALUES_ALONE}")
    }

    fn gradients<const D: usize, const C: usize, const BITS: u32>(
        &self,
        _: &[Group<Words<L>>; C],
    ) -> [L::Bytes; C] {
        unreachable!("{VALUES_ALONE}")
    }

    fn corners_of_box<const D: usize>(&self, _: &[[Group<Words<L>>; BOX_SIDE_MAX]; D], _: usize) {
        unreachable!("{VALUES_ALONE}")
    }

    fn of_box<const D: usize>(&self, (): &(), _: usize, _: [usize; D]) -> Group<Words<L>> {
        unreachable!("{VALUES_ALONE}")
    }

    fn features<const D: usize>(&self, _: Group<Words<L>>) {
        unreachable!("{VALUES_ALONE}")
    }

    fn places<const D: usize>(&self, (): &(), _: usize) -> [Floats<L>; D] {
        unreachable!("{VALUES_ALONE}")
    }

    fn numbers<const D: usize>(&self, (): &(), _: usize) -> Floats<L> {
        unreachable!("{VALUES_ALONE}")
    }
}

const VALUES_ALONE: &str = "Elias's hash is of values alone";
