//! One compute pass: buffers in, numbers out.

use wgpu_noise::gpu::wgpu::util::DeviceExt;
use wgpu_noise::gpu::{Context, wgpu};
use wgpu_noise::noise::Picture;

use crate::buffers::{buffer, read};

/// The binding of the first texture of a snippet.
const FIRST_TEXTURE: u32 = 4;

/// A pass to run.
pub struct Work<'a> {
    pub module: &'a wgpu::ShaderModule,
    pub entry: &'a str,
    /// What is read, by the number of its binding.
    pub inputs: &'a [(u32, &'a [u8])],
    /// The textures of the snippet.
    pub pictures: &'a [Picture],
    /// What is written: its binding, and how many numbers.
    pub output: (u32, usize),
    pub workgroups: [u32; 3],
}

/// What a pass writes.
pub fn dispatched(context: &Context, work: &Work) -> Vec<f32> {
    let (device, queue) = (context.device(), context.queue());
    let (binding, count) = work.output;
    let bytes = count as u64 * 4;
    let storage = wgpu::BufferUsages::STORAGE;
    let unwritten = vec![0xff; bytes as usize];
    let out = filled(context, &unwritten, storage | wgpu::BufferUsages::COPY_SRC);
    let back = filled(context, &unwritten, wgpu::BufferUsages::MAP_READ);
    // wgpu gives the driver's bindings numbers without gaps, and a shader that is passed through has its own: so there are
    // no gaps, neither between the buffers nor before the textures.
    let before_textures = (!work.pictures.is_empty()).then_some(FIRST_TEXTURE - 1);
    let highest = (work.inputs.iter().map(|&(own, _)| own))
        .max()
        .max(before_textures);
    let bytes_of = |binding| {
        let found = work.inputs.iter().find(|(own, _)| *own == binding);
        found.map_or(&[0; 16][..], |(_, bytes)| bytes)
    };
    let inputs: Vec<(u32, wgpu::Buffer)> = (0..=highest.unwrap_or(0).max(binding))
        .filter(|&own| own != binding)
        .map(|own| (own, filled(context, bytes_of(own), storage)))
        .collect();
    let dimensions: Vec<wgpu::TextureViewDimension> = work.pictures.iter().map(dimension).collect();
    let views: Vec<(u32, wgpu::TextureView)> = (FIRST_TEXTURE..)
        .zip(work.pictures)
        .map(|(own, picture)| (own, texture(context, picture)))
        .collect();
    let layout = layout(device, inputs.len() as u32 + 1, binding, &dimensions);
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(
            &device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            }),
        ),
        module: work.module,
        entry_point: Some(work.entry),
        compilation_options: Default::default(),
        cache: None,
    });
    let buffers = (inputs.iter().map(|(binding, buffer)| (*binding, buffer)))
        .chain([(binding, &out)])
        .map(|(binding, buffer)| (binding, buffer.as_entire_binding()));
    let textures =
        (views.iter()).map(|(binding, view)| (*binding, wgpu::BindingResource::TextureView(view)));
    let entries: Vec<wgpu::BindGroupEntry> = (buffers.chain(textures))
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
        .collect();
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &entries,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        let [x, y, z] = work.workgroups;
        pass.dispatch_workgroups(x, y, z);
    }
    encoder.copy_buffer_to_buffer(&out, 0, &back, 0, bytes);
    queue.submit([encoder.finish()]);
    bytemuck::pod_collect_to_vec(&read(device, &back)[..bytes as usize])
}

/// SPIR-V as it is, unseen by wgpu's own tools.
#[allow(unsafe_code, reason = "wgpu takes SPIR-V unseen in no other way")]
pub fn passed_through(context: &Context, words: &[u32], entry: &str) -> wgpu::ShaderModule {
    let described = wgpu::ShaderModuleDescriptorPassthrough {
        entry_points: vec![wgpu::PassthroughShaderEntryPoint {
            name: entry.into(),
            workgroup_size: (0, 0, 0),
        }]
        .into(),
        spirv: Some(words.into()),
        ..Default::default()
    };
    // SAFETY: `spirv-val` accepts what is written, and what indexes a buffer is held below its length.
    unsafe { context.device().create_shader_module_passthrough(described) }
}

/// Stated, since of a shader that is passed through nothing is known: all is read, and one is written.
fn layout(
    device: &wgpu::Device,
    buffers: u32,
    written: u32,
    textures: &[wgpu::TextureViewDimension],
) -> wgpu::BindGroupLayout {
    let buffer = |binding| wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Storage {
            read_only: binding != written,
        },
        has_dynamic_offset: false,
        min_binding_size: None,
    };
    let texture = |&view_dimension| wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: false },
        view_dimension,
        multisampled: false,
    };
    let entries: Vec<_> = (0..buffers)
        .map(|binding| (binding, buffer(binding)))
        .chain((FIRST_TEXTURE..).zip(textures.iter().map(texture)))
        .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty,
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    })
}

/// A volume has a texture of three dimensions.
fn dimension(picture: &Picture) -> wgpu::TextureViewDimension {
    match picture.size()[2] {
        1 => wgpu::TextureViewDimension::D2,
        _ => wgpu::TextureViewDimension::D3,
    }
}

fn texture(context: &Context, picture: &Picture) -> wgpu::TextureView {
    let [width, height, depth_or_array_layers] = picture.size();
    let described = wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: dimension(picture).compatible_texture_dimension(),
        format: wgpu::TextureFormat::R32Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    };
    let numbers = bytemuck::cast_slice(picture.numbers());
    context
        .device()
        .create_texture_with_data(
            context.queue(),
            &described,
            wgpu::util::TextureDataOrder::LayerMajor,
            numbers,
        )
        .create_view(&Default::default())
}

/// A buffer with these bytes.
fn filled(context: &Context, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let size = (bytes.len() as u64).max(16);
    let usage = usage | wgpu::BufferUsages::COPY_DST;
    let buffer = buffer(context.device(), size, usage);
    context.queue().write_buffer(&buffer, 0, bytes);
    buffer
}
