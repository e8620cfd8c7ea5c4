//! Simplex noise at points, 2-D to 4-D.
//!
//! A place's keys are its cell and the whole part of what its axis adds to the skew; its fraction and its fade are what
//! is left of both.

use super::hasher::Hasher;
use super::perlin::{gradient_3d, gradient_4d};
use super::places::Places;
use super::{CHUNK, Fill, Floats, PointNoise, Words, mapped};
use crate::cpu::simd::{Lanes, Simd};
use crate::program::unskew;

/// What the sum of kernels is multiplied by, so that its supremum is 1; by dimension 2 to 4.
const SCALE: [f32; 3] = [70.148057, 76.88075, 62.777707];

/// Simplex noise, or its derivative along one of its axes.
struct Simplex {
    along: Option<usize>,
}

/// Sets samples to simplex noise, or to its derivative along one of its axes.
pub(super) fn fill(task: Fill, simd: Simd) {
    let noise = Simplex {
        along: task.source.partial,
    };
    match task.axes.len() {
        2 => task.with::<2>(noise, simd),
        3 => task.with::<3>(noise, simd),
        4 => task.with::<4>(noise, simd),
        _ => unreachable!("simplex noise has two to four axes"),
    }
}

impl PointNoise<2> for Simplex {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 2]) -> Floats {
        simplex(hasher, places, 4, SCALE[0], |h, way| {
            kernel(way, self.along, |[x, y]| gradient_3d(h, [x, y, 0.0]))
        })
    }
}

impl PointNoise<3> for Simplex {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 3]) -> Floats {
        simplex(hasher, places, 4, SCALE[1], |h, way| {
            kernel(way, self.along, |way| gradient_3d(h, way))
        })
    }
}

impl PointNoise<4> for Simplex {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 4]) -> Floats {
        simplex(hasher, places, 5, SCALE[2], |h, way| {
            kernel(way, self.along, |way| gradient_4d(h, way))
        })
    }
}

/// Samples seen from a corner of their simplices.
struct Seen<const D: usize> {
    keys: [Words; D],
    way: [Floats; D],
}

/// The sum over the corners of the simplex of what each contributes; so many bits of a hash pick a gradient.
#[inline(always)]
fn simplex<L: Lanes, const D: usize>(
    hasher: &Hasher<L>,
    places: &[Places; D],
    bits: u32,
    scale: f32,
    kernel: impl Fn(u32, [f32; D]) -> f32,
) -> Floats {
    let (keys, part) = skewed(places);
    let back = unskew(D) as f32;
    let mut way = part;
    for i in 0..CHUNK {
        let shift = back * (0..D).fold(0.0, |sum, axis| sum + part[axis][i]);
        for way in &mut way {
            way[i] -= shift;
        }
    }
    let rank = ranks(&part);
    let mut corner = Seen { keys, way };
    let mut sum = [0.0; CHUNK];
    for step in 0..=D {
        if step > 0 {
            corner.step(&rank, step as u32 - 1, back);
        }
        let hashes = hasher.bits(corner.keys.each_ref(), bits);
        for i in 0..CHUNK {
            sum[i] += kernel(hashes[i], corner.way.each_ref().map(|way| way[i]));
        }
    }
    mapped(&sum, |sum| scale * sum)
}

impl<const D: usize> Seen<D> {
    /// On to the next corner: a step along one axis, the largest part first.
    #[inline(always)]
    fn step(&mut self, rank: &[Words; D], step: u32, back: f32) {
        for axis in 0..D {
            for i in 0..CHUNK {
                let here = rank[axis][i] == step;
                self.keys[axis][i] = self.keys[axis][i].wrapping_add(here.into());
                self.way[axis][i] += back - if here { 1.0 } else { 0.0 };
            }
        }
    }
}

/// How many parts are larger than each; of equal ones the first counts as larger.
#[inline(always)]
fn ranks<const D: usize>(part: &[Floats; D]) -> [Words; D] {
    let mut ranks = [[0; CHUNK]; D];
    for first in 0..D {
        for second in first + 1..D {
            for i in 0..CHUNK {
                let second_larger = u32::from(part[second][i] > part[first][i]);
                ranks[first][i] += second_larger;
                ranks[second][i] += 1 - second_larger;
            }
        }
    }
    ranks
}

/// The cell on the skewed lattice, and the place in it. Whole parts are taken off as soon as they come, which keeps what
/// is left small.
#[inline(always)]
fn skewed<const D: usize>(places: &[Places; D]) -> ([Words; D], [Floats; D]) {
    let (mut keys, mut part) = ([[0; CHUNK]; D], [[0.0; CHUNK]; D]);
    for i in 0..CHUNK {
        let (mut whole, mut rest) = (0u32, 0.0);
        for at in places {
            rest += at.fade[i];
            let more = f32::floor(rest);
            rest -= more;
            whole = (whole.wrapping_add(at.keys[1][i])).wrapping_add_signed(more as i32);
        }
        for axis in 0..D {
            let moved = places[axis].fraction[i] + rest;
            let floor = moved.floor();
            let key = places[axis].keys[0][i].wrapping_add(whole);
            keys[axis][i] = key.wrapping_add_signed(floor as i32);
            part[axis][i] = moved - floor;
        }
    }
    (keys, part)
}

/// What a corner contributes by the product with its gradient, or how that changes along an axis.
#[inline(always)]
fn kernel<const D: usize>(
    way: [f32; D],
    along: Option<usize>,
    product: impl Fn([f32; D]) -> f32,
) -> f32 {
    let square = way.iter().fold(0.0, |sum, d| sum + d * d);
    let near = (0.5 - square).max(0.0);
    match along {
        None => near * near * (near * near) * product(way),
        Some(axis) => {
            let mut one = [0.0; D];
            one[axis] = 1.0;
            near * near * near * (near * product(one) - 8.0 * way[axis] * product(way))
        }
    }
}
