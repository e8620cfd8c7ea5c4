//! Simplex noise at points, 2-D to 4-D (Perlin, *Noise Hardware*, SIGGRAPH course 2001; Gustavson, *Simplex Noise
//! Demystified*, 2005).
//!
//! The plane, the space or the 4-space is cut into simplices. A skew, x + F·Σx, maps them to a lattice of cubes, each of which
//! holds D! of them; the reverse takes off G·Σ. A sample is the sum over the D + 1 corners of its simplex of
//! max(0, ½ − |Δ|²)⁴·(g·Δ), Δ being the offset from the corner and g its gradient.
//!
//! In the cells of an axis, `low` and `high` are the whole parts of x and of F·x, the term of this axis in the skew; `fraction`
//! and `fade` are the fractions of both.

use super::cells::Cells;
use super::gradients::{Gradient, Gradients};
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use crate::cpu::simd::{Floats, Group, Lanes, Simd, Words};
use crate::program::unskew;

/// The factor of the sum over corners that makes its supremum 1, for the dimensions 2 to 4.
const SCALE: [f32; 3] = [70.148057, 76.88075, 62.777707];

struct Simplex;
/// The derivative of simplex noise along the axis of this index.
struct SimplexSlope(usize);

/// Computes a layer of simplex noise, or of its derivative along one of its axes.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    match (layer.axes.len(), layer.source.partial) {
        (2, None) => layer.compute_noise::<2>(Simplex, simd),
        (3, None) => layer.compute_noise::<3>(Simplex, simd),
        (4, None) => layer.compute_noise::<4>(Simplex, simd),
        (2, Some(axis)) => layer.compute_noise::<2>(SimplexSlope(axis), simd),
        (3, Some(axis)) => layer.compute_noise::<3>(SimplexSlope(axis), simd),
        (4, Some(axis)) => layer.compute_noise::<4>(SimplexSlope(axis), simd),
        _ => unreachable!("simplex noise has two to four axes"),
    }
}

/// What the corners of a simplex contribute.
trait Contribution {
    /// Computes what corners with these gradients and offsets contribute.
    fn of<L: Lanes, const D: usize>(
        &self,
        gradient: Gradient<L, D>,
        offset: &[Floats<L>; D],
    ) -> Floats<L>;
}

impl<N: Contribution, const D: usize> PointNoise<D> for N {
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
    let mut simplices = [Simplices::new(cells, 0); 4];
    for q in 1..4 {
        simplices[q] = Simplices::new(cells, q);
    }
    let sums = Sums {
        gradients: Gradients::new(lanes),
        noise: [Floats::splat(lanes, 0.0); 4],
    };
    // From the low corner of its cube a sample's simplex goes to the high one, a step along one axis at a time. The calls
    // stand one by one, because the compiler does not unroll a loop of this size, and the first and last are simple.
    let mut sums = sums
        .with_corner(noise, hasher, &simplices, 0)
        .with_corner(noise, hasher, &simplices, 1)
        .with_corner(noise, hasher, &simplices, 2);
    if D > 2 {
        sums = sums.with_corner(noise, hasher, &simplices, 3);
    }
    if D > 3 {
        sums = sums.with_corner(noise, hasher, &simplices, 4);
    }
    for q in 0..4 {
        sums.noise[q] = sums.noise[q] * SCALE[D - 2];
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
        simplices: &Group<Simplices<L, D>>,
        steps: usize,
    ) -> Sums<L, D> {
        let corner = corner(hasher, simplices, steps);
        for q in 0..4 {
            let gradient = self.gradients.at(hasher, &corner, q);
            let offset = simplices[q].offset(steps);
            self.noise[q] = self.noise[q] + contribution.of(gradient, &offset);
        }
        self
    }
}

/// Hashes the corners after some steps.
#[inline(always)]
fn corner<L: Lanes, H: Hasher<L>, const D: usize>(
    hasher: &H,
    simplices: &Group<Simplices<L, D>>,
    steps: usize,
) -> H::Corner<D> {
    let mut keys = [hasher.keys(0, &keys_along(simplices, 0, steps)); D];
    for axis in 1..D {
        keys[axis] = hasher.keys(axis, &keys_along(simplices, axis, steps));
    }
    hasher.corner(keys)
}

/// Returns the keys along an axis of the corners after some steps.
#[inline(always)]
fn keys_along<L: Lanes, const D: usize>(
    simplices: &Group<Simplices<L, D>>,
    axis: usize,
    steps: usize,
) -> Group<Words<L>> {
    let mut keys = [simplices[0].key(axis, steps); 4];
    for q in 1..4 {
        keys[q] = simplices[q].key(axis, steps);
    }
    keys
}

/// The simplices of a vector of samples.
#[derive(Clone, Copy)]
struct Simplices<L: Lanes, const D: usize> {
    /// The cube on the skewed lattice.
    cube: [Words<L>; D],
    /// The offset from the low corner of the cube.
    offset: [Floats<L>; D],
    /// How many others are larger than each part of the position in the cube, as a number: the order in which the corners step
    /// along the axes.
    rank: [Floats<L>; D],
}

impl<L: Lanes, const D: usize> Simplices<L, D> {
    /// Finds the simplices of vector `q` of the group. Whole parts are split off as soon as they arise, so that the rest stays
    /// small and precise.
    #[inline(always)]
    fn new(cells: &[Cells<L>; D], q: usize) -> Simplices<L, D> {
        // The skew, F·Σx, as whole + rest.
        let (mut whole, mut rest) = (cells[0].high[q], cells[0].fade[q]);
        for axis in 1..D {
            whole = whole + cells[axis].high[q];
            rest = rest + cells[axis].fade[q];
        }
        let over = rest.floor();
        (whole, rest) = (whole + over.to_words(), rest - over);
        // All axes move by the skew, whose whole part goes to the key.
        let (mut cube, mut part) = ([whole; D], [rest; D]);
        let mut total = Floats::splat(rest.lanes, 0.0);
        for axis in 0..D {
            let moved = cells[axis].fraction[q] + rest;
            let floor = moved.floor();
            cube[axis] = cells[axis].low[q] + whole + floor.to_words();
            part[axis] = moved - floor;
            total = total + part[axis];
        }
        // Unskewed, the offset from the low corner is part − G·Σpart.
        let shift = total * unskew(D) as f32;
        let mut offset = part;
        for axis in 0..D {
            offset[axis] = part[axis] - shift;
        }
        Simplices {
            cube,
            offset,
            rank: ranks(&part),
        }
    }

    /// Returns the key along an axis of the corner after some steps.
    #[inline(always)]
    fn key(&self, axis: usize, steps: usize) -> Words<L> {
        let next = self.cube[axis] + 1;
        match steps {
            0 => self.cube[axis],
            steps if steps >= D => next,
            steps => (self.rank[axis].less(steps as f32)).select_words(next, self.cube[axis]),
        }
    }

    /// Returns the offset of the samples from the corner after some steps. Unskewed, a step is 1 − G along its axis and −G along
    /// the others.
    #[inline(always)]
    fn offset(&self, steps: usize) -> [Floats<L>; D] {
        let back = steps as f32 * unskew(D) as f32;
        let mut offset = self.offset;
        for axis in 0..D {
            let stay = self.offset[axis] + back;
            let step = self.offset[axis] + (back - 1.0);
            offset[axis] = match steps {
                0 => self.offset[axis],
                steps if steps >= D => step,
                steps => self.rank[axis].less(steps as f32).select(step, stay),
            };
        }
        offset
    }
}

/// Returns for each part how many others are larger. Of equal parts the first counts as larger.
#[inline(always)]
pub(super) fn ranks<L: Lanes, const D: usize>(part: &[Floats<L>; D]) -> [Floats<L>; D] {
    let lanes = part[0].lanes;
    let (zero, one) = (Floats::splat(lanes, 0.0), Floats::splat(lanes, 1.0));
    let mut ranks = [zero; D];
    // Each pair is compared once, and the smaller part gets a larger rank.
    for first in 0..D {
        for second in first + 1..D {
            let second_larger = part[first].less(part[second]).select(one, zero);
            ranks[first] = ranks[first] + second_larger;
            ranks[second] = ranks[second] + (one - second_larger);
        }
    }
    ranks
}

/// Computes n = max(0, ½ − |Δ|²).
#[inline(always)]
fn nearness<L: Lanes, const D: usize>(offset: &[Floats<L>; D]) -> Floats<L> {
    let mut square = offset[0] * offset[0];
    for axis in 1..D {
        square = offset[axis].mul_add(offset[axis], square);
    }
    (Floats::splat(square.lanes, 0.5) - square).max(0.0)
}

impl Contribution for Simplex {
    /// Computes n⁴·(g·Δ).
    #[inline(always)]
    fn of<L: Lanes, const D: usize>(
        &self,
        gradient: Gradient<L, D>,
        offset: &[Floats<L>; D],
    ) -> Floats<L> {
        let near = nearness(offset);
        let square = near * near;
        square * square * gradient.product(offset)
    }
}

impl Contribution for SimplexSlope {
    /// Computes the derivative along axis a, n⁴·gₐ − 8·n³·Δₐ·(g·Δ).
    #[inline(always)]
    fn of<L: Lanes, const D: usize>(
        &self,
        gradient: Gradient<L, D>,
        offset: &[Floats<L>; D],
    ) -> Floats<L> {
        let near = nearness(offset);
        let product = gradient.product(offset);
        let rise = near * gradient.component(self.0) - offset[self.0] * 8.0 * product;
        near * near * near * rise
    }
}
