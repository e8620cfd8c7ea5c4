//! Cellular noise at points, 2-D to 4-D (Worley, *A Cellular Texture Basis Function*, SIGGRAPH 1996).
//!
//! Each cell has one feature point. By definition a sample searches for the nearest points in the cells around its own: one
//! cell on each side, or two for the second nearest in the plane.

use super::cells::Cells;
use super::hasher::{Hasher, SIDE_MAX};
use super::layer::{PointNoise, PointwiseLayer};
use crate::cpu::polynomials;
use crate::cpu::simd::{Floats, Group, Lanes, Simd};
use crate::noise::{Metric, WorleyOutput};
use crate::program::{LatticeNoise, Worley};

/// How points are searched.
#[derive(Clone, Copy, Debug)]
struct Settings {
    metric: Metric,
    /// How far points stray from the middle of their cells: 0 is not at all, 1 as far as the cell reaches.
    jitter: f32,
    /// How many cells on each side are searched.
    reach: usize,
}

/// Cellular noise whose feature points do not move.
struct StaticWorley<const NEAREST_ALONE: bool>(Settings, Output<NEAREST_ALONE>);
/// Cellular noise whose feature points swing as the last axis, time, goes on.
struct SwingingWorley<const NEAREST_ALONE: bool>(Settings, Output<NEAREST_ALONE>);

/// Computes a layer of cellular noise.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    let LatticeNoise::Worley(worley) = layer.source.noise else {
        unreachable!("cellular noise")
    };
    match worley.output {
        WorleyOutput::F1 => search(layer, worley, Output::<true>(worley.output), simd),
        output => search(layer, worley, Output::<false>(output), simd),
    }
}

/// Computes a layer from what is kept of the points around each sample.
fn search<const NEAREST_ALONE: bool>(
    layer: PointwiseLayer,
    worley: Worley,
    output: Output<NEAREST_ALONE>,
    simd: Simd,
) {
    let dimension = layer.axes.len() - usize::from(worley.swings);
    let settings = Settings {
        metric: worley.metric,
        jitter: layer.numbers[worley.jitter.index()],
        reach: output.reach(dimension),
    };
    match (dimension, worley.swings) {
        (2, false) => layer.compute_noise::<2>(StaticWorley(settings, output), simd),
        (3, false) => layer.compute_noise::<3>(StaticWorley(settings, output), simd),
        (4, false) => layer.compute_noise::<4>(StaticWorley(settings, output), simd),
        (2, true) => layer.compute_noise::<3>(SwingingWorley(settings, output), simd),
        (3, true) => layer.compute_noise::<4>(SwingingWorley(settings, output), simd),
        _ => unreachable!("cellular noise has two to four axes"),
    }
}

impl<const NEAREST_ALONE: bool, const D: usize> PointNoise<D> for StaticWorley<NEAREST_ALONE> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; D]) -> Group<Floats<L>> {
        worley(self.0, self.1, hasher, cells, &Resting)
    }
}

impl<const NEAREST_ALONE: bool> PointNoise<3> for SwingingWorley<NEAREST_ALONE> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(
        &self,
        hasher: &H,
        &[x, y, w]: &[Cells<L>; 3],
    ) -> Group<Floats<L>> {
        worley(self.0, self.1, hasher, &[x, y], &Swinging(w.fraction))
    }
}

impl<const NEAREST_ALONE: bool> PointNoise<4> for SwingingWorley<NEAREST_ALONE> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(
        &self,
        hasher: &H,
        &[x, y, z, w]: &[Cells<L>; 4],
    ) -> Group<Floats<L>> {
        worley(self.0, self.1, hasher, &[x, y, z], &Swinging(w.fraction))
    }
}

/// Where feature points lie in their cells. Counted from the middle, −½ to ½, it is `stray·scale + shift`.
trait Motion<L: Lanes> {
    /// The shift, and the scale.
    fn shift_and_scale<H: Hasher<L>>(&self) -> [f32; 2];

    /// Returns how far points stray, from their places along an axis, for vector `q` of the group.
    fn stray<H: Hasher<L>>(&self, place: Floats<L>, q: usize) -> Floats<L>;
}

/// Points that do not move.
struct Resting;
/// Points that swing, with the time in turns: each follows a sine with its own phase.
struct Swinging<L: Lanes>(Group<Floats<L>>);

impl<L: Lanes> Motion<L> for Resting {
    #[inline(always)]
    fn shift_and_scale<H: Hasher<L>>(&self) -> [f32; 2] {
        [H::PLACE_OFFSET - 0.5, H::PLACE_SCALE]
    }

    #[inline(always)]
    fn stray<H: Hasher<L>>(&self, place: Floats<L>, _: usize) -> Floats<L> {
        place
    }
}

impl<L: Lanes> Motion<L> for Swinging<L> {
    #[inline(always)]
    fn shift_and_scale<H: Hasher<L>>(&self) -> [f32; 2] {
        [0.0, 0.5]
    }

    #[inline(always)]
    fn stray<H: Hasher<L>>(&self, place: Floats<L>, q: usize) -> Floats<L> {
        let phase = place.mul_add(H::PLACE_SCALE, H::PLACE_OFFSET);
        (phase + self.0[q]).map(polynomials::sin)
    }
}

/// Searches the cells around each sample.
#[inline(always)]
fn worley<L: Lanes, H: Hasher<L>, M: Motion<L>, const D: usize, const NEAREST_ALONE: bool>(
    settings: Settings,
    output: Output<NEAREST_ALONE>,
    hasher: &H,
    cells: &[Cells<L>; D],
    motion: &M,
) -> Group<Floats<L>> {
    let lanes = cells[0].lanes();
    let [shift, scale] = motion.shift_and_scale::<H>().map(|of| of * settings.jitter);
    // Of each place that a cell may have along an axis: the keys, and the offset of an unmoved point from the samples.
    let side = 2 * settings.reach + 1;
    let mut keys = [[hasher.keys(0, &cells[0].low); SIDE_MAX]; D];
    let mut middles = [[cells[0].fraction; SIDE_MAX]; D];
    for axis in 0..D {
        for place in 0..side {
            let offset = place as i32 - settings.reach as i32;
            keys[axis][place] = hasher.keys(axis, &cells[axis].keys_at(offset));
            let middle = Floats::splat(lanes, (offset as f32 + 0.5) + shift);
            for q in 0..4 {
                middles[axis][place][q] = middle - cells[axis].fraction[q];
            }
        }
    }
    let corners = hasher.corners_of_box(&keys, side);
    let mut nearest = [Nearest::none(lanes); 4];
    // The place of the cell along each axis, the first axis fastest.
    let mut places = [0; D];
    for n in 0..side.pow(D as u32) {
        let features = hasher.features(hasher.of_box(&corners, n, places));
        for q in 0..4 {
            let mut offset = hasher.places(&features, q);
            for axis in 0..D {
                let middle = middles[axis][places[axis]][q];
                offset[axis] = motion.stray::<H>(offset[axis], q).mul_add(scale, middle);
            }
            let distance = distance(settings.metric, &offset);
            output.keep(&mut nearest[q], distance, hasher, &features, q);
        }
        for place in &mut places {
            *place += 1;
            if *place < side {
                break;
            }
            *place = 0;
        }
    }
    let mut noise = cells[0].fraction;
    for q in 0..4 {
        noise[q] = output.of(nearest[q], settings.metric);
    }
    noise
}

/// Computes the length of an offset. The euclidean one stays squared: the root is taken of the nearest alone.
#[inline(always)]
fn distance<L: Lanes, const D: usize>(metric: Metric, offset: &[Floats<L>; D]) -> Floats<L> {
    let mut length = match metric {
        Metric::Euclidean | Metric::Squared => offset[0] * offset[0],
        Metric::Manhattan | Metric::Chebyshev => offset[0].abs(),
    };
    for axis in 1..D {
        let d = offset[axis];
        length = match metric {
            Metric::Euclidean | Metric::Squared => d.mul_add(d, length),
            Metric::Manhattan => length + d.abs(),
            Metric::Chebyshev => length.max(d.abs()),
        };
    }
    length
}

/// The nearest feature points of a vector of samples so far.
#[derive(Clone, Copy)]
struct Nearest<L: Lanes> {
    /// The distances of the nearest.
    first: Floats<L>,
    /// The distances of the second nearest.
    second: Floats<L>,
    /// The numbers of the nearest points' cells.
    number: Floats<L>,
}

impl<L: Lanes> Nearest<L> {
    #[inline(always)]
    fn none(lanes: L) -> Nearest<L> {
        Nearest {
            first: Floats::splat(lanes, f32::MAX),
            second: Floats::splat(lanes, f32::MAX),
            number: Floats::splat(lanes, 0.0),
        }
    }
}

/// The output, and how much is kept of the points around a sample for it: the nearest alone, which is enough for F1, or two.
#[derive(Clone, Copy)]
struct Output<const NEAREST_ALONE: bool>(WorleyOutput);

impl<const NEAREST_ALONE: bool> Output<NEAREST_ALONE> {
    /// Returns how many cells on each side are searched.
    fn reach(self, dimension: usize) -> usize {
        match (self.0, dimension) {
            (WorleyOutput::F2 | WorleyOutput::F2MinusF1, 2) => 2,
            _ => 1,
        }
    }

    /// Adds a point of each sample.
    ///
    /// With d₁ ≤ d₂ the nearest so far and d the new one, these become min(d₁, d) and min(d₂, max(d₁, d)).
    #[inline(always)]
    fn keep<L: Lanes, H: Hasher<L>, const D: usize>(
        self,
        nearest: &mut Nearest<L>,
        distance: Floats<L>,
        hasher: &H,
        features: &H::Features<D>,
        q: usize,
    ) {
        if !NEAREST_ALONE {
            let nearer = distance.less(nearest.first);
            nearest.number = nearer.select(hasher.numbers(features, q), nearest.number);
            nearest.second = nearest.second.min(nearest.first.max(distance));
        }
        nearest.first = nearest.first.min(distance);
    }

    /// Returns the output.
    #[inline(always)]
    fn of<L: Lanes>(self, nearest: Nearest<L>, metric: Metric) -> Floats<L> {
        let [first, second] = [root(nearest.first, metric), root(nearest.second, metric)];
        match self.0 {
            WorleyOutput::F1 => first,
            WorleyOutput::F2 => second,
            WorleyOutput::F2MinusF1 => second - first,
            WorleyOutput::Cell => nearest.number,
        }
    }
}

/// Returns distances from what [`distance`] computes.
#[inline(always)]
fn root<L: Lanes>(distance: Floats<L>, metric: Metric) -> Floats<L> {
    match metric {
        Metric::Euclidean => distance.sqrt(),
        _ => distance,
    }
}
