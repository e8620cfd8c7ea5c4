//! Blends the corners of a cell, along the first axis first.
//!
//! A corner is a number whose bit i is its side along axis i: 0 is low, 1 is high. The blends call `at` with each corner for
//! what it contributes.

use super::cell_positions::CellPosition;

/// Blends 2 corners along one axis.
#[inline(always)]
pub(super) fn blend_1d([x]: &[CellPosition; 1], at: impl Fn(usize) -> f32) -> f32 {
    lerp(x.fade, at(0), at(1))
}

/// Blends 4 corners along two axes.
#[inline(always)]
pub(super) fn blend_2d([x, y]: &[CellPosition; 2], at: impl Fn(usize) -> f32) -> f32 {
    let row = |c| lerp(x.fade, at(c), at(c | 1));
    lerp(y.fade, row(0), row(2))
}

/// Blends 8 corners along three axes.
#[inline(always)]
pub(super) fn blend_3d([x, y, z]: &[CellPosition; 3], at: impl Fn(usize) -> f32) -> f32 {
    let plane = |c| blend_2d(&[*x, *y], |side| at(c | side));
    lerp(z.fade, plane(0), plane(4))
}

/// Blends 16 corners along four axes.
#[inline(always)]
pub(super) fn blend_4d([x, y, z, w]: &[CellPosition; 4], at: impl Fn(usize) -> f32) -> f32 {
    let space = |c| blend_3d(&[*x, *y, *z], |side| at(c | side));
    lerp(w.fade, space(0), space(8))
}

/// Returns the offset of the sample from a corner along an axis.
#[inline(always)]
pub(super) fn offset<const D: usize>(
    position: &[CellPosition; D],
    axis: usize,
    corner: usize,
) -> f32 {
    position[axis].fraction - (corner >> axis & 1) as f32
}

/// Interpolates linearly: a at t = 0, b at t = 1 up to its rounding.
#[inline(always)]
pub(super) fn lerp(t: f32, a: f32, b: f32) -> f32 {
    a + t * (b - a)
}
