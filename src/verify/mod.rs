//! One suite of cases for every backend: is what it computes what the [`reference`](crate::reference) defines?
//!
//! The suite is data. A [`Case`] is one to four channels on a grid; a row of the tables in `sources.rs`, `values.rs`,
//! `kernels.rs`, `fractals.rs`, `domain.rs`, `derivatives.rs`, `slopes.rs`, `turned.rs`, `steps.rs` and `channels.rs` makes
//! one for each set of axes.
//! A new node is a new row there, and every
//! backend is held to it: by the tests, and on a user's own driver by `wgpu-noise verify`.
//!
//! [`run`] compares every sample with the reference in f64. What a backend may be off by is not chosen here: it is
//! [`Job::tolerance`], which follows from the program. After a jump, such as that of `floor`, a few samples may lie on the
//! other side: [`Job::jump_share`]. [`run_at_points`] does the same for what computes at points.
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
mod grids;
mod kernels;
mod outcome;
mod slopes;
mod sources;
mod steps;
mod turned;
mod values;

pub use case::Case;
pub use expected::Expected;
use outcome::Held;
pub use outcome::Outcome;

use crate::grid::point::Position;
use crate::grid::{Brick, Map, Point, position};
use crate::memory::zeros;
use crate::program::{Job, Positions};
use crate::reference::Reference;
use crate::texel::Packing;
use crate::{Backend, Error, Grid, Result};

/// What a sample is before a backend has written it: a NaN that no arithmetic makes.
const UNWRITTEN: f32 = f32::from_bits(0x7fc0_dead);

/// About as many points are taken of a case.
const POINTS: u64 = 400;

/// Every case.
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
    ]
    .concat()
}

/// Holds a backend, made for the case's job, to the reference at every sample.
///
/// # Errors
/// Where the case cannot be computed at all. A wrong sample is no error but an [`Outcome`] that did not pass.
pub fn run(case: &Case, make: impl FnOnce(Job) -> Result<Box<dyn Backend>>) -> Result<Outcome> {
    let job = case.job()?;
    let expected = Expected::new(case, &job)?;
    let mut backend = make(job)?;
    let samples = fill(backend.as_mut(), &Brick::all(&case.grid))?;
    Ok(expected.compare(&samples))
}

/// Holds what computes at points to the reference, at some of the case's samples: their positions with f32 fractions.
/// `positions` says how it computes them, and with that how far off it may be: [`Job::tolerance_at`].
///
/// # Errors
/// As [`run`].
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
    // The finest of many octaves may have more cells than can be counted.
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
    Ok(outcome.close())
}

/// Where some of a grid's samples lie, evenly among all that a [`Point`] can name.
fn points(grid: &Grid) -> Vec<Point> {
    let all = Brick::all(grid);
    // Odd, so that samples are of all rows and columns.
    let step = (all.samples() / POINTS) as usize | 1;
    (indices(&all).step_by(step).enumerate())
        .filter_map(|(i, index)| {
            let mut point = Point::default();
            for (axis, index) in index.into_iter().enumerate() {
                let (cell, fraction) = position(grid.span(axis).at(index), Map::IDENTITY);
                // Every other one from above.
                let above = (i % 2) as i64;
                point.cell[axis] = i32::try_from(cell.saturating_add(above)).ok()?;
                point.fraction[axis] = (fraction - above as f64) as f32;
            }
            Some(point)
        })
        .collect()
}

/// A brick's samples from a backend, in memory that held none before.
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
        // Plain samples have no range to leave.
        _ => Err(Error::invalid(
            "saturated",
            saturated,
            "0 for plain samples",
        )),
    }
}

/// The grid indices of a brick's samples, in the order in which they lie in memory.
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
