//! The fields, and the pass that marches through them.

use wgpu_noise::Result;
use wgpu_noise::gpu::wgpu;
use wgpu_noise::texel::Format;

use crate::clock::Clock;
use crate::field::Field;
use crate::scene::{LOOP, Mode, Moment, Scene, TILE};
use crate::sky::Sky;

/// Draws clouds into any colour target; it knows of no window.
pub struct Renderer {
    shape: Field,
    erosion: Field,
    weather: Field,
    veil: Field,
    sky: wgpu::Buffer,
    group: wgpu::BindGroup,
    pipeline: wgpu::RenderPipeline,
    queue: wgpu::Queue,
    /// Where the device has timestamps.
    pub clock: Option<Clock>,
}

impl Renderer {
    /// For targets of a format that stores colours as they are; `volume` is the side of the shape's volume.
    pub fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        format: wgpu::TextureFormat,
        volume: u32,
    ) -> Result<Renderer> {
        use Format::{R8Unorm, Rg8Unorm, Rgba8Unorm};
        let field = |recipe, side, format| Field::new(device, recipe, side, format);
        let shape = field(include_str!("../recipes/shape.toml"), volume, Rgba8Unorm)?;
        let side = (volume / 4).max(8);
        let erosion = field(include_str!("../recipes/erosion.toml"), side, Rgba8Unorm)?;
        let weather = field(include_str!("../recipes/weather.toml"), 256, Rg8Unorm)?;
        let veil = field(include_str!("../recipes/veil.toml"), 512, R8Unorm)?;
        let sky = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("sky"),
            size: size_of::<Sky>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let pipeline = pipeline(device, format);
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            address_mode_w: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        let views = [&shape, &erosion, &weather, &veil].map(Field::view);
        let textures = views.iter().map(wgpu::BindingResource::TextureView);
        let resources = [
            sky.as_entire_binding(),
            wgpu::BindingResource::Sampler(&sampler),
        ];
        let entries: Vec<_> = (resources.into_iter().chain(textures).zip(0..))
            .map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource })
            .collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("clouds"),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        Ok(Renderer {
            shape,
            erosion,
            weather,
            veil,
            sky,
            group,
            pipeline,
            queue: queue.clone(),
            clock: Clock::new(device, queue),
        })
    }

    /// Records one frame, the first of its submission: the fields that the mode draws from, and the picture.
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::Texture,
        scene: &Scene,
        moment: &Moment,
    ) -> Result<()> {
        let mark = |clock: &Option<Clock>, encoder: &mut wgpu::CommandEncoder, query| {
            if let Some(clock) = clock {
                clock.mark(encoder, query);
            }
        };
        mark(&self.clock, encoder, 0);
        self.encode_fields(encoder, scene, moment.seconds / LOOP)?;
        mark(&self.clock, encoder, 1);
        let sky = Sky::new(scene, moment, [target.width(), target.height()]);
        self.queue
            .write_buffer(&self.sky, 0, bytemuck::bytes_of(&sky));
        self.encode_picture(encoder, &target.create_view(&Default::default()));
        if let Some(clock) = &self.clock {
            clock.resolve(encoder);
        }
        Ok(())
    }

    /// At a time, which repeats after 1.
    fn encode_fields(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        scene: &Scene,
        time: f64,
    ) -> Result<()> {
        match scene.mode {
            Mode::Flat => self.veil.encode(encoder, time),
            Mode::Volume => {
                self.shape.set("wisps.gain", scene.gain)?;
                self.shape.encode(encoder, time)?;
                self.erosion.encode(encoder, time)?;
                self.weather.encode(encoder, time)
            }
        }
    }

    fn encode_picture(&self, encoder: &mut wgpu::CommandEncoder, target: &wgpu::TextureView) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("clouds"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            timestamp_writes: self.clock.as_ref().map(Clock::march),
            ..Default::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn pipeline(device: &wgpu::Device, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
    let module = device.create_shader_module(wgpu::include_wgsl!("clouds.wgsl"));
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("clouds"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("corner"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("pixel"),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &[("SHAPE_TILE", TILE)],
                ..Default::default()
            },
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
