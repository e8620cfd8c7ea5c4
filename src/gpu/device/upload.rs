//! Bytes into buffers of the device: by a queue at once, or in an encoder at their place among its commands.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures::channel::oneshot;

use super::buffers::Owned;
use super::dispatch::{BoundKernel, Dispatch};
use super::scopes::scoped_now;
use crate::{Error, Result};

/// Writes into buffers.
pub(crate) trait Upload {
    /// Writes bytes, a multiple of 4, to the start of a buffer.
    fn write(&mut self, buffer: &wgpu::Buffer, bytes: &[u8]) -> Result<()>;
}

/// Writes that happen before everything that is submitted from now on.
impl Upload for &wgpu::Queue {
    fn write(&mut self, buffer: &wgpu::Buffer, bytes: &[u8]) -> Result<()> {
        self.write_buffer(buffer, 0, bytes);
        Ok(())
    }
}

/// A pool of staging buffers for encoders.
///
/// A staging buffer is in at most one encoder. It comes back to the pool, mapped, when that encoder's work is done; if the
/// encoder is dropped, so is the buffer. So each encoder has its own numbers, in whatever order encoders are submitted.
#[derive(Debug)]
pub(crate) struct Staging {
    pool: Arc<Pool>,
    /// Becomes ready when the device has answered the first mapping.
    answered: oneshot::Receiver<()>,
}

/// What mappings that end later share with the [`Staging`].
#[derive(Debug, Default)]
struct Pool {
    mapped: Mutex<Vec<Owned>>,
    lost: AtomicBool,
}

impl Staging {
    /// Makes a pool for a device, and finds out if the device is lost: a lost one still makes buffers, but maps none.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::OutOfDeviceMemory`].
    pub fn new(device: &wgpu::Device) -> Result<Staging> {
        let pool = Arc::new(Pool::default());
        let buffer = pool.take(device, wgpu::MAP_ALIGNMENT)?;
        let written = buffer.get_mapped_range_mut(..).map(drop);
        written.map_err(|_| pool.lose())?;
        // In a browser even a buffer of a lost device can be written when it is new. Only mapping it again fails.
        buffer.unmap();
        let (sender, answered) = oneshot::channel();
        let on_mapped = pool.on_mapped(&buffer, sender);
        buffer.map_async(wgpu::MapMode::Write, .., on_mapped);
        Ok(Staging { pool, answered })
    }

    /// Waits until a browser has said whether the device is lost. Native targets have said it at once.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn answer(&mut self) -> Result<()> {
        if cfg!(target_arch = "wasm32") {
            // If wgpu drops the callback of the mapping, the sender is dropped, which also ends the wait.
            let _ = (&mut self.answered).await;
        }
        self.check()
    }

    /// Begins to load an encoder with at most this many bytes: the sum of [`staged_bytes`] over its writes.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::OutOfDeviceMemory`].
    pub fn load<'a>(
        &self,
        device: &wgpu::Device,
        encoder: &'a mut wgpu::CommandEncoder,
        bytes: u64,
    ) -> Result<Load<'a>> {
        self.check()?;
        Ok(Load {
            encoder,
            buffer: self.pool.take(device, bytes)?,
            used: 0,
            kept: Vec::new(),
            pool: Arc::clone(&self.pool),
        })
    }

    /// Checks that the device is not known to be lost. Once it is, it stays so.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub fn check(&self) -> Result<()> {
        if self.pool.lost.load(Ordering::Relaxed) {
            return Err(lost());
        }
        Ok(())
    }
}

impl Pool {
    /// Returns a mapped buffer of at least this size. Smaller ones are dropped: a larger one is needed only when a program's
    /// numbers have grown, so they would not be used again.
    fn take(&self, device: &wgpu::Device, bytes: u64) -> Result<Owned> {
        let mut mapped = self.mapped();
        mapped.retain(|buffer| buffer.size() >= bytes);
        if let Some(buffer) = mapped.pop() {
            return Ok(buffer);
        }
        drop(mapped);
        scoped_now(device, || {
            Owned::new(device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("wgpu-noise upload"),
                size: bytes,
                usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: true,
            }))
        })
    }

    /// Returns the callback for the mapping of a buffer: it puts the buffer back, or records that the device is lost. `kept`
    /// is dropped after that.
    fn on_mapped<T: wgpu::WasmNotSend + 'static>(
        self: &Arc<Pool>,
        buffer: &Owned,
        kept: T,
    ) -> impl FnOnce(Result<(), wgpu::BufferAsyncError>) + wgpu::WasmNotSend + 'static {
        let (pool, buffer) = (Arc::clone(self), buffer.clone());
        move |outcome| {
            match outcome {
                Ok(()) => pool.mapped().push(buffer),
                Err(_) => drop(pool.lose()),
            }
            drop(kept);
        }
    }

    /// Records that the device is lost.
    fn lose(&self) -> Error {
        self.lost.store(true, Ordering::Relaxed);
        lost()
    }

    fn mapped(&self) -> std::sync::MutexGuard<'_, Vec<Owned>> {
        // A list of buffers is valid at every moment, so a poisoned lock does no harm.
        self.mapped.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the bytes that a write of this many takes in a staging buffer: each begins where a mapped range may begin.
pub(crate) fn staged_bytes(bytes: usize) -> u64 {
    (bytes as u64).next_multiple_of(wgpu::MAP_ALIGNMENT)
}

/// An encoder that is being loaded with writes and dispatches.
#[derive(Debug)]
pub(crate) struct Load<'a> {
    pub encoder: &'a mut wgpu::CommandEncoder,
    buffer: Owned,
    used: u64,
    /// The kernels that the commands use; each keeps the buffers that it is bound to. They must not be freed before the commands
    /// are done or dropped.
    kept: Vec<Arc<BoundKernel>>,
    pool: Arc<Pool>,
}

/// Writes that happen before the commands that are recorded from now on.
impl Upload for Load<'_> {
    fn write(&mut self, buffer: &wgpu::Buffer, bytes: &[u8]) -> Result<()> {
        let length = bytes.len() as u64;
        if length == 0 {
            return Ok(());
        }
        self.buffer
            .get_mapped_range_mut(self.used..self.used + length)
            .map_err(|_| self.pool.lose())?
            .copy_from_slice(bytes);
        self.encoder
            .copy_buffer_to_buffer(&self.buffer, self.used, buffer, 0, length);
        self.used += staged_bytes(bytes.len());
        Ok(())
    }
}

impl Load<'_> {
    /// Records dispatches, one after the other.
    pub fn dispatch<const N: usize>(&mut self, dispatches: [Dispatch; N]) {
        let mut pass = self.encoder.begin_compute_pass(&Default::default());
        for dispatch in dispatches {
            dispatch.record(&mut pass);
            self.kept.push(dispatch.kernel);
        }
    }

    /// Ends the load: from now on the encoder may be submitted.
    pub fn finish(self) {
        self.buffer.unmap();
        let on_mapped = self.pool.on_mapped(&self.buffer, self.kept);
        self.encoder
            .map_buffer_on_submit(&self.buffer, wgpu::MapMode::Write, .., on_mapped);
    }
}

fn lost() -> Error {
    Error::DeviceLost("a buffer of the device could not be mapped".to_string())
}
