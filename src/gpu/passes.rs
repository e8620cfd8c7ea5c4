//! Kernels, bound and ready to be recorded.

use super::pipelines::{Kernel, Pipelines};

/// A kernel with its buffers and the number of its workgroups.
#[derive(Debug)]
pub(super) struct Pass {
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    workgroups: [u32; 3],
}

impl Pass {
    /// Binds a kernel to its buffers, in the order of their binding numbers. Call under error
    /// scopes.
    pub fn new(
        device: &wgpu::Device,
        pipelines: &Pipelines,
        kernel: &Kernel,
        buffers: &[&wgpu::Buffer],
        workgroups: [u32; 3],
    ) -> Pass {
        let pipeline = pipelines.get(device, kernel);
        let entries: Vec<_> = (buffers.iter().enumerate())
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding: binding as u32,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(kernel.label),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        Pass {
            pipeline,
            group,
            workgroups,
        }
    }

    /// Records the dispatch.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        let [x, y, z] = self.workgroups;
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.dispatch_workgroups(x, y, z);
    }
}
