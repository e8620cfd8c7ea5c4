//! Improved Perlin noise: Ken Perlin, *Improving Noise*, SIGGRAPH 2002.
//!
//! Each corner of the cell contributes the scalar product of its gradient with the way from the
//! corner to the point; along every axis the two corners blend with the quintic fade.

use super::dual::Dual;
use super::place::{Lattice, Place};
use crate::hash;
use crate::noise::Node;

pub(super) fn perlin(node: &Node, place: &Place) -> Dual {
    let axes: Vec<usize> = match node.word("axes") {
        "" => place.axes().indices().collect(),
        letters => letters.chars().filter_map(|l| "xyzw".find(l)).collect(),
    };
    let lattice: Vec<Lattice> = (axes.iter())
        .map(|&axis| place.lattice(axis, rate(node, place, axis), period(node, axis)))
        .collect();
    let seed = node.number("seed").unwrap_or_default() as u32;
    let gradient = match node.word("hash") {
        "integer" => Gradients::Integer(place.key(seed)),
        _ => Gradients::Table(Box::new(place.table(seed))),
    };
    noise(&lattice, &gradient)
}

/// Cells per unit along an axis.
fn rate(node: &Node, place: &Place, axis: usize) -> f64 {
    let along = |param| node.per_axis(param).and_then(|numbers| numbers.get(axis));
    match axis {
        3 => node.number("time_frequency").unwrap_or_default(),
        _ => match along("cells") {
            Some(cells) => cells / place.extent(axis),
            None => along("frequency").unwrap_or_default(),
        },
    }
}

/// The source's own period along an axis.
fn period(node: &Node, axis: usize) -> f64 {
    let along = |param| node.per_axis(param).and_then(|numbers| numbers.get(axis));
    match axis {
        3 => node.number("time_period").unwrap_or_default(),
        _ => along("period").unwrap_or_default(),
    }
}

/// The blended sum over the corners of the cell.
fn noise(lattice: &[Lattice], gradients: &Gradients) -> Dual {
    let dimension = lattice.len();
    (0..1 << dimension)
        .map(|corner: u32| {
            let mut weight = Dual::from(1.0);
            let mut keys = [0; 4];
            let mut way = [Dual::default(); 4];
            for (axis, at) in lattice.iter().enumerate() {
                let side = corner >> axis & 1;
                let fraction = Dual::new(at.fraction, at.slope);
                let high = fade(fraction);
                weight = weight * if side == 1 { high } else { 1.0 - high };
                keys[axis] = at.key(i64::from(side));
                way[axis] = fraction - f64::from(side);
            }
            let gradient = gradients.at(&keys, dimension);
            weight * gradient.iter().zip(way).map(|(g, d)| *g * d).sum::<Dual>()
        })
        .sum()
}

/// The quintic fade 6t⁵ − 15t⁴ + 10t³.
fn fade(t: Dual) -> Dual {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// How a corner gets its gradient.
enum Gradients {
    Table(Box<hash::Permutation>),
    Integer([u32; 4]),
}

impl Gradients {
    fn at(&self, keys: &[u32; 4], dimension: usize) -> [f64; 4] {
        match self {
            Gradients::Table(perm) => {
                // perlin_2d is the plane z = 0 of perlin_3d, hash and all.
                let hashed = hash::table(perm, &keys[..if dimension == 2 { 3 } else { dimension }]);
                match dimension {
                    1 => [
                        2.0 * (2.0 * f64::from(hashed) - 255.0) / 255.0,
                        0.0,
                        0.0,
                        0.0,
                    ],
                    4 => gradient_4d(hashed & 31),
                    _ => gradient_3d(hashed & 15),
                }
            }
            Gradients::Integer(key) => {
                let hashed = hash::integer(key, &keys[..dimension]);
                match dimension {
                    1 => [
                        2.0 * (f64::from(hashed >> 8) / 8_388_608.0 - 1.0),
                        0.0,
                        0.0,
                        0.0,
                    ],
                    4 => gradient_4d(hashed >> 27),
                    _ => gradient_3d(hashed >> 28),
                }
            }
        }
    }
}

/// The twelve edges of a cube, four of them twice, in the order of the 2002 code.
fn gradient_3d(index: u32) -> [f64; 4] {
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

/// The 32 edges of a hypercube: `index >> 3` picks three axes, the low bits their signs.
///
/// The published 4-D code has y, z, w in row 0 too, against its own comment; this is the comment.
fn gradient_4d(index: u32) -> [f64; 4] {
    let axes = [[0, 1, 2], [3, 0, 1], [2, 3, 0], [1, 2, 3]][index as usize >> 3];
    let mut gradient = [0.0; 4];
    for (axis, bit) in axes.into_iter().zip([4, 2, 1]) {
        gradient[axis] = if index & bit == 0 { -1.0 } else { 1.0 };
    }
    gradient
}
