//! A test's own buffers, and what they hold.

use wgpu_noise::gpu::wgpu;

pub fn buffer(device: &wgpu::Device, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size,
        usage,
        mapped_at_creation: false,
    })
}

/// What a buffer holds that may be mapped, once the device has done all that it was given. A browser cannot wait for that.
#[cfg(not(target_arch = "wasm32"))]
pub fn read(device: &wgpu::Device, buffer: &wgpu::Buffer) -> Vec<u8> {
    buffer.map_async(wgpu::MapMode::Read, .., |mapped| {
        mapped.expect("a mapped buffer");
    });
    let idle = device.poll(wgpu::PollType::wait_indefinitely());
    idle.expect("an idle device");
    let bytes = buffer
        .get_mapped_range(..)
        .expect("a mapped range")
        .to_vec();
    buffer.unmap();
    bytes
}
