//! HOW a noise is computed: a checked, flat list of operations that both fast evaluators run.
//!
//! ```text
//! noises + axes --check--> Program (structure) + Params (numbers)
//!        Program + Params + Grid --bind--> Job;   Job + Brick --tables--> Tables
//! ```
//!
//! A node is a function of position, so a domain step is no operation on values: it is a
//! [`Frame`], a position made from another, and lowering evaluates a node once in every frame that
//! asks for it. A frame has a *plain* part, in which each axis depends on its own index alone and
//! so has exact tables, and a *displacement*, f32 values that a warp adds.
//!
//! * `lower`: from graph to operations; equal operations are one; `slots` collects the numbers;
//! * `op`, `lattice`, `frame`: what they are;
//! * `params`: the numbers, by name; changing one changes no structure and compiles nothing;
//! * `bind` makes a `job` of a program, its numbers and a grid: `layers` has the maps, periods and permutation tables of each
//!   octave, `count` their number, `octaves` their weights, `seamless` what must close and the periods that close it;
//! * `tables`: the axis tables of a brick; `time`: a job at another time;
//! * `range`, `error` and `jump`: what values can occur, how far the f32 evaluators may stray, and where they may
//!   take the other side of a jump; `points`: how far f32 positions stray;
//! * `noises`: a file for each lattice noise, `steps`: the rules of each value step, which these analyses and `seamless`
//!   read.

pub(crate) mod bind;
mod count;
pub(crate) mod error;
mod frame;
mod interval;
mod job;
mod jump;
mod lattice;
mod layers;
mod lower;
mod noises;
mod octaves;
mod op;
mod params;
mod points;
mod print;
mod range;
mod seamless;
mod slots;
mod steps;
mod tables;
// Only a generator moves a job.
#[cfg(feature = "gpu")]
mod time;

pub(crate) use frame::{Frame, FrameStep};
pub use job::Job;
pub(crate) use job::Layer;
pub(crate) use lattice::Lattice;
pub(crate) use noises::{LatticeNoise, ValueNoise, Worley, skew, unskew};
pub(crate) use octaves::{Octaves, power};
pub(crate) use op::{Block, Coordinate, Fold, FoldId, FrameId, Op, OpId, SlotId, SourceId};
// Only what writes shaders reads these.
#[cfg(feature = "snippet")]
pub(crate) use lattice::Rate;
#[cfg(any(feature = "gpu", feature = "snippet"))]
pub(crate) use op::{BlockId, Carried, CoordinateId, PerOctave};
pub use params::{Params, Resolution, Slot};
pub use points::Positions;
pub(crate) use steps::rounding::are_apart;
pub(crate) use tables::Tables;

use std::sync::Arc;

use crate::grid::Axes;
use crate::{Grid, Noise, Result};

/// The structure of one to four channels over some axes.
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
    /// Positions; the first is the grid's own.
    pub(crate) frames: Vec<Frame>,
    /// Every operation; an operand stands before its users.
    pub(crate) ops: Vec<Op>,
    /// The name of the node that each operation was made for.
    pub(crate) labels: Vec<Arc<str>>,
    /// The order in which operations run; the first block is the program, the others are the
    /// bodies of folds.
    pub(crate) blocks: Vec<Block>,
    /// Lattice sources that [`Op::Source`] names.
    pub(crate) sources: Vec<Lattice>,
    /// Coordinates that [`Op::Coordinate`] names.
    pub(crate) coordinates: Vec<Coordinate>,
    /// Folds that [`Op::Fold`] names.
    pub(crate) folds: Vec<Fold>,
    /// The operation that gives each channel.
    pub(crate) outputs: Vec<OpId>,
    noises: Vec<Noise>,
    params: Params,
    /// The same with what no channel needs, where there is such.
    whole: Option<Whole>,
}

/// A program from which something was left out. Its numbers are checked, too, and fractals of `octaves = "auto"` count the
/// cells of all its sources.
#[derive(Clone, Debug)]
struct Whole {
    program: Arc<Program>,
    /// Which of its folds each fold of the shorter program is.
    folds: Vec<FoldId>,
}

impl Program {
    /// Checks one to four channels and lowers them for some axes.
    ///
    /// # Errors
    /// Whatever [`Noise::validate`] finds; [`Error::Invalid`](crate::Error::Invalid) for a number of
    /// channels other than 1 to 4, a list with fewer numbers than the axes need, or fractals
    /// nested more than two deep.
    pub fn check(channels: impl IntoIterator<Item: Into<Noise>>, axes: Axes) -> Result<Program> {
        let channels: Vec<Noise> = channels.into_iter().map(Into::into).collect();
        lower::lower(&channels, axes)
    }

    /// Returns the noise of each channel, as it was checked.
    pub fn noises(&self) -> &[Noise] {
        &self.noises
    }

    /// The numbers as the noise gives them.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Which noise, at which position and through which periods and tables, `params` and `grid` make
    /// of this program.
    ///
    /// # Errors
    /// Whatever [`Grid::validate`] finds; [`Error::Invalid`](crate::Error::Invalid) where the grid's
    /// axes are not the program's, where something does not close that must, or where values or
    /// positions leave what f32 values and exact cells can hold.
    pub fn bind(&self, params: &Params, grid: &Grid) -> Result<Job> {
        Job::new(self, params, grid)
    }

    /// The operations whose values an operation reads; of a fold the one that it sums and those that it hands on.
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
        }
    }

    /// Every operation of a fold's body, those of the folds in it too.
    pub(crate) fn within(&self, fold: FoldId) -> Vec<OpId> {
        let body = &self.blocks[self.folds[fold.index()].body.index()];
        let with_its_own = |&op: &OpId| match self.ops[op.index()] {
            Op::Fold(inner) => [self.within(inner), vec![op]].concat(),
            _ => vec![op],
        };
        body.ops.iter().flat_map(with_its_own).collect()
    }

    /// The number of channels: 1 to 4.
    pub fn channels(&self) -> usize {
        self.outputs.len()
    }
}
