//! The partial derivatives, per cell, of improved Perlin noise (2002) at a point, 1-D to 4-D.

use super::Place;
use super::slope::{Slope, gradient};
use crate::cpu::corner::Corners;

pub(super) fn perlin_gradient<const D: usize>(corners: &Corners, place: [Place; D]) -> [f32; D] {
    gradient(&place, |sides| {
        let keys = std::array::from_fn(|i| place[i].keys[sides[i]]);
        let slope = corner_gradient(corners, keys);
        let along = |i: usize| slope[i] * (place[i].fraction - sides[i] as f32);
        Slope {
            value: (0..D).map(along).sum(),
            slope,
        }
    })
}

fn corner_gradient<const D: usize>(corners: &Corners, keys: [u32; D]) -> [f32; D] {
    if D == 1 {
        return keys.map(|key| corners.slope(key));
    }
    let gradient = corners.gradient(keys);
    std::array::from_fn(|i| gradient[i])
}
