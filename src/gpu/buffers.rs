//! Buffers of this crate's own: freed with their last handle, used again, and grown where they must be.

use std::ops::Deref;
use std::sync::Arc;

use super::upload::Upload;
use crate::Result;

/// A buffer of our own, whose memory is freed with its last handle.
///
/// wgpu does that on native targets. In a browser it leaves a dropped buffer to the garbage collector of the page, which knows
/// nothing of the memory on the GPU; so the last handle destroys the buffer. Work that was submitted is not disturbed by
/// that, but work that was only recorded is: an encoder keeps a handle of every buffer that it uses (see
/// [`Load`](super::upload::Load)).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Owned(Arc<Destroyed>);

/// A buffer that is destroyed when it is dropped.
#[derive(Debug, PartialEq)]
struct Destroyed(wgpu::Buffer);

impl Owned {
    pub fn new(buffer: wgpu::Buffer) -> Owned {
        Owned(Arc::new(Destroyed(buffer)))
    }
}

impl Deref for Owned {
    type Target = wgpu::Buffer;

    fn deref(&self) -> &wgpu::Buffer {
        let Destroyed(buffer) = &*self.0;
        buffer
    }
}

impl Drop for Destroyed {
    fn drop(&mut self) {
        self.0.destroy();
    }
}

/// A buffer with room for the largest contents so far.
#[derive(Debug)]
pub(super) struct Growing {
    label: &'static str,
    usage: wgpu::BufferUsages,
    buffer: Option<Owned>,
}

impl Growing {
    pub fn new(label: &'static str, usage: wgpu::BufferUsages) -> Growing {
        Growing {
            label,
            usage,
            buffer: None,
        }
    }

    /// The buffer, with room for so many bytes; what it held is lost where it had to grow.
    pub fn room(&mut self, device: &wgpu::Device, bytes: u64) -> &Owned {
        let bytes = bytes.next_multiple_of(4).max(LEAST);
        if self.buffer.as_ref().is_some_and(|held| held.size() < bytes) {
            self.buffer = None;
        }
        self.buffer.get_or_insert_with(|| {
            Owned::new(device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(self.label),
                size: bytes,
                usage: self.usage,
                mapped_at_creation: false,
            }))
        })
    }

    /// The same, for so many words.
    pub fn room_for<T>(&mut self, device: &wgpu::Device, words: &[T]) -> &Owned {
        self.room(device, size_of_val(words) as u64)
    }

    /// Uploads words, for which there must be room.
    pub fn write<T: bytemuck::NoUninit>(&self, upload: &mut dyn Upload, words: &[T]) -> Result<()> {
        match &self.buffer {
            Some(buffer) => upload.write(buffer, bytemuck::cast_slice(words)),
            None => unreachable!("room is made before words are written"),
        }
    }

    /// Forgets the buffer.
    pub fn release(&mut self) {
        self.buffer = None;
    }
}

/// The least size: no binding may be smaller than one element of its array.
const LEAST: u64 = 256;
