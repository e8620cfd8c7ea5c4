//! The CPU backend: it computes a [`Job`](crate::Job) in f32 with SIMD instructions, on a grid or at points.
//!
//! ```text
//! Job ──> ExecutionPlan (registers, method of each source)                        once a job
//! Brick ──> BrickTables (axis tables, lattices)                                   once a brick, shared by all threads
//! rows of a brick ──> Evaluator ──> up to 1024 samples of x, some rows ──> packing ──> the caller's memory
//! points ──> Evaluator ──> up to 512 points ──> the caller's memory
//! ```
//!
//! A source is computed by one of three methods. A plain lattice source goes row by row (`rows`): inside a cell, along one
//! row, a noise is A + B·f + fade(f)·(C + D·f), f being the fraction of x. Hashes and gradients are computed once for a cell
//! and the coefficients once for a row, so a sample takes three multiply-adds, whatever the dimension. So do the derivatives
//! of such a source, and the octaves of a fold that sums it (`summed_rows`). All other sources, such as displaced ones, are
//! computed point by point (`pointwise`), but simplex noise with many samples in a cell is computed corner by corner
//! (`cornerwise`).
//!
//! * `backend`: [`Cpu`], which cuts bricks for threads and caches, into the sizes of `sizes`;
//! * `points`: [`Points`];
//! * `execution_plan`, `brick_tables`: what is computed once;
//! * `evaluator`: the operations of a program; `texel_writer`: rows of a brick as texels;
//! * `corner`: the gradient or value at a corner, from its keys, for all methods;
//! * `picture`: pictures, between their pixels;
//! * `steps`: value steps, with `polynomials` and `shaping` for those that are more than an expression;
//! * `simd`: the vector instructions; `aligned`, `tile_rows`: the memory that they work on;
//! * `non_temporal`: copies that go around the caches;
//! * `erosion`: erosion of the heights that a backend has computed;
//! * `cost`: an estimate of how long a job takes;
//! * `memory_bandwidth`: an upper bound on the speed of every job.
//!
//! The arithmetic of a sample does not depend on where its run, its rows or its brick begins. So all ways to cut a grid give the
//! same bits.

mod aligned;
mod backend;
mod brick_tables;
mod corner;
mod cornerwise;
mod cost;
mod erosion;
mod evaluator;
mod execution_plan;
pub(crate) mod memory_bandwidth;
mod non_temporal;
mod picture;
mod points;
mod pointwise;
mod polynomials;
mod rows;
mod shaping;
mod simd;
mod sizes;
mod steps;
mod summed_rows;
mod texel_writer;
mod tile_rows;

use crate::program::Program;
use crate::{Backend, Grid, Noise, Result, Volume};

pub use backend::Cpu;
#[doc(hidden)]
pub use erosion::{ErosionSteps, erode};
pub use points::Points;
pub use simd::SimdLevel;

/// Computes the samples of a noise on a grid: its first frame, if it has several.
///
/// ```
/// use wgpu_noise::{Grid, Noise, cpu};
///
/// let clouds = Noise::perlin().frequency(4.0).fbm().octaves(3);
/// let volume = cpu::sample(&clouds, &Grid::new([64, 64]))?;
/// assert_eq!(volume.samples().len(), 64 * 64);
/// assert!(volume.samples().iter().all(|v| v.abs() <= 1.0));
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
///
/// # Errors
/// Those of [`Program::check`], [`Program::bind`] and [`Backend::sample`].
pub fn sample(noise: impl Into<Noise>, grid: &Grid) -> Result<Volume> {
    let program = Program::check([noise], grid.axes())?;
    let job = program.bind(program.params(), grid)?;
    Cpu::new(job).sample(0)
}
