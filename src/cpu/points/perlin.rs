//! Improved Perlin noise (2002) at points, 1-D to 4-D.

use super::blend::{blend_1d, blend_2d, blend_3d, blend_4d, way};
use super::hasher::Hasher;
use super::places::{Place, Places};
use super::{CHUNK, Fill, Floats, PointNoise, Words, mapped, sampled};
use crate::cpu::simd::{Lanes, Simd};

struct Perlin;

/// Sets samples to perlin noise.
pub(super) fn fill(task: Fill, simd: Simd) {
    match task.axes.len() {
        1 => task.with::<1>(Perlin, simd),
        2 => task.with::<2>(Perlin, simd),
        3 => task.with::<3>(Perlin, simd),
        4 => task.with::<4>(Perlin, simd),
        _ => unreachable!("perlin noise has one to four axes"),
    }
}

impl PointNoise<1> for Perlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 1]) -> Floats {
        sampled(places, &slopes(hasher, places), perlin_1d)
    }
}

impl PointNoise<2> for Perlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 2]) -> Floats {
        sampled(places, &plane(hasher, places), perlin_2d)
    }
}

impl PointNoise<3> for Perlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 3]) -> Floats {
        sampled(places, &hasher.cells(places, 4), perlin_3d)
    }
}

impl PointNoise<4> for Perlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 4]) -> Floats {
        sampled(places, &hasher.cells(places, 5), perlin_4d)
    }
}

/// In one dimension a corner has any slope.
#[inline(always)]
pub(super) fn slopes<L: Lanes>(hasher: &Hasher<L>, [x]: &[Places; 1]) -> [Floats; 2] {
    let mut slopes = [[0.0; CHUNK]; 2];
    for (slopes, keys) in slopes.iter_mut().zip(&x.keys) {
        *slopes = mapped(&hasher.value([keys]), |value| 2.0 * value);
    }
    slopes
}

/// Two dimensions are the plane z = 0 of three, where the hash is a table.
#[inline(always)]
pub(super) fn plane<L: Lanes>(hasher: &Hasher<L>, places: &[Places; 2]) -> [Words; 4] {
    let Hasher::Table(..) = hasher else {
        return hasher.cells(places, 4);
    };
    let [x, y] = places;
    std::array::from_fn(|c| hasher.bits([&x.keys[c & 1], &y.keys[c >> 1], &[0; CHUNK]], 4))
}

#[inline(always)]
fn perlin_1d(place: [Place; 1], slopes: [f32; 2]) -> f32 {
    blend_1d(&place, |c| slopes[c] * way(&place, 0, c))
}

#[inline(always)]
fn perlin_2d(place: [Place; 2], hashes: [u32; 4]) -> f32 {
    let along = |axis, c| way(&place, axis, c);
    blend_2d(&place, |c| {
        gradient_3d(hashes[c], [along(0, c), along(1, c), 0.0])
    })
}

#[inline(always)]
fn perlin_3d(place: [Place; 3], hashes: [u32; 8]) -> f32 {
    blend_3d(&place, |c| {
        gradient_3d(hashes[c], std::array::from_fn(|axis| way(&place, axis, c)))
    })
}

#[inline(always)]
fn perlin_4d(place: [Place; 4], hashes: [u32; 16]) -> f32 {
    blend_4d(&place, |c| {
        gradient_4d(hashes[c], std::array::from_fn(|axis| way(&place, axis, c)))
    })
}

/// The scalar product with one of the twelve edges of a cube, four of them twice.
#[inline(always)]
pub(super) fn gradient_3d(h: u32, [x, y, z]: [f32; 3]) -> f32 {
    let u = if h < 8 { x } else { y };
    let last = if h & 13 == 12 { x } else { z };
    let v = if h < 4 { y } else { last };
    signed(u, h << 31) + signed(v, h << 30)
}

/// The scalar product with one of the 32 edges of a hypercube: bits 3 and 4 pick three axes, bits 2, 1 and 0 their signs,
/// clear for negative.
#[inline(always)]
pub(super) fn gradient_4d(h: u32, [x, y, z, w]: [f32; 4]) -> f32 {
    let row = h >> 3;
    let pick = |of: [f32; 4]| {
        let upper = if row == 2 { of[2] } else { of[3] };
        let upper = if row == 1 { of[1] } else { upper };
        if row == 0 { of[0] } else { upper }
    };
    let [a, b, c] = [pick([x, w, z, y]), pick([y, x, w, z]), pick([z, y, x, w])];
    signed(a, !h << 29) + signed(b, !h << 30) + signed(c, !h << 31)
}

/// The value, negative where the top bit says so.
#[inline(always)]
fn signed(value: f32, top: u32) -> f32 {
    f32::from_bits(value.to_bits() ^ (top & 1 << 31))
}
