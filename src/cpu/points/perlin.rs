//! Improved Perlin noise (2002) at a point, 1-D to 4-D.

use super::blend::{blend_1d, blend_2d, blend_3d, blend_4d, keys, product};
use super::{Axis, Place, each};
use crate::cpu::corner::Corners;

/// Sets `out` to perlin noise at its samples.
pub(super) fn fill(axes: &[Axis], corners: &Corners, out: &mut [f32]) {
    match axes {
        [x] => each([x], out, |at| perlin_1d(corners, at)),
        [x, y] => each([x, y], out, |at| perlin_2d(corners, at)),
        [x, y, z] => each([x, y, z], out, |at| perlin_3d(corners, at)),
        [x, y, z, w] => each([x, y, z, w], out, |at| perlin_4d(corners, at)),
        _ => unreachable!("perlin noise has one to four axes"),
    }
}

fn perlin_1d(corners: &Corners, place: [Place; 1]) -> f32 {
    blend_1d(&place, |[i]| {
        corners.slope(place[0].keys[i]) * (place[0].fraction - i as f32)
    })
}

fn perlin_2d(corners: &Corners, place: [Place; 2]) -> f32 {
    blend_2d(&place, |corner| contribution(corners, &place, corner))
}

fn perlin_3d(corners: &Corners, place: [Place; 3]) -> f32 {
    blend_3d(&place, |corner| contribution(corners, &place, corner))
}

fn perlin_4d(corners: &Corners, place: [Place; 4]) -> f32 {
    blend_4d(&place, |corner| contribution(corners, &place, corner))
}

fn contribution<const D: usize>(corners: &Corners, place: &[Place; D], corner: [usize; D]) -> f32 {
    product(corners.gradient(&keys(place, corner)), place, corner)
}
