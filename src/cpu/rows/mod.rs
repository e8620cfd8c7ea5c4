//! Row by row: a plain lattice source on a grid, with work shared between the samples of a cell, a row and a slice.
//!
//! A noise that blends two corners along each axis is, along a row within a cell,
//!
//! ```text
//! N(f) = (1 − s)·(h₀ + g₀·f) + s·(h₁ + g₁·(f − 1))      s = fade(f)
//!      = A + B·f + s·(C + D·f)
//!
//! A = h₀    B = g₀    C = h₁ − g₁ − h₀    D = g₁ − g₀
//! ```
//!
//! where f is the fraction of x within the cell, and the low and the high corner along x have the height h and the slope g
//! that the corners along y, z and w have been blended to. So a sample takes three multiply-adds, whatever the dimension.
//! Each step below needs the results of the one before, and is repeated only when what it depends on changes:
//!
//! 1. `axis_corners`, `tile_samples`: the corners along an axis, and where the samples of x lie between them; once a brick;
//! 2. `plane`: which gradient each corner of a lattice plane (z and w of a corner) has, one byte a corner; once a plane;
//! 3. `slice`: z and w are fixed, so their weights are multiplied into the few gradients that there are; once a slice;
//! 4. `lattice_row`: which then sums up the corners of z and w to one (gx, gy, h) for each corner along x; once a lattice row;
//! 5. `coefficients`: y is fixed, which blends two lattice rows to A, B, C and D of each column; once a row;
//! 6. `inner_loop`: the three multiply-adds, and one addition where octaves are summed; for each sample.
//!
//! A *column* is the interval between two neighbouring corners along x. `lattice` has what the walkers of a brick share,
//! `walker` the results of the steps for one layer, and `walk` takes several layers along rows.

mod axis_corners;
mod buffers;
mod coefficients;
mod inner_loop;
mod lattice;
mod lattice_row;
mod plane;
mod slice;
mod tile_samples;
mod walk;
mod walker;

pub(super) use buffers::Sums;
pub(super) use lattice::BrickLattice;
pub(super) use walk::WalkRows;
pub(super) use walker::Walker;
