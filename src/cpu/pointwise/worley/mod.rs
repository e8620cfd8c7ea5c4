//! Cellular noise at points, 2-D to 4-D (Worley, *A Cellular Texture Basis Function*, SIGGRAPH 1996).
//!
//! Each cell has one feature point. By definition a sample searches the cells around its own: one cell on each side, or two.
//!
//! * `block`: the cells around each sample, and a walk over their feature points;
//! * `nearest`, `owner`, `edge`, `smooth`: what is measured of the points.

mod block;
mod edge;
mod nearest;
mod owner;
mod smooth;

use super::cells::Cells;
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use crate::cpu::simd::{Floats, Group, Lanes, Simd};
use crate::program::{Worley, WorleyValue};
use block::{Block, Motion, Resting, Swinging, measure};
use edge::Edge;
use nearest::Nearest;
use owner::Way;
use smooth::{Smooth, SmoothSlope};

/// How points are searched.
#[derive(Clone, Copy, Debug)]
struct Settings {
    /// How far points stray from the middle of their cells: 0 is not at all, 1 as far as the cell reaches.
    jitter: f32,
    /// How many cells on each side are searched.
    reach: usize,
}

/// What is computed of the feature points around each sample.
trait Measure: Copy {
    fn of<L: Lanes, H: Hasher<L>, M: Motion<L>, const D: usize>(
        self,
        block: &Block<L, H, M, D>,
    ) -> Group<Floats<L>>;
}

/// Cellular noise whose feature points do not move.
struct StaticWorley<O>(Settings, O);
/// Cellular noise whose feature points swing as the last axis, time, goes on.
struct SwingingWorley<O>(Settings, O);

/// Computes a layer of cellular noise.
pub(super) fn compute_layer(layer: PointwiseLayer, of: Worley, simd: Simd) {
    let Worley { value, metric, .. } = of;
    match value {
        WorleyValue::F1 => worley(layer, of, Nearest::<true> { value, metric }, simd),
        WorleyValue::F2 | WorleyValue::F2MinusF1 | WorleyValue::Cell => {
            worley(layer, of, Nearest::<false> { value, metric }, simd);
        }
        WorleyValue::Edge => worley_in_space(layer, of, Edge, simd),
        WorleyValue::SmoothF1 { smoothness } => {
            let smoothness = layer.numbers[smoothness.index()];
            match layer.source.partial {
                None => worley_in_space(layer, of, Smooth(smoothness), simd),
                Some(along) => {
                    worley_in_space(layer, of, SmoothSlope { smoothness, along }, simd);
                }
            }
        }
        WorleyValue::Way { along } => worley_in_space(layer, of, Way { metric, along }, simd),
    }
}

/// Computes a layer from what is measured, in two to four dimensions.
fn worley<O: Measure>(layer: PointwiseLayer, of: Worley, output: O, simd: Simd) {
    if layer.axes.len() == 4 && !of.swings {
        let settings = Settings::of(&layer, of, 4);
        layer.compute_noise::<4, _>(StaticWorley(settings, output), simd);
    } else {
        worley_in_space(layer, of, output, simd);
    }
}

/// The same, in two or three dimensions.
fn worley_in_space<O: Measure>(layer: PointwiseLayer, of: Worley, output: O, simd: Simd) {
    let dimension = layer.axes.len() - usize::from(of.swings);
    let settings = Settings::of(&layer, of, dimension);
    match (dimension, of.swings) {
        (2, false) => layer.compute_noise::<2, _>(StaticWorley(settings, output), simd),
        (3, false) => layer.compute_noise::<3, _>(StaticWorley(settings, output), simd),
        (2, true) => layer.compute_noise::<3, _>(SwingingWorley(settings, output), simd),
        (3, true) => layer.compute_noise::<4, _>(SwingingWorley(settings, output), simd),
        _ => unreachable!("such cellular noise has two or three axes"),
    }
}

impl Settings {
    fn of(layer: &PointwiseLayer, worley: Worley, dimension: usize) -> Settings {
        Settings {
            jitter: layer.numbers[worley.jitter.index()],
            reach: worley.reach(dimension),
        }
    }
}

impl<O: Measure, const D: usize> PointNoise<D> for StaticWorley<O> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; D]) -> Group<Floats<L>> {
        measure(self.0, self.1, hasher, cells, &Resting)
    }
}

impl<O: Measure> PointNoise<3> for SwingingWorley<O> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(
        &self,
        hasher: &H,
        &[x, y, w]: &[Cells<L>; 3],
    ) -> Group<Floats<L>> {
        let swinging = Swinging(w.fraction);
        measure(self.0, self.1, hasher, &[x, y], &swinging)
    }
}

impl<O: Measure> PointNoise<4> for SwingingWorley<O> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(
        &self,
        hasher: &H,
        &[x, y, z, w]: &[Cells<L>; 4],
    ) -> Group<Floats<L>> {
        let swinging = Swinging(w.fraction);
        measure(self.0, self.1, hasher, &[x, y, z], &swinging)
    }
}
