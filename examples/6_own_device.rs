//! Noise in a renderer's own frame: on its device, in its encoder, into its texture, with nothing read back.
//!
//! `cargo run --release --example 6_own_device` takes the first adapter that wgpu gives.

use wgpu_noise::gpu::{Generator, Target, required_usages, texture_format, wgpu};
use wgpu_noise::{Error, Grid, Job, Noise, texel::Format};

// ---- what a renderer copies: made once

fn clouds(device: &wgpu::Device, texture: &wgpu::Texture) -> Result<Generator, Error> {
    let noise = Noise::perlin().frequency(4.0);
    let grid = Grid::new([64, 64, 64]).frames(1).seamless();
    let job = Job::of(&[noise.fbm().octaves(4).name("clouds")], &grid)?;
    Generator::new(device, job, &Target::texture(texture))
}

// ---- and every frame; the caller submits

fn frame(
    clouds: &mut Generator,
    encoder: &mut wgpu::CommandEncoder,
    gain: f64,
    time: f64,
) -> Result<(), Error> {
    let mut params = clouds.job().params().clone();
    params.set("clouds.gain", gain)?;
    clouds.encode(encoder, &params, time)
}

// ---- a renderer without pictures

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("clouds"),
        size: wgpu::Extent3d {
            width: 64,
            height: 64,
            depth_or_array_layers: 64,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D3,
        format: texture_format(Format::Rgba8Unorm),
        usage: required_usages(Format::Rgba8Unorm) | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    let mut clouds = clouds(&device, &texture)?;
    for number in 0..60 {
        let mut encoder = device.create_command_encoder(&Default::default());
        frame(&mut clouds, &mut encoder, 0.6, f64::from(number) / 60.0)?;
        // The renderer's own passes come here.
        queue.submit([encoder.finish()]);
    }
    device.poll(wgpu::PollType::wait_indefinitely())?;
    println!("60 frames on {}", adapter.get_info().name);
    Ok(())
}
