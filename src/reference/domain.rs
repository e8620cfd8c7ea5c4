//! Domain steps: the position at which their input is evaluated.

use super::dual::Dual;
use super::place::Place;
use super::signal;
use crate::Noise;
use crate::grid::TIME;
use crate::noise::domain::{
    AMPLITUDE, ANGLES, DIRECTION, DISPLACEMENTS, FACTOR, LENGTH_FACTOR, OFFSET, ORIGIN,
    PROGRESSIVE, RADIUS, TIME_FACTOR, TIME_OFFSET, U, V,
};
use crate::noise::{Domain, Node, PerAxis};

pub(super) fn moved<'a>(noise: &Noise, domain: Domain, place: &Place<'a>) -> Place<'a> {
    let node = noise.node();
    let radius = || node.get(RADIUS);
    let [x, y] = [0, 1].map(|axis| place.coordinate(axis));
    match domain {
        Domain::Scale => place.scaled(factors(node)),
        Domain::Translate => place.translated(along(node.get(OFFSET), node.get(TIME_OFFSET), 0.0)),
        Domain::Rotate => rotated(noise, place),
        Domain::Stretch => stretched(noise, place),
        Domain::Warp => warped(noise, place),
        Domain::Sphere => {
            let out = radius() * y.sin();
            place.mapped([
                Some(out * x.cos()),
                Some(radius() * y.cos()),
                Some(out * x.sin()),
            ])
        }
        Domain::Cylinder => {
            place.mapped([Some(radius() * x.cos()), None, Some(radius() * x.sin())])
        }
        Domain::Plane => {
            let [origin, u, v] = [ORIGIN, U, V].map(|param| components(node.get(param)));
            place.mapped([0, 1, 2].map(|axis| Some(origin[axis] + x * u[axis] + y * v[axis])))
        }
    }
}

/// Returns the factors of a scale for x, y, z and w.
pub(super) fn factors(node: &Node) -> [f64; 4] {
    along(node.get(FACTOR), node.get(TIME_FACTOR), 1.0)
}

/// Returns numbers for x, y, z and w. A list may be shorter than three if the grid lacks the other axes; these get `absent`.
fn along(space: PerAxis, time: f64, absent: f64) -> [f64; 4] {
    std::array::from_fn(|axis| match axis {
        TIME => time,
        _ => space.get(axis).unwrap_or(absent),
    })
}

/// Rotates about x, then y, then z. A rotation about an axis turns the next axis, in cyclic order, towards the one after.
fn rotated<'a>(noise: &Noise, place: &Place<'a>) -> Place<'a> {
    let mut position = [0, 1, 2].map(|axis| place.coordinate(axis));
    let mut turned = [false; 3];
    for (about, [from, to]) in [(0, [1, 2]), (1, [2, 0]), (2, [0, 1])] {
        if !noise.node().has(ANGLES[about]) {
            continue;
        }
        let angle = signal(noise, ANGLES[about], place);
        let (a, b) = (position[from], position[to]);
        position[from] = a * angle.cos() - b * angle.sin();
        position[to] = a * angle.sin() + b * angle.cos();
        (turned[from], turned[to]) = (true, true);
    }
    place.at([0, 1, 2].map(|axis| turned[axis].then_some(position[axis])))
}

fn stretched<'a>(noise: &Noise, place: &Place<'a>) -> Place<'a> {
    let direction = components(noise.node().get(DIRECTION));
    let factor = noise.node().get(LENGTH_FACTOR);
    let length = direction.iter().map(|d| d * d).sum::<f64>().sqrt();
    let direction = direction.map(|d| d / length);
    let position = [0, 1, 2].map(|axis| place.coordinate(axis));
    let mut along = Dual::default();
    for (p, d) in position.iter().zip(direction) {
        along = along + *p * d;
    }
    let change = along / factor - along;
    place.at([0, 1, 2].map(|axis| {
        let moves = direction[axis] != 0.0;
        moves.then_some(position[axis] + change * direction[axis])
    }))
}

fn warped<'a>(noise: &Noise, place: &Place<'a>) -> Place<'a> {
    let amplitude = noise.node().get(AMPLITUDE);
    let mut moved = place.clone();
    for (axis, by) in DISPLACEMENTS.into_iter().enumerate() {
        let at = match noise.node().get(PROGRESSIVE) {
            true => &moved,
            false => place,
        };
        let by = amplitude * signal(noise, by, at);
        moved = moved.displaced(axis, by);
    }
    moved
}

/// Returns the components of a vector; those left out are 0.
fn components(given: &[f64]) -> [f64; 3] {
    std::array::from_fn(|axis| given.get(axis).copied().unwrap_or_default())
}
