//! From a program to the text of its kernels.
//!
//! The text depends on the structure alone: numbers, seeds, periods and octave counts are read from
//! buffers. Equal texts are one pipeline.
//!
//! - `parts`: which files under `shaders/` a kernel needs; `buffers`: where it finds its numbers;
//! - `points`: a kernel that computes one sample an invocation, on a grid or at a point of the caller's;
//! - `walk`: a kernel that computes a run or a tile of samples an invocation; `source`: one lattice
//!   source along a run, cell by cell, and `planes`: what a cell lies between.

use super::Way;
use super::lines::PointLayout;
use super::runs::Walk;
use crate::program::{OpId, Program};
use crate::wgsl::compose::{Composer, FIELDS, Inputs, Read, line, name, number, octave, state};
use buffers::Buffers;

mod buffers;
mod parts;
mod planes;
mod points;
mod source;
mod walk;

/// Writes a kernel.
type Kernel<'a> = Composer<'a, Buffers<'a>>;

/// The WGSL of the kernel that computes a program on a grid, one invocation a sample.
///
/// Its entry point is `main`, its workgroups are 64 samples of x.
pub fn grid_kernel(program: &Program) -> String {
    let mut composer = kernel(program, None);
    composer.head(None);
    composer.sample();
    composer.text
}

/// The WGSL of the kernel that computes a program at points of the caller's, one invocation a point.
///
/// Its entry point is `main`, its workgroups are 64 points.
pub fn point_kernel(program: &Program, points: PointLayout) -> String {
    let mut composer = kernel(program, Some(points));
    composer.head(None);
    composer.sample();
    composer.text
}

/// The WGSL of the kernel that computes a program on a grid in a way, one invocation a run of samples
/// or a tile of them; `None` where the program has nothing to walk, or goes point by point.
///
/// Its entry point is `main`, its workgroups are 64 samples of x. `vectors` is the length of its
/// uniform `walked`, in vectors of four.
pub fn run_kernel(program: &Program, way: Way, vectors: u32) -> Option<String> {
    Walk::of(program, way).map(|walk| walk_kernel(program, &walk, vectors))
}

pub(super) fn walk_kernel(program: &Program, walk: &Walk, vectors: u32) -> String {
    let mut composer = kernel(program, None);
    composer.head(Some((walk, vectors)));
    composer.run(walk);
    composer.text
}

fn kernel(program: &Program, points: Option<PointLayout>) -> Kernel<'_> {
    Composer {
        program,
        inputs: Buffers::new(program, points),
        text: String::new(),
    }
}

/// An operation's array.
fn array(op: OpId) -> String {
    format!("r{}", op.0)
}

/// Sample `i`, in a tile that of row `j`, in an operation's array.
fn register(op: OpId, walk: &Walk) -> String {
    sample_of(&array(op), walk)
}

/// The same in any array.
fn sample_of(array: &str, walk: &Walk) -> String {
    let index = if walk.is_tile() { "j * RUN + i" } else { "i" };
    format!("{array}[{index}]")
}

/// Where the channels of that sample begin in memory.
fn in_memory(walk: &Walk) -> &'static str {
    match walk.is_tile() {
        true => "out + j * row_stride + i * stride",
        false => "out + i * stride",
    }
}
