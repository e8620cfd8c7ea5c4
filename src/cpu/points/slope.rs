//! A value and its partial derivatives: what the corners of a cell are, and what they blend to.

use super::blend::{keys, lerp, product};
use super::fades::fade_slope;
use super::{Axis, Place, each};
use crate::cpu::corner::Corners;
use crate::grid::Fade;
use crate::program::LatticeNoise;

/// Sets `out` to the derivative, per cell along one of its axes, of a noise of corner gradients and a fade.
pub(super) fn fill(
    of: (LatticeNoise, Fade),
    along: usize,
    axes: &[Axis],
    corners: &Corners,
    out: &mut [f32],
) {
    match axes {
        [x] => each([x], out, |at| gradient(of, corners, at)[along]),
        [x, y] => each([x, y], out, |at| gradient(of, corners, at)[along]),
        [x, y, z] => each([x, y, z], out, |at| gradient(of, corners, at)[along]),
        [x, y, z, w] => each([x, y, z, w], out, |at| gradient(of, corners, at)[along]),
        _ => unreachable!("a source has one to four axes"),
    }
}

/// A value, and how it changes per cell along each of the source's axes.
#[derive(Clone, Copy, Debug)]
struct Slope<const D: usize> {
    value: f32,
    slope: [f32; D],
}

/// The partial derivatives.
fn gradient<const D: usize>(
    (noise, fade): (LatticeNoise, Fade),
    corners: &Corners,
    place: [Place; D],
) -> [f32; D] {
    let corner = |sides| {
        let gradient = corners.at(noise, &keys(&place, sides)).gradient;
        Slope {
            value: product(gradient, &place, sides),
            slope: std::array::from_fn(|i| gradient[i]),
        }
    };
    across(fade, &place, &corner, [0; D], D).slope
}

/// The blend over the first axes of corners, each of which is 0 or 1 along an axis; `sides` has those of the others.
fn across<const D: usize>(
    fade: Fade,
    place: &[Place; D],
    corner: &impl Fn([usize; D]) -> Slope<D>,
    sides: [usize; D],
    axes: usize,
) -> Slope<D> {
    let Some(axis) = axes.checked_sub(1) else {
        return corner(sides);
    };
    let [low, high] = [0, 1].map(|side| {
        let mut sides = sides;
        sides[axis] = side;
        across(fade, place, corner, sides, axis)
    });
    let Place {
        fraction, fade: t, ..
    } = place[axis];
    let mut slope = std::array::from_fn(|i| lerp(t, low.slope[i], high.slope[i]));
    slope[axis] += fade_slope(fade, fraction) * (high.value - low.value);
    let value = lerp(t, low.value, high.value);
    Slope { value, slope }
}
