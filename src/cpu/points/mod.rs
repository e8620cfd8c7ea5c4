//! The way of points: displaced samples, noises that have no rows, and what [`Points`](super::Points) asks for.
//!
//! Samples go in chunks. What every sample of a chunk needs is an array, and each step is a plain loop over such arrays:
//! the compiler makes vectors of them in each form, and fuses nothing.
#![expect(
    clippy::needless_range_loop,
    reason = "arrays of one length are read and written at one index"
)]

mod blend;
mod classic;
mod fades;
mod hasher;
mod perlin;
mod places;
mod run;
mod simplex;
mod slope;
mod value;
mod worley;

use std::array::from_fn;

use hasher::Hasher;
use places::{Place, Places};
pub(super) use run::{Along, Run, Set};
use slope::Partial;

use crate::cpu::corner::Corners;
use crate::cpu::simd::{Kernel, Lanes, Simd};
use crate::grid::table::Columns;
use crate::grid::{AxisTable, Map};
use crate::program::{Lattice, LatticeNoise};

/// Samples that are computed together: as many as the widest vector has bytes.
const CHUNK: usize = 64;

/// A number for each sample of a chunk.
type Floats = [f32; CHUNK];
/// A key or a hash for each.
type Words = [u32; CHUNK];

/// One axis of a source that goes point by point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis<'a> {
    /// Where the samples of the run lie, but for the displacement.
    pub plain: Plain<'a>,
    /// What stands for a place.
    pub columns: Columns,
    /// The displacement of each sample of the run, in the units of the source's frame.
    pub displacement: Option<&'a [f32]>,
    /// Cells per unit of it.
    pub rate: f32,
    /// In cells; 0 is none.
    pub period: u32,
}

/// Where samples lie along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plain<'a> {
    /// At successive entries of a table, from that one on.
    Entries(&'a AxisTable, usize),
    /// All at one entry.
    Entry(&'a AxisTable, usize),
    /// At points, under a map to cells.
    Points(Along<'a>, Map),
}

/// Sets `out` to a layer of a source at its samples.
pub(super) struct Fill<'a> {
    pub source: &'a Lattice,
    /// The job's, by slot.
    pub numbers: &'a [f32],
    pub axes: &'a [Axis<'a>],
    pub corners: Corners<'a>,
    pub out: &'a mut [f32],
}

impl Fill<'_> {
    /// Runs the kernel of the source. Each noise in each number of dimensions is a kernel of its own: as one function they would
    /// take the compiler minutes.
    pub fn run(self, simd: Simd) {
        let source = self.source;
        match (source.noise, source.columns(), source.partial) {
            (LatticeNoise::Perlin | LatticeNoise::Classic, Columns::Faded(fade), Some(along)) => {
                slope::fill(self, Partial { fade, along }, simd);
            }
            (LatticeNoise::Perlin, ..) => perlin::fill(self, simd),
            (LatticeNoise::Classic, ..) => classic::fill(self, simd),
            (LatticeNoise::Value(_), ..) => value::fill(self, simd),
            (LatticeNoise::Simplex, ..) => simplex::fill(self, simd),
            (LatticeNoise::Worley(_), ..) => worley::fill(self, simd),
        }
    }

    /// Runs a noise over as many dimensions as the source has axes.
    fn with<const D: usize>(self, noise: impl PointNoise<D>, simd: Simd) {
        simd.run(Chunks {
            noise,
            axes: from_fn(|axis| self.axes[axis]),
            corners: self.corners,
            out: self.out,
        });
    }
}

/// A noise over `D` dimensions.
trait PointNoise<const D: usize> {
    /// The noise at a chunk of samples. It must be `#[inline(always)]`, as all of a [`Kernel`].
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; D]) -> Floats;
}

/// Sets each chunk of samples to the noise at its places.
struct Chunks<'a, N, const D: usize> {
    noise: N,
    axes: [Axis<'a>; D],
    corners: Corners<'a>,
    out: &'a mut [f32],
}

impl<N: PointNoise<D>, const D: usize> Kernel for Chunks<'_, N, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let hasher = Hasher::new(lanes, &self.corners);
        let mut places = [Places::default(); D];
        for (i, out) in self.out.chunks_mut(CHUNK).enumerate() {
            for (places, axis) in places.iter_mut().zip(&self.axes) {
                places.set(axis, i * CHUNK, out.len());
            }
            let noise = self.noise.at(&hasher, &places);
            out.copy_from_slice(&noise[..out.len()]);
        }
    }
}

/// A function of each sample. What arrays themselves offer is not always inlined, and then has no vectors.
#[inline(always)]
fn mapped<A: Copy, B: Copy + Default>(from: &[A; CHUNK], f: impl Fn(A) -> B) -> [B; CHUNK] {
    let mut to = [B::default(); CHUNK];
    for (to, &from) in to.iter_mut().zip(from) {
        *to = f(from);
    }
    to
}

/// A function of each sample's two numbers.
#[inline(always)]
fn zipped(a: &Floats, b: &Floats, f: impl Fn(f32, f32) -> f32) -> Floats {
    let mut to = [0.0; CHUNK];
    for ((to, &a), &b) in to.iter_mut().zip(a).zip(b) {
        *to = f(a, b);
    }
    to
}

/// Each sample's noise from its places and from what its corners are known by.
#[inline(always)]
fn sampled<T: Copy, const D: usize, const C: usize>(
    places: &[Places; D],
    corners: &[[T; CHUNK]; C],
    noise: impl Fn([Place; D], [T; C]) -> f32,
) -> Floats {
    let mut out = [0.0; CHUNK];
    for (i, out) in out.iter_mut().enumerate() {
        *out = noise(
            from_fn(|axis| places[axis].at(i)),
            from_fn(|c| corners[c][i]),
        );
    }
    out
}
