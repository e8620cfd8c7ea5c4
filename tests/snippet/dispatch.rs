//! One compute pass: buffers in, numbers out.

use wgpu_noise::gpu::{Context, wgpu};

/// A pass to run.
pub struct Work<'a> {
    pub module: &'a wgpu::ShaderModule,
    pub entry: &'a str,
    /// What is read, by the number of its binding.
    pub inputs: &'a [(u32, &'a [u8])],
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
    let out = buffer(context, &unwritten, storage | wgpu::BufferUsages::COPY_SRC);
    let back = buffer(context, &unwritten, wgpu::BufferUsages::MAP_READ);
    // wgpu gives the driver's bindings numbers without gaps, and a shader that is passed through has its own: so there are
    // no gaps.
    let highest = work.inputs.iter().map(|&(own, _)| own).max();
    let bytes_of = |binding| {
        let found = work.inputs.iter().find(|(own, _)| *own == binding);
        found.map_or(&[0; 16][..], |(_, bytes)| bytes)
    };
    let inputs: Vec<(u32, wgpu::Buffer)> = (0..=highest.unwrap_or(0).max(binding))
        .filter(|&own| own != binding)
        .map(|own| (own, buffer(context, bytes_of(own), storage)))
        .collect();
    let layout = layout(device, inputs.len() as u32 + 1, binding);
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
    let entries: Vec<wgpu::BindGroupEntry> =
        (inputs.iter().map(|(binding, buffer)| (*binding, buffer)))
            .chain([(binding, &out)])
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
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
    let read = back.slice(..bytes);
    read.map_async(wgpu::MapMode::Read, |mapped| {
        mapped.expect("a mapped buffer");
    });
    let idle = device.poll(wgpu::PollType::wait_indefinitely());
    idle.expect("an idle device");
    bytemuck::pod_collect_to_vec(&read.get_mapped_range().expect("a mapped range"))
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
fn layout(device: &wgpu::Device, count: u32, written: u32) -> wgpu::BindGroupLayout {
    let entry = |binding| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage {
                read_only: binding != written,
            },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries: Vec<_> = (0..count).map(entry).collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    })
}

fn buffer(context: &Context, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let buffer = context.device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: (bytes.len() as u64).max(16),
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    context.queue().write_buffer(&buffer, 0, bytes);
    buffer
}
