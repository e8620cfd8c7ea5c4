//! What egui's renderer paints, read back. The test of `examples/egui` includes this, too.

use eframe::egui::ClippedPrimitive;
use eframe::egui_wgpu::{Renderer, ScreenDescriptor, wgpu};

/// Paints shapes into a texture of so many pixels, of which a row takes a multiple of 256 bytes, and returns its texels.
pub fn painted(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    renderer: &mut Renderer,
    shapes: &[ClippedPrimitive],
    size: [u32; 2],
) -> Vec<u8> {
    let [width, height] = size;
    let target = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let screen = ScreenDescriptor {
        size_in_pixels: size,
        pixels_per_point: 1.0,
    };
    let mut encoder = device.create_command_encoder(&Default::default());
    let before = renderer.update_buffers(device, queue, &mut encoder, shapes, &screen);
    assert!(before.is_empty());
    let view = target.create_view(&Default::default());
    let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: &view,
            depth_slice: None,
            resolve_target: None,
            ops: Default::default(),
        })],
        ..Default::default()
    });
    renderer.render(&mut pass.forget_lifetime(), shapes, &screen);
    let read = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(width * height * 4),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    encoder.copy_texture_to_buffer(
        target.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &read,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(width * 4),
                rows_per_image: Some(height),
            },
        },
        target.size(),
    );
    queue.submit([encoder.finish()]);
    read.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("a buffer"));
    device
        .poll(wgpu::PollType::wait_indefinitely())
        .expect("a poll");
    read.get_mapped_range(..).expect("a range").to_vec()
}

/// Returns the greatest difference of two pictures.
pub fn apart(a: &[u8], b: &[u8]) -> u8 {
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(a, b)| a.abs_diff(*b))
        .max()
        .unwrap_or(0)
}
