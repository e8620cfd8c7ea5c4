//! The loop over the groups of a run, with any noise.

use super::cells::{AxisInput, Cells};
use super::hasher::{EliasHash, HashAtLanes, Hasher, IntegerHash, TableHash};
use super::sample_positions::LatticePosition;
use crate::cpu::corner::CornerHash;
use crate::cpu::simd::{Floats, Group, Lanes, Simd, SimdKernel, align_frame};
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
    /// Which sample of the positions is the first of the run.
    pub first: usize,
    /// The samples.
    pub out: &'a mut [f32],
}

impl PointwiseLayer<'_> {
    /// Computes a noise over as many dimensions as the source has axes.
    pub(super) fn compute_noise<const D: usize, N: PointNoise<D>>(self, noise: N, simd: Simd) {
        match self.hash {
            CornerHash::Table(table) => self.compute_hashed(noise, TableHash(table), simd),
            CornerHash::Integer(key) => self.compute_hashed(noise, IntegerHash(key), simd),
            CornerHash::Elias(key) if N::OF_VALUES => {
                self.compute_hashed(noise, EliasHash(key), simd);
            }
            CornerHash::Elias(_) => unreachable!("Elias's hash is of values alone"),
        }
    }

    /// Computes a noise with a hash. What is known before the loop chooses the kernel: a kernel for all would, unoptimised,
    /// need most of a thread's stack.
    fn compute_hashed<const D: usize, N: PointNoise<D>>(
        self,
        noise: N,
        hash: impl HashAtLanes,
        simd: Simd,
    ) {
        let Some(axes) = self.axes.first_chunk::<D>() else {
            unreachable!("a noise has no more dimensions than its source has axes");
        };
        let (first, out) = (self.first, self.out);
        if N::HAS_ROW_KERNEL && is_row(axes) {
            simd.dispatch(ComputeGroups::<_, _, D, true> {
                noise,
                axes,
                hash,
                first,
                out,
            });
        } else {
            simd.dispatch(ComputeGroups::<_, _, D, false> {
                noise,
                axes,
                hash,
                first,
                out,
            });
        }
    }
}

/// A noise over `D` dimensions.
pub(super) trait PointNoise<const D: usize> {
    /// Whether corners may have Elias's hash, which is of values alone. No kernel is compiled for it otherwise.
    const OF_VALUES: bool = false;
    /// Whether there is a kernel of its own for rows of a grid.
    const HAS_ROW_KERNEL: bool = false;

    /// Computes the noise at a group of samples. It must be `#[inline(always)]`, as all of a [`SimdKernel`].
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; D]) -> Group<Floats<L>>;
}

/// Computes a noise group by group, of a row of a grid or of other points.
struct ComputeGroups<'a, N, H, const D: usize, const IS_ROW: bool> {
    noise: N,
    axes: &'a [AxisInput<'a>; D],
    hash: H,
    first: usize,
    out: &'a mut [f32],
}

impl<N: PointNoise<D>, H: HashAtLanes, const D: usize, const IS_ROW: bool> SimdKernel
    for ComputeGroups<'_, N, H, D, IS_ROW>
{
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        let ComputeGroups {
            noise,
            axes,
            hash,
            first,
            out,
        } = self;
        align_frame();
        let hasher = hash.at_lanes(lanes);
        let mut cells = [Cells::nowhere(lanes); D];
        if IS_ROW {
            for axis in 1..D {
                cells[axis] = Cells::new(lanes, &axes[axis], 0);
            }
        }
        let varying = if IS_ROW { 1 } else { D };
        for i in (0..out.len()).step_by(L::BYTES) {
            for axis in 0..varying {
                cells[axis] = Cells::new(lanes, &axes[axis], first + i);
            }
            store(noise.at(&hasher, &cells), &mut out[i..]);
        }
    }
}

/// Whether samples differ along the first axis alone, as in a row of a grid.
fn is_row<const D: usize>(axes: &[AxisInput; D]) -> bool {
    (axes[1..].iter()).all(|axis| matches!(axis.position, LatticePosition::Entry(..)))
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
