//! Buffers that are kept from one brick to the next and grow where they must.

/// A buffer with room for the largest contents so far.
#[derive(Debug)]
pub(super) struct Growing {
    label: &'static str,
    usage: wgpu::BufferUsages,
    buffer: Option<wgpu::Buffer>,
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
    pub fn room(&mut self, device: &wgpu::Device, bytes: u64) -> &wgpu::Buffer {
        let bytes = bytes.next_multiple_of(4).max(LEAST);
        if self.buffer.as_ref().is_some_and(|held| held.size() < bytes) {
            self.buffer = None;
        }
        self.buffer.get_or_insert_with(|| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(self.label),
                size: bytes,
                usage: self.usage,
                mapped_at_creation: false,
            })
        })
    }

    /// The buffer, holding these words.
    pub fn write<T: bytemuck::Pod>(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        words: &[T],
    ) -> &wgpu::Buffer {
        let bytes: &[u8] = bytemuck::cast_slice(words);
        let buffer = self.room(device, bytes.len() as u64);
        queue.write_buffer(buffer, 0, bytes);
        buffer
    }

    /// Forgets the buffer.
    pub fn release(&mut self) {
        self.buffer = None;
    }
}

/// The least size: no binding may be smaller than one element of its array.
const LEAST: u64 = 256;
