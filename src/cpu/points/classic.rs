//! The gradient noise of 1985 at a point, 2-D and 3-D.

use super::blend::{blend_2d, blend_3d, keys, product};
use super::{Axis, Place, each};
use crate::cpu::corner::Corners;

/// Sets `out` to classic noise at its samples.
pub(super) fn fill(axes: &[Axis], corners: &Corners, out: &mut [f32]) {
    match axes {
        [x, y] => each([x, y], out, |at| classic_2d(corners, at)),
        [x, y, z] => each([x, y, z], out, |at| classic_3d(corners, at)),
        _ => unreachable!("classic noise has two or three axes"),
    }
}

fn classic_2d(corners: &Corners, place: [Place; 2]) -> f32 {
    blend_2d(&place, |corner| contribution(corners, &place, corner))
}

fn classic_3d(corners: &Corners, place: [Place; 3]) -> f32 {
    blend_3d(&place, |corner| contribution(corners, &place, corner))
}

fn contribution<const D: usize>(corners: &Corners, place: &[Place; D], corner: [usize; D]) -> f32 {
    product(corners.direction(&keys(place, corner)), place, corner)
}
