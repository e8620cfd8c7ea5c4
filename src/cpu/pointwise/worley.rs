//! Cellular noise at points, 2-D to 4-D (Worley, *A Cellular Texture Basis Function*, SIGGRAPH 1996).
//!
//! Each cell has one feature point. By definition a sample searches for the nearest points in the cells around its own: one
//! cell on each side, or two for the second nearest in the plane.

use super::cell_positions::CellPositions;
use super::chunk::{CHUNK, FloatChunk, WordChunk, mapped, zipped};
use super::hasher::ChunkHasher;
use super::layer::{PointNoise, PointwiseLayer};
use crate::cpu::polynomials;
use crate::cpu::simd::{Lanes, Simd};
use crate::noise::{Metric, WorleyOutput};
use crate::program::{LatticeNoise, Worley};

/// The most cells along an axis that are searched.
const SIDE_MAX: usize = 5;

/// What is computed, and how.
#[derive(Clone, Copy, Debug)]
struct Settings {
    output: WorleyOutput,
    metric: Metric,
    /// How far points stray from the middle of their cells: 0 is not at all, 1 as far as the cell reaches.
    jitter: f32,
    /// How many cells on each side are searched.
    reach: i32,
}

/// Cellular noise whose feature points do not move.
struct StaticWorley(Settings);
/// Cellular noise whose feature points swing as the last axis, time, goes on.
struct SwingingWorley(Settings);

/// Computes a layer of cellular noise.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    let LatticeNoise::Worley(Worley {
        output,
        metric,
        jitter,
        swings,
    }) = layer.source.noise
    else {
        unreachable!("cellular noise")
    };
    let second = matches!(output, WorleyOutput::F2 | WorleyOutput::F2MinusF1);
    let dimension = layer.axes.len() - usize::from(swings);
    let settings = Settings {
        output,
        metric,
        jitter: layer.numbers[jitter.index()],
        reach: if second && dimension == 2 { 2 } else { 1 },
    };
    match (dimension, swings) {
        (2, false) => layer.compute_noise::<2>(StaticWorley(settings), simd),
        (3, false) => layer.compute_noise::<3>(StaticWorley(settings), simd),
        (4, false) => layer.compute_noise::<4>(StaticWorley(settings), simd),
        (2, true) => layer.compute_noise::<3>(SwingingWorley(settings), simd),
        (3, true) => layer.compute_noise::<4>(SwingingWorley(settings), simd),
        _ => unreachable!("cellular noise has two to four axes"),
    }
}

impl<const D: usize> PointNoise<D> for StaticWorley {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; D]) -> FloatChunk {
        worley(self.0, hasher, positions.each_ref(), None)
    }
}

impl PointNoise<3> for SwingingWorley {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, [x, y, w]: &[CellPositions; 3]) -> FloatChunk {
        worley(self.0, hasher, [x, y], Some(&w.fraction))
    }
}

impl PointNoise<4> for SwingingWorley {
    #[inline(always)]
    fn at<L: Lanes>(
        &self,
        hasher: &ChunkHasher<L>,
        [x, y, z, w]: &[CellPositions; 4],
    ) -> FloatChunk {
        worley(self.0, hasher, [x, y, z], Some(&w.fraction))
    }
}

/// The nearest feature points of each sample so far.
struct Nearest {
    /// The distances of the nearest.
    first: FloatChunk,
    /// The distances of the second nearest.
    second: FloatChunk,
    /// The numbers of the nearest points' cells.
    number: FloatChunk,
}

/// Searches the cells around each sample. If `turns` is given, points swing, and it is added to the phase of each.
#[inline(always)]
fn worley<L: Lanes, const D: usize>(
    settings: Settings,
    hasher: &ChunkHasher<L>,
    positions: [&CellPositions; D],
    turns: Option<&FloatChunk>,
) -> FloatChunk {
    // Keys are wrapped once for each axis, not for each cell.
    let side = 2 * settings.reach + 1;
    let mut keys = [[[0; CHUNK]; SIDE_MAX]; D];
    for (keys, positions) in keys.iter_mut().zip(positions) {
        for (i, keys) in (0..side).zip(keys) {
            *keys = positions.keys_at(i - settings.reach);
        }
    }
    let mut nearest = Nearest {
        first: [f32::MAX; CHUNK],
        second: [f32::MAX; CHUNK],
        number: [0.0; CHUNK],
    };
    for n in 0..side.pow(D as u32) {
        // The digits of n in base `side` are the cell, the first axis fastest.
        let mut rest = n;
        let digits: [i32; D] = std::array::from_fn(|_| {
            let digit = rest % side;
            rest /= side;
            digit
        });
        let cell: [&WordChunk; D] = std::array::from_fn(|axis| &keys[axis][digits[axis] as usize]);
        // Distances grow axis by axis.
        let (inside, numbers) = hasher.point(cell);
        let mut distances = [0.0; CHUNK];
        for axis in 0..D {
            let middle = (digits[axis] - settings.reach) as f32 + 0.5;
            let offsets = point_offsets(
                settings,
                middle,
                &inside[axis],
                turns,
                &positions[axis].fraction,
            );
            distances = add_axis(settings.metric, &distances, &offsets);
        }
        nearest.add(&distances, &numbers);
    }
    nearest.output(settings)
}

/// Returns the offsets of the points of some cells from the samples, along an axis. `middle` is the middle of the cells, counted
/// from the samples' own, and `inside` where each point lies in its cell, or, if it swings, its phase in turns.
#[inline(always)]
fn point_offsets(
    settings: Settings,
    middle: f32,
    inside: &FloatChunk,
    turns: Option<&FloatChunk>,
    fraction: &FloatChunk,
) -> FloatChunk {
    // The offset of the point from the middle of its cell, −½ to ½. A point that swings follows a sine with its own phase.
    let inside = match turns {
        Some(turns) => zipped(inside, turns, |inside, turns| {
            0.5 * polynomials::sin(inside + turns)
        }),
        None => mapped(inside, |inside| inside - 0.5),
    };
    zipped(&inside, fraction, |inside, fraction| {
        middle + settings.jitter * inside - fraction
    })
}

/// Adds an axis to distances. The euclidean distance stays squared: the root is taken of the nearest alone.
#[inline(always)]
fn add_axis(metric: Metric, distances: &FloatChunk, offsets: &FloatChunk) -> FloatChunk {
    match metric {
        Metric::Euclidean | Metric::Squared => zipped(distances, offsets, |sum, d| sum + d * d),
        Metric::Manhattan => zipped(distances, offsets, |sum, d| sum + d.abs()),
        Metric::Chebyshev => zipped(distances, offsets, |most, d| larger(most, d.abs())),
    }
}

// `f32::max` and `f32::min` also treat NaN, which takes instructions more.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

impl Nearest {
    /// Adds a point of each sample. With d₁ ≤ d₂ the nearest so far and d the new one, these become min(d₁, d) and
    /// min(d₂, max(d₁, d)).
    #[inline(always)]
    fn add(&mut self, distances: &FloatChunk, numbers: &FloatChunk) {
        let beyond = zipped(distances, &self.first, larger);
        self.second = zipped(&self.second, &beyond, smaller);
        for i in 0..CHUNK {
            // A mask of all bits or none: the compiler turns a selection here into branches.
            let nearer = 0_u32.wrapping_sub((distances[i] < self.first[i]).into());
            let [own, number] = [numbers[i], self.number[i]].map(f32::to_bits);
            self.number[i] = f32::from_bits(own & nearer | number & !nearer);
        }
        self.first = zipped(distances, &self.first, smaller);
    }

    /// Returns the output that was asked for.
    #[inline(always)]
    fn output(&self, settings: Settings) -> FloatChunk {
        let root = |distances: &FloatChunk| match settings.metric {
            Metric::Euclidean => mapped(distances, f32::sqrt),
            _ => *distances,
        };
        match settings.output {
            WorleyOutput::F1 => root(&self.first),
            WorleyOutput::F2 => root(&self.second),
            WorleyOutput::F2MinusF1 => {
                zipped(&root(&self.second), &root(&self.first), |second, first| {
                    second - first
                })
            }
            WorleyOutput::Cell => self.number,
        }
    }
}
