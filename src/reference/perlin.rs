//! Improved Perlin noise: Ken Perlin, *Improving Noise*, SIGGRAPH 2002.
//!
//! Each corner of the cell contributes the scalar product of its gradient and the vector from the corner to the point.
//! Along every axis the quintic fade blends the two corners.

use super::dual::Dual;
use super::lattice::{KeyedHash, Site, combinations};
use super::place::Place;
use crate::noise::{Fade, Node};

pub(super) fn perlin(node: &Node, place: &Place) -> Dual {
    let site = Site::of(node, place);
    blended(&site, Fade::Quintic, |corner| gradient(&site.hash, corner))
}

/// Returns the sum over the corners of a cell of gradient · vector from the corner, weighted by a fade.
pub(super) fn blended(site: &Site, fade: Fade, gradient: impl Fn(&[u32]) -> [f64; 4]) -> Dual {
    (combinations(&[0, 1], site.dimension()).iter())
        .map(|corner| {
            let mut weight = Dual::from(1.0);
            let mut way = [Dual::default(); 4];
            for ((at, &side), way) in site.lattice.iter().zip(corner).zip(&mut way) {
                let high = at.fraction.faded(fade);
                weight = weight * if side == 1 { high } else { 1.0 - high };
                *way = at.fraction - side as f64;
            }
            weight * dot(way, gradient(&site.keys(corner)[..corner.len()]))
        })
        .sum()
}

pub(super) fn dot(a: [Dual; 4], b: [f64; 4]) -> Dual {
    a.into_iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the gradient of a corner.
fn gradient(hash: &KeyedHash, corner: &[u32]) -> [f64; 4] {
    match (hash, corner) {
        (_, &[_]) => [2.0 * hash.value(corner), 0.0, 0.0, 0.0],
        // perlin_2d is the plane z = 0 of perlin_3d, whose hash takes three numbers.
        (KeyedHash::Table(_), &[x, y]) => gradient_3d(hash.bits(&[x, y, 0], 4)),
        (_, [_, _, _, _]) => gradient_4d(hash.bits(corner, 5)),
        _ => gradient_3d(hash.bits(corner, 4)),
    }
}

/// Returns one of the twelve edges of a cube, four of them twice, in the order of the 2002 code.
pub(super) fn gradient_3d(index: u32) -> [f64; 4] {
    let sign = |bit: u32| if index & bit == 0 { 1.0 } else { -1.0 };
    let first = if index < 8 { 0 } else { 1 };
    let second = match index {
        0..4 => 1,
        12 | 14 => 0,
        _ => 2,
    };
    let mut gradient = [0.0; 4];
    gradient[first] += sign(1);
    gradient[second] += sign(2);
    gradient
}

/// Returns one of the 32 edges of a hypercube: `index >> 3` picks three axes, and the low bits pick their signs.
///
/// The published 4-D code has y, z, w in row 0, too, against its own comment. This function does what the comment says.
pub(super) fn gradient_4d(index: u32) -> [f64; 4] {
    let axes = [[0, 1, 2], [3, 0, 1], [2, 3, 0], [1, 2, 3]][index as usize >> 3];
    let mut gradient = [0.0; 4];
    for (axis, bit) in axes.into_iter().zip([4, 2, 1]) {
        gradient[axis] = if index & bit == 0 { -1.0 } else { 1.0 };
    }
    gradient
}
