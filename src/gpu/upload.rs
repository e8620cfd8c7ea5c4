//! How words travel into buffers of the device: by a queue at once, or in an encoder at its place among commands.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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
#[derive(Debug, Default)]
pub(super) struct Staging {
    home: Arc<Home>,
}

/// Where staging buffers come back to.
#[derive(Debug, Default)]
struct Home {
    mapped: Mutex<Vec<wgpu::Buffer>>,
    lost: AtomicBool,
}

impl Staging {
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
            buffer: self.take(device, bytes)?,
            used: 0,
            home: Arc::clone(&self.home),
        })
    }

    /// Whether a device is there: a lost one makes buffers, but none of them can be written.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::OutOfDeviceMemory`].
    pub fn probe(&self, device: &wgpu::Device) -> Result<()> {
        let buffer = self.take(device, wgpu::MAP_ALIGNMENT)?;
        let written = buffer.get_mapped_range_mut(..).map(drop);
        written.map_err(|_| lost())
    }

    /// Whether the device is there, as far as is known: a lost one maps nothing.
    pub fn check(&self) -> Result<()> {
        match self.home.lost.load(Ordering::Relaxed) {
            true => Err(lost()),
            false => Ok(()),
        }
    }

    /// A mapped buffer of at least that size. Smaller ones are dropped: more is asked for only where a program has grown.
    fn take(&self, device: &wgpu::Device, bytes: u64) -> Result<wgpu::Buffer> {
        let mut mapped = self.home.mapped();
        mapped.retain(|buffer| buffer.size() >= bytes);
        if let Some(buffer) = mapped.pop() {
            return Ok(buffer);
        }
        drop(mapped);
        scoped_now(device, || {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("wgpu-noise upload"),
                size: bytes,
                usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: true,
            })
        })
    }
}

impl Home {
    fn mapped(&self) -> std::sync::MutexGuard<'_, Vec<wgpu::Buffer>> {
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
    buffer: wgpu::Buffer,
    used: u64,
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
            .map_err(|_| lost())?
            .copy_from_slice(bytes);
        self.encoder
            .copy_buffer_to_buffer(&self.buffer, self.used, buffer, 0, length);
        self.used += loaded(bytes.len());
        Ok(())
    }
}

impl Load<'_> {
    /// Ends the load: from now on the encoder may be submitted.
    pub fn finish(self) {
        let Load { buffer, home, .. } = self;
        buffer.unmap();
        let back = buffer.clone();
        self.encoder
            .map_buffer_on_submit(
                &buffer,
                wgpu::MapMode::Write,
                ..,
                move |outcome| match outcome {
                    Ok(()) => home.mapped().push(back),
                    Err(_) => home.lost.store(true, Ordering::Relaxed),
                },
            );
    }
}

fn lost() -> Error {
    Error::DeviceLost("a buffer of the device could not be mapped".to_string())
}
