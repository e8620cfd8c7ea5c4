//! Value noise at points that depends on more than the corners of the cell, and derivatives of value noise, 1-D to 4-D.
//!
//! A sample is a weighted sum of the numbers at some corners: 2 along each axis for a fade, 4 for Elias's cubic, and 2 more
//! where corners are averaged with their neighbours. Weights are products of one weight for each axis.

use super::cells::Cells;
use super::fades::fade_slope;
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use crate::cpu::simd::{Floats, Group, Lanes, Simd};
use crate::noise::Fade;
use crate::program::ValueNoise;

/// The most corners along an axis: four of Elias's cubic, and one more on each side if corners are averaged.
const TAPS_MAX: usize = 6;

/// The corners along one axis that samples depend on, and their weights.
#[derive(Clone, Copy)]
struct Taps<L: Lanes> {
    weights: [Group<Floats<L>>; TAPS_MAX],
    /// How many cells the first corner lies from the low one.
    first: i32,
    count: usize,
}

/// Value noise, or its derivative along one of its axes.
struct TappedValue {
    fade: Fade,
    /// Whether each corner is averaged with its neighbours.
    smooth: bool,
    /// The weight of a corner itself in its average, if it is set.
    centre: Option<f32>,
    /// The index of the axis of the derivative.
    along: Option<usize>,
}

/// Computes a layer of value noise, or of its derivative along one of its axes.
pub(super) fn compute_layer(layer: PointwiseLayer, noise: ValueNoise, simd: Simd) {
    let noise = TappedValue {
        fade: noise.fade,
        smooth: noise.smooth,
        centre: (noise.centre).map(|slot| layer.numbers[slot.index()]),
        along: layer.source.partial,
    };
    match layer.axes.len() {
        1 => layer.compute_noise::<1, _>(noise, simd),
        2 => layer.compute_noise::<2, _>(noise, simd),
        3 => layer.compute_noise::<3, _>(noise, simd),
        4 => layer.compute_noise::<4, _>(noise, simd),
        _ => unreachable!("value noise has one to four axes"),
    }
}

impl<const D: usize> PointNoise<D> for TappedValue {
    const OF_VALUES: bool = true;

    /// Computes the noise as the sum over its taps. A derivative has the derivatives of the weights along its axis.
    ///
    /// The average gives a corner itself the weight 2⁻ᴰ. If that weight is set, the difference times the noise without
    /// averaging is added.
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; D]) -> Group<Floats<L>> {
        let centre = (self.centre).map_or(0.0, |centre| centre - 0.5_f32.powi(D as i32));
        let sums = [
            (self.smooth, 1.0),
            (false, if self.smooth { centre } else { 0.0 }),
        ];
        let mut noise = [Floats::splat(cells[0].lanes(), 0.0); 4];
        // One call for both sums, because a second would double the code.
        for (is_smooth, factor) in sums {
            if factor == 0.0 {
                continue;
            }
            let sum = sum_taps(hasher, cells, &self.taps(cells, is_smooth));
            for q in 0..4 {
                noise[q] = sum[q].mul_add(factor, noise[q]);
            }
        }
        noise
    }
}

impl TappedValue {
    /// Returns the taps along each axis. The average is along each axis in turn, so it widens the taps of each.
    #[inline(always)]
    fn taps<L: Lanes, const D: usize>(
        &self,
        cells: &[Cells<L>; D],
        is_smooth: bool,
    ) -> [Taps<L>; D] {
        let mut taps = [Taps::new(cells[0].lanes(), 0, 0); D];
        for axis in 0..D {
            let cells = &cells[axis];
            match (self.fade, self.along == Some(axis)) {
                (Fade::Elias, false) => taps[axis].elias(cells),
                (Fade::Elias, true) => taps[axis].elias_slope(cells),
                (_, false) => taps[axis].two(cells),
                (fade, true) => taps[axis].two_slope(cells, fade),
            }
            if is_smooth {
                taps[axis] = taps[axis].smooth();
            }
        }
        taps
    }
}

impl<L: Lanes> Taps<L> {
    /// Makes taps of `count` corners with the weight 0; `first` is the first of them, counted from the low one.
    #[inline(always)]
    fn new(lanes: L, first: i32, count: usize) -> Taps<L> {
        Taps {
            weights: [[Floats::splat(lanes, 0.0); 4]; TAPS_MAX],
            first,
            count,
        }
    }

    /// Sets the weights of the corners for vector `q` of the group.
    #[inline(always)]
    fn set<const COUNT: usize>(&mut self, q: usize, weights: [Floats<L>; COUNT]) {
        self.count = COUNT;
        for tap in 0..COUNT {
            self.weights[tap][q] = weights[tap];
        }
    }

    /// Sets the two corners of the cell: 1 − fade and fade.
    #[inline(always)]
    fn two(&mut self, cells: &Cells<L>) {
        for q in 0..4 {
            let t = cells.fade[q];
            self.set(q, [Floats::splat(t.lanes, 1.0) - t, t]);
        }
    }

    /// Sets the four corners of Elias's cubic: the cell's, and one on each side.
    ///
    /// With q = p₃ − p₂ − (p₀ − p₁), his code computes q·t³ + (p₀ − p₁ − q)·t² + (p₂ − p₀)·t + p₁. These are the factors of the
    /// four numbers p in it.
    #[inline(always)]
    fn elias(&mut self, cells: &Cells<L>) {
        self.first = -1;
        for q in 0..4 {
            let t = cells.fraction[q];
            let p0 = (t * -1.0 + 2.0) * t - 1.0;
            let p1 = (t - 2.0) * t * t + 1.0;
            let p2 = (t * -1.0 + 1.0) * t + 1.0;
            let p3 = (t - 1.0) * t * t;
            self.set(q, [p0 * t, p1, p2 * t, p3]);
        }
    }

    /// Sets the derivatives of the weights of [`Taps::two`].
    #[inline(always)]
    fn two_slope(&mut self, cells: &Cells<L>, fade: Fade) {
        for q in 0..4 {
            let slope = fade_slope(fade, cells.fraction[q]);
            self.set(q, [slope * -1.0, slope]);
        }
    }

    /// Sets the derivatives of the weights of [`Taps::elias`].
    #[inline(always)]
    fn elias_slope(&mut self, cells: &Cells<L>) {
        self.first = -1;
        for q in 0..4 {
            let t = cells.fraction[q];
            let p0 = (t * -3.0 + 4.0) * t - 1.0;
            let p1 = (t * 3.0 - 4.0) * t;
            let p2 = (t * -3.0 + 2.0) * t + 1.0;
            let p3 = (t * 3.0 - 2.0) * t;
            self.set(q, [p0, p1, p2, p3]);
        }
    }

    /// Returns the taps of averaged corners, one more on each side: each corner is ½ of itself and ¼ of each neighbour.
    #[inline(always)]
    fn smooth(&self) -> Taps<L> {
        let lanes = self.weights[0][0].lanes;
        let mut wide = Taps::new(lanes, self.first - 1, self.count + 2);
        for tap in 0..self.count {
            for q in 0..4 {
                let weight = self.weights[tap][q];
                for (beside, part) in [0.25, 0.5, 0.25].into_iter().enumerate() {
                    let sum = &mut wide.weights[tap + beside][q];
                    *sum = weight.mul_add(part, *sum);
                }
            }
        }
        wide
    }
}

/// Computes the weighted sum over all corners, x fastest. The corners are counted as an odometer counts: when the taps of an axis
/// have been summed, their sum is a term of the next axis.
#[inline(always)]
fn sum_taps<L: Lanes, H: Hasher<L>, const D: usize>(
    hasher: &H,
    cells: &[Cells<L>; D],
    taps: &[Taps<L>; D],
) -> Group<Floats<L>> {
    let mut keys = [[hasher.keys(0, &cells[0].low); TAPS_MAX]; D];
    for axis in 0..D {
        for tap in 0..taps[axis].count {
            let offset = taps[axis].first + tap as i32;
            keys[axis][tap] = hasher.keys(axis, &cells[axis].keys_at(offset));
        }
    }
    let zero = [Floats::splat(cells[0].lanes(), 0.0); 4];
    // `tap` is the current corner along each axis. `sums` has, for each axis, the sum over its taps so far.
    let mut sums = [zero; D];
    let mut tap = [0; D];
    loop {
        // The number at the corner is a term of the first axis.
        let mut own = [keys[0][0]; D];
        for axis in 0..D {
            own[axis] = keys[axis][tap[axis]];
        }
        let corner = hasher.corner(own);
        let mut term = zero;
        for q in 0..4 {
            term[q] = hasher.value(&corner, q);
        }
        let mut axis = 0;
        loop {
            let weights = &taps[axis].weights[tap[axis]];
            for q in 0..4 {
                sums[axis][q] = weights[q].mul_add(term[q], sums[axis][q]);
            }
            tap[axis] += 1;
            if tap[axis] < taps[axis].count {
                break;
            }
            // All taps of this axis are summed: start them again, and carry the sum to the next axis.
            tap[axis] = 0;
            term = std::mem::replace(&mut sums[axis], zero);
            axis += 1;
            if axis == D {
                return term;
            }
        }
    }
}
