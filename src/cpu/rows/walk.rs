//! Rows of samples as the sum of some layers: one source, or the octaves of a fold.

use std::ops::Range;

use super::buffers::PerSample;
use super::coefficients::Coefficients;
use super::destination::Destination;
use super::octave_term::{AddTerm, OctaveTerm};
use super::walker::Walker;
use crate::cpu::non_temporal::CopySamples;
use crate::cpu::simd::{Lanes, SimdKernel};
use crate::cpu::tile_rows::RowsMut;
use crate::program::Octaves;

/// Sets rows of samples to the sum of some layers.
pub(in crate::cpu) struct WalkRows<'w, 'a> {
    /// One walker for each layer.
    pub walkers: &'w mut [Walker<'a>],
    /// The sample of z, and the rows in its slice.
    pub z: usize,
    pub y: Range<usize>,
    /// The samples of these rows.
    pub out: RowsMut<'w>,
    /// Memory for two rows.
    pub buffers: &'w mut RowBuffers,
    /// Whether the samples are written with non-temporal stores. [`Fence`](crate::cpu::non_temporal::Fence) must then follow.
    pub non_temporal: bool,
    /// What the layers add to the sum if they are the octaves of a fractal that adds another number than their values.
    pub terms: Option<Terms<'w>>,
}

/// The memory that one or two rows of samples need while their layers are summed.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(in crate::cpu) struct RowBuffers {
    /// The coefficients of the current layer.
    coefficients: [Coefficients; 2],
    /// The sums of the layers so far.
    sums: [PerSample; 2],
    /// The values of one octave of a fractal, and what the octave before has handed on to it.
    values: [PerSample; 2],
    carried: [PerSample; 2],
}

/// What the octaves of a fractal add to its sum.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Terms<'w> {
    pub term: OctaveTerm<f32>,
    pub octaves: &'w Octaves,
}

impl SimdKernel for WalkRows<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(mut self, lanes: L) {
        for walker in &mut *self.walkers {
            walker.enter_slice(self.z);
        }
        let (width, stride) = (self.out.width, self.out.stride);
        let samples = std::mem::take(&mut self.out.samples);
        let mut y = self.y.start;
        // Two rows at a time, so that the fraction and the fade of each sample are loaded once for both.
        for pair in samples.chunks_mut(2 * stride) {
            match pair.split_at_mut_checked(stride) {
                Some((first, second)) if !second.is_empty() => {
                    self.sum_rows(lanes, y, [&mut first[..width], &mut second[..width]]);
                }
                _ => self.sum_rows(lanes, y, [&mut pair[..width]]),
            }
            y += 2;
        }
    }
}

impl WalkRows<'_, '_> {
    /// Sets `N` rows from sample y on to the sum of the layers.
    #[inline(always)]
    fn sum_rows<L: Lanes, const N: usize>(&mut self, lanes: L, y: usize, mut out: [&mut [f32]; N]) {
        // Non-temporal stores of vectors need an aligned address. Rows that are not aligned are summed in `sums` and then
        // copied to the output; for all others the last layer writes the output directly.
        let aligned = (out.iter()).all(|row| lanes.unaligned_prefix(row) == 0);
        let direct = self.terms.is_none() && (aligned || !self.non_temporal);
        let (width, last) = (self.out.width, self.walkers.len() - 1);
        let RowBuffers {
            coefficients,
            sums,
            values,
            carried,
        } = self.buffers;
        for (i, walker) in self.walkers.iter_mut().enumerate() {
            let destination = Destination {
                sums: if self.terms.is_some() { values } else { sums },
                out: (i == last && direct).then_some(&mut out),
                first: i == 0 || self.terms.is_some(),
                non_temporal: self.non_temporal,
            };
            walker.evaluate_rows(lanes, y, coefficients, destination);
            let Some(terms) = self.terms else {
                continue;
            };
            for row in 0..N {
                lanes.execute_outlined(AddTerm {
                    term: terms.term,
                    first: i == 0,
                    weight: terms.octaves.weights[i],
                    amplitude: terms.octaves.amplitudes[i],
                    values: &values[row].0[..width],
                    carried: &mut carried[row].0[..width],
                    sums: &mut sums[row].0[..width],
                });
            }
        }
        if !direct {
            for (sums, row) in sums.iter().zip(out) {
                let sums = &sums.0[..width];
                match self.non_temporal {
                    true => CopySamples {
                        from: sums,
                        to: row,
                    }
                    .execute(lanes),
                    false => row.copy_from_slice(sums),
                }
            }
        }
    }
}
