//! Simplex noise at a point, 2-D to 4-D.
//!
//! A place's keys are its cell and the whole part of what its axis adds to the skew; its fraction and its fade are what
//! is left of both.

use super::{Axis, Place, each};
use crate::cpu::corner::{Corners, gradients};
use crate::program::lattice::unskew;

/// What the sum of kernels is multiplied by, so that its supremum is 1; by dimension 2 to 4.
const SCALE: [f32; 3] = [70.148057, 76.88075, 62.777707];

/// Sets `out` to simplex noise at its samples.
pub(super) fn fill(axes: &[Axis], corners: &Corners, out: &mut [f32]) {
    match axes {
        [x, y] => each([x, y], out, |at| simplex_2d(corners, at)),
        [x, y, z] => each([x, y, z], out, |at| simplex_3d(corners, at)),
        [x, y, z, w] => each([x, y, z, w], out, |at| simplex_4d(corners, at)),
        _ => unreachable!("simplex noise has two to four axes"),
    }
}

fn simplex_2d(corners: &Corners, place: [Place; 2]) -> f32 {
    SCALE[0] * kernels(corners, place, 4)
}

fn simplex_3d(corners: &Corners, place: [Place; 3]) -> f32 {
    SCALE[1] * kernels(corners, place, 4)
}

fn simplex_4d(corners: &Corners, place: [Place; 4]) -> f32 {
    SCALE[2] * kernels(corners, place, 5)
}

/// The sum over the corners of the simplex; so many bits of a hash pick a gradient.
fn kernels<const D: usize>(corners: &Corners, place: [Place; D], bits: u32) -> f32 {
    let (mut keys, part) = skewed(place);
    // Seen from the low corner.
    let back = unskew(D) as f32;
    let shift = back * part.iter().sum::<f32>();
    let mut way = part.map(|part| part - shift);
    let mut sum = kernel(corners, &keys, &way, bits);
    // From corner to corner, a step along each axis, the largest part first.
    for step in 0..D {
        for axis in 0..D {
            let here = rank(&part, axis) == step;
            keys[axis] = keys[axis].wrapping_add(here.into());
            way[axis] += back - f32::from(u8::from(here));
        }
        sum += kernel(corners, &keys, &way, bits);
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

/// What a corner contributes.
fn kernel<const D: usize>(corners: &Corners, keys: &[u32; D], way: &[f32; D], bits: u32) -> f32 {
    let square: f32 = way.iter().map(|d| d * d).sum();
    let near = (0.5 - square).max(0.0);
    let gradient = gradients(D)[corners.bits(keys, bits)];
    let product: f32 = way.iter().zip(gradient).map(|(d, g)| d * g).sum();
    near * near * (near * near) * product
}
