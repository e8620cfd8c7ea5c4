//! Small bricks of several jobs in one submission.

use super::Gpu;
use super::backend::Work;
use super::device::buffers::Owned;
use super::device::dispatch::Dispatch;
use super::pass::cut::BrickCutter;
use crate::grid::Brick;
use crate::texel::Packing;
use crate::{Result, backend};

/// A brick of one job, with the memory for its texels.
pub(crate) struct Share<'a> {
    pub gpu: &'a mut Gpu,
    pub brick: Brick,
    pub packing: Packing,
    pub out: &'a mut [u8],
}

impl Share<'_> {
    fn bytes(&self, work: &Work) -> u64 {
        work.head + self.out.len() as u64
    }
}

/// Whether a brick is small enough for one dispatch of a backend.
pub(crate) fn is_small(gpu: &Gpu, brick: &Brick) -> bool {
    BrickCutter::new(brick).peek(&gpu.sizes()) == Some(*brick)
}

/// Fills the memory of every share, as [`Gpu::fill_async`] does, but in one submission. All are on the same device, and
/// [small](is_small).
///
/// # Errors
/// As [`Gpu::fill_async`], for all shares alike; then what is in their memory does not count.
pub(crate) async fn fill_together(mut shares: Vec<Share<'_>>) -> Result<()> {
    let mut works = Vec::with_capacity(shares.len());
    for share in &mut shares {
        let Share {
            gpu,
            brick,
            packing,
            ..
        } = share;
        let job = gpu.job();
        backend::check(
            &job.grid,
            job.program.channels(),
            brick,
            packing,
            share.out.len(),
        )?;
        works.push(gpu.prepare(brick, packing).await?);
    }
    // Each result begins at a multiple of 4 bytes, as copies need.
    let mut starts = vec![0];
    for (share, work) in shares.iter().zip(&works) {
        starts.push(starts[starts.len() - 1] + share.bytes(work).next_multiple_of(4));
    }
    let total = starts[works.len()];
    let Some(first) = shares.first() else {
        return Ok(());
    };
    let gathered = first.gpu.context().attempt(|device, _| {
        Ok(Owned::new(device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("wgpu-noise gathered"),
            size: total,
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })))
    });
    let gathered = gathered.await?;
    let ticket = first.gpu.readback().begin(&gathered, 0..total, |encoder| {
        record(encoder, &works);
        for ((share, work), &start) in shares.iter().zip(&works).zip(&starts) {
            let bytes = share.bytes(work).next_multiple_of(4);
            encoder.copy_buffer_to_buffer(&work.result, 0, &gathered, start, bytes);
        }
        Ok(())
    });
    let ticket = ticket.await?;
    let (gpus, outs): (Vec<_>, Vec<_>) = (shares.into_iter())
        .map(|share| (share.gpu, share.out))
        .unzip();
    let read = |bytes: &[u8]| {
        for ((out, work), &start) in outs.into_iter().zip(&works).zip(&starts) {
            let texels = (start + work.head) as usize;
            out.copy_from_slice(&bytes[texels..texels + out.len()]);
        }
    };
    gpus[0].readback().finish(ticket, read).await
}

/// Records the dispatches of all works in one pass.
fn record(encoder: &mut wgpu::CommandEncoder, works: &[Work]) {
    for work in works.iter().filter(|work| work.head > 0) {
        encoder.clear_buffer(&work.result, 0, Some(work.head));
    }
    let mut pass = encoder.begin_compute_pass(&Default::default());
    let dispatches = works.iter().flat_map(|work| &work.dispatches);
    dispatches.for_each(|dispatch: &Dispatch| dispatch.record(&mut pass));
}
