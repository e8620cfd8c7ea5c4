//! Improved Perlin noise at points, 1-D to 4-D (Perlin, *Improving Noise*, SIGGRAPH 2002).
//!
//! Each corner contributes the dot product of its gradient and the offset of the sample from it, and fades blend the corners.

use super::blend::{blend_1d, blend_2d, blend_3d, blend_4d, offset};
use super::cell_positions::{CellPosition, CellPositions};
use super::chunk::{CHUNK, FloatChunk, WordChunk, mapped};
use super::hasher::ChunkHasher;
use super::layer::{PointNoise, PointwiseLayer, sampled};
use crate::cpu::simd::{Lanes, Simd};

struct Perlin;

/// Computes a layer of perlin noise.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    match layer.axes.len() {
        1 => layer.compute_noise::<1>(Perlin, simd),
        2 => layer.compute_noise::<2>(Perlin, simd),
        3 => layer.compute_noise::<3>(Perlin, simd),
        4 => layer.compute_noise::<4>(Perlin, simd),
        _ => unreachable!("perlin noise has one to four axes"),
    }
}

impl PointNoise<1> for Perlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 1]) -> FloatChunk {
        sampled(positions, &slopes(hasher, positions), perlin_1d)
    }
}

impl PointNoise<2> for Perlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 2]) -> FloatChunk {
        sampled(positions, &plane_hashes(hasher, positions), perlin_2d)
    }
}

impl PointNoise<3> for Perlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 3]) -> FloatChunk {
        sampled(positions, &hasher.cells(positions, 4), perlin_3d)
    }
}

impl PointNoise<4> for Perlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 4]) -> FloatChunk {
        sampled(positions, &hasher.cells(positions, 5), perlin_4d)
    }
}

/// Returns the slopes at both corners of the cells, −2 to 2: in one dimension a corner has a slope of any value.
#[inline(always)]
pub(super) fn slopes<L: Lanes>(
    hasher: &ChunkHasher<L>,
    [x]: &[CellPositions; 1],
) -> [FloatChunk; 2] {
    let mut slopes = [[0.0; CHUNK]; 2];
    for (slopes, keys) in slopes.iter_mut().zip(&x.keys) {
        *slopes = mapped(&hasher.value([keys]), |value| 2.0 * value);
    }
    slopes
}

/// Returns the gradient indices of the 4 corners of the cells. With a permutation table two dimensions are the plane z = 0 of
/// three, as in Perlin's code, so there is a third look-up.
#[inline(always)]
pub(super) fn plane_hashes<L: Lanes>(
    hasher: &ChunkHasher<L>,
    positions: &[CellPositions; 2],
) -> [WordChunk; 4] {
    let ChunkHasher::Table(..) = hasher else {
        return hasher.cells(positions, 4);
    };
    let [x, y] = positions;
    std::array::from_fn(|c| hasher.bits([&x.keys[c & 1], &y.keys[c >> 1], &[0; CHUNK]], 4))
}

/// Computes the noise from the slopes of the 2 corners.
#[inline(always)]
fn perlin_1d(position: [CellPosition; 1], slopes: [f32; 2]) -> f32 {
    blend_1d(&position, |c| slopes[c] * offset(&position, 0, c))
}

/// Computes the noise from the hashes of the 4 corners.
#[inline(always)]
fn perlin_2d(position: [CellPosition; 2], hashes: [u32; 4]) -> f32 {
    let along = |axis, c| offset(&position, axis, c);
    blend_2d(&position, |c| {
        gradient_3d(hashes[c], [along(0, c), along(1, c), 0.0])
    })
}

/// Computes the noise from the hashes of the 8 corners.
#[inline(always)]
fn perlin_3d(position: [CellPosition; 3], hashes: [u32; 8]) -> f32 {
    blend_3d(&position, |c| {
        gradient_3d(
            hashes[c],
            std::array::from_fn(|axis| offset(&position, axis, c)),
        )
    })
}

/// Computes the noise from the hashes of the 16 corners.
#[inline(always)]
fn perlin_4d(position: [CellPosition; 4], hashes: [u32; 16]) -> f32 {
    blend_4d(&position, |c| {
        gradient_4d(
            hashes[c],
            std::array::from_fn(|axis| offset(&position, axis, c)),
        )
    })
}

/// Computes the dot product of an offset and one of the 16 gradients of Perlin's `grad`: ±u ± v of two of its components. See
/// `edges_of_cube` in `corner.rs`. Selections instead of a table, so that the compiler vectorises them.
#[inline(always)]
pub(super) fn gradient_3d(h: u32, [x, y, z]: [f32; 3]) -> f32 {
    // As in the code of 2002: h < 8 takes x, else y; h < 4 takes y, h = 12 or 14 x, else z. `h & 13 == 12` is h = 12 or 14.
    let u = if h < 8 { x } else { y };
    let last = if h & 13 == 12 { x } else { z };
    let v = if h < 4 { y } else { last };
    // Bit 0 and bit 1 are the signs.
    signed(u, h << 31) + signed(v, h << 30)
}

/// Computes the dot product of an offset and one of 32 gradients: bits 3 and 4 of h select three components, bits 2, 1 and 0
/// their signs, clear for negative.
#[inline(always)]
pub(super) fn gradient_4d(h: u32, [x, y, z, w]: [f32; 4]) -> f32 {
    // Row r of the gradients leaves out one axis, and begins one axis earlier than the row before: xyz, wxy, zwx, yzw. `pick`
    // has the component of each of the four rows, in order.
    let row = h >> 3;
    let pick = |of: [f32; 4]| {
        let upper = if row == 2 { of[2] } else { of[3] };
        let upper = if row == 1 { of[1] } else { upper };
        if row == 0 { of[0] } else { upper }
    };
    let [a, b, c] = [pick([x, w, z, y]), pick([y, x, w, z]), pick([z, y, x, w])];
    // Bits 2, 1 and 0 are the signs of a, b and c; a clear bit is negative, hence the complement.
    signed(a, !h << 29) + signed(b, !h << 30) + signed(c, !h << 31)
}

/// Flips the sign of a value if the top bit of `top` is set.
#[inline(always)]
fn signed(value: f32, top: u32) -> f32 {
    f32::from_bits(value.to_bits() ^ (top & 1 << 31))
}
