//! Cellular noise at points, 2-D to 4-D.

use super::hasher::Hasher;
use super::places::Places;
use super::{CHUNK, Fill, Floats, PointNoise, Words, mapped, zipped};
use crate::cpu::polynomials;
use crate::cpu::simd::{Lanes, Simd};
use crate::noise::{Metric, WorleyOutput};
use crate::program::{LatticeNoise, Worley};

/// The most cells along an axis that are searched.
const SIDE_MAX: usize = 5;

/// What is asked of the noise.
#[derive(Clone, Copy, Debug)]
struct Asked {
    output: WorleyOutput,
    metric: Metric,
    jitter: f32,
    /// How many cells on each side are searched.
    reach: i32,
}

/// Cellular noise whose points stay where they are.
struct Still(Asked);
/// Cellular noise whose points swing with the last axis.
struct Swinging(Asked);

/// Sets samples to cellular noise.
pub(super) fn fill(task: Fill, simd: Simd) {
    let LatticeNoise::Worley(Worley {
        output,
        metric,
        jitter,
        swings,
    }) = task.source.noise
    else {
        unreachable!("cellular noise")
    };
    let second = matches!(output, WorleyOutput::F2 | WorleyOutput::F2MinusF1);
    let dimension = task.axes.len() - usize::from(swings);
    let asked = Asked {
        output,
        metric,
        jitter: task.numbers[jitter.index()],
        reach: if second && dimension == 2 { 2 } else { 1 },
    };
    match (dimension, swings) {
        (2, false) => task.with::<2>(Still(asked), simd),
        (3, false) => task.with::<3>(Still(asked), simd),
        (4, false) => task.with::<4>(Still(asked), simd),
        (2, true) => task.with::<3>(Swinging(asked), simd),
        (3, true) => task.with::<4>(Swinging(asked), simd),
        _ => unreachable!("cellular noise has two to four axes"),
    }
}

impl<const D: usize> PointNoise<D> for Still {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; D]) -> Floats {
        worley(self.0, hasher, places.each_ref(), None)
    }
}

impl PointNoise<3> for Swinging {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, [x, y, w]: &[Places; 3]) -> Floats {
        worley(self.0, hasher, [x, y], Some(&w.fraction))
    }
}

impl PointNoise<4> for Swinging {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, [x, y, z, w]: &[Places; 4]) -> Floats {
        worley(self.0, hasher, [x, y, z], Some(&w.fraction))
    }
}

/// The nearest points so far.
struct Found {
    first: Floats,
    second: Floats,
    /// The numbers of the first ones' cells.
    number: Floats,
}

/// The output, of the points of the cells around each sample; these swing by so many turns.
#[inline(always)]
fn worley<L: Lanes, const D: usize>(
    asked: Asked,
    hasher: &Hasher<L>,
    places: [&Places; D],
    turns: Option<&Floats>,
) -> Floats {
    let side = 2 * asked.reach + 1;
    let mut keys = [[[0; CHUNK]; SIDE_MAX]; D];
    for (keys, places) in keys.iter_mut().zip(places) {
        for (i, keys) in (0..side).zip(keys) {
            *keys = places.keys_at(i - asked.reach);
        }
    }
    let mut found = Found {
        first: [f32::MAX; CHUNK],
        second: [f32::MAX; CHUNK],
        number: [0.0; CHUNK],
    };
    for n in 0..side.pow(D as u32) {
        let mut slower = n;
        let offset: [i32; D] = std::array::from_fn(|_| {
            let offset = slower % side;
            slower /= side;
            offset
        });
        let cell: [&Words; D] = std::array::from_fn(|axis| &keys[axis][offset[axis] as usize]);
        let (strays, numbers) = hasher.point(cell);
        let mut distances = [0.0; CHUNK];
        for axis in 0..D {
            let middle = (offset[axis] - asked.reach) as f32 + 0.5;
            let ways = ways(asked, middle, &strays[axis], turns, &places[axis].fraction);
            distances = further(asked.metric, &distances, &ways);
        }
        found.add(&distances, &numbers);
    }
    found.output(asked)
}

/// How far the points are from the samples along an axis.
#[inline(always)]
fn ways(
    asked: Asked,
    middle: f32,
    strays: &Floats,
    turns: Option<&Floats>,
    fraction: &Floats,
) -> Floats {
    let strays = match turns {
        Some(turns) => zipped(strays, turns, |stray, turns| {
            0.5 * polynomials::sin(stray + turns)
        }),
        None => mapped(strays, |stray| stray - 0.5),
    };
    zipped(&strays, fraction, |stray, fraction| {
        middle + asked.jitter * stray - fraction
    })
}

/// Distances with one axis more; the euclidean one is still squared.
#[inline(always)]
fn further(metric: Metric, distances: &Floats, ways: &Floats) -> Floats {
    match metric {
        Metric::Euclidean | Metric::Squared => zipped(distances, ways, |sum, d| sum + d * d),
        Metric::Manhattan => zipped(distances, ways, |sum, d| sum + d.abs()),
        Metric::Chebyshev => zipped(distances, ways, |most, d| larger(most, d.abs())),
    }
}

#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

impl Found {
    #[inline(always)]
    fn add(&mut self, distances: &Floats, numbers: &Floats) {
        let beyond = zipped(distances, &self.first, larger);
        self.second = zipped(&self.second, &beyond, smaller);
        for i in 0..CHUNK {
            // All bits or none: as a choice the compiler makes branches of it.
            let nearer = 0_u32.wrapping_sub((distances[i] < self.first[i]).into());
            let [own, number] = [numbers[i], self.number[i]].map(f32::to_bits);
            self.number[i] = f32::from_bits(own & nearer | number & !nearer);
        }
        self.first = zipped(distances, &self.first, smaller);
    }

    #[inline(always)]
    fn output(&self, asked: Asked) -> Floats {
        let root = |distances: &Floats| match asked.metric {
            Metric::Euclidean => mapped(distances, f32::sqrt),
            _ => *distances,
        };
        match asked.output {
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
