//! Rows of samples as the sum of some layers: one source, or the octaves of a fold.

use std::ops::Range;

use super::buffers::Sums;
use super::destination::Destination;
use super::walker::Walker;
use crate::cpu::simd::{Lanes, SimdKernel};

/// Sets rows of samples to the sum of some layers.
pub(in crate::cpu) struct WalkRows<'w, 'a> {
    /// One walker for each layer.
    pub walkers: &'w mut [Walker<'a>],
    /// The sample of z, and the rows in its slice.
    pub z: usize,
    pub y: Range<usize>,
    /// The samples: rows of `width`, one every `stride`, up to the end of the last row.
    pub out: &'w mut [f32],
    pub width: usize,
    pub stride: usize,
    /// Memory for the sums of two rows.
    pub sums: &'w mut [Box<Sums>; 2],
    /// Whether the samples are written with non-temporal stores.
    pub non_temporal: bool,
}

impl SimdKernel for WalkRows<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        for walker in &mut *self.walkers {
            walker.enter_slice(self.z);
        }
        let (width, stride) = (self.width, self.stride);
        let [sum, other_sum] = self.sums;
        let mut y = self.y.start;
        // Two rows at a time, so that the fraction and the fade of each sample are loaded once for both.
        for pair in self.out.chunks_mut(2 * stride) {
            match pair.split_at_mut_checked(stride) {
                Some((first, second)) if !second.is_empty() => {
                    let out = [&mut first[..width], &mut second[..width]];
                    sum_layers(
                        lanes,
                        self.walkers,
                        y,
                        [sum, other_sum],
                        out,
                        self.non_temporal,
                    );
                }
                _ => sum_layers(
                    lanes,
                    self.walkers,
                    y,
                    [sum],
                    [&mut pair[..width]],
                    self.non_temporal,
                ),
            }
            y += 2;
        }
        if self.non_temporal {
            lanes.fence();
        }
    }
}

/// Sets `N` rows from sample y on to the sum of the layers.
#[inline(always)]
fn sum_layers<'b, L: Lanes, const N: usize>(
    lanes: L,
    walkers: &mut [Walker],
    y: usize,
    mut sums: [&'b mut Sums; N],
    mut out: [&'b mut [f32]; N],
    non_temporal: bool,
) {
    let last = walkers.len() - 1;
    // Non-temporal stores of vectors need an aligned address. Rows that are not aligned are summed in `sums` and then
    // copied to the output; for all others the last layer writes the output directly.
    let aligned = (out.iter()).all(|row| lanes.unaligned_prefix(row) == 0);
    let direct = aligned || !non_temporal;
    for (i, walker) in walkers.iter_mut().enumerate() {
        let destination = Destination {
            sums: &mut sums,
            out: (i == last && direct).then_some(&mut out),
            first: i == 0,
            non_temporal,
        };
        walker.evaluate_rows(lanes, y, destination);
    }
    if !direct {
        for (sum, row) in sums.iter().zip(&mut out) {
            copy_row(lanes, sum, row);
        }
    }
}

/// Copies a row to any address with non-temporal stores: single numbers up to the first aligned address, then vectors, then
/// single numbers.
#[inline(always)]
fn copy_row<L: Lanes>(lanes: L, sums: &Sums, row: &mut [f32]) {
    let prefix = lanes.unaligned_prefix(row);
    let (first, rest) = row.split_at_mut(prefix);
    let (before, sums) = sums.0.split_at(prefix);
    lanes.copy_non_temporal(before, first);
    let mut vectors = rest.chunks_exact_mut(L::WIDTH);
    let mut at = 0;
    for to in &mut vectors {
        lanes.store_non_temporal(lanes.load(&sums[at..]), to);
        at += L::WIDTH;
    }
    let last = vectors.into_remainder();
    lanes.copy_non_temporal(&sums[at..][..last.len()], last);
}
