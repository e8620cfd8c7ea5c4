//! A renderer's own device, and a texture of noise on it that is what the library computes without a GPU.

use std::io::Write;

use wgpu_noise::gpu::{Generator, Target, required_usages, texture_format, wgpu};
use wgpu_noise::recipe::Preset;
use wgpu_noise::texel::Format;
use wgpu_noise::{Backend, cpu::Cpu};

const FORMAT: Format = Format::R32Float;
/// Texels along each side: rows of a multiple of 256 bytes.
const SIDE: u32 = 64;

/// On the adapter that `NOISE_ADAPTER` names, `llvmpipe` by default. Skips where it is missing; fails there with
/// `NOISE_REQUIRE_ADAPTER=1`.
#[test]
fn a_texture_on_the_renderers_device_holds_the_noise() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::var("NOISE_ADAPTER").unwrap_or_else(|_| "llvmpipe".into());
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    let named = |adapter: &wgpu::Adapter| {
        let found = adapter.get_info().name.to_lowercase();
        found.contains(&name.to_lowercase())
    };
    let Some(adapter) = adapters.into_iter().find(named) else {
        let required = std::env::var("NOISE_REQUIRE_ADAPTER").is_ok_and(|value| value == "1");
        assert!(
            !required,
            "NOISE_REQUIRE_ADAPTER=1, but no adapter is called {name}"
        );
        // Past what the test runner captures; a test runs on where nobody listens.
        let _ = writeln!(std::io::stderr(), "skipped: no adapter is called {name}");
        return Ok(());
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            width: SIDE,
            height: SIDE,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: texture_format(FORMAT),
        usage: required_usages(FORMAT) | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let job = Preset::find("perlin_2d")?.recipe()?.sized(SIDE).job()?;
    let params = job.params().clone();
    let expected = Cpu::new(job.clone()).sample(0)?.into_samples();
    let mut generator = Generator::new(&device, job, &Target::texture(&texture))?;

    let mut encoder = device.create_command_encoder(&Default::default());
    generator.encode(&mut encoder, &params, 0.0)?;
    let read = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(SIDE * SIDE * 4),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &read,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(SIDE * 4),
                rows_per_image: Some(SIDE),
            },
        },
        texture.size(),
    );
    queue.submit([encoder.finish()]);
    read.map_async(wgpu::MapMode::Read, .., |_| ());
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let bytes = read.get_mapped_range(..)?;
    let found = (bytes.as_chunks().0.iter()).map(|bytes| f32::from_le_bytes(*bytes));
    let apart = found
        .zip(&expected)
        .map(|(found, expected)| (found - expected).abs())
        .max_by(f32::total_cmp)
        .expect("texels");
    assert!(
        apart < 1e-5,
        "{name}: {apart:e} apart from the CPU's numbers"
    );
    let is_flat = expected.iter().all(|&sample| sample == expected[0]);
    assert!(!is_flat, "a flat texture would agree with anything");
    Ok(())
}
