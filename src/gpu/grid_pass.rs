//! The pass that computes a brick's samples.

use super::buffers::{Growing, Owned};
use super::numbers::Numbers;
use super::passes::{Bound, Pass, Resource};
use super::pipelines::{Binding, Kernel, Pipelines};
use super::runs::Walk;
use super::upload::Upload;
use super::{Way, compose, layout};
use crate::Result;
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
    samples: Growing,
    walked: Growing,
    bound: Bound,
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
            samples: Growing::new("samples", Usage::STORAGE | Usage::COPY_SRC),
            walked: Growing::new("walked", Usage::UNIFORM | Usage::COPY_DST),
            bound: Bound::default(),
        }
    }

    /// Turns to another program or walk. The buffers stay; what they are bound to stays where the kernel is the same.
    pub fn turn_to(&mut self, program: &Program, walk: Option<Walk>, limits: &wgpu::Limits) {
        let GridPass {
            wgsl,
            walk,
            walked_bytes,
            ..
        } = GridPass::new(program, walk, limits);
        if self.wgsl != wgsl {
            self.bound = Bound::default();
        }
        (self.wgsl, self.walk, self.walked_bytes) = (wgsl, walk, walked_bytes);
    }

    /// How its kernel computes samples.
    pub fn way(&self) -> Way {
        match &self.walk {
            Some(walk) if walk.is_tile() => Way::Tile,
            Some(_) => Way::Walk,
            None => Way::Points,
        }
    }

    /// What a brick uploads.
    pub fn numbers(&self, job: &Job, brick: &Brick) -> Result<Numbers> {
        Numbers::new(job, brick, self.walk.as_ref())
    }

    /// Whether a job goes the way of this kernel.
    pub fn fits(&self, job: &Job) -> bool {
        self.walk.as_ref().is_none_or(|walk| walk.fits(job))
    }

    /// Makes room for a brick and binds the kernel. Returns the buffer in which the samples will be: f32, channels side by
    /// side. Call under error scopes.
    pub fn reserve(
        &mut self,
        device: &wgpu::Device,
        pipelines: &Pipelines,
        numbers: &Numbers,
        samples: u64,
    ) -> Owned {
        let samples = self.samples.room(device, 4 * samples).clone();
        let mut resources = vec![
            self.uniform.room_for(device, &numbers.uniform).clone(),
            (self.layers.room_for(device, &numbers.lattices.layers)).clone(),
            self.axes.room_for(device, &numbers.lattices.axes).clone(),
            self.tables.room_for(device, &numbers.tables).clone(),
            samples.clone(),
        ];
        if self.walk.is_some() {
            resources.push(self.walked.room(device, self.walked_bytes).clone());
        }
        let kernel = Kernel {
            label: "grid",
            wgsl: &self.wgsl,
            bindings: &BINDINGS[..resources.len()],
        };
        let resources = resources.into_iter().map(Resource::Own).collect();
        self.bound.bind(device, pipelines, &kernel, resources);
        samples
    }

    /// Uploads the numbers of a brick, for which there must be room.
    pub fn upload(&self, numbers: &Numbers, upload: &mut dyn Upload) -> Result<()> {
        self.uniform.write(upload, &numbers.uniform)?;
        self.layers.write(upload, &numbers.lattices.layers)?;
        self.axes.write(upload, &numbers.lattices.axes)?;
        self.tables.write(upload, &numbers.tables)?;
        match self.walk {
            Some(_) => self.walked.write(upload, &numbers.lattices.walked),
            None => Ok(()),
        }
    }

    /// The pass that computes a brick.
    pub fn pass(&self, brick: &Brick) -> Pass {
        let [x, y, z, frames] = brick.size;
        let mut workgroups = [x.div_ceil(WORKGROUP), y, z];
        if let Some(walk) = &self.walk {
            for (groups, samples) in workgroups.iter_mut().zip(walk.samples()) {
                *groups = groups.div_ceil(samples);
            }
        }
        workgroups[2] *= frames;
        self.bound.pass(workgroups)
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

    /// Frees every buffer.
    pub fn release(&mut self) {
        let GridPass {
            uniform,
            layers,
            axes,
            tables,
            samples,
            walked,
            ..
        } = self;
        for buffer in [uniform, layers, axes, tables, samples, walked] {
            buffer.release();
        }
        self.bound = Bound::default();
    }
}
