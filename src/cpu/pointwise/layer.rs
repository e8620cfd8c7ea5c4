//! The loop over the groups of a run, with any noise.

use std::array::from_fn;

use super::cells::{AxisInput, BasePosition, Cells};
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
    /// Whether grids are computed point by point, too. No kernel is compiled for their rows otherwise.
    const ON_GRIDS: bool = false;

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
fn compute<L: Lanes, N: PointNoise<D>, const D: usize>(
    lanes: L,
    noise: &N,
    axes: &[AxisInput; D],
    hasher: &impl Hasher<L>,
    out: &mut [f32],
) {
    let mut cells = [Cells::new(lanes, &axes[0], 0); D];
    for axis in 1..D {
        cells[axis] = Cells::new(lanes, &axes[axis], 0);
    }
    if N::ON_GRIDS && is_row(axes) {
        for first in (0..out.len()).step_by(L::BYTES) {
            cells[0] = Cells::new(lanes, &axes[0], first);
            store(noise.at(hasher, &cells), &mut out[first..]);
        }
    } else {
        for first in (0..out.len()).step_by(L::BYTES) {
            for axis in 0..D {
                cells[axis] = Cells::new(lanes, &axes[axis], first);
            }
            store(noise.at(hasher, &cells), &mut out[first..]);
        }
    }
}

/// Whether samples differ along the first axis alone: a row of a grid.
#[inline(always)]
fn is_row<const D: usize>(axes: &[AxisInput; D]) -> bool {
    let mut is_row = true;
    for axis in &axes[1..] {
        is_row &= matches!(axis.base, BasePosition::Entry(..)) && axis.displacement.is_none();
    }
    is_row
}

/// Stores a group, or as many of its samples as there are left in the run.
#[inline(always)]
fn store<L: Lanes>(values: Group<Floats<L>>, out: &mut [f32]) {
    if out.len() >= L::BYTES {
        store_all(values, out);
    } else {
        let mut all = [0.0; GROUP_MAX];
        store_all(values, &mut all);
        out.copy_from_slice(&all[..out.len()]);
    }
}

#[inline(always)]
fn store_all<L: Lanes>(values: Group<Floats<L>>, out: &mut [f32]) {
    for q in 0..4 {
        values[q].store(&mut out[q * L::WIDTH..][..L::WIDTH]);
    }
}
