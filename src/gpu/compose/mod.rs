//! From a program to the text of its kernels.
//!
//! The text depends on the structure alone: numbers, seeds, periods and octave counts are read from
//! buffers. Equal texts are one pipeline.
//!
//! - `parts`: which files under `shaders/` a kernel needs;
//! - `values`: one operation at one sample; `noises`: the call of a lattice source there;
//! - `points`: a kernel that computes one sample an invocation;
//! - `walk`: a kernel that computes a run or a tile of samples an invocation; `source`: one lattice
//!   source along a run, cell by cell, and `planes`: what a cell lies between.

use std::fmt::Write;

use super::Way;
use super::layout::{NumberAt, WholeAt};
use super::runs::Walk;
use crate::program::{FoldId, FrameId, OpId, Program};

/// Writing to a `String` cannot fail.
macro_rules! line {
    ($composer:expr, $depth:expr, $($text:tt)*) => {{
        $composer.text.push_str(&"    ".repeat($depth));
        let _ = std::fmt::Write::write_fmt(&mut $composer.text, format_args!($($text)*));
        $composer.text.push('\n');
    }};
}

mod noises;
mod parts;
mod planes;
mod points;
mod source;
mod values;
mod walk;

/// The WGSL of the kernel that computes a program on a grid, one invocation a sample.
///
/// Its entry point is `main`, its workgroups are 64 samples of x.
pub fn grid_kernel(program: &Program) -> String {
    let mut composer = Composer::new(program);
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
    let mut composer = Composer::new(program);
    composer.head(Some((walk, vectors)));
    composer.run(walk);
    composer.text
}

struct Composer<'a> {
    program: &'a Program,
    numbers: NumberAt,
    wholes: WholeAt,
    text: String,
}

impl<'a> Composer<'a> {
    fn new(program: &'a Program) -> Composer<'a> {
        Composer {
            program,
            numbers: NumberAt::new(program),
            wholes: WholeAt::new(program),
            text: String::new(),
        }
    }

    /// The start of a loop over a fold's octaves, without its last `but`.
    fn begin_octaves(&mut self, fold: FoldId, but: u32, depth: usize) {
        let (k, count) = (octave(fold), self.wholes.octaves(fold));
        let all = format!("var {k} = 0u; {k} + {but}u < whole({count}u); {k} += 1u");
        line!(self, depth, "for ({all}) {{");
    }

    /// The weight of a fold's present octave.
    fn weight(&self, fold: FoldId) -> String {
        format!("number({}u + {})", self.numbers.weight(fold), octave(fold))
    }

    /// The index of a layer in the octaves of the loops around it.
    fn layer(&self, first: u32, frame: FrameId) -> String {
        let folds = self.program.folds_around(frame);
        let mut index = String::new();
        for fold in folds {
            let k = octave(fold);
            index = match index.is_empty() {
                true => k,
                false => format!("({index}) * whole({}u) + {k}", self.wholes.octaves(fold)),
            };
        }
        let mut text = format!("whole({first}u)");
        if !index.is_empty() {
            let _ = write!(text, " + {index}");
        }
        text
    }
}

/// An operation's value at one sample.
fn name(op: OpId) -> String {
    format!("v{}", op.0)
}

/// What an octave hands on to the next, as the operation that reads it: one value, or an array.
fn state(op: OpId) -> String {
    format!("c{}", op.0)
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

fn octave(fold: FoldId) -> String {
    format!("k{}", fold.0)
}
