//! The simplices that samples lie in, and the paths along their corners.
//!
//! The plane, the space or the 4-space is cut into simplices. A skew, x + F·Σx, maps them to a lattice of cubes, each of which
//! holds D! of them; the reverse takes off G·Σ. From the low corner of its cube to the high one a simplex has one corner for each
//! step along an axis; the axis of the largest part of the position comes first.
//!
//! In the cells of an axis, `low` and `high` are the whole parts of x and of F·x, the term of this axis in the skew; `fraction`
//! and `fade` are the fractions of both.

use super::cells::Cells;
use super::hasher::Hasher;
use super::ranks::Ranks;
use crate::cpu::simd::{Floats, Group, GroupMask, Lanes, Words};
use crate::program::unskew;

/// The paths of a group of samples.
pub(super) struct Paths<L: Lanes, H: Hasher<L>, const D: usize> {
    pub simplices: Group<Simplices<L, D>>,
    /// The order in which the paths step along the axes.
    pub ranks: Ranks<L, D>,
    /// The keys of the low and of the high corners along each axis.
    keys: [[H::Keys; 2]; D],
}

impl<L: Lanes, H: Hasher<L>, const D: usize> Paths<L, H, D> {
    #[inline(always)]
    pub fn new(hasher: &H, cells: &[Cells<L>; D]) -> Paths<L, H, D> {
        let mut simplices = [Simplices::new(cells, 0); 4];
        for q in 1..4 {
            simplices[q] = Simplices::new(cells, q);
        }
        let mut keys = [hasher.keys_and_next(0, &along(&simplices, 0)); D];
        for axis in 1..D {
            keys[axis] = hasher.keys_and_next(axis, &along(&simplices, axis));
        }
        let mut parts = [simplices[0].part; 4];
        for q in 1..4 {
            parts[q] = simplices[q].part;
        }
        Paths {
            simplices,
            ranks: Ranks::new(cells[0].lanes(), &parts),
            keys,
        }
    }

    /// Hashes the corners after some steps. `stepped` says where one of these steps is along each axis.
    #[inline(always)]
    pub fn corner(&self, hasher: &H, steps: usize, stepped: &[GroupMask<L>; D]) -> H::Corner<D> {
        let mut own = [self.keys[0][0]; D];
        for axis in 0..D {
            let [low, high] = self.keys[axis];
            own[axis] = match steps {
                0 => low,
                steps if steps >= D => high,
                _ => hasher.select(stepped[axis], high, low),
            };
        }
        hasher.gradient_corner(own)
    }
}

/// Returns the cubes along an axis.
#[inline(always)]
fn along<L: Lanes, const D: usize>(
    simplices: &Group<Simplices<L, D>>,
    axis: usize,
) -> Group<Words<L>> {
    let mut cubes = [simplices[0].cube[axis]; 4];
    for q in 1..4 {
        cubes[q] = simplices[q].cube[axis];
    }
    cubes
}

/// The simplices of a vector of samples.
#[derive(Clone, Copy)]
pub(super) struct Simplices<L: Lanes, const D: usize> {
    /// The cube on the skewed lattice.
    cube: [Words<L>; D],
    /// The offset from the low corner of the cube.
    offset: [Floats<L>; D],
    /// The position in the cube.
    part: [Floats<L>; D],
}

impl<L: Lanes, const D: usize> Simplices<L, D> {
    /// Finds the simplices of vector `q` of the group. Whole parts are split off as soon as they arise, so that the rest stays
    /// small and precise.
    #[inline(always)]
    fn new(cells: &[Cells<L>; D], q: usize) -> Simplices<L, D> {
        // The skew, F·Σx, as whole + rest. Along a row only the first axis differs from sample to sample, so it comes last: the
        // sum over the others is computed once.
        let (mut whole, mut rest) = (cells[D - 1].high[q], cells[D - 1].fade[q]);
        for axis in (0..D - 1).rev() {
            whole = whole + cells[axis].high[q];
            rest = rest + cells[axis].fade[q];
        }
        let over;
        (over, rest) = rest.split();
        whole = whole + over;
        // All axes move by the skew, whose whole part goes to the key.
        let (mut cube, mut part) = ([whole; D], [rest; D]);
        let mut total = Floats::splat(rest.lanes, 0.0);
        for axis in 0..D {
            let over;
            (over, part[axis]) = (cells[axis].fraction[q] + rest).split();
            cube[axis] = cells[axis].low[q] + whole + over;
            total = total + part[axis];
        }
        // Unskewed, the offset from the low corner is part − G·Σpart.
        let mut offset = part;
        for axis in 0..D {
            offset[axis] = total.neg_mul_add(unskew(D) as f32, part[axis]);
        }
        Simplices { cube, offset, part }
    }

    /// Returns the offset of the samples, vector `q` of the group, from the corner after some steps, as [`Paths::corner`] takes
    /// them. Unskewed, a step is 1 − G along its axis and −G along the others.
    #[inline(always)]
    pub fn offset(&self, q: usize, steps: usize, stepped: &[GroupMask<L>; D]) -> [Floats<L>; D] {
        let back = steps as f32 * unskew(D) as f32;
        let mut offset = self.offset;
        for axis in 0..D {
            let stay = self.offset[axis] + back;
            let step = self.offset[axis] + (back - 1.0);
            offset[axis] = match steps {
                0 => self.offset[axis],
                steps if steps >= D => step,
                _ => stepped[axis].select(q, step, stay),
            };
        }
        offset
    }
}
