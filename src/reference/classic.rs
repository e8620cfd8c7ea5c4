//! Gradient noise as of 1985: Ken Perlin, *An Image Synthesizer*, SIGGRAPH 1985.
//!
//! It differs from improved Perlin noise in its gradients, unit vectors in 256 directions, and in its fade, the cubic one.

use std::f64::consts::TAU;

use super::dual::Dual;
use super::lattice::Site;
use super::perlin::blended;
use super::place::Place;
use crate::noise::{Fade, Node};

pub(super) fn classic(node: &Node, place: &Place) -> Dual {
    let site = Site::of(node, place);
    blended(&site, Fade::Cubic, |corner| {
        let direction = site.hash.bits(corner, 8);
        match corner.len() {
            2 => on_circle(direction),
            _ => on_sphere(direction),
        }
    })
}

/// Returns one of 256 evenly spaced directions in the plane.
pub(super) fn on_circle(direction: u32) -> [f64; 4] {
    let angle = TAU * (f64::from(direction) + 0.5) / 256.0;
    [angle.cos(), angle.sin(), 0.0, 0.0]
}

/// Returns one of 256 directions of a Fibonacci sphere: layers of equal height, each rotated by the golden angle from the
/// one before. The golden angle is an integer in units of 2⁻³² turns.
pub(super) fn on_sphere(direction: u32) -> [f64; 4] {
    let turns = f64::from(direction.wrapping_mul(2_654_435_769)) / 4_294_967_296.0;
    let z = 1.0 - (2.0 * f64::from(direction) + 1.0) / 256.0;
    let radius = (1.0 - z * z).sqrt();
    let angle = TAU * turns;
    [radius * angle.cos(), radius * angle.sin(), z, 0.0]
}
