//! Arrays of a fixed length for the corners and the samples of a tile.
//!
//! The compiler knows these lengths, so one bounds check in front of a loop replaces those within it.

use crate::cpu::sizes::TILE;

/// The length of an array with an element for each corner of a tile: at most two corners per sample, and room for a vector
/// that begins at the last corner.
pub(super) const ROW_CORNERS_MAX: usize = 2 * TILE + 64;

/// A number for each corner of a tile.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(super) struct PerCorner(pub [f32; ROW_CORNERS_MAX]);

/// A number for each sample of a row of a tile.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(super) struct PerSample(pub [f32; TILE]);
