//! Value noise at a point, 1-D to 4-D, from as many corners along each axis as its fade and its smoothing take.

use super::fades::fade_slope;
use super::{Axis, Place, each};
use crate::cpu::corner::Corners;
use crate::grid::Fade;
use crate::program::LatticeNoise;

/// The most corners along an axis: four of Elias's cubic, and one more on both sides where it is smooth.
const TAPS_MAX: usize = 6;

/// The corners along one axis that a point takes something from, and how much.
#[derive(Clone, Copy, Debug)]
struct Taps {
    keys: [u32; TAPS_MAX],
    weights: [f32; TAPS_MAX],
    count: usize,
}

/// Sets `out` to value noise at its samples, or to its derivative along one of its axes.
pub(super) fn fill(
    of: (LatticeNoise, Option<usize>),
    numbers: &[f32],
    axes: &[Axis],
    corners: &Corners,
    out: &mut [f32],
) {
    match axes {
        [x] => each([x], out, |at| weighted(of, numbers, corners, at, value_1d)),
        [x, y] => each([x, y], out, |at| {
            weighted(of, numbers, corners, at, value_2d)
        }),
        [x, y, z] => each([x, y, z], out, |at| {
            weighted(of, numbers, corners, at, value_3d)
        }),
        [x, y, z, w] => each([x, y, z, w], out, |at| {
            weighted(of, numbers, corners, at, value_4d)
        }),
        _ => unreachable!("value noise has one to four axes"),
    }
}

/// The noise from its taps; a centre of its own adds what it has more than the average's.
///
/// A derivative has along its axis the derivatives of the weights.
fn weighted<const D: usize>(
    (noise, along): (LatticeNoise, Option<usize>),
    numbers: &[f32],
    corners: &Corners,
    place: [Place; D],
    value: impl Fn(&Corners, [Taps; D]) -> f32,
) -> f32 {
    let LatticeNoise::Value {
        fade,
        smooth,
        centre,
    } = noise
    else {
        unreachable!("value noise")
    };
    let plain = |i: usize| match (fade, along == Some(i)) {
        (Fade::Elias, false) => Taps::elias(&place[i]),
        (Fade::Elias, true) => Taps::elias_slope(&place[i]),
        (_, false) => Taps::two(&place[i]),
        (_, true) => Taps::two_slope(&place[i], fade),
    };
    let plain: [Taps; D] = std::array::from_fn(plain);
    if !smooth {
        return value(corners, plain);
    }
    let smoothed = value(corners, std::array::from_fn(|i| plain[i].smooth(&place[i])));
    match centre {
        None => smoothed,
        Some(centre) => {
            let more = numbers[centre.index()] - 0.5_f32.powi(D as i32);
            smoothed + more * value(corners, plain)
        }
    }
}

impl Taps {
    fn new(place: &Place, first: i32, weights: &[f32]) -> Taps {
        let mut taps = Taps {
            keys: [0; TAPS_MAX],
            weights: [0.0; TAPS_MAX],
            count: weights.len(),
        };
        taps.weights[..weights.len()].copy_from_slice(weights);
        for (key, i) in taps.keys.iter_mut().zip(0..weights.len() as i32) {
            *key = place.key(first + i);
        }
        taps
    }

    /// The two corners of the cell.
    fn two(place: &Place) -> Taps {
        Taps::new(place, 0, &[1.0 - place.fade, place.fade])
    }

    /// What these change by.
    fn two_slope(place: &Place, fade: Fade) -> Taps {
        let slope = fade_slope(fade, place.fraction);
        Taps::new(place, 0, &[-slope, slope])
    }

    /// The four of Elias's cubic.
    fn elias(place: &Place) -> Taps {
        let t = place.fraction;
        let weights = [
            ((2.0 - t) * t - 1.0) * t,
            (t - 2.0) * t * t + 1.0,
            ((1.0 - t) * t + 1.0) * t,
            (t - 1.0) * t * t,
        ];
        Taps::new(place, -1, &weights)
    }

    /// What these change by.
    fn elias_slope(place: &Place) -> Taps {
        let t = place.fraction;
        let weights = [
            (4.0 - 3.0 * t) * t - 1.0,
            (3.0 * t - 4.0) * t,
            (2.0 - 3.0 * t) * t + 1.0,
            (3.0 * t - 2.0) * t,
        ];
        Taps::new(place, -1, &weights)
    }

    /// One more on both sides: each corner is ½ of itself and ¼ of both neighbours.
    fn smooth(&self, place: &Place) -> Taps {
        let mut weights = [0.0; TAPS_MAX];
        for (i, weight) in self.weights[..self.count].iter().enumerate() {
            weights[i] += 0.25 * weight;
            weights[i + 1] += 0.5 * weight;
            weights[i + 2] += 0.25 * weight;
        }
        let first = -(self.count as i32 / 2);
        Taps::new(place, first, &weights[..self.count + 2])
    }

    /// The weighted sum of what stands at each key.
    fn sum(&self, at: impl Fn(u32) -> f32) -> f32 {
        (self.keys.iter().zip(self.weights).take(self.count))
            .fold(0.0, |sum, (&key, weight)| sum + weight * at(key))
    }
}

fn value_1d(corners: &Corners, [x]: [Taps; 1]) -> f32 {
    x.sum(|x| corners.value(&[x]))
}

fn value_2d(corners: &Corners, [x, y]: [Taps; 2]) -> f32 {
    y.sum(|y| x.sum(|x| corners.value(&[x, y])))
}

fn value_3d(corners: &Corners, [x, y, z]: [Taps; 3]) -> f32 {
    z.sum(|z| y.sum(|y| x.sum(|x| corners.value(&[x, y, z]))))
}

fn value_4d(corners: &Corners, [x, y, z, w]: [Taps; 4]) -> f32 {
    w.sum(|w| z.sum(|z| y.sum(|y| x.sum(|x| corners.value(&[x, y, z, w])))))
}
