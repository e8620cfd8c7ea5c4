//! Improved Perlin noise (2002) at a point, 1-D to 4-D.

use super::{Place, fade, lerp};
use crate::cpu::corner::Corners;

pub(super) fn perlin_1d(corners: &Corners, [x]: [Place; 1]) -> f32 {
    let at = |i: usize| corners.slope(x.keys[i]) * (x.fraction - i as f32);
    lerp(fade(x.fraction), at(0), at(1))
}

pub(super) fn perlin_2d(corners: &Corners, place: [Place; 2]) -> f32 {
    let [u, v] = place.map(|axis| fade(axis.fraction));
    let at = |i, j| contribution(corners, &place, [i, j]);
    lerp(v, lerp(u, at(0, 0), at(1, 0)), lerp(u, at(0, 1), at(1, 1)))
}

pub(super) fn perlin_3d(corners: &Corners, place: [Place; 3]) -> f32 {
    let [u, v, w] = place.map(|axis| fade(axis.fraction));
    let at = |i, j, k| contribution(corners, &place, [i, j, k]);
    let plane = |k| {
        let row = |j| lerp(u, at(0, j, k), at(1, j, k));
        lerp(v, row(0), row(1))
    };
    lerp(w, plane(0), plane(1))
}

pub(super) fn perlin_4d(corners: &Corners, place: [Place; 4]) -> f32 {
    let [u, v, w, s] = place.map(|axis| fade(axis.fraction));
    let at = |i, j, k, l| contribution(corners, &place, [i, j, k, l]);
    let space = |l| {
        let plane = |k| {
            let row = |j| lerp(u, at(0, j, k, l), at(1, j, k, l));
            lerp(v, row(0), row(1))
        };
        lerp(w, plane(0), plane(1))
    };
    lerp(s, space(0), space(1))
}

/// The corner's gradient · (position − corner); `corner` is 0 or 1 along each axis.
fn contribution<const D: usize>(corners: &Corners, place: &[Place; D], corner: [usize; D]) -> f32 {
    let gradient = corners.gradient::<D>(std::array::from_fn(|i| place[i].keys[corner[i]]));
    (0..D).fold(0.0, |sum, i| {
        sum + gradient[i] * (place[i].fraction - corner[i] as f32)
    })
}
