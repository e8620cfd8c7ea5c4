//! Value noise at points, 1-D to 4-D.
//!
//! A sample is a weighted sum of the numbers at some corners: 2 along each axis for a fade, 4 for Elias's cubic, and 2 more
//! where corners are averaged with their neighbours. Weights are products of one weight for each axis.

use super::cell_positions::CellPositions;
use super::chunk::{CHUNK, FloatChunk, WordChunk, mapped, zipped};
use super::fades::fade_slope;
use super::hasher::ChunkHasher;
use super::layer::{PointNoise, PointwiseLayer};
use crate::cpu::simd::{Lanes, Simd};
use crate::noise::Fade;
use crate::program::{LatticeNoise, ValueNoise};

/// The most corners along an axis: four of Elias's cubic, and one more on each side if corners are averaged.
const TAPS_MAX: usize = 6;

/// The corners along one axis that samples depend on, and their weights.
#[derive(Clone, Copy, Debug)]
struct Taps {
    keys: [WordChunk; TAPS_MAX],
    weights: [FloatChunk; TAPS_MAX],
    count: usize,
}

/// Value noise, or its derivative along one of its axes.
struct Value {
    fade: Fade,
    /// Whether each corner is averaged with its neighbours.
    smooth: bool,
    /// The weight of a corner itself in its average, if it is set.
    centre: Option<f32>,
    /// The index of the axis of the derivative.
    along: Option<usize>,
}

/// Computes a layer of value noise, or of its derivative along one of its axes.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    let LatticeNoise::Value(ValueNoise {
        fade,
        smooth,
        centre,
    }) = layer.source.noise
    else {
        unreachable!("value noise")
    };
    let noise = Value {
        fade,
        smooth,
        centre: centre.map(|slot| layer.numbers[slot.index()]),
        along: layer.source.partial,
    };
    match layer.axes.len() {
        1 => layer.compute_noise::<1>(noise, simd),
        2 => layer.compute_noise::<2>(noise, simd),
        3 => layer.compute_noise::<3>(noise, simd),
        4 => layer.compute_noise::<4>(noise, simd),
        _ => unreachable!("value noise has one to four axes"),
    }
}

impl<const D: usize> PointNoise<D> for Value {
    /// Computes the noise as the sum over its taps. A derivative has the derivatives of the weights along its axis.
    ///
    /// The average gives a corner itself the weight 2⁻ᴰ. If that weight is set, the difference times the noise without
    /// averaging is added.
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; D]) -> FloatChunk {
        let mut plain = [Taps::default(); D];
        for (axis, (taps, positions)) in plain.iter_mut().zip(positions).enumerate() {
            *taps = match (self.fade, self.along == Some(axis)) {
                (Fade::Elias, false) => Taps::elias(positions),
                (Fade::Elias, true) => Taps::elias_slope(positions),
                (_, false) => Taps::two(positions),
                (fade, true) => Taps::two_slope(positions, fade),
            };
        }
        if !self.smooth {
            return value(hasher, &plain);
        }
        // The average is along each axis in turn, so it widens the taps of each axis.
        let mut wide = plain;
        for (taps, positions) in wide.iter_mut().zip(positions) {
            *taps = taps.smooth(positions);
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
    /// Makes taps of `count` corners, from `first` cells after the low one on.
    #[inline(always)]
    fn new(
        positions: &CellPositions,
        first: i32,
        count: usize,
        weights: [FloatChunk; TAPS_MAX],
    ) -> Taps {
        let mut taps = Taps {
            weights,
            count,
            ..Taps::default()
        };
        for (keys, offset) in taps.keys.iter_mut().zip(first..).take(count) {
            *keys = positions.keys_at(offset);
        }
        taps
    }

    /// Returns the two corners of the cell: 1 − fade and fade.
    #[inline(always)]
    fn two(positions: &CellPositions) -> Taps {
        let mut weights = [[0.0; CHUNK]; TAPS_MAX];
        weights[0] = mapped(&positions.fade, |t| 1.0 - t);
        weights[1] = positions.fade;
        Taps::new(positions, 0, 2, weights)
    }

    /// Returns the four corners of Elias's cubic: the cell's, and one on each side.
    ///
    /// With q = p₃ − p₂ − (p₀ − p₁), his code computes q·t³ + (p₀ − p₁ − q)·t² + (p₂ − p₀)·t + p₁. These are the factors of the
    /// four numbers p in it.
    #[inline(always)]
    fn elias(positions: &CellPositions) -> Taps {
        let t = &positions.fraction;
        let mut weights = [[0.0; CHUNK]; TAPS_MAX];
        weights[0] = mapped(t, |t| ((2.0 - t) * t - 1.0) * t);
        weights[1] = mapped(t, |t| (t - 2.0) * t * t + 1.0);
        weights[2] = mapped(t, |t| ((1.0 - t) * t + 1.0) * t);
        weights[3] = mapped(t, |t| (t - 1.0) * t * t);
        Taps::new(positions, -1, 4, weights)
    }

    /// Returns the derivatives of the weights of [`Taps::two`].
    #[inline(always)]
    fn two_slope(positions: &CellPositions, fade: Fade) -> Taps {
        let mut weights = [[0.0; CHUNK]; TAPS_MAX];
        weights[1] = mapped(&positions.fraction, |t| fade_slope(fade, t));
        weights[0] = mapped(&weights[1], |slope| -slope);
        Taps::new(positions, 0, 2, weights)
    }

    /// Returns the derivatives of the weights of [`Taps::elias`].
    #[inline(always)]
    fn elias_slope(positions: &CellPositions) -> Taps {
        let t = &positions.fraction;
        let mut weights = [[0.0; CHUNK]; TAPS_MAX];
        weights[0] = mapped(t, |t| (4.0 - 3.0 * t) * t - 1.0);
        weights[1] = mapped(t, |t| (3.0 * t - 4.0) * t);
        weights[2] = mapped(t, |t| (2.0 - 3.0 * t) * t + 1.0);
        weights[3] = mapped(t, |t| (3.0 * t - 2.0) * t);
        Taps::new(positions, -1, 4, weights)
    }

    /// Returns the taps of averaged corners, one more on each side: each corner is ½ of itself and ¼ of each neighbour.
    #[inline(always)]
    fn smooth(&self, positions: &CellPositions) -> Taps {
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
        Taps::new(positions, first, self.count + 2, weights)
    }
}

/// Computes the weighted sum over all corners, x fastest. The corners are counted as an odometer counts: when the taps of an axis
/// have been summed, their sum is a term of the next axis.
#[inline(always)]
fn value<L: Lanes, const D: usize>(hasher: &ChunkHasher<L>, taps: &[Taps; D]) -> FloatChunk {
    // `tap` is the current corner along each axis. `sums` has, for each axis, the sum over its taps so far.
    let mut sums = [[0.0; CHUNK]; D];
    let mut tap = [0; D];
    loop {
        let mut keys = [&taps[0].keys[0]; D];
        for axis in 0..D {
            keys[axis] = &taps[axis].keys[tap[axis]];
        }
        // The number at the corner is a term of the first axis.
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
            // All taps of this axis are summed: start them again, and carry the sum to the next axis.
            tap[axis] = 0;
            term = std::mem::replace(&mut sums[axis], [0.0; CHUNK]);
            axis += 1;
            if axis == D {
                return term;
            }
        }
    }
}
