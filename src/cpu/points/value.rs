//! Value noise at points, 1-D to 4-D, from as many corners along each axis as its fade and its smoothing take.

use super::fades::fade_slope;
use super::hasher::Hasher;
use super::places::Places;
use super::{CHUNK, Fill, Floats, PointNoise, Words, mapped, zipped};
use crate::cpu::simd::{Lanes, Simd};
use crate::noise::Fade;
use crate::program::{LatticeNoise, ValueNoise};

/// The most corners along an axis: four of Elias's cubic, and one more on both sides where it is smooth.
const TAPS_MAX: usize = 6;

/// The corners along one axis that points take something from, and how much.
#[derive(Clone, Copy, Debug)]
struct Taps {
    keys: [Words; TAPS_MAX],
    weights: [Floats; TAPS_MAX],
    count: usize,
}

/// Value noise, or its derivative along one of its axes.
struct Value {
    fade: Fade,
    smooth: bool,
    /// The weight of a smoothed corner itself, where it has one of its own.
    centre: Option<f32>,
    along: Option<usize>,
}

/// Sets samples to value noise, or to its derivative along one of its axes.
pub(super) fn fill(task: Fill, simd: Simd) {
    let LatticeNoise::Value(ValueNoise {
        fade,
        smooth,
        centre,
    }) = task.source.noise
    else {
        unreachable!("value noise")
    };
    let noise = Value {
        fade,
        smooth,
        centre: centre.map(|slot| task.numbers[slot.index()]),
        along: task.source.partial,
    };
    match task.axes.len() {
        1 => task.with::<1>(noise, simd),
        2 => task.with::<2>(noise, simd),
        3 => task.with::<3>(noise, simd),
        4 => task.with::<4>(noise, simd),
        _ => unreachable!("value noise has one to four axes"),
    }
}

impl<const D: usize> PointNoise<D> for Value {
    /// The noise from its taps; a centre of its own adds what it has more than the average's.
    ///
    /// A derivative has along its axis the derivatives of the weights.
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; D]) -> Floats {
        let mut plain = [Taps::default(); D];
        for (axis, (taps, places)) in plain.iter_mut().zip(places).enumerate() {
            *taps = match (self.fade, self.along == Some(axis)) {
                (Fade::Elias, false) => Taps::elias(places),
                (Fade::Elias, true) => Taps::elias_slope(places),
                (_, false) => Taps::two(places),
                (fade, true) => Taps::two_slope(places, fade),
            };
        }
        if !self.smooth {
            return value(hasher, &plain);
        }
        let mut wide = plain;
        for (taps, places) in wide.iter_mut().zip(places) {
            *taps = taps.smooth(places);
        }
        let smoothed = value(hasher, &wide);
        let Some(centre) = self.centre else {
            return smoothed;
        };
        let more = centre - 0.5_f32.powi(D as i32);
        zipped(&smoothed, &value(hasher, &plain), |smoothed, plain| {
            smoothed + more * plain
        })
    }
}

impl Default for Taps {
    #[inline(always)]
    fn default() -> Taps {
        Taps {
            keys: [[0; CHUNK]; TAPS_MAX],
            weights: [[0.0; CHUNK]; TAPS_MAX],
            count: 0,
        }
    }
}

impl Taps {
    #[inline(always)]
    fn new(places: &Places, first: i32, count: usize, weights: [Floats; TAPS_MAX]) -> Taps {
        let mut taps = Taps {
            weights,
            count,
            ..Taps::default()
        };
        for (keys, offset) in taps.keys.iter_mut().zip(first..).take(count) {
            *keys = places.keys_at(offset);
        }
        taps
    }

    /// The two corners of the cell.
    #[inline(always)]
    fn two(places: &Places) -> Taps {
        let mut weights = [[0.0; CHUNK]; TAPS_MAX];
        weights[0] = mapped(&places.fade, |t| 1.0 - t);
        weights[1] = places.fade;
        Taps::new(places, 0, 2, weights)
    }

    /// The four of Elias's cubic.
    #[inline(always)]
    fn elias(places: &Places) -> Taps {
        let t = &places.fraction;
        let mut weights = [[0.0; CHUNK]; TAPS_MAX];
        weights[0] = mapped(t, |t| ((2.0 - t) * t - 1.0) * t);
        weights[1] = mapped(t, |t| (t - 2.0) * t * t + 1.0);
        weights[2] = mapped(t, |t| ((1.0 - t) * t + 1.0) * t);
        weights[3] = mapped(t, |t| (t - 1.0) * t * t);
        Taps::new(places, -1, 4, weights)
    }

    /// What these change by.
    #[inline(always)]
    fn two_slope(places: &Places, fade: Fade) -> Taps {
        let mut weights = [[0.0; CHUNK]; TAPS_MAX];
        weights[1] = mapped(&places.fraction, |t| fade_slope(fade, t));
        weights[0] = mapped(&weights[1], |slope| -slope);
        Taps::new(places, 0, 2, weights)
    }

    /// What these change by.
    #[inline(always)]
    fn elias_slope(places: &Places) -> Taps {
        let t = &places.fraction;
        let mut weights = [[0.0; CHUNK]; TAPS_MAX];
        weights[0] = mapped(t, |t| (4.0 - 3.0 * t) * t - 1.0);
        weights[1] = mapped(t, |t| (3.0 * t - 4.0) * t);
        weights[2] = mapped(t, |t| (2.0 - 3.0 * t) * t + 1.0);
        weights[3] = mapped(t, |t| (3.0 * t - 2.0) * t);
        Taps::new(places, -1, 4, weights)
    }

    /// One more on both sides: each corner is ½ of itself and ¼ of both neighbours.
    #[inline(always)]
    fn smooth(&self, places: &Places) -> Taps {
        let mut weights = [[0.0; CHUNK]; TAPS_MAX];
        for tap in 0..self.count {
            for i in 0..CHUNK {
                let weight = self.weights[tap][i];
                weights[tap][i] += 0.25 * weight;
                weights[tap + 1][i] += 0.5 * weight;
                weights[tap + 2][i] += 0.25 * weight;
            }
        }
        let first = -(self.count as i32 / 2);
        Taps::new(places, first, self.count + 2, weights)
    }
}

/// The weighted sum over the corners, x fastest: when an axis has been through, its sum goes to the next.
#[inline(always)]
fn value<L: Lanes, const D: usize>(hasher: &Hasher<L>, taps: &[Taps; D]) -> Floats {
    let mut sums = [[0.0; CHUNK]; D];
    let mut tap = [0; D];
    loop {
        let mut keys = [&taps[0].keys[0]; D];
        for axis in 0..D {
            keys[axis] = &taps[axis].keys[tap[axis]];
        }
        let mut term = hasher.value(keys);
        let mut axis = 0;
        loop {
            let weights = &taps[axis].weights[tap[axis]];
            for i in 0..CHUNK {
                sums[axis][i] += weights[i] * term[i];
            }
            tap[axis] += 1;
            if tap[axis] < taps[axis].count {
                break;
            }
            tap[axis] = 0;
            term = std::mem::replace(&mut sums[axis], [0.0; CHUNK]);
            axis += 1;
            if axis == D {
                return term;
            }
        }
    }
}
