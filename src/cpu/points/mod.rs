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
use crate::cpu::simd::{Kernel, Lanes};
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

impl Kernel for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Fill {
            source,
            numbers,
            axes,
            corners,
            out,
        } = self;
        let hasher = Hasher::new(lanes, &corners);
        let (noise, partial) = (source.noise, source.partial);
        match (noise, source.columns(), partial) {
            (LatticeNoise::Perlin | LatticeNoise::Classic, Columns::Faded(fade), Some(along)) => {
                slope::fill(noise, Partial { fade, along }, axes, &hasher, out)
            }
            (LatticeNoise::Perlin, ..) => perlin::fill(axes, &hasher, out),
            (LatticeNoise::Classic, ..) => classic::fill(axes, &hasher, out),
            (LatticeNoise::Value { .. }, ..) => {
                value::fill((noise, partial), numbers, axes, &hasher, out);
            }
            (LatticeNoise::Simplex, ..) => simplex::fill(partial, axes, &hasher, out),
            (LatticeNoise::Worley { .. }, ..) => worley::fill(noise, numbers, axes, &hasher, out),
        }
    }
}

/// Sets each chunk of samples to the noise at its places. The text of a macro lies in the function that has the
/// instructions; a closure as long as this may be compiled without them.
macro_rules! each {
    ($axes:expr, $out:expr, |$places:pat_param| $noise:expr) => {{
        let axes = $axes;
        let out: &mut [f32] = $out;
        let mut places = axes.map(|_| $crate::cpu::points::Places::default());
        for (i, out) in out.chunks_mut($crate::cpu::points::CHUNK).enumerate() {
            for (places, axis) in places.iter_mut().zip(axes) {
                places.set(axis, i * $crate::cpu::points::CHUNK, out.len());
            }
            let $places = &places;
            let noise: $crate::cpu::points::Floats = $noise;
            out.copy_from_slice(&noise[..out.len()]);
        }
    }};
}
use each;

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
