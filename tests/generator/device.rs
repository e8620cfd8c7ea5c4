//! A renderer's own device.

use wgpu_noise::gpu::wgpu;

use crate::environment;
use crate::texels::Copy;

/// A device and its queue.
pub struct Own {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
}

/// A device with the adapter's features; `None`, and a line that says so, where there is no such adapter.
pub fn own() -> Option<Own> {
    own_with(wgpu::Limits::downlevel_defaults())
}

pub fn own_with(required_limits: wgpu::Limits) -> Option<Own> {
    let (_instance, adapter) = environment::adapter(wgpu::Backends::all())?;
    let optional = wgpu::Features::TEXTURE_FORMAT_16BIT_NORM;
    let descriptor = wgpu::DeviceDescriptor {
        required_features: adapter.features() & optional,
        required_limits,
        ..Default::default()
    };
    let opened = pollster::block_on(adapter.request_device(&descriptor));
    let (device, queue) = opened.expect("the adapter gives a device");
    Some(Own { device, queue })
}

impl Own {
    pub fn submit(&self, record: impl FnOnce(&mut wgpu::CommandEncoder)) {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        record(&mut encoder);
        self.queue.submit([encoder.finish()]);
    }

    /// Lets callbacks run, without waiting.
    pub fn poll(&self) {
        self.device.poll(wgpu::PollType::Poll).expect("a poll");
    }

    /// The texels of a mip level, one after the other.
    pub fn texels(&self, texture: &wgpu::Texture, level: u32) -> Vec<u8> {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let copy = Copy::record(&self.device, &mut encoder, texture, level);
        self.queue.submit([encoder.finish()]);
        copy.texels(&self.mapped(&copy.buffer))
    }

    /// A buffer that copies may write.
    pub fn buffer(&self, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    /// What a buffer holds that may be mapped.
    pub fn mapped(&self, buffer: &wgpu::Buffer) -> Vec<u8> {
        buffer.map_async(wgpu::MapMode::Read, .., |mapped| {
            mapped.expect("a mapped buffer");
        });
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .expect("a poll");
        let bytes = buffer
            .get_mapped_range(..)
            .expect("a mapped range")
            .to_vec();
        buffer.unmap();
        bytes
    }
}
