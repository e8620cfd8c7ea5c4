//! Point by point: displaced samples, noises that cannot go row by row, and the points of [`Points`](super::Points).
//!
//! Samples are computed in chunks of 64. Each quantity of the samples of a chunk is an array, and each step is a plain loop
//! over such arrays. The compiler vectorises it for every SIMD level, and fuses no multiplication with an addition.
//!
//! * `positions`: the points of a run, axis by axis;
//! * `cell_positions`: the cell, the fraction and the fade of each sample of a chunk along one axis;
//! * `hasher`: the hashes of corners, a chunk at a time;
//! * `perlin`, `classic`, `value`, `simplex`, `worley`: the noises, and `slope`: derivatives of the first two;
//! * `blend`, `fades`: what these share;
//! * `layer`: the loop over chunks, and `chunk`: functions over the arrays.
#![expect(
    clippy::needless_range_loop,
    reason = "arrays of one length are read and written at one index"
)]

mod blend;
mod cell_positions;
mod chunk;
mod classic;
mod fades;
mod hasher;
mod layer;
mod perlin;
mod positions;
mod simplex;
mod slope;
mod value;
mod worley;

use crate::cpu::simd::Simd;
use crate::grid::table::Columns;
use crate::program::LatticeNoise;

pub(super) use cell_positions::{AxisInput, BasePosition};
pub(super) use layer::PointwiseLayer;
pub(super) use positions::{AxisPositions, LoadPoints, PointPositions};
use slope::Partial;

/// Computes a layer of a source at its samples.
///
/// Each noise in each number of dimensions is a separate kernel: a single function would take minutes to compile.
pub(super) fn compute_layer(layer: PointwiseLayer, simd: Simd) {
    let source = layer.source;
    match (source.noise, source.columns(), source.partial) {
        (LatticeNoise::Perlin | LatticeNoise::Classic, Columns::Faded(fade), Some(along)) => {
            slope::compute_layer(layer, Partial { fade, along }, simd);
        }
        (LatticeNoise::Perlin, ..) => perlin::compute_layer(layer, simd),
        (LatticeNoise::Classic, ..) => classic::compute_layer(layer, simd),
        (LatticeNoise::Value(_), ..) => value::compute_layer(layer, simd),
        (LatticeNoise::Simplex, ..) => simplex::compute_layer(layer, simd),
        (LatticeNoise::Worley(_), ..) => worley::compute_layer(layer, simd),
    }
}
