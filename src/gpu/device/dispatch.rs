//! A kernel bound to its resources, and its dispatch.

use std::sync::Arc;

use super::buffers::Owned;
use super::pipelines::{Kernel, Pipelines};

/// What a kernel is bound to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Resource {
    /// A buffer that this crate made.
    Own(Owned),
    /// A buffer that the caller made.
    Buffer(wgpu::Buffer),
    View(wgpu::TextureView),
}

/// A kernel and what it is bound to. Whoever keeps it keeps its buffers alive.
#[derive(Debug)]
pub(crate) struct BoundKernel {
    resources: Vec<Resource>,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
}

impl BoundKernel {
    /// Binds a kernel to resources, in the order of its binding numbers. Call under error scopes.
    pub fn new(
        device: &wgpu::Device,
        pipelines: &Pipelines,
        kernel: &Kernel,
        resources: Vec<Resource>,
    ) -> BoundKernel {
        let pipeline = pipelines.get(device, kernel);
        let entries: Vec<_> = (resources.iter().zip(0..))
            .map(|(resource, binding)| wgpu::BindGroupEntry {
                binding,
                resource: match resource {
                    Resource::Own(buffer) => buffer.as_entire_binding(),
                    Resource::Buffer(buffer) => buffer.as_entire_binding(),
                    Resource::View(view) => wgpu::BindingResource::TextureView(view),
                },
            })
            .collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(kernel.label),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        BoundKernel {
            resources,
            pipeline,
            group,
        }
    }

    /// Whether it is bound to these resources already.
    pub fn is_bound_to(&self, resources: &[Resource]) -> bool {
        self.resources == resources
    }
}

/// A bound kernel and the number of its workgroups.
#[derive(Clone, Debug)]
pub(crate) struct Dispatch {
    pub kernel: Arc<BoundKernel>,
    workgroups: [u32; 3],
}

impl Dispatch {
    pub fn new(kernel: &Arc<BoundKernel>, workgroups: [u32; 3]) -> Dispatch {
        Dispatch {
            kernel: Arc::clone(kernel),
            workgroups,
        }
    }

    /// Records the dispatch into a compute pass.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        let [x, y, z] = self.workgroups;
        pass.set_pipeline(&self.kernel.pipeline);
        pass.set_bind_group(0, &self.kernel.group, &[]);
        pass.dispatch_workgroups(x, y, z);
    }
}
