//! A whole grid into a file, brick by brick, in memory that does not grow with the volume.
//!
//! ```text
//! Job + file type + packing --> Plan;   Plan + Backend --bake--> Writer
//! ```
//!
//! Texels take at most 64 MiB, of a `.png` at most 128 MiB more (rows of tiles, and three rows of pixels); the backends have
//! some tens of MiB for tables and registers, the GPU's as much again as the texels to read them back.
//!
//! * [`plan`]: what will be written, in which pieces; every check of sizes;
//! * [`summary`]: a plan as data for programs;
//! * [`measured`]: the range that the samples have, for a plan that asks for it; [`estimate`]: how long it will take;
//! * [`packing`](fn@packing): how samples become texels in a type of file.

mod describe;
mod measure;
mod notes;
mod packing;
pub mod plan;
pub mod summary;

pub use measure::{estimate, measured};
pub use packing::packing;
pub use plan::Plan;

use crate::format::Writer;
use crate::memory::zeros;
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Samples that were computed, over all frames.
    pub samples: u64,
    /// Values that lay outside the range of a unorm format, and were stored as its nearest end.
    pub saturated: u64,
    /// The least and the greatest component stored for a channel of a unorm format, where the ends of its range are 0 and
    /// 1; `None` for floats.
    pub used: Option<[f32; 2]>,
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
        report.used = match (report.used, plan.packing.extremes(texels)) {
            (Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
            (before, now) => before.or(now),
        };
        report.samples += brick.samples();
        progress(Progress {
            done: report.samples,
            of: plan.samples,
        });
    }
    Ok(report)
}
