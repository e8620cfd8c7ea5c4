//! Copies of samples with non-temporal stores, which go around the caches.

use super::simd::{Lanes, SimdKernel};

/// Copies samples to any address. [`Fence`] must follow before another thread reads them.
pub(super) struct CopySamples<'a> {
    pub from: &'a [f32],
    /// As many samples.
    pub to: &'a mut [f32],
}

impl SimdKernel for CopySamples<'_> {
    type Output = ();

    /// Copies single numbers up to the first aligned address, then vectors, then single numbers.
    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        let CopySamples { from, to } = self;
        let (before, to) = to.split_at_mut(lanes.unaligned_prefix(to));
        let (first, from) = from.split_at(before.len());
        lanes.copy_non_temporal(first, before);
        let mut vectors = to.chunks_exact_mut(L::WIDTH);
        let mut at = 0;
        for to in &mut vectors {
            lanes.store_non_temporal(lanes.load(&from[at..]), to);
            at += L::WIDTH;
        }
        let after = vectors.into_remainder();
        lanes.copy_non_temporal(&from[at..][..after.len()], after);
    }
}

/// Orders non-temporal stores before all later stores.
pub(super) struct Fence;

impl SimdKernel for Fence {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        lanes.fence();
    }
}
