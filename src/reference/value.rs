//! Value noise: interpolated numbers at corners. Hugo Elias, *Perlin Noise*, 1998.

use super::dual::Dual;
use super::lattice::{Site, combinations};
use super::place::Place;
use crate::noise::source::{CENTRE, FADE, SMOOTH};
use crate::noise::{Fade, Node};

pub(super) fn value(node: &Node, place: &Place) -> Dual {
    let fade = node.get(FADE);
    let site = Site::of(node, place);
    match node.get(SMOOTH) {
        true => {
            let weights = weights(site.dimension(), node.get(CENTRE));
            interpolated(&site, fade, |corner| smooth(&site, corner, &weights))
        }
        false => interpolated(&site, fade, |corner| at(&site, corner)),
    }
}

pub(super) fn white(node: &Node, place: &Place) -> Dual {
    let site = Site::of(node, place);
    at(&site, &vec![0; site.dimension()]).into()
}

/// Returns the number at a corner.
fn at(site: &Site, corner: &[i64]) -> f64 {
    site.hash.value(&site.keys(corner)[..corner.len()])
}

/// Returns the weighted average of a corner and its neighbours.
fn smooth(site: &Site, corner: &[i64], weights: &[(Vec<i64>, f64)]) -> f64 {
    (weights.iter())
        .map(|(offset, weight)| {
            let mut neighbour = [0; 4];
            for ((to, corner), offset) in neighbour.iter_mut().zip(corner).zip(offset) {
                *to = corner + offset;
            }
            weight * at(site, &neighbour[..corner.len()])
        })
        .sum()
}

/// Returns the weight of each neighbour: the product of ½ for each axis along which its offset is 0 and ¼ for each other
/// axis. The corner itself has the weight `centre` if one is given.
fn weights(dimension: usize, centre: Option<f64>) -> Vec<(Vec<i64>, f64)> {
    (combinations(&[-1, 0, 1], dimension).into_iter())
        .map(|offset| {
            let own: f64 = (offset.iter())
                .map(|&along| if along == 0 { 0.5 } else { 0.25 })
                .product();
            let itself = offset.iter().all(|&along| along == 0);
            let weight = centre.filter(|_| itself).unwrap_or(own);
            (offset, weight)
        })
        .collect()
}

/// Interpolates along the last axis between values that are interpolated along the others.
fn interpolated(site: &Site, fade: Fade, at: impl Fn(&[i64]) -> f64) -> Dual {
    fn along(site: &Site, fade: Fade, fixed: &[i64], at: &dyn Fn(&[i64]) -> f64) -> Dual {
        let Some(axis) = site.dimension().checked_sub(fixed.len() + 1) else {
            return at(fixed).into();
        };
        let t = site.lattice[axis].fraction;
        let value = |offset: i64| along(site, fade, &[&[offset], fixed].concat(), at);
        match fade {
            Fade::Elias => cubic([-1, 0, 1, 2].map(value), t),
            _ => value(0) + t.faded(fade) * (value(1) - value(0)),
        }
    }
    along(site, fade, &[], &at)
}

/// Computes Elias's `Cubic_Interpolate`.
fn cubic([v0, v1, v2, v3]: [Dual; 4], t: Dual) -> Dual {
    let p = (v3 - v2) - (v0 - v1);
    let q = (v0 - v1) - p;
    let r = v2 - v0;
    ((p * t + q) * t + r) * t + v1
}
