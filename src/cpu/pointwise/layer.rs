//! The loop over the chunks of a run, with any noise.

use std::array::from_fn;

use super::cell_positions::{AxisInput, CellPosition, CellPositions};
use super::chunk::{CHUNK, FloatChunk};
use super::hasher::ChunkHasher;
use crate::cpu::corner::CornerHash;
use crate::cpu::simd::{Lanes, Simd, SimdKernel};
use crate::program::Lattice;

/// One layer of a source at a run of samples.
pub(in crate::cpu) struct PointwiseLayer<'a> {
    pub source: &'a Lattice,
    /// The numbers of the job, by slot.
    pub numbers: &'a [f32],
    /// Where the samples lie along each of the source's axes.
    pub axes: &'a [AxisInput<'a>],
    pub hash: CornerHash<'a>,
    /// The samples.
    pub out: &'a mut [f32],
}

impl PointwiseLayer<'_> {
    /// Computes a noise over as many dimensions as the source has axes.
    pub(super) fn compute_noise<const D: usize>(self, noise: impl PointNoise<D>, simd: Simd) {
        simd.dispatch(ComputeChunks {
            noise,
            axes: from_fn(|axis| self.axes[axis]),
            hash: self.hash,
            out: self.out,
        });
    }
}

/// A noise over `D` dimensions.
pub(super) trait PointNoise<const D: usize> {
    /// Computes the noise at a chunk of samples. It must be `#[inline(always)]`, as all of a [`SimdKernel`].
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; D]) -> FloatChunk;
}

/// Computes a noise chunk by chunk.
struct ComputeChunks<'a, N, const D: usize> {
    noise: N,
    axes: [AxisInput<'a>; D],
    hash: CornerHash<'a>,
    out: &'a mut [f32],
}

impl<N: PointNoise<D>, const D: usize> SimdKernel for ComputeChunks<'_, N, D> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        let hasher = ChunkHasher::new(lanes, &self.hash);
        // The last chunk of a run may be shorter. Its arrays are full, with a sample repeated, and only the output is cut.
        let mut positions = [CellPositions::default(); D];
        for (i, out) in self.out.chunks_mut(CHUNK).enumerate() {
            for (positions, axis) in positions.iter_mut().zip(&self.axes) {
                positions.set(axis, i * CHUNK, out.len());
            }
            let noise = self.noise.at(&hasher, &positions);
            out.copy_from_slice(&noise[..out.len()]);
        }
    }
}

/// Computes the noise of each sample by a function of its position along each axis and of something for each of its corners,
/// such as the hash.
#[inline(always)]
pub(super) fn sampled<T: Copy, const D: usize, const C: usize>(
    positions: &[CellPositions; D],
    corners: &[[T; CHUNK]; C],
    noise: impl Fn([CellPosition; D], [T; C]) -> f32,
) -> FloatChunk {
    let mut out = [0.0; CHUNK];
    for (i, out) in out.iter_mut().enumerate() {
        *out = noise(
            from_fn(|axis| positions[axis].at(i)),
            from_fn(|c| corners[c][i]),
        );
    }
    out
}
