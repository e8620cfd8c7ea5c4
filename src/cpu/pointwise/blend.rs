//! Blends the corners of a cell, along the first axis first.
//!
//! A corner is a number whose bit i is its side along axis i: 0 is low, 1 is high.

use super::cells::Cell;
use crate::cpu::simd::{Floats, Lanes};

/// The most corners of a cell.
pub(super) const CORNERS_MAX: usize = 16;

/// Blends what the 2ᴰ corners of a cell contribute.
#[inline(always)]
pub(super) fn blend<L: Lanes, const D: usize>(
    cell: &[Cell<L>; D],
    mut corners: [Floats<L>; CORNERS_MAX],
) -> Floats<L> {
    // In turn, each axis halves the number of corners: corner c is then the blend of 2c and 2c + 1.
    for axis in 0..D {
        for c in 0..1 << (D - 1 - axis) {
            corners[c] = lerp(cell[axis].fade, corners[2 * c], corners[2 * c + 1]);
        }
    }
    corners[0]
}

/// Returns the offset of the samples from a corner.
#[inline(always)]
pub(super) fn offset<L: Lanes, const D: usize>(
    cell: &[Cell<L>; D],
    corner: usize,
) -> [Floats<L>; D] {
    let mut offset = [cell[0].fraction; D];
    for axis in 0..D {
        offset[axis] = match corner >> axis & 1 {
            0 => cell[axis].fraction,
            _ => cell[axis].fraction - 1.0,
        };
    }
    offset
}

/// Interpolates linearly: a at t = 0, b at t = 1 up to its rounding.
#[inline(always)]
pub(super) fn lerp<L: Lanes>(t: Floats<L>, a: Floats<L>, b: Floats<L>) -> Floats<L> {
    t.mul_add(b - a, a)
}
