//! From a program to its kernels: their WGSL, and the contents of the buffers that they read.
//!
//! The text depends on the structure of the program alone: numbers, seeds, periods and octave counts are read from buffers.
//! So programs that differ in these alone share one pipeline.
//!
//! The text:
//! - [`walk`]: which sources a kernel computes cell by cell, and how many samples an invocation has; [`varying`]: which
//!   operations differ between them; [`run_length`]: how many samples in a small brick.
//! - [`assemble`]: the whole text, from the items under `shaders/` that it needs and the functions below.
//! - [`text`]: names and expressions that these functions share; [`inputs`]: the expressions that read a kernel's buffers.
//! - [`points`]: the function of one sample per invocation, on a grid or at a point in the caller's buffer.
//! - [`march`]: the function of a run or a tile of samples per invocation with all octaves in registers; [`strands`]: the
//!   lattices of walked sources in their octaves; [`rooms`]: for which octaves there are registers; [`march_cells`]: the
//!   cells in which they are; [`march_sample`]: the operations of a sample; [`corner_words`]: the tables from which hashes
//!   and gradients are read at once.
//! - [`sweep`]: the function of a run or a tile of samples per invocation, octave by octave with all samples in registers;
//!   [`lone_sum`]: the sum for which it is.
//! - [`runs`]: the function of a run or a tile of samples per invocation; [`source`]: one lattice source along a run, cell by
//!   cell; [`planes`]: the lattice planes between which a cell lies.
//!
//! The buffers:
//! - [`uniform`], [`lattices`], [`affine`]: the layout and the contents of each buffer; [`factors`]: what samples take of the
//!   planes around them; [`records`]: what the runs of a sweep share; [`numbers`]: the contents of all buffers, for a brick or
//!   for points.

use crate::gpu::device::tuning::Strategy;
use crate::program::{Job, Program};
use crate::wgsl::compose::Composer;
use affine::PointLayout;
use assemble::{EntryPoint, assemble};
use inputs::Buffers;
use walk::{Order, Walk};

pub(crate) mod affine;
mod assemble;
mod corner_words;
mod factors;
mod inputs;
pub(crate) mod lattices;
mod lone_sum;
mod march;
mod march_cells;
mod march_sample;
pub(crate) mod numbers;
mod planes;
mod points;
mod records;
mod rooms;
mod run_length;
mod runs;
mod source;
mod strands;
mod sweep;
mod text;
#[cfg(test)]
pub(crate) mod twins;
pub(crate) mod uniform;
mod varying;
pub(crate) mod walk;

/// Returns the WGSL of the kernel that computes a program on a grid, one sample per invocation.
///
/// Its entry point is `main`, its workgroups are 64 samples along x and 2 along y.
pub fn grid_kernel(program: &Program) -> String {
    let mut composer = composer(program, None);
    composer.sample();
    assemble(&composer, &EntryPoint::Grid)
}

/// Returns the WGSL of the kernel that computes a program at points in the caller's buffer, one point per invocation.
///
/// Its entry point is `main`, its workgroups are 64 points.
pub fn point_kernel(program: &Program, points: PointLayout) -> String {
    let mut composer = composer(program, Some(points));
    composer.sample();
    assemble(&composer, &EntryPoint::Points(points))
}

/// Returns the WGSL of the kernel that computes a job by a strategy, one run or tile of samples per invocation; `None` if the
/// program has nothing to walk, or the strategy is points.
///
/// Its entry point is `main`, its workgroups are 64 samples along x. `vectors` is the length of its uniform `walked`, in
/// vectors of four.
pub fn run_kernel(job: &Job, strategy: Strategy, vectors: u32) -> Option<String> {
    let walk = Walk::of(&job.program, strategy, &walk::octaves(job));
    walk.map(|walk| walk_kernel(&job.program, &walk, vectors))
}

/// Returns how many cells a sample crosses along y and along the walk axis, for each strand of a job's march; none for strands
/// of octaves that the job does not have. `None` if it is not marched.
pub fn march_rates(job: &Job) -> Option<Vec<[f64; 2]>> {
    let walk = Walk::of(&job.program, Strategy::March, &walk::octaves(job))?;
    let rates = walk.march()?.strands.iter().map(|strand| {
        let first = strand.first();
        let source = &job.program.sources[first.source.index()];
        let own = &job.layers[first.source.index()];
        [walk::ROWS_AXIS, walk.axis].map(|axis| {
            let (Some(layer), Some(along)) = (first.layer(job), source.along(axis)) else {
                return 0.0;
            };
            (own[layer].cells[along].rate() * job.grid.span(axis).step()).abs()
        })
    });
    Some(rates.collect())
}

/// Returns the WGSL of the kernel of a walk: see [`run_kernel`].
pub(crate) fn walk_kernel(program: &Program, walk: &Walk, vectors: u32) -> String {
    let mut composer = composer(program, None);
    match &walk.order {
        Order::Runs => composer.run(walk),
        Order::March(march) => composer.march(walk, march),
        Order::Sweep(sum) => composer.sweep(walk, sum),
    }
    assemble(&composer, &EntryPoint::Walk(walk, vectors))
}

fn composer(program: &Program, points: Option<PointLayout>) -> text::KernelComposer<'_> {
    Composer {
        program,
        inputs: Buffers::new(program, points),
        text: String::new(),
    }
}
