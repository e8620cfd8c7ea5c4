//! The fields, and the pass that marches through them.

use wgpu_noise::Result;
use wgpu_noise::gpu::wgpu;
use wgpu_noise::texel::Format;

use crate::Options;
use crate::field::Field;
use crate::sky::{Mode, Sky};

/// Draws clouds into any colour target; it knows of no window.
pub struct Renderer {
    /// Those that the mode draws from: the others are written once.
    moving: Vec<Field>,
    sky: wgpu::Buffer,
    group: wgpu::BindGroup,
    pipeline: wgpu::RenderPipeline,
}

impl Renderer {
    pub fn new(
        device: &wgpu::Device,
        format: wgpu::TextureFormat,
        options: &Options,
    ) -> Result<Renderer> {
        let side = |side: u32, mode: Mode| if options.mode == mode { side } else { 4 };
        let field = |recipe, side, format| Field::new(device, recipe, side, format);
        let (volume, plane) = (Mode::Volume, Mode::Flat);
        let erosion = (options.volume / 4).max(8);
        let fields = [
            field(
                include_str!("../recipes/shape.toml"),
                side(options.volume, volume),
                Format::Rgba8Unorm,
            )?,
            field(
                include_str!("../recipes/erosion.toml"),
                side(erosion, volume),
                Format::Rgba8Unorm,
            )?,
            field(
                include_str!("../recipes/weather.toml"),
                side(256, volume),
                Format::Rg8Unorm,
            )?,
            field(
                include_str!("../recipes/veil.toml"),
                side(512, plane),
                Format::R8Unorm,
            )?,
        ];
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
        let views = fields.each_ref().map(Field::view);
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
        let [shape, erosion, weather, veil] = fields;
        Ok(Renderer {
            moving: match options.mode {
                Mode::Volume => vec![shape, erosion, weather],
                Mode::Flat => vec![veil],
            },
            sky,
            group,
            pipeline,
        })
    }

    /// Records the fields at a time, which repeats after 1.
    pub fn encode_fields(&mut self, encoder: &mut wgpu::CommandEncoder, time: f64) -> Result<()> {
        self.moving
            .iter_mut()
            .try_for_each(|field| field.encode(encoder, time))
    }

    /// Records the picture.
    pub fn encode_picture(
        &self,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        sky: &Sky,
        timestamps: Option<wgpu::RenderPassTimestampWrites>,
    ) {
        queue.write_buffer(&self.sky, 0, bytemuck::bytes_of(sky));
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
            timestamp_writes: timestamps,
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
            compilation_options: Default::default(),
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
