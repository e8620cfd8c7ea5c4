//! The gradient noise of 1985 at points, 2-D and 3-D.

use super::blend::{blend_2d, blend_3d, way};
use super::hasher::Hasher;
use super::places::{Place, Places};
use super::{Fill, Floats, PointNoise, sampled};
use crate::cpu::corner::{ON_CIRCLE, ON_SPHERE};
use crate::cpu::simd::{Lanes, Simd};

struct Classic;

/// Sets samples to classic noise.
pub(super) fn fill(task: Fill, simd: Simd) {
    match task.axes.len() {
        2 => task.with::<2>(Classic, simd),
        3 => task.with::<3>(Classic, simd),
        _ => unreachable!("classic noise has two or three axes"),
    }
}

impl PointNoise<2> for Classic {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 2]) -> Floats {
        let directions = &*ON_CIRCLE;
        sampled(places, &hasher.cells(places, 8), |place, hashes| {
            classic_2d(directions, place, hashes)
        })
    }
}

impl PointNoise<3> for Classic {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 3]) -> Floats {
        let directions = &*ON_SPHERE;
        sampled(places, &hasher.cells(places, 8), |place, hashes| {
            classic_3d(directions, place, hashes)
        })
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
