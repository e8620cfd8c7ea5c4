//! Improved Perlin noise at points, 1-D to 4-D (Perlin, *Improving Noise*, SIGGRAPH 2002).
//!
//! Each corner contributes the dot product of its gradient and the offset of the sample from it, and fades blend the corners.

use super::blend::{CORNERS_MAX, offset};
use super::cells::{Cells, cell_of, corner_keys};
use super::gradients::Gradients;
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use super::of_gradients::OfGradients;
use crate::cpu::simd::{Floats, Group, Lanes, Simd};

/// Perlin noise, or its derivative.
struct Perlin<O>(O);

/// Computes a layer of perlin noise.
pub(super) fn compute_layer<O: OfGradients>(layer: PointwiseLayer, of: O, simd: Simd) {
    match layer.axes.len() {
        1 => layer.compute_noise::<1, _>(Perlin(of), simd),
        2 => layer.compute_noise::<2, _>(Perlin(of), simd),
        3 => layer.compute_noise::<3, _>(Perlin(of), simd),
        4 => layer.compute_noise::<4, _>(Perlin(of), simd),
        _ => unreachable!("perlin noise has one to four axes"),
    }
}

impl<O: OfGradients> PointNoise<1> for Perlin<O> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 1]) -> Group<Floats<L>> {
        let corners: [H::Corner<1>; 2] = hasher.corners(&corner_keys(hasher, cells));
        let mut noise = cells[0].fraction;
        for q in 0..4 {
            let cell = cell_of(cells, q);
            let mut parts = [self.0.part(&[noise[q]], &[noise[q]]); CORNERS_MAX];
            for c in 0..2 {
                // In one dimension a corner has a slope of any value from −2 to 2.
                let slope = hasher.value(&corners[c], q) * 2.0;
                parts[c] = self.0.part(&[slope], &offset(&cell, c));
            }
            noise[q] = self.0.blend(&cell, parts);
        }
        noise
    }
}

impl<O: OfGradients> PointNoise<2> for Perlin<O> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 2]) -> Group<Floats<L>> {
        let corners = hasher.plane_corners(&corner_keys(hasher, cells));
        perlin(&self.0, hasher, cells, &corners)
    }
}

impl<O: OfGradients> PointNoise<3> for Perlin<O> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 3]) -> Group<Floats<L>> {
        let corners: [H::Corner<3>; 8] = hasher.gradient_corners(&corner_keys(hasher, cells));
        perlin(&self.0, hasher, cells, &corners)
    }
}

impl<O: OfGradients> PointNoise<4> for Perlin<O> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 4]) -> Group<Floats<L>> {
        let corners: [H::Corner<4>; 16] = hasher.gradient_corners(&corner_keys(hasher, cells));
        perlin(&self.0, hasher, cells, &corners)
    }
}

/// Computes what is wanted from the `C` = 2ᴰ corners of the cells.
#[inline(always)]
fn perlin<L: Lanes, H: Hasher<L>, const D: usize, const C: usize>(
    of: &impl OfGradients,
    hasher: &H,
    cells: &[Cells<L>; D],
    corners: &[H::Corner<D>; C],
) -> Group<Floats<L>> {
    let table = Gradients::new(cells[0].lanes());
    let looked_up = table.look_up_all(hasher, corners);
    let mut noise = cells[0].fraction;
    for q in 0..4 {
        let cell = cell_of(cells, q);
        let mut parts = [of.part(&[noise[q]; D], &[noise[q]; D]); CORNERS_MAX];
        for c in 0..C {
            parts[c] = of.part(&table.at(&looked_up[c], q), &offset(&cell, c));
        }
        // The gradients are doubled.
        noise[q] = of.blend(&cell, parts) * 0.5;
    }
    noise
}
