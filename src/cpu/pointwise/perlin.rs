//! Improved Perlin noise at points, 1-D to 4-D (Perlin, *Improving Noise*, SIGGRAPH 2002).
//!
//! Each corner contributes the dot product of its gradient and the offset of the sample from it, and fades blend the corners.

use super::blend::{CORNERS_MAX, blend, lerp, offset};
use super::cells::{Cells, cell_of, corner_keys};
use super::gradients::{Gradients, dot};
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use crate::cpu::simd::{Floats, Group, Lanes, Simd};

struct Perlin;

/// Computes a layer of perlin noise.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    match layer.axes.len() {
        1 => layer.compute_noise::<1, _>(Perlin, simd),
        2 => layer.compute_noise::<2, _>(Perlin, simd),
        3 => layer.compute_noise::<3, _>(Perlin, simd),
        4 => layer.compute_noise::<4, _>(Perlin, simd),
        _ => unreachable!("perlin noise has one to four axes"),
    }
}

impl PointNoise<1> for Perlin {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 1]) -> Group<Floats<L>> {
        let corners: [H::Corner<1>; 2] = hasher.corners(&corner_keys(hasher, cells));
        let mut noise = cells[0].fraction;
        for q in 0..4 {
            let cell = cell_of(cells, q);
            let low = slope(hasher, &corners[0], q) * cell[0].fraction;
            let high = slope(hasher, &corners[1], q) * (cell[0].fraction - 1.0);
            noise[q] = lerp(cell[0].fade, low, high);
        }
        noise
    }
}

impl PointNoise<2> for Perlin {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 2]) -> Group<Floats<L>> {
        perlin(
            hasher,
            cells,
            &hasher.plane_corners(&corner_keys(hasher, cells)),
        )
    }
}

impl PointNoise<3> for Perlin {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 3]) -> Group<Floats<L>> {
        let corners: [H::Corner<3>; 8] = hasher.gradient_corners(&corner_keys(hasher, cells));
        perlin(hasher, cells, &corners)
    }
}

impl PointNoise<4> for Perlin {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 4]) -> Group<Floats<L>> {
        let corners: [H::Corner<4>; 16] = hasher.gradient_corners(&corner_keys(hasher, cells));
        perlin(hasher, cells, &corners)
    }
}

/// Computes the noise from the `C` = 2ᴰ corners of the cells.
#[inline(always)]
fn perlin<L: Lanes, H: Hasher<L>, const D: usize, const C: usize>(
    hasher: &H,
    cells: &[Cells<L>; D],
    corners: &[H::Corner<D>; C],
) -> Group<Floats<L>> {
    let lanes = cells[0].lanes();
    let gradients = Gradients::new(lanes);
    let looked_up = gradients.look_up_all(hasher, corners);
    let mut noise = cells[0].fraction;
    for q in 0..4 {
        let cell = cell_of(cells, q);
        let mut parts = [Floats::splat(lanes, 0.0); CORNERS_MAX];
        for c in 0..C {
            parts[c] = dot(&gradients.at(&looked_up[c], q), &offset(&cell, c));
        }
        // The gradients are doubled.
        noise[q] = blend(&cell, parts) * 0.5;
    }
    noise
}

/// Returns the slopes at corners, −2 to 2: in one dimension a corner has a slope of any value.
#[inline(always)]
pub(super) fn slope<L: Lanes, H: Hasher<L>>(
    hasher: &H,
    corner: &H::Corner<1>,
    q: usize,
) -> Floats<L> {
    hasher.value(corner, q) * 2.0
}
