//! The walk: the layers of a source, or the octaves of a sum, along the rows of a slice.

use std::ops::Range;

use super::run::Target;
use super::{Sums, Walker};
use crate::cpu::simd::{Kernel, Lanes};

/// Sets rows of samples to the sum of some layers, each through its walker.
pub(in crate::cpu) struct Walk<'w, 'a> {
    /// One walker a layer.
    pub walkers: &'w mut [Walker<'a>],
    /// The slice, and the rows in it.
    pub z: usize,
    pub y: Range<usize>,
    /// The samples: rows of `width`, one every `stride`, up to the end of the last.
    pub out: &'w mut [f32],
    pub width: usize,
    pub stride: usize,
    /// Room for the sums of two rows.
    pub sums: &'w mut [Box<Sums>; 2],
    /// Whether the samples are written around the caches.
    pub stream: bool,
}

impl Kernel for Walk<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        for walker in &mut *self.walkers {
            walker.enter_slice(self.z);
        }
        let (width, stride) = (self.width, self.stride);
        let [sum, other_sum] = self.sums;
        let mut y = self.y.start;
        // Two rows share what is loaded for each sample.
        for pair in self.out.chunks_mut(2 * stride) {
            match pair.split_at_mut_checked(stride) {
                Some((first, second)) if !second.is_empty() => {
                    let out = [&mut first[..width], &mut second[..width]];
                    layers(lanes, self.walkers, y, [sum, other_sum], out, self.stream);
                }
                _ => layers(
                    lanes,
                    self.walkers,
                    y,
                    [sum],
                    [&mut pair[..width]],
                    self.stream,
                ),
            }
            y += 2;
        }
        if self.stream {
            lanes.fence();
        }
    }
}

/// Sets `N` rows from sample y on to the sum of the layers.
#[inline(always)]
fn layers<'b, L: Lanes, const N: usize>(
    lanes: L,
    walkers: &mut [Walker],
    y: usize,
    mut sums: [&'b mut Sums; N],
    mut out: [&'b mut [f32]; N],
    stream: bool,
) {
    let last = walkers.len() - 1;
    let aligned = (out.iter()).all(|row| lanes.before_streams(row) == 0);
    let straight = aligned || !stream;
    for (i, walker) in walkers.iter_mut().enumerate() {
        let target = Target {
            sums: &mut sums,
            out: (i == last && straight).then_some(&mut out),
            first: i == 0,
            stream,
        };
        walker.evaluate(lanes, y, target);
    }
    if !straight {
        for (sum, row) in sums.iter().zip(&mut out) {
            stream_row(lanes, sum, row);
        }
    }
}

/// Writes a row around the caches, wherever it begins: a vector cannot be where it is not aligned.
#[inline(always)]
fn stream_row<L: Lanes>(lanes: L, sums: &Sums, row: &mut [f32]) {
    let ahead = lanes.before_streams(row);
    let (first, rest) = row.split_at_mut(ahead);
    let (before, sums) = sums.0.split_at(ahead);
    lanes.stream_few(before, first);
    let mut vectors = rest.chunks_exact_mut(L::WIDTH);
    let mut at = 0;
    for to in &mut vectors {
        lanes.stream(lanes.load(&sums[at..]), to);
        at += L::WIDTH;
    }
    let last = vectors.into_remainder();
    lanes.stream_few(&sums[at..][..last.len()], last);
}
