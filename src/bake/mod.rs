//! A whole grid into a file, brick by brick, in memory that does not grow with the volume.
//!
//! ```text
//! Job + file type + packing --> Plan;   Plan + Backend --bake--> Writer
//! ```
//!
//! * [`plan`]: what will be written, in which pieces; every check of sizes;
//! * [`summary`]: a plan as data for programs;
//! * [`packing`](fn@packing): how samples become texels in a type of file.

mod describe;
mod notes;
mod packing;
pub mod plan;
pub mod summary;

pub use packing::packing;
pub use plan::Plan;

use crate::format::Writer;
use crate::volume::zeros;
use crate::{Backend, Result};

/// How far a bake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Samples that are written.
    pub done: u64,
    /// Samples in all.
    pub of: u64,
}

/// What a bake did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Samples that were computed, over all frames.
    pub samples: u64,
    /// Values that lay outside the range of a unorm format, and were stored as its nearest end.
    pub saturated: u64,
}

/// Computes every brick of a plan and hands it to the writer, which the caller finishes.
///
/// # Errors
/// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory), and those of [`Backend::fill`] and
/// [`Writer::write`].
pub fn bake(
    backend: &mut dyn Backend,
    plan: &Plan,
    writer: &mut Writer,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report> {
    let mut texels: Vec<u8> = zeros(plan.brick_bytes())?;
    let mut report = Report::default();
    for brick in plan.bricks() {
        let bytes = brick.samples() * u64::from(plan.packing.bytes());
        // No longer than the buffer, which fits into memory.
        let texels = &mut texels[..bytes as usize];
        report.saturated += backend.fill(&brick, &plan.packing, texels)?;
        writer.write(texels)?;
        report.samples += brick.samples();
        progress(Progress {
            done: report.samples,
            of: plan.samples,
        });
    }
    Ok(report)
}
