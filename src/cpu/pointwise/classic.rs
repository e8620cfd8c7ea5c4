//! Classic noise (Perlin, *An Image Synthesizer*, SIGGRAPH 1985) at points, 2-D and 3-D: corner gradients of 256 directions.

use super::blend::{blend_2d, blend_3d, offset};
use super::cell_positions::{CellPosition, CellPositions};
use super::chunk::FloatChunk;
use super::hasher::ChunkHasher;
use super::layer::{PointNoise, PointwiseLayer, sampled};
use crate::cpu::corner::{ON_CIRCLE, ON_SPHERE};
use crate::cpu::simd::{Lanes, Simd};

struct Classic;

/// Computes a layer of classic noise.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    match layer.axes.len() {
        2 => layer.compute_noise::<2>(Classic, simd),
        3 => layer.compute_noise::<3>(Classic, simd),
        _ => unreachable!("classic noise has two or three axes"),
    }
}

impl PointNoise<2> for Classic {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 2]) -> FloatChunk {
        let directions = &*ON_CIRCLE;
        sampled(
            positions,
            &hasher.cells(positions, 8),
            |position, hashes| classic_2d(directions, position, hashes),
        )
    }
}

impl PointNoise<3> for Classic {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 3]) -> FloatChunk {
        let directions = &*ON_SPHERE;
        sampled(
            positions,
            &hasher.cells(positions, 8),
            |position, hashes| classic_3d(directions, position, hashes),
        )
    }
}

/// Computes the noise from the hashes of the 4 corners.
#[inline(always)]
fn classic_2d(directions: &[[f32; 4]; 256], position: [CellPosition; 2], hashes: [u32; 4]) -> f32 {
    let offsets = |c| [offset(&position, 0, c), offset(&position, 1, c)];
    blend_2d(&position, |c| product(directions, hashes[c], offsets(c)))
}

/// Computes the noise from the hashes of the 8 corners.
#[inline(always)]
fn classic_3d(directions: &[[f32; 4]; 256], position: [CellPosition; 3], hashes: [u32; 8]) -> f32 {
    let offsets = |c| {
        [
            offset(&position, 0, c),
            offset(&position, 1, c),
            offset(&position, 2, c),
        ]
    };
    blend_3d(&position, |c| product(directions, hashes[c], offsets(c)))
}

/// Computes the dot product of an offset and the gradient of a hash.
#[inline(always)]
pub(super) fn product<const D: usize>(
    directions: &[[f32; 4]; 256],
    hash: u32,
    offset: [f32; D],
) -> f32 {
    let direction = &directions[hash as usize & 255];
    (0..D).fold(0.0, |sum, axis| sum + direction[axis] * offset[axis])
}
