//! An evening sky in a plain wgpu fragment shader: at run time nothing of this library, only text that came from it.
//!
//! The shader's own part stands before `main`; what it calls, `noise_perlin_3d_at`, comes from a constant of
//! `wgpu_noise::wgsl`, and time is the third axis of the noise.
//!
//! `cargo run --release --example 7_snippet` writes `sky_0.png` to `sky_3.png`.

use wgpu_noise::gpu::wgpu;
use wgpu_noise::wgsl;

const WIDTH: u32 = 320;
const HEIGHT: u32 = 180;

const SKY: &str = "
@group(0) @binding(0) var<uniform> time: vec4<f32>;

@vertex
fn corner(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(vec2<f32>(vec2<u32>(i & 1u, i >> 1u)) * 4.0 - 1.0, 0.0, 1.0);
}

fn clouds(p: vec3<f32>) -> f32 {
    var sum = 0.0;
    var at = p;
    var weight = 0.5;
    for (var octave = 0; octave < 5; octave += 1) {
        sum += weight * noise_perlin_3d_at(at, vec3<u32>(0u), 0u);
        at = at * 2.0;
        weight *= 0.5;
    }
    return sum;
}

@fragment
fn sky(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let height = 1.0 - at.y / 180.0;
    // The ceiling of clouds, seen from below.
    let far = 1.0 / (0.15 + height);
    let p = vec3<f32>((at.x / 180.0 - 0.9) * far + 0.2 * time.x, 2.0 * far, 0.15 * time.x);
    let cover = clamp(0.5 + 1.6 * clouds(2.0 * p), 0.0, 1.0);
    let blue = vec3<f32>(0.96, 0.62, 0.42) + height * vec3<f32>(-0.76, -0.30, 0.26);
    let white = vec3<f32>(1.0, 0.93, 0.86) - (1.0 - height) * vec3<f32>(0.05, 0.25, 0.28);
    return vec4<f32>(blue + cover * cover * (white - blue), 1.0);
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shader = [wgsl::TABLE_CONST, wgsl::PERLIN_3D, SKY].concat();
    let instance = wgpu::Instance::default();
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("sky"),
        source: wgpu::ShaderSource::Wgsl(shader.into()),
    });
    let format = wgpu::TextureFormat::Rgba8Unorm;
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("sky"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("corner"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("sky"),
            compilation_options: Default::default(),
            targets: &[Some(format.into())],
        }),
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        multiview_mask: None,
        cache: None,
    });
    let size = wgpu::Extent3d {
        width: WIDTH,
        height: HEIGHT,
        depth_or_array_layers: 1,
    };
    let picture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("sky"),
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let buffer = |bytes, usage| {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes,
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    };
    let time = buffer(16, wgpu::BufferUsages::UNIFORM);
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: time.as_entire_binding(),
        }],
    });
    for frame in 0..4 {
        queue.write_buffer(
            &time,
            0,
            bytemuck::cast_slice(&[frame as f32, 0.0, 0.0, 0.0]),
        );
        let view = picture.create_view(&Default::default());
        let mut encoder = device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: Default::default(),
            })],
            ..Default::default()
        });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
        drop(pass);
        // 320 texels of 4 bytes are a multiple of 256.
        let pixels = buffer(u64::from(WIDTH * HEIGHT * 4), wgpu::BufferUsages::MAP_READ);
        let layout = wgpu::TexelCopyBufferInfo {
            buffer: &pixels,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(WIDTH * 4),
                rows_per_image: None,
            },
        };
        encoder.copy_texture_to_buffer(picture.as_image_copy(), layout, size);
        queue.submit([encoder.finish()]);
        let (sender, mapped) = std::sync::mpsc::channel();
        pixels
            .slice(..)
            .map_async(wgpu::MapMode::Read, move |done| {
                let _ = sender.send(done);
            });
        device.poll(wgpu::PollType::wait_indefinitely())?;
        mapped.recv()??;
        let bytes = pixels.slice(..).get_mapped_range()?.to_vec();
        let path = format!("sky_{frame}.png");
        image::save_buffer(&path, &bytes, WIDTH, HEIGHT, image::ColorType::Rgba8)?;
        println!("{path}");
    }
    Ok(())
}
