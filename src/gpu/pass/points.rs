//! The pass that computes values at points in the caller's buffer.

use super::stage::{Slot, Stage};
use crate::Result;
use crate::gpu::device::dispatch::{Dispatch, Resource};
use crate::gpu::device::pipelines::{Binding, Pipelines};
use crate::gpu::device::upload::Upload;
use crate::gpu::kernel::affine::PointLayout;
use crate::gpu::kernel::numbers::PointNumbers;
use crate::gpu::kernel::point_kernel;
use crate::program::Program;

/// Points in a workgroup, as in `positions.wgsl`.
const WORKGROUP: u32 = 64;
const BINDINGS: [Binding; 6] = {
    use Binding::{Read, Uniform, Write};
    [Uniform, Read, Read, Read, Write, Read]
};
// Binding numbers, as in the kernel; 4 and 5 are the caller's values and points.
const UNIFORM: usize = 0;
const LAYERS: usize = 1;
const MAPS: usize = 2;
const TABLES: usize = 3;

/// A program's kernel at points, with its buffers.
#[derive(Debug)]
pub(crate) struct PointPass {
    stage: Stage,
}

impl PointPass {
    pub fn new(program: &Program, points: PointLayout) -> PointPass {
        PointPass {
            stage: Stage::new("points", point_kernel(program, points), &BINDINGS),
        }
    }

    /// Makes room for numbers and binds the kernel to the caller's buffers. Call under error scopes.
    pub fn reserve(
        &mut self,
        device: &wgpu::Device,
        pipelines: &Pipelines,
        numbers: &PointNumbers,
        [points, values]: [&wgpu::Buffer; 2],
    ) {
        let slots = [
            Slot::room_for(&numbers.uniform),
            Slot::room_for(&numbers.affines.layers),
            Slot::room_for(&numbers.affines.maps),
            Slot::room_for(&numbers.tables),
            Slot::Given(Resource::Buffer(values.clone())),
            Slot::Given(Resource::Buffer(points.clone())),
        ];
        self.stage.reserve(device, pipelines, &slots);
    }

    /// Uploads numbers, for which there must be room.
    pub fn upload(&self, numbers: &PointNumbers, upload: &mut dyn Upload) -> Result<()> {
        self.stage.write(upload, UNIFORM, &numbers.uniform)?;
        self.stage.write(upload, LAYERS, &numbers.affines.layers)?;
        self.stage.write(upload, MAPS, &numbers.affines.maps)?;
        self.stage.write(upload, TABLES, &numbers.tables)
    }

    /// The dispatch that computes this many points, at least one.
    pub fn dispatch(&self, count: u32, limits: &wgpu::Limits) -> Dispatch {
        let groups = count.div_ceil(WORKGROUP);
        let rows = groups.div_ceil(limits.max_compute_workgroups_per_dimension);
        self.stage.dispatch([groups.div_ceil(rows), rows, 1])
    }

    /// Drops all of its own buffers.
    pub fn release(&mut self) {
        self.stage.release();
    }
}
