//! The corners of a cell, blended: the first axis first.

use super::Place;

/// Along one axis, from what each corner (0 or 1 along it) contributes.
pub(super) fn blend_1d([x]: &[Place; 1], at: impl Fn([usize; 1]) -> f32) -> f32 {
    lerp(x.fade, at([0]), at([1]))
}

/// Along two.
pub(super) fn blend_2d([x, y]: &[Place; 2], at: impl Fn([usize; 2]) -> f32) -> f32 {
    let row = |j| lerp(x.fade, at([0, j]), at([1, j]));
    lerp(y.fade, row(0), row(1))
}

/// Along three.
pub(super) fn blend_3d([x, y, z]: &[Place; 3], at: impl Fn([usize; 3]) -> f32) -> f32 {
    let plane = |k| blend_2d(&[*x, *y], |[i, j]| at([i, j, k]));
    lerp(z.fade, plane(0), plane(1))
}

/// Along four.
pub(super) fn blend_4d([x, y, z, w]: &[Place; 4], at: impl Fn([usize; 4]) -> f32) -> f32 {
    let space = |l| blend_3d(&[*x, *y, *z], |[i, j, k]| at([i, j, k, l]));
    lerp(w.fade, space(0), space(1))
}

pub(super) fn lerp(t: f32, a: f32, b: f32) -> f32 {
    a + t * (b - a)
}

/// Gradient · way from a corner; `corner` is 0 or 1 along each axis.
pub(super) fn product<const D: usize>(
    gradient: [f32; 4],
    place: &[Place; D],
    corner: [usize; D],
) -> f32 {
    (0..D).fold(0.0, |sum, i| {
        sum + gradient[i] * (place[i].fraction - corner[i] as f32)
    })
}

/// The keys of a corner.
pub(super) fn keys<const D: usize>(place: &[Place; D], corner: [usize; D]) -> [u32; D] {
    std::array::from_fn(|i| place[i].keys[corner[i]])
}
