//! Simplex noise at points, 2-D to 4-D (Perlin, *Noise Hardware*, SIGGRAPH course 2001; Gustavson, *Simplex Noise
//! Demystified*, 2005).
//!
//! The plane, the space or the 4-space is cut into simplices. A skew, x + F·Σx, maps them to a lattice of cubes, each of which
//! holds D! of them; the reverse takes off G·Σ. A sample is the sum over the D + 1 corners of its simplex of
//! max(0, ½ − |Δ|²)⁴·(g·Δ), Δ being the offset from the corner and g its gradient.
//!
//! In the cell positions of an axis, `keys` are the whole parts of x and of F·x, the term of this axis in the skew; `fraction`
//! and `fade` are the fractions of both.

use super::cell_positions::CellPositions;
use super::chunk::{CHUNK, FloatChunk, WordChunk, mapped};
use super::hasher::ChunkHasher;
use super::layer::{PointNoise, PointwiseLayer};
use super::perlin::{gradient_3d, gradient_4d};
use crate::cpu::simd::{Lanes, Simd};
use crate::program::unskew;

/// The factor of the sum over corners that makes its supremum 1, for the dimensions 2 to 4.
const SCALE: [f32; 3] = [70.148057, 76.88075, 62.777707];

/// Simplex noise, or its derivative along one of its axes.
struct Simplex {
    /// The index of the axis of the derivative.
    along: Option<usize>,
}

/// Computes a layer of simplex noise, or of its derivative along one of its axes.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    let noise = Simplex {
        along: layer.source.partial,
    };
    match layer.axes.len() {
        2 => layer.compute_noise::<2>(noise, simd),
        3 => layer.compute_noise::<3>(noise, simd),
        4 => layer.compute_noise::<4>(noise, simd),
        _ => unreachable!("simplex noise has two to four axes"),
    }
}

impl PointNoise<2> for Simplex {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 2]) -> FloatChunk {
        simplex(hasher, positions, 4, SCALE[0], |h, offset| {
            kernel(offset, self.along, |[x, y]| gradient_3d(h, [x, y, 0.0]))
        })
    }
}

impl PointNoise<3> for Simplex {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 3]) -> FloatChunk {
        simplex(hasher, positions, 4, SCALE[1], |h, offset| {
            kernel(offset, self.along, |offset| gradient_3d(h, offset))
        })
    }
}

impl PointNoise<4> for Simplex {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 4]) -> FloatChunk {
        simplex(hasher, positions, 5, SCALE[2], |h, offset| {
            kernel(offset, self.along, |offset| gradient_4d(h, offset))
        })
    }
}

/// A corner of the simplex of each sample.
struct SimplexCorner<const D: usize> {
    /// The keys of the corner.
    keys: [WordChunk; D],
    /// The offset of the sample from it.
    offset: [FloatChunk; D],
}

/// Sums what the corners of each sample's simplex contribute. `bits` bits of a hash select a gradient.
#[inline(always)]
fn simplex<L: Lanes, const D: usize>(
    hasher: &ChunkHasher<L>,
    positions: &[CellPositions; D],
    bits: u32,
    scale: f32,
    kernel: impl Fn(u32, [f32; D]) -> f32,
) -> FloatChunk {
    let (keys, part) = skewed(positions);
    let back = unskew(D) as f32;
    // The first corner is the low one of the cube. The offset from it, unskewed, is part − G·Σpart.
    let mut offset = part;
    for i in 0..CHUNK {
        let shift = back * (0..D).fold(0.0, |sum, axis| sum + part[axis][i]);
        for offset in &mut offset {
            offset[i] -= shift;
        }
    }
    // From the low corner of its cube a sample's simplex goes to the high one, a step along each axis in the order of its parts.
    let rank = ranks(&part);
    let mut corner = SimplexCorner { keys, offset };
    let mut sum = [0.0; CHUNK];
    for step in 0..=D {
        if step > 0 {
            corner.step(&rank, step as u32 - 1, back);
        }
        let hashes = hasher.bits(corner.keys.each_ref(), bits);
        for i in 0..CHUNK {
            sum[i] += kernel(hashes[i], corner.offset.each_ref().map(|offset| offset[i]));
        }
    }
    mapped(&sum, |sum| scale * sum)
}

impl<const D: usize> SimplexCorner<D> {
    /// Moves to the next corner: one step of the lattice along one axis, that of the largest part first. Unskewed, the step is
    /// 1 − G along that axis and −G along the others.
    #[inline(always)]
    fn step(&mut self, rank: &[WordChunk; D], step: u32, back: f32) {
        for axis in 0..D {
            for i in 0..CHUNK {
                let here = rank[axis][i] == step;
                self.keys[axis][i] = self.keys[axis][i].wrapping_add(here.into());
                self.offset[axis][i] += back - if here { 1.0 } else { 0.0 };
            }
        }
    }
}

/// Returns for each part how many others are larger: the order in which the corners step along the axes. Of equal parts the
/// first counts as larger.
#[inline(always)]
fn ranks<const D: usize>(part: &[FloatChunk; D]) -> [WordChunk; D] {
    let mut ranks = [[0; CHUNK]; D];
    // Each pair is compared once, and the smaller part gets a larger rank. Without branches, so that it vectorises.
    for first in 0..D {
        for second in first + 1..D {
            for i in 0..CHUNK {
                let second_larger = u32::from(part[second][i] > part[first][i]);
                ranks[first][i] += second_larger;
                ranks[second][i] += 1 - second_larger;
            }
        }
    }
    ranks
}

/// Returns the cube of each sample on the skewed lattice, and the fractions within it. Whole parts are split off as soon as they
/// arise, so that the rest stays small and precise.
#[inline(always)]
fn skewed<const D: usize>(positions: &[CellPositions; D]) -> ([WordChunk; D], [FloatChunk; D]) {
    let (mut keys, mut part) = ([[0; CHUNK]; D], [[0.0; CHUNK]; D]);
    for i in 0..CHUNK {
        let (mut whole, mut rest) = (0u32, 0.0);
        // The skew, F·Σx, as whole + rest.
        for at in positions {
            rest += at.fade[i];
            let more = f32::floor(rest);
            rest -= more;
            whole = (whole.wrapping_add(at.keys[1][i])).wrapping_add_signed(more as i32);
        }
        // All axes move by the skew, whose whole part goes to the key.
        for axis in 0..D {
            let moved = positions[axis].fraction[i] + rest;
            let floor = moved.floor();
            let key = positions[axis].keys[0][i].wrapping_add(whole);
            keys[axis][i] = key.wrapping_add_signed(floor as i32);
            part[axis][i] = moved - floor;
        }
    }
    (keys, part)
}

/// Computes what a corner contributes, n⁴·(g·Δ) with n = max(0, ½ − |Δ|²), or the derivative of that along axis a,
/// n⁴·gₐ − 8·n³·Δₐ·(g·Δ). `product` is the dot product of the corner's gradient and a vector.
#[inline(always)]
fn kernel<const D: usize>(
    offset: [f32; D],
    along: Option<usize>,
    product: impl Fn([f32; D]) -> f32,
) -> f32 {
    let square = offset.iter().fold(0.0, |sum, d| sum + d * d);
    let near = (0.5 - square).max(0.0);
    match along {
        None => near * near * (near * near) * product(offset),
        Some(axis) => {
            let mut one = [0.0; D];
            one[axis] = 1.0;
            near * near * near * (near * product(one) - 8.0 * offset[axis] * product(offset))
        }
    }
}
