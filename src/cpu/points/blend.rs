//! The corners of a cell, blended: the first axis first. A corner's bits are its sides, 0 or 1 along each axis.

use super::places::Place;

/// Along one axis, from what each corner contributes.
#[inline(always)]
pub(super) fn blend_1d([x]: &[Place; 1], at: impl Fn(usize) -> f32) -> f32 {
    lerp(x.fade, at(0), at(1))
}

/// Along two.
#[inline(always)]
pub(super) fn blend_2d([x, y]: &[Place; 2], at: impl Fn(usize) -> f32) -> f32 {
    let row = |c| lerp(x.fade, at(c), at(c | 1));
    lerp(y.fade, row(0), row(2))
}

/// Along three.
#[inline(always)]
pub(super) fn blend_3d([x, y, z]: &[Place; 3], at: impl Fn(usize) -> f32) -> f32 {
    let plane = |c| blend_2d(&[*x, *y], |side| at(c | side));
    lerp(z.fade, plane(0), plane(4))
}

/// Along four.
#[inline(always)]
pub(super) fn blend_4d([x, y, z, w]: &[Place; 4], at: impl Fn(usize) -> f32) -> f32 {
    let space = |c| blend_3d(&[*x, *y, *z], |side| at(c | side));
    lerp(w.fade, space(0), space(8))
}

/// How far the sample is from a corner along an axis.
#[inline(always)]
pub(super) fn way<const D: usize>(place: &[Place; D], axis: usize, corner: usize) -> f32 {
    place[axis].fraction - (corner >> axis & 1) as f32
}

#[inline(always)]
pub(super) fn lerp(t: f32, a: f32, b: f32) -> f32 {
    a + t * (b - a)
}
