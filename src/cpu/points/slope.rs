//! A value and its partial derivatives: what the corners of a cell are, and what they blend to.

use super::perlin_gradient::perlin_gradient;
use super::{Axis, Place, each, fade, lerp};
use crate::cpu::corner::Corners;
use crate::noise::Source;

/// Sets `out` to a layer of the derivative of a source, per cell along one of its axes.
pub(in crate::cpu) fn fill_partial(
    of: (Source, usize),
    axes: &[Axis],
    corners: &Corners,
    out: &mut [f32],
) {
    match axes {
        [x] => each([x], out, |at| partial(of, corners, at)),
        [x, y] => each([x, y], out, |at| partial(of, corners, at)),
        [x, y, z] => each([x, y, z], out, |at| partial(of, corners, at)),
        [x, y, z, w] => each([x, y, z, w], out, |at| partial(of, corners, at)),
        _ => unreachable!("a source has one to four axes"),
    }
}

fn partial<const D: usize>(
    (source, axis): (Source, usize),
    corners: &Corners,
    place: [Place; D],
) -> f32 {
    match source {
        Source::Perlin => perlin_gradient(corners, place)[axis],
        Source::Constant | Source::Coordinate => unreachable!("no lattice source"),
    }
}

/// A value, and how it changes per cell along each of the source's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope<const D: usize> {
    pub value: f32,
    pub slope: [f32; D],
}

/// The partial derivatives of the noise that has these corners; a corner is 0 or 1 along each axis.
pub(super) fn gradient<const D: usize>(
    place: &[Place; D],
    corner: impl Fn([usize; D]) -> Slope<D>,
) -> [f32; D] {
    across(place, &corner, [0; D], D).slope
}

/// The blend over the first axes, with the corners' sides along the others given.
fn across<const D: usize>(
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
        across(place, corner, sides, axis)
    });
    blend(low, high, place[axis].fraction, axis)
}

fn blend<const D: usize>(a: Slope<D>, b: Slope<D>, t: f32, axis: usize) -> Slope<D> {
    let faded = fade(t);
    let mut slope = std::array::from_fn(|i| lerp(faded, a.slope[i], b.slope[i]));
    slope[axis] += fade_slope(t) * (b.value - a.value);
    let value = lerp(faded, a.value, b.value);
    Slope { value, slope }
}

/// The derivative 30t²(1 − t)² of the quintic fade.
fn fade_slope(t: f32) -> f32 {
    let s = t * (1.0 - t);
    30.0 * s * s
}
