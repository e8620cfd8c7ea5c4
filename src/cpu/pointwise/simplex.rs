//! Simplex noise at points, 2-D to 4-D (Perlin, *Noise Hardware*, SIGGRAPH course 2001; Gustavson, *Simplex Noise
//! Demystified*, 2005).
//!
//! A sample is the sum over the D + 1 corners of its simplex of max(0, ½ − |Δ|²)⁴·(g·Δ), Δ being the offset from the corner and g
//! its gradient. `simplex_paths` finds the corners.

use super::cells::Cells;
use super::gradients::{Gradients, dot};
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use super::simplex_paths::Paths;
use crate::cpu::simd::{Floats, Group, Lanes, Simd};

/// The factor of the sum over corners that makes its supremum 1, for the dimensions 2 to 4: half of what it would be if
/// [`Gradients`] were not doubled.
pub(in crate::cpu) const SIMPLEX_SCALE: [f32; 3] =
    [0.5 * 70.148057, 0.5 * 76.88075, 0.5 * 62.777707];

struct Simplex;
/// The derivative of simplex noise along the axis of this index.
struct SimplexSlope(usize);

/// Computes a layer of simplex noise, or of its derivative along one of its axes.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    match (layer.axes.len(), layer.source.partial) {
        (2, None) => layer.compute_noise::<2, _>(Simplex, simd),
        (3, None) => layer.compute_noise::<3, _>(Simplex, simd),
        (4, None) => layer.compute_noise::<4, _>(Simplex, simd),
        (2, Some(axis)) => layer.compute_noise::<2, _>(SimplexSlope(axis), simd),
        (3, Some(axis)) => layer.compute_noise::<3, _>(SimplexSlope(axis), simd),
        (4, Some(axis)) => layer.compute_noise::<4, _>(SimplexSlope(axis), simd),
        _ => unreachable!("simplex noise has two to four axes"),
    }
}

/// What the corners of a simplex contribute.
trait Contribution {
    /// Adds to a sum what corners with these gradients and offsets contribute.
    fn add<L: Lanes, const D: usize>(
        &self,
        sum: Floats<L>,
        gradient: &[Floats<L>; D],
        offset: &[Floats<L>; D],
    ) -> Floats<L>;
}

impl<N: Contribution, const D: usize> PointNoise<D> for N {
    const HAS_ROW_KERNEL: bool = true;

    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; D]) -> Group<Floats<L>> {
        simplex(self, hasher, cells)
    }
}

/// Sums what the corners of each sample's simplex contribute.
#[inline(always)]
fn simplex<L: Lanes, H: Hasher<L>, const D: usize>(
    noise: &impl Contribution,
    hasher: &H,
    cells: &[Cells<L>; D],
) -> Group<Floats<L>> {
    let lanes = cells[0].lanes();
    let paths = Paths::new(hasher, cells);
    let sums = Sums {
        gradients: Gradients::new(lanes),
        noise: [Floats::splat(lanes, 0.0); 4],
    };
    // The calls stand one by one, because the compiler does not unroll a loop of this size, and the first and last are simple.
    let mut sums = sums
        .with_corner(noise, hasher, &paths, 0)
        .with_corner(noise, hasher, &paths, 1)
        .with_corner(noise, hasher, &paths, 2);
    if D > 2 {
        sums = sums.with_corner(noise, hasher, &paths, 3);
    }
    if D > 3 {
        sums = sums.with_corner(noise, hasher, &paths, 4);
    }
    for q in 0..4 {
        sums.noise[q] = sums.noise[q] * SIMPLEX_SCALE[D - 2];
    }
    sums.noise
}

/// The sums over the corners so far.
struct Sums<L: Lanes, const D: usize> {
    gradients: Gradients<L, D>,
    noise: Group<Floats<L>>,
}

impl<L: Lanes, const D: usize> Sums<L, D> {
    /// Adds what the corners after some steps contribute.
    #[inline(always)]
    fn with_corner<H: Hasher<L>>(
        mut self,
        contribution: &impl Contribution,
        hasher: &H,
        paths: &Paths<L, H, D>,
        steps: usize,
    ) -> Sums<L, D> {
        let stepped = paths.ranks.less(steps);
        let corner = paths.corner(hasher, steps, &stepped);
        let gradients = self.gradients.look_up(hasher, &corner);
        for q in 0..4 {
            let gradient = self.gradients.at(&gradients, q);
            let offset = paths.simplices[q].offset(q, steps, &stepped);
            self.noise[q] = contribution.add(self.noise[q], &gradient, &offset);
        }
        self
    }
}

/// Computes n = max(0, ½ − |Δ|²).
#[inline(always)]
fn nearness<L: Lanes, const D: usize>(offset: &[Floats<L>; D]) -> Floats<L> {
    let mut near = offset[0].neg_mul_add(offset[0], 0.5);
    for axis in 1..D {
        near = offset[axis].neg_mul_add(offset[axis], near);
    }
    near.max(0.0)
}

impl Contribution for Simplex {
    /// Adds n⁴·(g·Δ).
    #[inline(always)]
    fn add<L: Lanes, const D: usize>(
        &self,
        sum: Floats<L>,
        gradient: &[Floats<L>; D],
        offset: &[Floats<L>; D],
    ) -> Floats<L> {
        let near = nearness(offset);
        let square = near * near;
        (square * square).mul_add(dot(gradient, offset), sum)
    }
}

impl Contribution for SimplexSlope {
    /// Adds the derivative along axis a, n⁴·gₐ − 8·n³·Δₐ·(g·Δ).
    #[inline(always)]
    fn add<L: Lanes, const D: usize>(
        &self,
        sum: Floats<L>,
        gradient: &[Floats<L>; D],
        offset: &[Floats<L>; D],
    ) -> Floats<L> {
        let near = nearness(offset);
        let product = dot(gradient, offset);
        let rise = near * gradient[self.0] - offset[self.0] * 8.0 * product;
        (near * near * near).mul_add(rise, sum)
    }
}
