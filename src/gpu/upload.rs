//! How words travel into buffers of the device: by a queue at once, or in an encoder at its place among commands.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures::channel::oneshot;

use super::buffers::Owned;
use super::passes::{Held, Pass};
use super::work::scoped_now;
use crate::{Error, Result};

/// A way into buffers.
pub(super) trait Upload {
    /// Writes bytes, a multiple of 4, to the start of a buffer.
    fn write(&mut self, buffer: &wgpu::Buffer, bytes: &[u8]) -> Result<()>;
}

/// Before everything that is submitted from now on.
impl Upload for &wgpu::Queue {
    fn write(&mut self, buffer: &wgpu::Buffer, bytes: &[u8]) -> Result<()> {
        self.write_buffer(buffer, 0, bytes);
        Ok(())
    }
}

/// Staging buffers for encoders.
///
/// One is in at most one encoder. It comes back mapped when that one's work is done; with an encoder that is dropped
/// it is dropped. So what an encoder holds is its own, in whatever order encoders are submitted.
#[derive(Debug)]
pub(super) struct Staging {
    home: Arc<Home>,
    /// Whether the device has answered the first mapping.
    answered: oneshot::Receiver<()>,
}

/// Where staging buffers come back to.
#[derive(Debug, Default)]
struct Home {
    mapped: Mutex<Vec<Owned>>,
    lost: AtomicBool,
}

impl Staging {
    /// For a device that is there, as far as it says so at once: a lost one makes buffers, but none of them can be mapped.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::OutOfDeviceMemory`].
    pub fn new(device: &wgpu::Device) -> Result<Staging> {
        let home = Arc::new(Home::default());
        let buffer = home.take(device, wgpu::MAP_ALIGNMENT)?;
        let written = buffer.get_mapped_range_mut(..).map(drop);
        written.map_err(|_| home.lose())?;
        // A browser lets even the first contents of a lost device's buffer be written, and refuses to map it again later.
        buffer.unmap();
        let (sender, answered) = oneshot::channel();
        let back = home.back(&buffer, sender);
        buffer.map_async(wgpu::MapMode::Write, .., back);
        Ok(Staging { home, answered })
    }

    /// Waits until a browser has said whether the device is there. Other devices say it at once.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn answer(&mut self) -> Result<()> {
        if cfg!(target_arch = "wasm32") {
            // The sender is dropped where nobody answers any more, and that is an answer, too.
            let _ = (&mut self.answered).await;
        }
        self.check()
    }

    /// Begins to load an encoder with at most so many bytes, of which each write takes whole multiples of
    /// [`wgpu::MAP_ALIGNMENT`]: see [`loaded`].
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
            buffer: self.home.take(device, bytes)?,
            used: 0,
            kept: Vec::new(),
            home: Arc::clone(&self.home),
        })
    }

    /// Whether the device is there, as far as is known. A loss stays.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub fn check(&self) -> Result<()> {
        match self.home.lost.load(Ordering::Relaxed) {
            true => Err(lost()),
            false => Ok(()),
        }
    }
}

impl Home {
    /// A mapped buffer of at least that size. Smaller ones are dropped: more is asked for only where a program has grown.
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

    /// What a mapping of a buffer calls when it has ended: the buffer is back, or the device lost. `kept` lives until then.
    fn back<T: wgpu::WasmNotSend + 'static>(
        self: &Arc<Home>,
        buffer: &Owned,
        kept: T,
    ) -> impl FnOnce(Result<(), wgpu::BufferAsyncError>) + wgpu::WasmNotSend + 'static {
        let (home, buffer) = (Arc::clone(self), buffer.clone());
        move |outcome| {
            match outcome {
                Ok(()) => home.mapped().push(buffer),
                Err(_) => drop(home.lose()),
            }
            drop(kept);
        }
    }

    /// Notes that the device is lost.
    fn lose(&self) -> Error {
        self.lost.store(true, Ordering::Relaxed);
        lost()
    }

    fn mapped(&self) -> std::sync::MutexGuard<'_, Vec<Owned>> {
        // A list of buffers is whole at every moment, so a poisoned one is as good.
        self.mapped.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes that a write of so many takes in a staging buffer.
pub(super) fn loaded(bytes: usize) -> u64 {
    (bytes as u64).next_multiple_of(wgpu::MAP_ALIGNMENT)
}

/// An encoder that is being loaded.
#[derive(Debug)]
pub(super) struct Load<'a> {
    pub encoder: &'a mut wgpu::CommandEncoder,
    buffer: Owned,
    used: u64,
    /// What the commands use: it must not be freed before they are done, or dropped.
    kept: Vec<Arc<Held>>,
    home: Arc<Home>,
}

/// Before the commands that are recorded from now on.
impl Upload for Load<'_> {
    fn write(&mut self, buffer: &wgpu::Buffer, bytes: &[u8]) -> Result<()> {
        let length = bytes.len() as u64;
        if length == 0 {
            return Ok(());
        }
        self.buffer
            .get_mapped_range_mut(self.used..self.used + length)
            .map_err(|_| self.home.lose())?
            .copy_from_slice(bytes);
        self.encoder
            .copy_buffer_to_buffer(&self.buffer, self.used, buffer, 0, length);
        self.used += loaded(bytes.len());
        Ok(())
    }
}

impl Load<'_> {
    /// Records kernels, one after the other.
    pub fn run<const N: usize>(&mut self, passes: [Pass; N]) {
        let mut compute = self.encoder.begin_compute_pass(&Default::default());
        for pass in passes {
            pass.record(&mut compute);
            self.kept.push(pass.held);
        }
    }

    /// Ends the load: from now on the encoder may be submitted.
    pub fn finish(self) {
        self.buffer.unmap();
        let back = self.home.back(&self.buffer, self.kept);
        self.encoder
            .map_buffer_on_submit(&self.buffer, wgpu::MapMode::Write, .., back);
    }
}

fn lost() -> Error {
    Error::DeviceLost("a buffer of the device could not be mapped".to_string())
}
