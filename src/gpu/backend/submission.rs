//! A submission: the computing of a brick and its read-back, from the upload to the copy of its texels.

use std::ops::Range;

use super::Gpu;
use crate::Result;
use crate::gpu::device::buffers::Owned;
use crate::gpu::device::dispatch::Dispatch;
use crate::gpu::device::readback::Ticket;
use crate::gpu::device::timestamps::Timestamps;
use crate::gpu::pass::cut::{BrickCutter, byte_ranges};
use crate::gpu::pass::pack::{self, PackPass, TexelRows};
use crate::grid::Brick;
use crate::stopwatch::Stopwatch;
use crate::texel::Packing;
use crate::threads;

/// A brick's dispatches, ready to be recorded.
pub(in crate::gpu) struct Work {
    pub dispatches: Vec<Dispatch>,
    /// The buffer that will hold its bytes.
    pub result: Owned,
    /// Bytes before the texels.
    pub head: u64,
}

/// A brick that has been submitted and not yet read back.
#[derive(Debug)]
pub(super) struct Submission {
    brick: Brick,
    ticket: Ticket,
    /// Bytes before the texels.
    head: u64,
    /// Runs since it was submitted. One that was begun ahead has none: the caller decides when it ends.
    watch: Option<Stopwatch>,
}

/// The first submission of a brick that the caller has only announced.
#[derive(Debug)]
pub(super) struct Ahead {
    whole: Brick,
    packing: Packing,
    pub submission: Submission,
    /// Cuts the rest of the brick.
    pub cutter: BrickCutter,
}

impl Ahead {
    /// Whether it is the beginning of a brick in that packing.
    pub fn is_of(&self, brick: &Brick, packing: &Packing) -> bool {
        self.whole == *brick && self.packing == *packing
    }
}

impl Gpu {
    /// Submits the first part of a brick. If that fails there is none, and the caller's own request shows why.
    pub(super) async fn begin_ahead(&mut self, whole: Brick, packing: &Packing) -> Option<Ahead> {
        let mut cutter = BrickCutter::new(&whole);
        let part = cutter.peek(&self.sizes())?;
        let mut submission = self.submit(part, packing).await.ok()?;
        submission.watch = None;
        cutter.advance();
        Some(Ahead {
            whole,
            packing: *packing,
            submission,
            cutter,
        })
    }

    /// Submits the computing of a brick and its read-back.
    pub(super) async fn submit(&mut self, brick: Brick, packing: &Packing) -> Result<Submission> {
        let watch = Stopwatch::start();
        let work = self.prepare(&brick, packing).await?;
        let bytes = work.head + brick.samples() * u64::from(packing.bytes());
        let ticket = self.begin(&work, 0..bytes).await?;
        Ok(Submission {
            brick,
            ticket,
            head: work.head,
            watch: Some(watch),
        })
    }

    /// Uploads what a brick needs and binds its kernels.
    pub(in crate::gpu) async fn prepare(
        &mut self,
        brick: &Brick,
        packing: &Packing,
    ) -> Result<Work> {
        let context = self.context.clone();
        let prepared = context.attempt(|device, queue| {
            if self.timestamps.is_none() {
                self.timestamps = Timestamps::new(device, queue);
            }
            let (numbers, pipelines) = (self.grid.numbers(&self.job, brick)?, context.pipelines());
            let values = brick.samples() * self.job.program.channels() as u64;
            let samples = self.grid.reserve(device, pipelines, &numbers, values);
            self.grid.upload(&numbers, &mut &*queue)?;
            let grid = self.grid.dispatch(brick);
            if PackPass::is_idle(packing) {
                return Ok(Work {
                    dispatches: vec![grid],
                    result: samples,
                    head: 0,
                });
            }
            let rows = TexelRows::one(packing, brick.samples());
            let packed = self.pack.reserve(device, pipelines, &samples, &rows);
            self.pack.upload(packing, &rows, &mut &*queue)?;
            Ok(Work {
                dispatches: vec![grid, self.pack.dispatch(&rows)],
                result: packed,
                head: pack::HEAD,
            })
        });
        prepared.await
    }

    /// Submits prepared work and the read-back of a range of its result.
    pub(super) async fn begin(&mut self, work: &Work, bytes: Range<u64>) -> Result<Ticket> {
        self.make_room_for_times().await?;
        let timestamps = self.timestamps.as_ref();
        let submitted = self.readback.begin(&work.result, bytes, |encoder| {
            if work.head > 0 {
                encoder.clear_buffer(&work.result, 0, Some(work.head));
            }
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some("wgpu-noise"),
                timestamp_writes: timestamps.map(Timestamps::of_next_pass),
            });
            for dispatch in &work.dispatches {
                dispatch.record(&mut pass);
            }
            Ok(())
        });
        let ticket = submitted.await?;
        self.timestamps.iter_mut().for_each(Timestamps::advance);
        Ok(ticket)
    }

    /// Waits for a submission and copies its texels to their places in the whole brick. Returns the number of samples that
    /// were outside the range.
    pub(super) async fn finish(
        &mut self,
        submission: Submission,
        whole: &Brick,
        packing: &Packing,
        out: &mut [u8],
    ) -> Result<u64> {
        let mut saturated = 0;
        let mut copying = None;
        let read = |bytes: &[u8]| {
            let watch = Stopwatch::start();
            let (count, texels) = bytes.split_at(submission.head as usize);
            saturated = count
                .first_chunk()
                .map_or(0, |count| u32::from_le_bytes(*count));
            for (there, here) in byte_ranges(whole, &submission.brick, packing.bytes() as usize) {
                threads::copy(&texels[here], &mut out[there]);
            }
            copying = watch.elapsed();
        };
        self.readback.finish(submission.ticket, read).await?;
        self.copying += copying.unwrap_or_default();
        match &submission.watch {
            Some(watch) => self.measure(submission.brick.samples(), watch),
            None => self.idle = Some(Stopwatch::start()),
        }
        Ok(saturated.into())
    }

    /// Tells the pacing how long this many samples took. If the submission before it was still in flight when this one was
    /// submitted, it had to wait for that one, so its time counts from the end of that one.
    pub(super) fn measure(&mut self, samples: u64, watch: &Stopwatch) {
        let time = match &self.idle {
            Some(idle) => idle.elapsed().min(watch.elapsed()),
            None => watch.elapsed(),
        };
        if let Some(time) = time {
            self.pacing.measured(samples, time);
        }
        self.idle = Some(Stopwatch::start());
    }
}
