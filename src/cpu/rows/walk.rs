//! The walk: the layers of a source, or the octaves of a sum, along the rows of a slice.

use std::ops::Range;

use super::Walker;
use super::run::Target;
use crate::cpu::aligned::Aligned;
use crate::cpu::simd::{Kernel, Lanes};

/// Sets rows of samples to the sum of some layers, each through its walker.
pub(in crate::cpu) struct Walk<'w, 'a> {
    /// One walker a layer.
    pub walkers: &'w mut [Walker<'a>],
    /// The slice, and the rows in it.
    pub z: usize,
    pub y: Range<usize>,
    /// The samples: rows of `width`, one every `stride`, the last not longer than `width`.
    pub out: &'w mut [f32],
    pub width: usize,
    pub stride: usize,
    /// Room for the sums of two rows.
    pub sums: &'w mut [Aligned; 2],
    /// Whether the samples are written around the caches.
    pub stream: bool,
}

impl Kernel for Walk<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        for walker in &mut *self.walkers {
            walker.enter_slice(self.z);
        }
        let (width, stride) = (self.width, self.stride);
        let mut y = self.y.start;
        // Two rows share what is loaded for each sample.
        for pair in std::mem::take(&mut self.out).chunks_mut(2 * stride) {
            if pair.len() > stride {
                let (first, second) = pair.split_at_mut(stride);
                self.rows(lanes, y, [&mut first[..width], &mut second[..width]]);
            } else {
                self.rows(lanes, y, [&mut pair[..width]]);
            }
            y += 2;
        }
        if self.stream {
            lanes.fence();
        }
    }
}

impl Walk<'_, '_> {
    #[inline(always)]
    fn rows<L: Lanes, const N: usize>(&mut self, lanes: L, y: usize, mut out: [&mut [f32]; N]) {
        let last = self.walkers.len() - 1;
        for (i, walker) in self.walkers.iter_mut().enumerate() {
            let mut sums = self.sums.each_mut().into_iter();
            let sums: [&mut [f32]; N] = std::array::from_fn(
                #[inline(always)]
                |_| match sums.next() {
                    Some(sum) => &mut **sum,
                    None => &mut [],
                },
            );
            let target = Target {
                sums,
                out: (i == last).then(|| out.each_mut().map(|row| &mut **row)),
                first: i == 0,
                stream: self.stream,
            };
            walker.evaluate(lanes, y, target);
        }
    }
}
