//! Kernels, bound and ready to be recorded.

use std::sync::Arc;

use super::buffers::Owned;
use super::pipelines::{Kernel, Pipelines};

/// What a kernel is bound to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Resource {
    Own(Owned),
    /// A buffer of the caller's.
    Buffer(wgpu::Buffer),
    View(wgpu::TextureView),
}

/// A kernel with what it is bound to: bound anew only where that is another.
#[derive(Debug, Default)]
pub(super) struct Bound {
    held: Option<Arc<Held>>,
}

/// A kernel and what it is bound to. Whoever keeps it keeps the buffers.
#[derive(Debug)]
pub(super) struct Held {
    resources: Vec<Resource>,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
}

/// A bound kernel and the number of its workgroups.
#[derive(Debug)]
pub(super) struct Pass {
    pub held: Arc<Held>,
    workgroups: [u32; 3],
}

impl Bound {
    /// Binds a kernel, in the order of its binding numbers. Call under error scopes.
    pub fn bind(
        &mut self,
        device: &wgpu::Device,
        pipelines: &Pipelines,
        kernel: &Kernel,
        resources: Vec<Resource>,
    ) {
        if (self.held.as_ref()).is_some_and(|held| held.resources == resources) {
            return;
        }
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
        self.held = Some(Arc::new(Held {
            resources,
            pipeline,
            group,
        }));
    }

    /// The kernel on so many workgroups; it must be bound.
    pub fn pass(&self, workgroups: [u32; 3]) -> Pass {
        match &self.held {
            Some(held) => Pass {
                held: Arc::clone(held),
                workgroups,
            },
            None => unreachable!("a kernel is bound before it is run"),
        }
    }
}

impl Pass {
    /// Records the dispatch.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        let [x, y, z] = self.workgroups;
        pass.set_pipeline(&self.held.pipeline);
        pass.set_bind_group(0, &self.held.group, &[]);
        pass.dispatch_workgroups(x, y, z);
    }
}
