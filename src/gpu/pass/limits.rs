//! Checks a job against the limits of a device, and against the time that its driver takes to compile a kernel.

use super::pack;
use crate::gpu::device::limits::storage_bytes;
use crate::gpu::kernel::lattices::LayerWords;
use crate::gpu::kernel::uniform::{picture_words, uniform_bytes};
use crate::program::{Job, Program};
use crate::{Error, Result};

/// The most lattice sources in one kernel. Drivers compile this many in seconds; their time grows faster than the text, to
/// minutes at a few times as many.
const SOURCES_MAX: usize = 48;
/// The most operations in one kernel, for the same reason.
const OPS_MAX: usize = 2048;

/// Refuses a program whose kernel a driver would compile for minutes.
///
/// # Errors
/// [`Error::TooLarge`].
pub(crate) fn check_program(program: &Program) -> Result<()> {
    let (sources, ops) = (program.sources.len(), program.ops.len());
    if sources <= SOURCES_MAX && ops <= OPS_MAX {
        return Ok(());
    }
    Err(Error::too_large(
        "the program",
        format!("{sources} lattice sources and {ops} operations in one kernel"),
        format!("{SOURCES_MAX} and {OPS_MAX} on a GPU; the CPU computes it"),
    ))
}

/// Returns the most samples of a brick whose buffers this device can bind.
///
/// # Errors
/// [`Error::TooLarge`] if the buffers whose size does not depend on the brick are too large already.
pub(crate) fn most_samples(limits: &wgpu::Limits, job: &Job) -> Result<u64> {
    let storage = storage_bytes(limits);
    let uniform = limits.max_uniform_buffer_binding_size;
    let tables = 1024 * job.tables.len() as u64 + 4 * picture_words(&job.program);
    let layers = size_of::<LayerWords>() as u64 * job.layer_count();
    check_bytes(
        "the program's numbers",
        uniform_bytes(&job.program),
        uniform,
    )?;
    check_bytes("the program's tables and pictures", tables, storage)?;
    check_bytes("the program's layers", layers, storage)?;
    // The largest texel has 16 bytes; a job of several outputs has more channels.
    let sample = 4 * job.program.channels() as u64;
    Ok(storage.saturating_sub(pack::HEAD) / sample.max(16))
}

fn check_bytes(what: &str, needed: u64, limit: u64) -> Result<()> {
    if needed <= limit {
        return Ok(());
    }
    Err(Error::too_large(
        what,
        format!("{needed} bytes"),
        format!("{limit} bytes on this device"),
    ))
}
