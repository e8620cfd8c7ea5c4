//! The coherent way: a plain lattice source along rows.
//!
//! Three steps, each from the one before, and each done again only when what it depends on changes:
//!
//! 1. a *slice* (z and w fixed) folds their weights into the few gradients that there are, and so
//!    collapses the corners of a lattice row to one (gx, gy, h) for each corner along x;
//! 2. a *row* (y fixed too) blends two lattice rows, and gives each column its four coefficients;
//! 3. a *run* of samples takes three multiplications and additions a sample.

mod line;
mod slice;
mod walker;

pub(super) use line::Line;
pub(super) use walker::Walker;
