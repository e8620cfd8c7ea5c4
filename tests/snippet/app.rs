//! A strange little app: a compute shader of its own around a snippet, at points of its own.

use wgpu_noise::gpu::{Context, wgpu};
use wgpu_noise::snippet::Snippet;

/// The shader: its own names, its own bindings, and an odd workgroup.
fn shader(snippet: &str, name: &str, axes: usize, channels: usize) -> String {
    let point = ["points[i].x", "points[i].xy", "points[i].xyz", "points[i]"][axes - 1];
    let stores: String = match channels {
        1 => "values[i] = value;".to_string(),
        _ => (0..channels)
            .map(|c| format!("values[{channels}u * i + {c}u] = value[{c}];"))
            .collect(),
    };
    format!(
        "@group(0) @binding(8) var<storage, read_write> values: array<f32>;
        {snippet}
        @group(0) @binding(5) var<storage, read> points: array<vec4<f32>>;
        fn x(i: u32) {{ let value = {name}({point}); {stores} }}
        @compute @workgroup_size(33)
        fn app(@builtin(global_invocation_id) id: vec3<u32>) {{
            if id.x < arrayLength(&points) {{ x(id.x); }}
        }}"
    )
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

/// The values of a WGSL snippet, all channels of each point.
pub fn values(
    context: &Context,
    snippet: &Snippet,
    name: &str,
    (axes, channels): (usize, usize),
    points: &[[f32; 4]],
) -> Vec<f32> {
    let (device, queue) = (context.device(), context.queue());
    let source = shader(snippet.text().expect("WGSL"), name, axes, channels);
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("app"),
        compilation_options: Default::default(),
        cache: None,
    });
    let storage = wgpu::BufferUsages::STORAGE;
    let points_buffer = buffer(context, bytemuck::cast_slice(points), storage);
    let bytes = points.len() as u64 * 4 * channels as u64;
    let out = buffer(
        context,
        &vec![0xff; bytes as usize],
        storage | wgpu::BufferUsages::COPY_SRC,
    );
    let back = buffer(
        context,
        &vec![0; bytes as usize],
        wgpu::BufferUsages::MAP_READ,
    );
    let tables = buffer(context, bytemuck::cast_slice(&snippet.tables), storage);
    let entry = |binding, buffer: &wgpu::Buffer| (binding, buffer.clone());
    let mut entries = vec![entry(8, &out), entry(5, &points_buffer)];
    if !snippet.tables.is_empty() {
        entries.push(entry(3, &tables));
    }
    let entries: Vec<wgpu::BindGroupEntry> = (entries.iter())
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding: *binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups((points.len() as u32).div_ceil(33), 1, 1);
    }
    encoder.copy_buffer_to_buffer(&out, 0, &back, 0, bytes);
    queue.submit([encoder.finish()]);
    back.slice(..bytes)
        .map_async(wgpu::MapMode::Read, |mapped| {
            mapped.expect("a mapped buffer")
        });
    device
        .poll(wgpu::PollType::wait_indefinitely())
        .expect("an idle device");
    let view = back
        .slice(..bytes)
        .get_mapped_range()
        .expect("a mapped range");
    bytemuck::pod_collect_to_vec(&view)
}
