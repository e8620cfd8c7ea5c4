//! Simplex noise at points, 2-D to 4-D (Perlin, *Noise Hardware*, SIGGRAPH course 2001; Gustavson, *Simplex Noise
//! Demystified*, 2005).
//!
//! A sample is the sum over the D + 1 corners of its simplex of max(0, ½ − |Δ|²)⁴·(g·Δ), Δ being the offset from the corner and g
//! its gradient. `simplex_paths` finds the corners.

use super::cells::Cells;
use super::contribution::{Contribution, Slope, Value, nearness};
use super::gradients::Gradients;
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use super::simplex_paths::Paths;
use crate::cpu::simd::{Floats, Group, Lanes, Simd};

/// The factor of the sum over corners that makes its supremum 1, for the dimensions 2 to 4: half of what it would be if
/// [`Gradients`] were not doubled.
pub(in crate::cpu) const SIMPLEX_SCALE: [f32; 3] =
    [0.5 * 70.148057, 0.5 * 76.88075, 0.5 * 62.777707];

/// The square of the distance at which a corner no longer counts.
const HEIGHT_SQUARED: f32 = 0.5;

/// Simplex noise, or its derivative.
struct Simplex<C>(C);

/// Computes a layer of simplex noise, or of its derivative along one of its axes.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    match (layer.axes.len(), layer.source.partial) {
        (2, None) => layer.compute_noise::<2, _>(Simplex(Value), simd),
        (3, None) => layer.compute_noise::<3, _>(Simplex(Value), simd),
        (4, None) => layer.compute_noise::<4, _>(Simplex(Value), simd),
        (2, Some(axis)) => layer.compute_noise::<2, _>(Simplex(Slope(axis)), simd),
        (3, Some(axis)) => layer.compute_noise::<3, _>(Simplex(Slope(axis)), simd),
        (4, Some(axis)) => layer.compute_noise::<4, _>(Simplex(Slope(axis)), simd),
        _ => unreachable!("simplex noise has two to four axes"),
    }
}

impl<C: Contribution, const D: usize> PointNoise<D> for Simplex<C> {
    const HAS_ROW_KERNEL: bool = true;

    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; D]) -> Group<Floats<L>> {
        simplex(&self.0, hasher, cells)
    }
}

/// Sums what the corners of each sample's simplex contribute.
#[inline(always)]
fn simplex<L: Lanes, H: Hasher<L>, const D: usize>(
    contribution: &impl Contribution,
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
        .with_corner(contribution, hasher, &paths, 0)
        .with_corner(contribution, hasher, &paths, 1)
        .with_corner(contribution, hasher, &paths, 2);
    if D > 2 {
        sums = sums.with_corner(contribution, hasher, &paths, 3);
    }
    if D > 3 {
        sums = sums.with_corner(contribution, hasher, &paths, 4);
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
            let near = nearness(HEIGHT_SQUARED, &offset);
            self.noise[q] = contribution.add(self.noise[q], &gradient, &offset, near);
        }
        self
    }
}
