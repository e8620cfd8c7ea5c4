//! The pass that computes a brick's samples.

use super::Context;
use super::buffers::Growing;
use super::passes::Pass;
use super::pipelines::{Binding, Kernel};
use super::runs::Walk;
use super::{Way, compose, layout};
use crate::grid::Brick;
use crate::program::{Job, Program};

/// Samples of x in a workgroup, as `points.wgsl` and `walk.wgsl` say.
const WORKGROUP: u32 = 64;
/// The largest uniform that a walk has: what every device but the least allows.
const WALKED_MAX: u64 = 1 << 16;
const BINDINGS: [Binding; 6] = {
    use Binding::{Read, Uniform, Write};
    [Uniform, Read, Read, Read, Write, Uniform]
};

/// The kernel of a program and its buffers.
#[derive(Debug)]
pub(super) struct GridPass {
    wgsl: String,
    walk: Option<Walk>,
    /// Bytes of `walked`.
    walked_bytes: u64,
    uniform: Growing,
    layers: Growing,
    axes: Growing,
    tables: Growing,
    /// Whether the tables are on the device: they are the same for every brick.
    tables_there: bool,
    samples: Growing,
    walked: Growing,
}

impl GridPass {
    /// The kernel that computes points, or with a walk the one that computes runs.
    pub fn new(program: &Program, walk: Option<Walk>, limits: &wgpu::Limits) -> GridPass {
        use wgpu::BufferUsages as Usage;
        let walked_bytes = limits.max_uniform_buffer_binding_size.min(WALKED_MAX) / 16 * 16;
        let wgsl = match &walk {
            Some(walk) => compose::walk_kernel(program, walk, (walked_bytes / 16) as u32),
            None => compose::grid_kernel(program),
        };
        let read = Usage::STORAGE | Usage::COPY_DST;
        GridPass {
            wgsl,
            walk,
            walked_bytes,
            uniform: Growing::new("uniform", Usage::UNIFORM | Usage::COPY_DST),
            layers: Growing::new("layers", read),
            axes: Growing::new("axes", read),
            tables: Growing::new("tables", read),
            tables_there: false,
            samples: Growing::new("samples", Usage::STORAGE | Usage::COPY_SRC),
            walked: Growing::new("walked", Usage::UNIFORM | Usage::COPY_DST),
        }
    }

    /// How its kernel computes samples.
    pub fn way(&self) -> Way {
        match &self.walk {
            Some(walk) if walk.is_tile() => Way::Tile,
            Some(_) => Way::Walk,
            None => Way::Points,
        }
    }

    /// Uploads what a brick needs. Returns the pass, and the buffer in which the samples will be: f32,
    /// channels side by side. Call under error scopes.
    pub fn prepare(&mut self, context: &Context, job: &Job, brick: &Brick) -> (Pass, wgpu::Buffer) {
        let (device, queue) = (context.device(), context.queue());
        let walk = self.walk.as_ref();
        let made = layout::lattices(job, &job.tables(brick), walk);
        let bytes = 4 * brick.samples() * job.program.channels() as u64;
        let samples = self.samples.room(device, bytes);
        let tables = match self.tables_there {
            true => self.tables.room(device, 0),
            false => (self.tables).write(device, queue, &layout::permutations(job)),
        };
        self.tables_there = true;
        let mut buffers = vec![
            self.uniform
                .write(device, queue, &layout::uniform(job, brick)),
            self.layers.write(device, queue, &made.layers),
            self.axes.write(device, queue, &made.axes),
            tables,
            samples,
        ];
        let [x, y, z, frames] = brick.size;
        let mut workgroups = [x.div_ceil(WORKGROUP), y, z];
        if let Some(walk) = walk {
            for (groups, samples) in workgroups.iter_mut().zip(walk.samples()) {
                *groups = groups.div_ceil(samples);
            }
            self.walked.room(device, self.walked_bytes);
            buffers.push(self.walked.write(device, queue, &made.walked));
        }
        workgroups[2] *= frames;
        let kernel = Kernel {
            label: "grid",
            wgsl: &self.wgsl,
            bindings: &BINDINGS[..buffers.len()],
        };
        let pass = Pass::new(device, context.pipelines(), &kernel, &buffers, workgroups);
        (pass, samples.clone())
    }

    /// The longest brick along each axis: of one dispatch, and of tables that fit their bindings.
    pub fn longest(&self, limits: &wgpu::Limits, job: &Job) -> [u32; 4] {
        let layers = job.layer_count().max(1);
        let entries =
            limits.max_storage_buffer_binding_size / size_of::<layout::AxisWords>() as u64;
        // A quarter of the binding for each axis.
        let entries = (entries / 4 / layers).clamp(1, u32::MAX.into()) as u32;
        let groups = limits.max_compute_workgroups_per_dimension;
        // Frames are dispatched along z.
        let slices = job.grid.size3()[2].min(groups);
        let frames = groups / slices;
        let mut longest = [WORKGROUP.saturating_mul(groups), groups, groups, frames]
            .map(|most| most.min(entries));
        if let Some(walk) = &self.walk {
            let samples = self.walked_bytes / size_of::<[f32; 2]>() as u64 / layers;
            // Runs have two planes a sample at most, and where they start.
            let planes = (entries / 4).min(samples as u32);
            longest[walk.axis] = longest[walk.axis].min(planes).max(1);
        }
        longest
    }

    /// What an axis of a piece of at most so many samples should not be cut below: whole workgroups
    /// of whole runs or tiles, where that many fit.
    pub fn wanted(&self, most: u64) -> [u32; 4] {
        let [_, y, z] = self.walk.as_ref().map_or([1; 3], Walk::samples);
        let wanted = [WORKGROUP, y, z, 1];
        let samples: u32 = wanted.iter().product();
        match self.walk.is_some() && u64::from(samples) <= most {
            true => wanted,
            false => [1; 4],
        }
    }

    /// Frees what grows with bricks.
    pub fn release(&mut self) {
        self.axes.release();
        self.tables.release();
        self.tables_there = false;
        self.samples.release();
    }
}
