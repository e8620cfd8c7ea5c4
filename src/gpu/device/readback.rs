//! Bytes from a buffer of the device into the caller's memory.
//!
//! [`Readback::begin`] submits work and the copy of its result into a staging buffer, and returns a [`Ticket`];
//! [`Readback::finish`] waits for it and copies out. In between the caller may begin the next submission. Staging buffers are
//! reused.
//!
//! # Waiting
//!
//! On native targets wgpu calls back only while it is polled. So [`Readback::finish`] polls on a thread of its own, with
//! pauses, until the buffer is mapped, the device is lost or the time is up; the executor of the future does not block. In a
//! browser the page polls, and there is no timeout: the mapping fails if the device is lost.

use std::future::Future;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures::channel::oneshot;

use super::buffers::Owned;
use super::context::Context;
use crate::{Error, Result};

/// The most idle staging buffers that are kept.
const KEPT: usize = 3;

/// Reads buffers back, through staging buffers that it keeps.
#[derive(Debug)]
pub struct Readback {
    idle: Mutex<Vec<Owned>>,
    timeout: Duration,
    context: Context,
}

/// A submission whose bytes have not been read yet. Dropping it gives them up.
#[derive(Debug)]
pub struct Ticket {
    staging: Owned,
    /// The range of the requested bytes in the staging buffer.
    bytes: Range<usize>,
    wait: Wait,
}

/// The data that a wait needs. It holds the context, so that the device is not freed without its guard.
#[derive(Debug)]
#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "the page polls"))]
struct Wait {
    mapped: oneshot::Receiver<Result<(), wgpu::BufferAsyncError>>,
    timeout: Duration,
    context: Context,
}

impl Readback {
    /// Reads from buffers of this context's device. A wait longer than `timeout` fails.
    pub fn new(context: &Context, timeout: Duration) -> Readback {
        Readback {
            idle: Mutex::default(),
            timeout,
            context: context.clone(),
        }
    }

    /// Submits what `record` records, and after it the copy of a range of `source`, in bytes. The buffer must have room up to
    /// the next multiple of 4.
    ///
    /// All of it happens now. The future, on native targets ready at once, says whether wgpu accepted it. A driver may block
    /// a submission until an earlier one has ended: an executor that must not block should call this on another thread.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a range longer than the largest buffer, the errors of `record`, and those of
    /// [`Context::attempt`].
    pub fn begin(
        &self,
        source: &wgpu::Buffer,
        range: Range<u64>,
        record: impl FnOnce(&mut wgpu::CommandEncoder) -> Result<()>,
    ) -> impl Future<Output = Result<Ticket>> {
        self.context.attempt(move |device, queue| {
            // Copies go by whole words of 4 bytes.
            let start = range.start / 4 * 4;
            let end = range.end.checked_next_multiple_of(4).unwrap_or(u64::MAX);
            let length = end.saturating_sub(start).max(4);
            let staging = self.staging(device, length)?;
            let mut encoder = device.create_command_encoder(&Default::default());
            record(&mut encoder)?;
            encoder.copy_buffer_to_buffer(source, start, &staging, 0, length);
            queue.submit([encoder.finish()]);
            let (sender, mapped) = oneshot::channel();
            staging.map_async(wgpu::MapMode::Read, 0..length, move |outcome| {
                // This fails if the ticket was dropped, and then the outcome is of no interest.
                let _ = sender.send(outcome);
            });
            let skipped = (range.start - start) as usize;
            let wanted = range.end.saturating_sub(range.start) as usize;
            Ok(Ticket {
                staging,
                bytes: skipped..skipped + wanted,
                wait: Wait {
                    mapped,
                    timeout: self.timeout,
                    context: self.context.clone(),
                },
            })
        })
    }

    /// Waits for the ticket and passes its bytes to `read`.
    ///
    /// # Errors
    /// [`Error::Timeout`] (not in a browser), [`Error::DeviceLost`], [`Error::Gpu`]; also an error that was raised on this
    /// device meanwhile outside every error scope. The bytes that `read` got may be wrong then.
    pub async fn finish(&self, ticket: Ticket, read: impl FnOnce(&[u8])) -> Result<()> {
        wait(ticket.wait).await?;
        let (staging, bytes) = (ticket.staging, ticket.bytes);
        let mapped = 0..(bytes.end as u64).next_multiple_of(4).max(4);
        self.context
            .attempt(|_, _| {
                let view = staging
                    .get_mapped_range(mapped)
                    .map_err(|error| Error::DeviceLost(error.to_string()))?;
                read(&view[bytes]);
                drop(view);
                staging.unmap();
                Ok(())
            })
            .await?;
        // On a device that was lost meanwhile, all calls up to here have succeeded. wgpu reports the loss only in a poll.
        self.context.poll()?;
        self.context.check()?;
        self.keep(staging);
        Ok(())
    }

    /// Returns a staging buffer of at least this many bytes: the smallest idle one, or a new one.
    fn staging(&self, device: &wgpu::Device, bytes: u64) -> Result<Owned> {
        let mut idle = self.idle();
        let smallest = (0..idle.len())
            .filter(|&index| idle[index].size() >= bytes)
            .min_by_key(|&index| idle[index].size());
        if let Some(index) = smallest {
            return Ok(idle.swap_remove(index));
        }
        let limit = device.limits().max_buffer_size;
        if bytes > limit {
            return Err(Error::too_large(
                "a read-back",
                format!("{bytes} bytes"),
                format!("{limit} bytes"),
            ));
        }
        Ok(Owned::new(device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("wgpu-noise staging"),
            size: bytes,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })))
    }

    /// Keeps an unmapped staging buffer. If there are too many, the smallest is dropped.
    fn keep(&self, staging: Owned) {
        let mut idle = self.idle();
        idle.push(staging);
        idle.sort_by_key(|buffer| std::cmp::Reverse(buffer.size()));
        idle.truncate(KEPT);
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Owned>> {
        // A list of buffers is valid at every moment, so a poisoned lock does no harm.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits until the staging buffer is mapped, on a thread of its own.
#[cfg(not(target_arch = "wasm32"))]
async fn wait(wait: Wait) -> Result<()> {
    let (sender, ended) = oneshot::channel();
    std::thread::Builder::new()
        .name("wgpu-noise wait".to_string())
        .spawn(move || {
            // This fails if the future was dropped, and then the outcome is of no interest.
            let _ = sender.send(wait_blocking(wait));
        })
        .map_err(|error| Error::Gpu(format!("no thread to wait for the GPU: {error}")))?;
    match ended.await {
        Ok(outcome) => outcome,
        Err(oneshot::Canceled) => Err(Error::Gpu("the waiting thread died".to_string())),
    }
}

/// Waits until the staging buffer is mapped.
#[cfg(target_arch = "wasm32")]
async fn wait(wait: Wait) -> Result<()> {
    match wait.mapped.await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(oneshot::Canceled) => Err(unmapped(&wait.context)),
    }
}

/// Polls until the staging buffer is mapped.
#[cfg(not(target_arch = "wasm32"))]
fn wait_blocking(mut wait: Wait) -> Result<()> {
    /// The longest pause between polls. Pauses double up to it, so it is short compared to the work that reaches it.
    const PAUSE_MAX: Duration = Duration::from_millis(1);
    let start = std::time::Instant::now();
    let mut pause = Duration::from_micros(20);
    loop {
        wait.context.poll()?;
        match wait.mapped.try_recv() {
            Ok(Some(Ok(()))) => {
                wait.context.note_answer(true);
                return Ok(());
            }
            Ok(Some(Err(_))) | Err(oneshot::Canceled) => return Err(unmapped(&wait.context)),
            Ok(None) => {}
        }
        if start.elapsed() >= wait.timeout {
            wait.context.note_answer(false);
            return Err(Error::Timeout {
                seconds: wait.timeout.as_secs_f64(),
            });
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

/// Records a loss, because a staging buffer could not be mapped: nothing else makes that fail.
fn unmapped(context: &Context) -> Error {
    context.lose("the read-back buffer could not be mapped")
}
