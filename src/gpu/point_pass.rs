//! The pass that computes values at points of the caller's.

use super::buffers::Growing;
use super::compose;
use super::layout;
use super::lines::{Lines, PointLayout};
use super::passes::{Bound, Pass, Resource};
use super::pipelines::{Binding, Kernel, Pipelines};
use super::upload::{Upload, loaded};
use crate::Result;
use crate::program::{Job, Program};

/// Points in a workgroup, as `positions.wgsl` says.
const WORKGROUP: u32 = 64;
const BINDINGS: [Binding; 6] = {
    use Binding::{Read, Uniform, Write};
    [Uniform, Read, Read, Read, Write, Read]
};

/// What a job uploads.
#[derive(Clone, Debug)]
pub(super) struct PointNumbers {
    uniform: Vec<u32>,
    lines: Lines,
    tables: Vec<u32>,
}

impl PointNumbers {
    /// # Errors
    /// Those of [`Lines::new`].
    pub fn new(job: &Job, points: PointLayout) -> Result<PointNumbers> {
        Ok(PointNumbers {
            uniform: layout::uniform(job, [0, 1, 1]),
            lines: Lines::new(job, points)?,
            tables: layout::permutations(job),
        })
    }

    /// Sets how many points there are.
    pub fn set_count(&mut self, count: u32) {
        self.uniform[0] = count;
    }

    /// The bytes that they take on their way in an encoder.
    pub fn loaded(&self) -> u64 {
        [
            size_of_val(&*self.uniform),
            size_of_val(&*self.lines.layers),
            self.lines.lines.len(),
            size_of_val(&*self.tables),
        ]
        .map(loaded)
        .iter()
        .sum()
    }
}

/// The kernel of a program and its buffers.
#[derive(Debug)]
pub(super) struct PointPass {
    wgsl: String,
    uniform: Growing,
    layers: Growing,
    lines: Growing,
    tables: Growing,
    bound: Bound,
}

impl PointPass {
    pub fn new(program: &Program, points: PointLayout) -> PointPass {
        use wgpu::BufferUsages as Usage;
        let read = Usage::STORAGE | Usage::COPY_DST;
        PointPass {
            wgsl: compose::point_kernel(program, points),
            uniform: Growing::new("uniform", Usage::UNIFORM | Usage::COPY_DST),
            layers: Growing::new("layers", read),
            lines: Growing::new("lines", read),
            tables: Growing::new("tables", read),
            bound: Bound::default(),
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
        let own = [
            self.uniform.room_for(device, &numbers.uniform),
            self.layers.room_for(device, &numbers.lines.layers),
            self.lines.room_for(device, &numbers.lines.lines),
            self.tables.room_for(device, &numbers.tables),
        ];
        let own = own.map(|buffer| Resource::Own(buffer.clone()));
        let callers = [values, points].map(|buffer| Resource::Buffer(buffer.clone()));
        let resources = [&own[..], &callers[..]].concat();
        let kernel = Kernel {
            label: "points",
            wgsl: &self.wgsl,
            bindings: &BINDINGS,
        };
        self.bound.bind(device, pipelines, &kernel, resources);
    }

    /// Frees every buffer.
    pub fn release(&mut self) {
        let PointPass {
            uniform,
            layers,
            lines,
            tables,
            ..
        } = self;
        for buffer in [uniform, layers, lines, tables] {
            buffer.release();
        }
        self.bound = Bound::default();
    }

    /// Uploads numbers, for which there must be room.
    pub fn upload(&self, numbers: &PointNumbers, upload: &mut dyn Upload) -> Result<()> {
        self.uniform.write(upload, &numbers.uniform)?;
        self.layers.write(upload, &numbers.lines.layers)?;
        self.lines.write(upload, &numbers.lines.lines)?;
        self.tables.write(upload, &numbers.tables)
    }

    /// The pass that computes so many points, one at least.
    pub fn pass(&self, count: u32, limits: &wgpu::Limits) -> Pass {
        let groups = count.div_ceil(WORKGROUP);
        let rows = groups.div_ceil(limits.max_compute_workgroups_per_dimension);
        self.bound.pass([groups.div_ceil(rows), rows, 1])
    }
}
