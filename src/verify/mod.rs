//! The suite of cases by which every backend is compared with the [`reference`](crate::reference).
//!
//! The suite is data. A [`Case`] is one to four channels on a grid. Each row of the tables in `sources.rs`, `values.rs`,
//! `kernels.rs`, `fractals.rs`, `domain.rs`, `derivatives.rs`, `slopes.rs`, `turned.rs`, `steps.rs`, `channels.rs`, `pictures.rs`
//! and `functions.rs` makes a case for each of several sets of axes. A new node needs a new row. The tests run the suite on all
//! backends, and `wgpu-noise verify` runs it on a user's own driver.
//!
//! [`run`] compares every sample with the reference in f64. A sample may differ by at most [`Job::tolerance`], which follows from
//! the program. If a noise jumps, as with `floor`, the part [`Job::jump_share`] of the samples may lie on the other side of a
//! jump. [`run_at_points`] does the same for evaluators that compute values at points.
//!
//! ```
//! use wgpu_noise::{Backend, reference::Reference, verify};
//!
//! let case = &verify::cases()[0];
//! let outcome = verify::run(case, |job| Ok(Box::new(Reference::new(&job)?)))?;
//! assert!(outcome.passed, "{outcome}");
//! # Ok::<(), wgpu_noise::Error>(())
//! ```

mod case;
mod channels;
mod derivatives;
mod domain;
mod expected;
mod fractals;
mod functions;
mod grids;
mod held;
mod kernels;
mod outcome;
mod pictures;
mod slopes;
mod sources;
mod steps;
mod turned;
mod values;

pub use case::Case;
pub use expected::Expected;
use held::Held;
pub use outcome::Outcome;

use crate::grid::point::Position;
use crate::grid::{Affine, Brick, Point, position};
use crate::memory::zeros;
use crate::program::{Job, Positions};
use crate::reference::Reference;
use crate::texel::Packing;
use crate::{Backend, Error, Grid, Result};

/// The value of samples that a backend has not written yet: a NaN with a payload that arithmetic does not produce.
const UNWRITTEN: f32 = f32::from_bits(0x7fc0_dead);

/// The approximate number of points of a case.
const POINTS: u64 = 400;

/// Returns every case.
pub fn cases() -> Vec<Case> {
    [
        sources::cases(),
        values::cases(),
        kernels::cases(),
        fractals::cases(),
        domain::cases(),
        derivatives::cases(),
        slopes::cases(),
        turned::cases(),
        steps::cases(),
        channels::cases(),
        functions::cases(),
        pictures::cases(),
    ]
    .concat()
}

/// Compares every sample of a case with the reference; `make` returns the backend for the case's job.
///
/// # Errors
/// Those of the backend, if it cannot compute the case. Wrong samples are not an error, but an [`Outcome`] that did not pass.
pub fn run(case: &Case, make: impl FnOnce(Job) -> Result<Box<dyn Backend>>) -> Result<Outcome> {
    let job = case.job()?;
    let expected = Expected::new(case, &job)?;
    let mut backend = make(job)?;
    let samples = fill(backend.as_mut(), &Brick::all(&case.grid))?;
    Ok(expected.compare(&samples))
}

/// Compares values at points with the reference; `sample` computes the values of a job at points, the channels of a point next
/// to each other.
///
/// The points are the positions of some of the case's samples, with f32 fractions. `positions` says how `sample` computes
/// positions, on which the tolerance depends: [`Job::tolerance_at`].
///
/// # Errors
/// Those of `sample`. Wrong values are not an error, but an [`Outcome`] that did not pass.
pub fn run_at_points(
    case: &Case,
    positions: Positions,
    sample: impl FnOnce(Job, &[Point]) -> Result<Vec<f32>>,
) -> Result<Outcome> {
    let job = case.job()?;
    let held: Vec<Held> = (0..case.channels.len())
        .map(|channel| Held {
            bound: job.tolerance_at(positions, channel),
            range: job.range(channel),
            strays: job.jump_share_at(positions, channel),
        })
        .collect();
    let mut points = points(&case.grid);
    // With many octaves, the finest may have more cells than points can address.
    let axes = case.grid.axes().indices();
    points.retain(|point| {
        axes.clone()
            .all(|axis| point.lies_within(axis, job.farthest(axis)))
    });
    let reference = Reference::new(&job)?;
    let mut outcome = Outcome::new(case, &held);
    let samples = sample(job, &points)?;
    for (point, sample) in points.iter().zip(samples.chunks_exact(held.len())) {
        for ((found, exact), held) in sample.iter().zip(reference.values_at(*point)).zip(&held) {
            outcome.add(*found, exact, held);
        }
    }
    Ok(outcome.close(samples.len().max(points.len() * held.len())))
}

/// Returns the positions of about [`POINTS`] samples, evenly spaced in memory order; those that a [`Point`] cannot hold are left
/// out.
fn points(grid: &Grid) -> Vec<Point> {
    let all = Brick::all(grid);
    // An odd step visits all rows and columns.
    let step = (all.samples() / POINTS) as usize | 1;
    (indices(&all).step_by(step).enumerate())
        .filter_map(|(i, index)| {
            let mut point = Point::default();
            for (axis, index) in index.into_iter().enumerate() {
                let (cell, fraction) = position(grid.span(axis).at(index), Affine::IDENTITY);
                // Every other point gets a negative fraction, below the next whole unit.
                let above = (i % 2) as i64;
                point.whole[axis] = i32::try_from(cell.saturating_add(above)).ok()?;
                point.fraction[axis] = (fraction - above as f64) as f32;
            }
            Some(point)
        })
        .collect()
}

/// Computes a brick's samples with a backend, in memory filled with a NaN that shows which samples it did not write.
///
/// # Errors
/// Those of [`Backend::fill`].
pub fn fill(backend: &mut dyn Backend, brick: &Brick) -> Result<Vec<f32>> {
    let channels = backend.channels();
    let packing = Packing::samples(channels as u32)?;
    let mut samples: Vec<f32> = zeros(brick.samples().saturating_mul(channels as u64))?;
    samples.fill(UNWRITTEN);
    let saturated = backend.fill(brick, &packing, bytemuck::cast_slice_mut(&mut samples))?;
    match saturated {
        0 => Ok(samples),
        // f32 samples are not clamped to a range.
        _ => Err(Error::invalid(
            "saturated",
            saturated,
            "0 for plain samples",
        )),
    }
}

/// Returns the grid indices of a brick's samples, in memory order.
fn indices(brick: &Brick) -> impl Iterator<Item = [u32; 4]> + use<> {
    let brick = *brick;
    (0..brick.samples()).map(move |sample| {
        let mut slower = sample;
        std::array::from_fn(|axis| {
            let size = u64::from(brick.size[axis]);
            let index = brick.start[axis] + (slower % size) as u32;
            slower /= size;
            index
        })
    })
}
