//! Point by point: displaced samples, noises that cannot go row by row, and the points of [`Points`](super::Points).
//!
//! Samples are computed in groups of four vectors, because a vector of bytes then has the key or the hash of each. All other
//! quantities stay in four vectors of f32 or u32, from the position to the noise.
//!
//! * `positions`: the points of a run, axis by axis; `sample_positions`: the same on the lattice of a source; `set_points`:
//!   from the first to the second;
//! * `displace`: samples that a displacement moves from there;
//! * `cells`: the cell, the fraction and the fade of the samples of a group along one axis;
//! * `hasher`: the hashes of corners, a group at a time;
//! * `perlin`, `classic`, `value`, `simplex`, `psrd`, `worley`: the noises; `simplex_paths`, `ranks`: the corners of simplices,
//!   `contribution`: what they add, `of_gradients`: the value and the derivatives of the first two, and `value_taps`: values of
//!   more corners than those of a cell;
//! * `blend`, `fades`, `gradients`: what these share;
//! * `layer`: the loop over groups.
//!
//! A noise and all that it calls are inlined into one kernel (see [`SimdKernel`](super::simd::SimdKernel)). So there are
//! loops over arrays here where `array::from_fn`, `array::map` and closures would be shorter: those are not always inlined.
#![expect(
    clippy::needless_range_loop,
    reason = "arrays of one length are read and written at one index"
)]

mod blend;
mod cells;
mod classic;
mod contribution;
mod displace;
mod fades;
mod gradients;
mod hasher;
mod layer;
mod of_gradients;
mod perlin;
mod positions;
mod psrd;
mod ranks;
mod sample_positions;
mod set_points;
mod simplex;
mod simplex_paths;
mod value;
mod value_taps;
mod worley;

use crate::cpu::simd::Simd;
use crate::grid::table::Columns;
use crate::program::LatticeNoise;

pub(super) use cells::AxisInput;
pub(super) use displace::Displace;
pub(super) use gradients::Gradients;
pub(super) use hasher::{HashAtLanes, Hasher, IntegerHash, TableHash};
pub(super) use layer::PointwiseLayer;
use of_gradients::{Partial, Value};
pub(super) use positions::{AxisPositions, LoadPoints, PointPositions};
pub(super) use sample_positions::{LatticePosition, SamplePositions};
pub(super) use set_points::SetPoints;
pub(super) use simplex::SIMPLEX_SCALE;

/// Computes a layer of a source at its samples.
///
/// Each noise in each number of dimensions is a separate kernel: a single function would take minutes to compile.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    let source = layer.source;
    match (source.noise, layer.axes[0].columns, source.partial) {
        (LatticeNoise::Perlin, Columns::Faded(fade), Some(along)) => {
            perlin::compute_layer(layer, Partial { fade, along }, simd);
        }
        (LatticeNoise::Perlin, ..) => perlin::compute_layer(layer, Value, simd),
        (LatticeNoise::Classic, Columns::Faded(fade), Some(along)) => {
            classic::compute_layer(layer, Partial { fade, along }, simd);
        }
        (LatticeNoise::Classic, ..) => classic::compute_layer(layer, Value, simd),
        (LatticeNoise::Value(noise), ..) => value::compute_layer(layer, noise, simd),
        (LatticeNoise::Simplex, ..) => simplex::compute_layer(layer, simd),
        (LatticeNoise::Psrd(noise), ..) => psrd::compute_layer(layer, noise, simd),
        (LatticeNoise::Worley(noise), ..) => worley::compute_layer(layer, noise, simd),
    }
}
