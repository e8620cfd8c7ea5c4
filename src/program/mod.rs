//! How a noise is computed: a checked, flat list of operations that the CPU and the GPU backend run.
//!
//! ```text
//! noises + axes --check--> Program (structure) + Params (numbers)
//!        Program + Params + Grid --bind--> Job;   Job + Brick --tables--> Tables
//! ```
//!
//! A `Program` is the structure of one to four channels: no number in it. `Params` are its numbers, by name: changing one
//! changes no structure and compiles nothing. A `Job` is a program with its numbers on a grid: all that an evaluator reads.
//!
//! # Terms
//!
//! * *Operation*: an instruction in single static assignment form, which produces one f32 per sample.
//! * *Frame*: a position made from another one. A node is a function of position, so a domain step such as `scale` or `warp`
//!   is not an operation on values: lowering evaluates the node below it in another frame, and a node that is used in several
//!   frames once in each. A frame is the sum of a *plain* position, whose axes each depend on their own index alone and
//!   therefore have exact tables, and a *displacement*: f32 values that operations compute.
//! * *Affine map*: position·scale + offset along one axis. The scales and translations between the grid and a node make one map
//!   per axis.
//! * *Source*: a lattice noise, or one of its partial derivatives, in a frame.
//! * *Coordinate*: the plain position along one axis of a frame.
//! * *Block*: a list of operations in the order in which they run.
//! * *Fold*: a fractal in a program. It is a loop over octaves, the only kind of loop; its *body* is the block that runs in each
//!   octave.
//! * *Layer*: a source or a coordinate in one octave of the folds around it, with that octave's maps, periods and table.
//! * *Slot*: the place of one number in `Params`.
//! * *Range*: an interval that holds all values of an operation, exact or computed in f32 by any backend.
//! * *Error*: a bound of |f32 value − exact value| of an operation.
//! * *Jump*: a discontinuity, such as those of `floor`. Near a jump an evaluator's value may belong to the other side, so it
//!   may be off by more than the error; the analysis bounds the part of the samples for which that happens.
//! * *Winding*: v(p + extent) − v(p), what a value gains from one end of a seamless box to the other. It must be 0 for a
//!   channel.
//!
//! # Modules
//!
//! * `lower`: turns a graph into operations, equal ones only once; `slots` collects the numbers, `merge` makes one program of
//!   several;
//! * `op`, `lattice`, `frame`: the operations, sources and frames of a program;
//! * `params`: the numbers of a program;
//! * `bind`: makes a `job` of a program, its numbers and a grid: `binder` computes the maps of each octave, `layers` the cells,
//!   periods and permutation tables of sources, `count` the number of octaves, `octaves` their weights, `seamless` the periods
//!   that make a noise seamless;
//! * `picture`: the pictures of a program, and the bounds of their values;
//! * `tables`: the axis tables of a brick; `time`: a job at another time;
//! * `range`, `error`, `jump` and `winding`: the analyses of a job, on `interval`; `positions`: the errors of positions
//!   computed in f32;
//! * `corners`: which sources share their corners; `multiple`: folds whose terms share a factor; `print`: a program as text;
//! * `noises`: one file for each lattice noise, `steps`: the rules of each value step. The analyses read them.

pub(crate) mod bind;
mod binder;
mod count;
pub(crate) mod error;
mod frame;
mod interval;
mod job;
mod jump;
mod lattice;
mod layers;
mod lower;
mod merge;
mod multiple;
mod noises;
mod octaves;
mod op;
mod params;
pub(crate) mod picture;
pub(crate) mod positions;
mod print;
mod range;
mod seamless;
mod slots;
mod steps;
mod tables;
mod winding;
// Only the kernels of the GPU share the corners of sources.
#[cfg(feature = "gpu")]
mod corners;
// Only `gpu::Generator` and `service::Service` change the time of a job.
#[cfg(any(feature = "gpu", feature = "service"))]
mod time;

pub(crate) use frame::{Frame, FrameStep};
pub use job::Job;
pub(crate) use job::Layer;
pub(crate) use lattice::Lattice;
pub(crate) use merge::Merged;
pub(crate) use multiple::Multiple;
pub(crate) use noises::{LatticeNoise, Psrd, ValueNoise, Worley, WorleyValue, skew, unskew};
pub(crate) use octaves::{Octaves, power};
pub(crate) use op::{
    Block, Carried, Coordinate, Fold, FoldId, FrameId, Op, OpId, SlotId, SourceId,
};
// Only the modules that write shaders read these.
#[cfg(feature = "snippet")]
pub(crate) use lattice::Rate;
#[cfg(feature = "snippet")]
pub(crate) use op::PerOctave;
#[cfg(any(feature = "gpu", feature = "snippet"))]
pub(crate) use op::{BlockId, CoordinateId};
pub use params::{Params, Resolution, Slot};
pub(crate) use picture::{Plane, Sampler};
pub use positions::Positions;
pub(crate) use steps::rounding::are_apart;
pub(crate) use tables::Tables;

use std::sync::Arc;

use crate::grid::Axes;
use crate::{Error, Grid, Noise, Result};

/// A checked noise as a list of operations, without its numbers: parameters, seed and grid are added by [`Program::bind`].
///
/// It has one to four channels, or more where several outputs are baked together.
///
/// ```
/// use wgpu_noise::{Grid, Noise, program::Program};
///
/// let grid = Grid::new([64, 64]);
/// let clouds = Noise::perlin().frequency(4.0).fbm().name("clouds");
/// let program = Program::check(&[clouds], grid.axes())?;
/// let mut params = program.params().clone();
/// params.set("clouds.gain", 0.6)?;
/// let job = program.bind(&params, &grid)?;
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    /// The axes that the program was checked for.
    pub(crate) axes: Axes,
    /// The frames, parents before children; the first is the grid's own position.
    pub(crate) frames: Vec<Frame>,
    /// All operations; an operand precedes its users.
    pub(crate) ops: Vec<Op>,
    /// The name of the node that each operation computes, for messages.
    pub(crate) labels: Vec<Arc<str>>,
    /// The order in which operations run: the first block is the program, the others are the bodies of folds.
    pub(crate) blocks: Vec<Block>,
    /// The lattice sources that [`Op::Source`] refers to.
    pub(crate) sources: Vec<Lattice>,
    /// The coordinates that [`Op::Coordinate`] refers to.
    pub(crate) coordinates: Vec<Coordinate>,
    /// The folds that [`Op::Fold`] refers to.
    pub(crate) folds: Vec<Fold>,
    /// The pictures that [`Op::Picture`] refers to.
    pub(crate) planes: Vec<Plane>,
    /// The operation whose value is each channel.
    pub(crate) outputs: Vec<OpId>,
    /// The noise of each channel, which the reference evaluates.
    noises: Vec<Noise>,
    params: Params,
    /// The program before pruning, if pruning removed something.
    whole: Option<Whole>,
}

/// The program before pruning removed operations that no channel needs.
///
/// The reference evaluates the whole graph, so the numbers of this program are checked too, and fractals with
/// `octaves = "auto"` take all of its sources into account.
#[derive(Clone, Debug)]
struct Whole {
    program: Arc<Program>,
    /// For each fold of the pruned program the same fold in this one.
    folds: Vec<FoldId>,
}

impl Program {
    /// Returns the label of the node that became a source.
    pub(crate) fn source_label(&self, id: SourceId) -> &str {
        let at = self.ops.iter().position(|op| *op == Op::Source(id));
        at.map_or("a source", |at| &self.labels[at])
    }

    /// Checks one to four channels and lowers them to operations over some axes.
    ///
    /// # Errors
    /// The errors of [`Noise::validate`]; [`Error::Invalid`] for a number of channels other than 1 to 4,
    /// a list with fewer numbers than there are axes, or fractals nested more than two deep.
    pub fn check(channels: impl IntoIterator<Item: Into<Noise>>, axes: Axes) -> Result<Program> {
        let channels: Vec<Noise> = channels.into_iter().map(Into::into).collect();
        if !(1..=4).contains(&channels.len()) {
            return Err(Error::invalid("channels", channels.len(), "1 to 4"));
        }
        lower::lower(&channels, axes)
    }

    /// Returns the noise of each channel, as it was checked.
    pub fn noises(&self) -> &[Noise] {
        &self.noises
    }

    /// Returns the numbers that the noise was described with.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Binds the program to numbers and a grid: computes maps, periods and tables, and checks the ranges of all values.
    ///
    /// # Errors
    /// The errors of [`Grid::validate`]; [`Error::Invalid`] if the grid's axes are not the program's, if
    /// a noise cannot be seamless on a seamless grid, or if values leave the range of f32 or positions that of exact cells;
    /// [`Error::TooLarge`] for more than 65536 octaves of all sources, nested ones multiplied.
    pub fn bind(&self, params: &Params, grid: &Grid) -> Result<Job> {
        Job::new(&Arc::new(self.clone()), params, grid)
    }

    /// Returns the operations whose values an operation reads. A fold reads the result of its body and the values that an
    /// octave hands on to the next.
    pub(crate) fn operands(&self, op: OpId) -> Vec<OpId> {
        match &self.ops[op.index()] {
            Op::Param(_)
            | Op::Number(_)
            | Op::Coordinate(_)
            | Op::OctaveScale { .. }
            | Op::OctaveAmplitude(_)
            | Op::Carried(..)
            | Op::Cells { .. } => Vec::new(),
            Op::Source(id) => {
                let source = &self.sources[id.index()];
                let displacement = self.frames[source.frame.index()].displacement;
                (source.axes.iter())
                    .filter_map(|&axis| displacement[axis])
                    .collect()
            }
            Op::Fold(id) => {
                let fold = &self.folds[id.index()];
                let carried = fold.carried.iter().map(|carried| carried.next);
                std::iter::once(fold.result).chain(carried).collect()
            }
            Op::Step { args, .. } => args.clone(),
            Op::Picture { at, .. } => at.clone(),
        }
    }

    /// Returns the body of a fold.
    pub(crate) fn body(&self, fold: FoldId) -> &Block {
        &self.blocks[self.folds[fold.index()].body.index()]
    }

    /// Returns all operations of a fold's body, including those of the folds in it.
    pub(crate) fn within(&self, fold: FoldId) -> Vec<OpId> {
        let body = self.body(fold);
        let with_its_own = |&op: &OpId| match self.ops[op.index()] {
            Op::Fold(inner) => [self.within(inner), vec![op]].concat(),
            _ => vec![op],
        };
        body.ops.iter().flat_map(with_its_own).collect()
    }

    /// Returns the number of channels: 1 to 4 of a noise, and more of several files that are baked together.
    pub fn channels(&self) -> usize {
        self.outputs.len()
    }
}
