//! Simplex noise: Ken Perlin, *Noise hardware*, 2001, as Stefan Gustavson explains it (*Simplex noise demystified*,
//! 2005). The kernels end where the next simplex begins.

use super::dual::Dual;
use super::lattice::{KeyedHash, Site, rate};
use super::perlin::{dot, gradient_3d, gradient_4d};
use super::place::Place;
use crate::noise::Node;
use crate::program::{skew, unskew};

/// The factor that makes the supremum of the sum over points and gradients 1, for dimensions 2 to 4.
const SCALE: [f64; 3] = [70.148057, 76.88075, 62.777707];

pub(super) fn simplex(node: &Node, place: &Place) -> Dual {
    let site = Site::of(node, place);
    let dimension = site.dimension();
    let (cells, fractions) = skewed(&site, node, place);
    // The corners of the simplex: from the low corner to the high one, one step along each axis, the largest fraction first.
    let mut order: Vec<usize> = (0..dimension).collect();
    order.sort_by(|&a, &b| fractions[b].value.total_cmp(&fractions[a].value));
    let back = unskew(dimension);
    let mut corner = vec![0i64; dimension];
    let mut sum = Dual::default();
    for step in 0..=dimension {
        let from: Vec<Dual> = (fractions.iter().zip(&corner))
            .map(|(&fraction, &side)| fraction - side as f64)
            .collect();
        let shift = back * from.iter().copied().sum::<Dual>();
        let mut way = [Dual::default(); 4];
        for (way, &from) in way.iter_mut().zip(&from) {
            *way = from - shift;
        }
        let square: Dual = way.iter().map(|&d| d * d).sum();
        let near = (0.5 - square).max(0.0);
        let keys: Vec<u32> = (cells.iter().zip(&corner))
            .map(|(cell, side)| (cell + side) as u32)
            .collect();
        let near = near * near;
        sum = sum + near * near * dot(way, gradient(&site.hash, &keys));
        if let Some(&axis) = order.get(step) {
            corner[axis] = 1;
        }
    }
    SCALE[dimension - 2] * sum
}

/// Returns the cell and the fractions on the skewed lattice: each coordinate plus `skew` times the sum of all.
fn skewed(site: &Site, node: &Node, place: &Place) -> (Vec<i64>, Vec<Dual>) {
    let factor = skew(site.dimension());
    let parts = (site.axes.iter())
        .map(|&axis| place.part(axis, rate(node, place, axis), site.shift[axis], factor));
    let (whole, rest) = parts.fold((0, Dual::default()), |(whole, rest), part| {
        (whole + part.0, rest + part.1)
    });
    (site.lattice.iter())
        .map(|at| {
            let moved = at.fraction + rest;
            (
                at.cell + whole + moved.floor().value as i64,
                moved - moved.floor(),
            )
        })
        .unzip()
}

fn gradient(hash: &KeyedHash, corner: &[u32]) -> [f64; 4] {
    match corner.len() {
        2 => {
            let [x, y, ..] = gradient_3d(hash.bits(corner, 4));
            [x, y, 0.0, 0.0]
        }
        3 => gradient_3d(hash.bits(corner, 4)),
        _ => gradient_4d(hash.bits(corner, 5)),
    }
}
