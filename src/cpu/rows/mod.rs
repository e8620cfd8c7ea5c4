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
//! where f is the fraction of x within the cell. The corners along y, z and w have been blended to a height h and a slope g for
//! the low and for the high corner along x. So a sample takes three multiply-adds, whatever the dimension.
//!
//! # Terms
//!
//! * *Tile*: a range of samples along x. *Column*: the interval between two neighbouring corners along x.
//! * *Slice*: the samples with a given z and w. *Row*: the samples of a slice with a given y.
//! * *Lattice plane*: the corners with a given z and w. *Lattice row*: the corners of a lattice plane with a given y.
//!
//! # Steps
//!
//! Each step needs the results of the one before, and is repeated only when what it depends on changes:
//!
//! 1. `axis_corners`, `tile_samples`: find the corners along each axis, and the column of each sample along x; once per brick;
//! 2. `plane`: hashes each corner of a lattice plane to the index of its gradient, one byte per corner; once per plane;
//! 3. `slice`: multiplies the weights of the slice's corners along z and w into all gradients, 16 or 32; once per slice;
//! 4. `lattice_row`: sums the corners along z and w to one (gx, gy, h) for each corner along x; once per lattice row of a slice;
//! 5. `coefficients`: blends the lattice rows below and above a row to A, B, C and D of each column; once per row;
//! 6. `inner_loop`: computes the three multiply-adds, and one addition if octaves are summed; for each sample. `destination` is
//!    where the results go.
//!
//! Step 2 and the products of step 3 are for Perlin noise in two dimensions or more, whose corners have one of 16 or 32
//! gradients. For other noises step 4 hashes and weights each corner on its own.
//!
//! A partial derivative goes the same way: along its axis the corners have the slopes of their weights in place of the
//! weights, and their gradients once more (`cell_ends`); along x the samples have other numbers in place of f and s
//! (`coefficients`).
//!
//! `lattice` holds the results of step 1, which all walkers of a brick share. `walker` holds those of the other steps for one
//! layer. `walk` sums several layers, row by row; of a fractal that adds another number than the octave's value, the values go
//! through `octave_term`.

mod axis_corners;
mod buffers;
mod cell_ends;
mod coefficients;
mod destination;
mod inner_loop;
mod lattice;
mod lattice_row;
mod octave_term;
mod plane;
mod slice;
mod tile_samples;
mod walk;
mod walker;

pub(super) use lattice::BrickLattice;
pub(super) use octave_term::OctaveTerm;
pub(super) use walk::{RowBuffers, Terms, WalkRows};
pub(super) use walker::Walker;
