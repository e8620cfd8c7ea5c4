//! The gradient noise of 1985 at points, 2-D and 3-D.

use super::blend::{blend_2d, blend_3d, way};
use super::hasher::Hasher;
use super::places::Place;
use super::{Axis, each, sampled};
use crate::cpu::corner::{ON_CIRCLE, ON_SPHERE};
use crate::cpu::simd::Lanes;

/// Sets `out` to classic noise at its samples.
#[inline(always)]
pub(super) fn fill<L: Lanes>(axes: &[Axis], hasher: &Hasher<L>, out: &mut [f32]) {
    match axes {
        [x, y] => {
            let directions = &*ON_CIRCLE;
            each!([x, y], out, |places| {
                let hashes = hasher.cells(places, 8);
                sampled(places, &hashes, |place, hashes| {
                    classic_2d(directions, place, hashes)
                })
            });
        }
        [x, y, z] => {
            let directions = &*ON_SPHERE;
            each!([x, y, z], out, |places| {
                let hashes = hasher.cells(places, 8);
                sampled(places, &hashes, |place, hashes| {
                    classic_3d(directions, place, hashes)
                })
            });
        }
        _ => unreachable!("classic noise has two or three axes"),
    }
}

#[inline(always)]
fn classic_2d(directions: &[[f32; 4]; 256], place: [Place; 2], hashes: [u32; 4]) -> f32 {
    let ways = |c| [way(&place, 0, c), way(&place, 1, c)];
    blend_2d(&place, |c| product(directions, hashes[c], ways(c)))
}

#[inline(always)]
fn classic_3d(directions: &[[f32; 4]; 256], place: [Place; 3], hashes: [u32; 8]) -> f32 {
    let ways = |c| [way(&place, 0, c), way(&place, 1, c), way(&place, 2, c)];
    blend_3d(&place, |c| product(directions, hashes[c], ways(c)))
}

/// The scalar product with a corner's gradient.
#[inline(always)]
pub(super) fn product<const D: usize>(
    directions: &[[f32; 4]; 256],
    hash: u32,
    way: [f32; D],
) -> f32 {
    let direction = &directions[hash as usize & 255];
    (0..D).fold(0.0, |sum, axis| sum + direction[axis] * way[axis])
}
