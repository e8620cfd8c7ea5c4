//! The pass that computes the samples of a brick.

use super::stage::{Slot, Stage};
use crate::Result;
use crate::gpu::device::buffers::Owned;
use crate::gpu::device::dispatch::Dispatch;
use crate::gpu::device::limits::storage_bytes;
use crate::gpu::device::pipelines::{Binding, Pipelines};
use crate::gpu::device::tuning::Strategy;
use crate::gpu::device::upload::Upload;
use crate::gpu::kernel;
use crate::gpu::kernel::lattices::AxisWords;
use crate::gpu::kernel::numbers::GridNumbers;
use crate::gpu::kernel::walk::Walk;
use crate::grid::Brick;
use crate::program::{Job, Program};

/// Samples along x in a workgroup, as in `points.wgsl` and `walk.wgsl`.
const WORKGROUP: u32 = 64;
/// Rows of samples in a workgroup of `points.wgsl`. A GPU starts about one workgroup in a cycle, so that more samples in each are
/// faster where a sample is cheap. 128 invocations are what every device of Vulkan allows.
const WORKGROUP_ROWS: u32 = 2;
/// The largest uniform `walked` in bytes: all but the smallest devices allow it.
const WALKED_BYTES_MAX: u64 = 1 << 16;
const BINDINGS: [Binding; 6] = {
    use Binding::{Read, Uniform, Write};
    [Uniform, Read, Read, Read, Write, Uniform]
};
// Binding numbers, as in the kernels.
const UNIFORM: usize = 0;
const LAYERS: usize = 1;
const AXES: usize = 2;
const TABLES: usize = 3;
const SAMPLES: usize = 4;
const WALKED: usize = 5;

/// A program's kernel on a grid, with its buffers.
#[derive(Debug)]
pub(crate) struct GridPass {
    stage: Stage,
    walk: Option<Walk>,
    /// Bytes of the uniform `walked`.
    walked_bytes: u64,
}

impl GridPass {
    /// The kernel that computes a program point by point, or with a walk in its runs or tiles.
    pub fn new(program: &Program, walk: Option<Walk>, limits: &wgpu::Limits) -> GridPass {
        let walked_bytes = limits.max_uniform_buffer_binding_size.min(WALKED_BYTES_MAX) / 16 * 16;
        let wgsl = text(program, walk.as_ref(), walked_bytes);
        GridPass {
            stage: Stage::new("grid", wgsl, bindings(walk.as_ref())),
            walk,
            walked_bytes,
        }
    }

    /// Changes to another program or walk. The buffers stay, and so does the binding if the kernel is the same.
    pub fn set_program(&mut self, program: &Program, walk: Option<Walk>) {
        let wgsl = text(program, walk.as_ref(), self.walked_bytes);
        self.stage.set_kernel(wgsl, bindings(walk.as_ref()));
        self.walk = walk;
    }

    /// How its kernel computes samples.
    pub fn strategy(&self) -> Strategy {
        self.walk.as_ref().map_or(Strategy::Points, Walk::strategy)
    }

    /// What must be uploaded for a brick.
    pub fn numbers(&self, job: &Job, brick: &Brick) -> Result<GridNumbers> {
        GridNumbers::new(job, brick, self.walk.as_ref())
    }

    /// Whether this kernel has room for the octaves of a job.
    pub fn fits(&self, job: &Job) -> bool {
        self.walk.as_ref().is_none_or(|walk| walk.fits(job))
    }

    /// Makes room for a brick of this many f32 values and binds the kernel. Returns the buffer that will hold the values:
    /// the channels of a sample side by side. Call under error scopes.
    pub fn reserve(
        &mut self,
        device: &wgpu::Device,
        pipelines: &Pipelines,
        numbers: &GridNumbers,
        values: u64,
    ) -> Owned {
        let mut slots = vec![
            Slot::room_for(&numbers.uniform),
            Slot::room_for(&numbers.lattices.layers),
            Slot::room_for(&numbers.lattices.axes),
            Slot::room_for(&numbers.tables),
            Slot::Own(4 * values),
        ];
        if self.reads_walked() {
            slots.push(Slot::Own(self.walked_bytes));
        }
        self.stage.reserve(device, pipelines, &slots);
        self.stage.buffer(SAMPLES).clone()
    }

    /// Uploads the numbers of a brick, for which there must be room.
    pub fn upload(&self, numbers: &GridNumbers, upload: &mut dyn Upload) -> Result<()> {
        let (stage, lattices) = (&self.stage, &numbers.lattices);
        stage.write(upload, UNIFORM, &numbers.uniform)?;
        stage.write(upload, LAYERS, &lattices.layers)?;
        stage.write(upload, AXES, &lattices.axes)?;
        stage.write(upload, TABLES, &numbers.tables)?;
        if self.reads_walked() {
            stage.write(upload, WALKED, &lattices.walked)?;
        }
        Ok(())
    }

    /// The dispatch that computes a brick.
    pub fn dispatch(&self, brick: &Brick) -> Dispatch {
        let [x, y, z, frames] = brick.size;
        // A walk goes along y or z, so that an invocation has one sample of x.
        let [_, rows, slices] = match &self.walk {
            Some(walk) => walk.samples_in(brick),
            None => [1, WORKGROUP_ROWS, 1],
        };
        let [x, y, z] = [x.div_ceil(WORKGROUP), y.div_ceil(rows), z.div_ceil(slices)];
        // A dispatch has three dimensions: frames follow each other along z.
        self.stage.dispatch([x, y, z * frames])
    }

    /// The longest brick along each axis, so that it is one dispatch and its tables fit their bindings.
    pub fn longest(&self, limits: &wgpu::Limits, job: &Job) -> [u32; 4] {
        let layers = job.layer_count().max(1);
        let entries = storage_bytes(limits) / size_of::<AxisWords>() as u64;
        // The tables of all four axes share one binding: a quarter of it for each.
        let entries = (entries / 4 / layers).clamp(1, u32::MAX.into()) as u32;
        let groups = limits.max_compute_workgroups_per_dimension;
        // Frames are dispatched along z.
        let slices = job.grid.size3()[2].min(groups);
        let frames = groups / slices;
        let mut longest = [WORKGROUP.saturating_mul(groups), groups, groups, frames]
            .map(|most| most.min(entries));
        if let Some(walk) = &self.walk {
            let pairs = walk
                .march()
                .map_or(layers, |march| 2 * march.factors as u64);
            let samples = match walk.reads_walked() {
                true => self.walked_bytes / size_of::<[f32; 2]>() as u64 / pairs,
                false => u64::from(u32::MAX),
            };
            // At most two planes per sample, and an entry per run that says where its planes begin; two entries of a record.
            let planes = (entries / 4).min(samples as u32);
            longest[walk.axis] = longest[walk.axis].min(planes).max(1);
        }
        longest
    }

    /// The lengths below which a brick of at most this many samples should not be cut: whole workgroups of whole runs or
    /// tiles, if that many samples fit.
    pub fn wanted(&self, most: u64) -> [u32; 4] {
        let [_, y, z] = self.walk.as_ref().map_or([1; 3], Walk::samples);
        let wanted = [WORKGROUP, y, z, 1];
        let samples: u32 = wanted.iter().product();
        if self.walk.is_some() && u64::from(samples) <= most {
            wanted
        } else {
            [1; 4]
        }
    }

    fn reads_walked(&self) -> bool {
        self.walk.as_ref().is_some_and(Walk::reads_walked)
    }

    /// Drops every buffer.
    pub fn release(&mut self) {
        self.stage.release();
    }
}

fn text(program: &Program, walk: Option<&Walk>, walked_bytes: u64) -> String {
    match walk {
        Some(walk) => kernel::walk_kernel(program, walk, (walked_bytes / 16) as u32),
        None => kernel::grid_kernel(program),
    }
}

fn bindings(walk: Option<&Walk>) -> &'static [Binding] {
    if walk.is_some_and(Walk::reads_walked) {
        &BINDINGS
    } else {
        &BINDINGS[..WALKED]
    }
}
