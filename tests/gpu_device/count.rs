//! The smallest use of all parts of a device: a pipeline, a dispatch, and its bytes.

use std::time::Duration;

use pollster::block_on;
use wgpu_noise::Result;
use wgpu_noise::gpu::wgpu::{self, BufferUsages};
use wgpu_noise::gpu::{Choice, Context, adapters};
use wgpu_noise::internals::gpu::{Readback, Ticket};

use crate::skip;

const PATIENCE: Duration = Duration::from_secs(20);

/// The first adapter, or `None` (and a line) where there is none and none is required.
pub fn choice() -> Option<Choice> {
    if !adapters::list_blocking().is_empty() {
        return Some(Choice::Index(0));
    }
    skip::without_adapter("there is no adapter");
    None
}

pub fn context() -> Option<Context> {
    Some(Context::request_blocking(&choice()?).expect("the adapter gives a device"))
}

/// The smallest use of all parts: a pipeline, a dispatch, and its bytes. Word i becomes i · factor.
pub struct Count {
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    pub output: wgpu::Buffer,
    words: u64,
    pub workgroups: u32,
    pub readback: Readback,
}

impl Count {
    pub fn new(context: &Context, words: u64, factor: u32) -> Result<Count> {
        let main = format!("if id.x < arrayLength(&output) {{ output[id.x] = id.x * {factor}u; }}");
        Count::of(context, words, &main)
    }

    pub fn of(context: &Context, words: u64, main: &str) -> Result<Count> {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> output: array<u32>;
             @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {{ {main} }}"
        );
        block_on(context.attempt(|device, _| {
            let output = device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: words * 4,
                usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            });
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl(source.into()),
            });
            let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: None,
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                cache: None,
            });
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &pipeline.get_bind_group_layout(0),
                entries: &[wgpu::BindGroupEntry {
                    binding: 0,
                    resource: output.as_entire_binding(),
                }],
            });
            Ok(Count {
                pipeline,
                group,
                output,
                words,
                workgroups: (words as u32).div_ceil(64),
                readback: Readback::new(context, PATIENCE),
            })
        }))
    }

    pub fn begin(&self, bytes: std::ops::Range<u64>) -> Result<Ticket> {
        block_on(self.readback.begin(&self.output, bytes, |encoder| {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &self.group, &[]);
            pass.dispatch_workgroups(self.workgroups, 1, 1);
            Ok(())
        }))
    }

    pub fn finish(&self, ticket: Ticket, into: &mut [u8]) -> Result<()> {
        block_on(
            self.readback
                .finish(ticket, |bytes| into.copy_from_slice(bytes)),
        )
    }

    pub fn run(&self) -> Result<Vec<u8>> {
        let mut bytes = vec![0; self.words as usize * 4];
        let ticket = self.begin(0..self.words * 4)?;
        self.finish(ticket, &mut bytes)?;
        Ok(bytes)
    }
}

pub fn expected(words: u64, factor: u32) -> Vec<u8> {
    (0..words as u32)
        .flat_map(|word| (word * factor).to_le_bytes())
        .collect()
}
