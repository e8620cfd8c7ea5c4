//! The pass that computes a brick's samples.

use super::Context;
use super::buffers::Growing;
use super::passes::Pass;
use super::pipelines::{Binding, Kernel};
use super::{compose, layout};
use crate::grid::Brick;
use crate::program::{Job, Program};

/// Samples of x in a workgroup, as `grid.wgsl` says.
const WORKGROUP: u32 = 64;
const BINDINGS: [Binding; 5] = {
    use Binding::{Read, Uniform, Write};
    [Uniform, Read, Read, Read, Write]
};

/// The kernel of a program and its buffers.
#[derive(Debug)]
pub(super) struct GridPass {
    wgsl: String,
    uniform: Growing,
    layers: Growing,
    axes: Growing,
    tables: Growing,
    samples: Growing,
}

impl GridPass {
    pub fn new(program: &Program) -> GridPass {
        use wgpu::BufferUsages as Usage;
        let read = Usage::STORAGE | Usage::COPY_DST;
        GridPass {
            wgsl: compose::grid_kernel(program),
            uniform: Growing::new("uniform", Usage::UNIFORM | Usage::COPY_DST),
            layers: Growing::new("layers", read),
            axes: Growing::new("axes", read),
            tables: Growing::new("tables", read),
            samples: Growing::new("samples", Usage::STORAGE | Usage::COPY_SRC),
        }
    }

    /// Uploads what a brick needs. Returns the pass, and the buffer in which the samples will be: f32,
    /// channels side by side. Call under error scopes.
    pub fn prepare(&mut self, context: &Context, job: &Job, brick: &Brick) -> (Pass, wgpu::Buffer) {
        let (device, queue) = (context.device(), context.queue());
        let (layers, axes) = layout::layers(job, &job.tables(brick));
        let bytes = 4 * brick.samples() * job.program.channels() as u64;
        let samples = self.samples.room(device, bytes);
        let buffers = [
            self.uniform
                .write(device, queue, &layout::uniform(job, brick)),
            self.layers.write(device, queue, &layers),
            self.axes.write(device, queue, &axes),
            self.tables.write(device, queue, &layout::permutations(job)),
            samples,
        ];
        let kernel = Kernel {
            label: "grid",
            wgsl: &self.wgsl,
            bindings: &BINDINGS,
        };
        let [x, y, z] = brick.size;
        let workgroups = [x.div_ceil(WORKGROUP), y, z];
        let pass = Pass::new(device, context.pipelines(), &kernel, &buffers, workgroups);
        (pass, samples.clone())
    }

    /// The longest brick along each axis: of one dispatch, and of axis tables that fit a binding.
    pub fn longest(limits: &wgpu::Limits, layers: u64) -> [u32; 3] {
        let entries =
            limits.max_storage_buffer_binding_size / size_of::<layout::AxisWords>() as u64;
        // A quarter of the binding for each axis.
        let entries = (entries / 4 / layers.max(1)).clamp(1, u32::MAX.into()) as u32;
        let groups = limits.max_compute_workgroups_per_dimension;
        [WORKGROUP.saturating_mul(groups), groups, groups].map(|most| most.min(entries))
    }

    /// Frees what grows with bricks.
    pub fn release(&mut self) {
        self.axes.release();
        self.samples.release();
    }
}
