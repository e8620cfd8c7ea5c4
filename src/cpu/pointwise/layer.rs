//! The loop over the groups of a run, with any noise.

use std::array::from_fn;

use super::cells::{AxisInput, Cells};
use super::hasher::{EliasHasher, Hasher, IntegerHasher, TableHasher};
use crate::cpu::corner::CornerHash;
use crate::cpu::simd::{Floats, Group, Lanes, Simd, SimdKernel};
use crate::cpu::sizes::GROUP_MAX;
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
        simd.dispatch(ComputeGroups {
            noise,
            axes: from_fn(|axis| self.axes[axis]),
            hash: self.hash,
            out: self.out,
        });
    }
}

/// A noise over `D` dimensions.
pub(super) trait PointNoise<const D: usize> {
    /// Whether corners may have Elias's hash, which is of values alone. No kernel is compiled for it otherwise.
    const OF_VALUES: bool = false;

    /// Computes the noise at a group of samples. It must be `#[inline(always)]`, as all of a [`SimdKernel`].
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; D]) -> Group<Floats<L>>;
}

/// Computes a noise group by group.
struct ComputeGroups<'a, N, const D: usize> {
    noise: N,
    axes: [AxisInput<'a>; D],
    hash: CornerHash<'a>,
    out: &'a mut [f32],
}

impl<N: PointNoise<D>, const D: usize> SimdKernel for ComputeGroups<'_, N, D> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        let ComputeGroups {
            noise,
            axes,
            hash,
            out,
        } = self;
        match hash {
            CornerHash::Table(table) => {
                compute(lanes, &noise, &axes, &TableHasher::new(lanes, table), out);
            }
            CornerHash::Integer(key) => {
                compute(lanes, &noise, &axes, &IntegerHasher::new(lanes, key), out);
            }
            CornerHash::Elias(key) if N::OF_VALUES => {
                compute(lanes, &noise, &axes, &EliasHasher::new(lanes, key), out);
            }
            CornerHash::Elias(_) => unreachable!("Elias's hash is of values alone"),
        }
    }
}

/// Computes a noise with a hash.
#[inline(always)]
fn compute<L: Lanes, const D: usize>(
    lanes: L,
    noise: &impl PointNoise<D>,
    axes: &[AxisInput; D],
    hasher: &impl Hasher<L>,
    out: &mut [f32],
) {
    for first in (0..out.len()).step_by(L::BYTES) {
        let mut cells = [Cells::new(lanes, &axes[0], first); D];
        for axis in 1..D {
            cells[axis] = Cells::new(lanes, &axes[axis], first);
        }
        let values = noise.at(hasher, &cells);
        let out = &mut out[first..];
        if out.len() >= L::BYTES {
            store(values, out);
        } else {
            // The last group of a run may be shorter.
            let mut all = [0.0; GROUP_MAX];
            store(values, &mut all);
            out.copy_from_slice(&all[..out.len()]);
        }
    }
}

#[inline(always)]
fn store<L: Lanes>(values: Group<Floats<L>>, out: &mut [f32]) {
    for q in 0..4 {
        values[q].store(&mut out[q * L::WIDTH..][..L::WIDTH]);
    }
}
