//! Arrays of a fixed length for the corners and the samples of a tile.
//!
//! The compiler knows these lengths, so one bounds check in front of a loop replaces those within it.

use super::coefficients::Coefficients;
use crate::cpu::sizes::TILE;

/// The length of an array with an element for each corner of a tile: at most two corners per sample, and room for a vector
/// that begins at the last corner.
pub(super) const CORNERS_MAX: usize = 2 * TILE + 64;

/// A number for each corner of a tile.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(super) struct PerCorner(pub [f32; CORNERS_MAX]);

/// A number for each sample of a row of a tile.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(super) struct PerSample(pub [f32; TILE]);

/// The memory that one or two rows of samples need while their layers are summed.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(in crate::cpu) struct RowBuffers {
    /// The coefficients of the current layer.
    pub(super) coefficients: [Coefficients; 2],
    /// The sums of the layers so far.
    pub(super) sums: [PerSample; 2],
    /// The values of one octave of a fractal, and what the octave before has handed on to it.
    pub(super) values: [PerSample; 2],
    pub(super) carried: [PerSample; 2],
}
