//! A renderer's own device.

use wgpu_noise::gpu::wgpu;

use crate::buffers::read;
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
        copy.texels(&read(&self.device, &copy.buffer))
    }
}
