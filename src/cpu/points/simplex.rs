//! Simplex noise at a point, 2-D to 4-D.
//!
//! A place's keys are its cell and the whole part of what its axis adds to the skew; its fraction and its fade are what
//! is left of both.

use super::{Axis, Place, each};
use crate::cpu::corner::{Corners, gradients};
use crate::program::lattice::unskew;

/// What the sum of kernels is multiplied by, so that its supremum is 1; by dimension 2 to 4.
const SCALE: [f32; 3] = [70.148057, 76.88075, 62.777707];

/// Sets `out` to simplex noise at its samples, or to its derivative along one of its axes.
pub(super) fn fill(along: Option<usize>, axes: &[Axis], corners: &Corners, out: &mut [f32]) {
    match axes {
        [x, y] => each([x, y], out, |at| simplex_2d(corners, along, at)),
        [x, y, z] => each([x, y, z], out, |at| simplex_3d(corners, along, at)),
        [x, y, z, w] => each([x, y, z, w], out, |at| simplex_4d(corners, along, at)),
        _ => unreachable!("simplex noise has two to four axes"),
    }
}

fn simplex_2d(corners: &Corners, along: Option<usize>, place: [Place; 2]) -> f32 {
    SCALE[0] * kernels(place, |keys, way| kernel(corners.bits(keys, 4), way, along))
}

fn simplex_3d(corners: &Corners, along: Option<usize>, place: [Place; 3]) -> f32 {
    SCALE[1] * kernels(place, |keys, way| kernel(corners.bits(keys, 4), way, along))
}

fn simplex_4d(corners: &Corners, along: Option<usize>, place: [Place; 4]) -> f32 {
    SCALE[2] * kernels(place, |keys, way| kernel(corners.bits(keys, 5), way, along))
}

/// The sum over the corners of the simplex of what each contributes, from its keys and the way from it.
fn kernels<const D: usize>(place: [Place; D], kernel: impl Fn(&[u32; D], &[f32; D]) -> f32) -> f32 {
    let (mut keys, part) = skewed(place);
    // Seen from the low corner.
    let back = unskew(D) as f32;
    let shift = back * part.iter().sum::<f32>();
    let mut way = part.map(|part| part - shift);
    let mut sum = kernel(&keys, &way);
    // From corner to corner, a step along each axis, the largest part first.
    for step in 0..D {
        for axis in 0..D {
            let here = rank(&part, axis) == step;
            keys[axis] = keys[axis].wrapping_add(here.into());
            way[axis] += back - f32::from(u8::from(here));
        }
        sum += kernel(&keys, &way);
    }
    sum
}

/// How many parts are larger; of equal ones the first counts as larger.
fn rank<const D: usize>(part: &[f32; D], axis: usize) -> usize {
    let larger =
        |&other: &usize| part[other] > part[axis] || part[other] == part[axis] && other < axis;
    (0..D).filter(larger).count()
}

/// The cell on the skewed lattice, and the place in it. Whole parts are taken off as soon as they come, which keeps what
/// is left small.
fn skewed<const D: usize>(place: [Place; D]) -> ([u32; D], [f32; D]) {
    let (mut whole, mut rest) = (0u32, 0.0);
    for at in &place {
        rest += at.fade;
        let more = rest.floor();
        rest -= more;
        whole = (whole.wrapping_add(at.keys[1])).wrapping_add_signed(more as i32);
    }
    let moved = place.map(|at| at.fraction + rest);
    let cell = |i: usize| {
        let key = place[i].keys[0].wrapping_add(whole);
        key.wrapping_add_signed(moved[i].floor() as i32)
    };
    (
        std::array::from_fn(cell),
        moved.map(|moved| moved - moved.floor()),
    )
}

/// What a corner contributes by its hash's gradient, or how that changes along an axis.
fn kernel<const D: usize>(hash: usize, way: &[f32; D], along: Option<usize>) -> f32 {
    let square: f32 = way.iter().map(|d| d * d).sum();
    let near = (0.5 - square).max(0.0);
    let gradient = gradients(D)[hash];
    let product: f32 = way.iter().zip(gradient).map(|(d, g)| d * g).sum();
    match along {
        None => near * near * (near * near) * product,
        Some(axis) => near * near * near * (near * gradient[axis] - 8.0 * way[axis] * product),
    }
}
