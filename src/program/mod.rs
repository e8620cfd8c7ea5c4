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
//! * [`op`], [`lattice`], [`frame`]: what they are;
//! * [`params`]: the numbers, by name; changing one changes no structure and compiles nothing;
//! * [`bind`] and `layers`: a program, its numbers and a grid become a [`Job`]: maps, periods, tables;
//! * `time`: a job at another time;
//! * [`octaves`]: how many octaves a fold has, and the numbers of each;
//! * `seamless`: what must close, and the periods that close it;
//! * [`range`], [`error`] and `jump`: what values can occur, how far the f32 evaluators may stray, and where they may
//!   take the other side; `points`: how far f32 positions stray; `bounds` has what they know of lattice sources, `steps` has the rows of the value steps, for these and for `seamless`.

pub mod bind;
mod bounds;
pub mod error;
pub mod frame;
mod interval;
mod jump;
pub mod lattice;
mod layers;
mod lower;
pub mod octaves;
pub mod op;
pub mod params;
mod partials;
mod points;
mod print;
pub mod range;
mod seamless;
mod slots;
mod steps;
// Only a generator moves a job.
#[cfg(feature = "gpu")]
mod time;

pub use bind::{Job, Layer, Tables};
pub use error::Positions;
pub use frame::{Frame, FrameStep};
pub use lattice::{Hash, Lattice, LatticeNoise, Metric, Rate, WorleyOutput};
pub(crate) use octaves::power;
pub use octaves::{Limit, Octaves, Resolution};
pub use op::{
    Block, BlockId, Carried, Coordinate, CoordinateId, Fold, FoldId, FrameId, Op, OpId, PerOctave,
    SlotId, SourceId,
};
pub use params::{Params, Slot};
pub(crate) use steps::range::are_apart;

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
    pub axes: Axes,
    /// Positions; the first is the grid's own.
    pub frames: Vec<Frame>,
    /// Every operation; an operand stands before its users.
    pub ops: Vec<Op>,
    /// The name of the node that each operation was made for.
    pub labels: Vec<Arc<str>>,
    /// The order in which operations run; the first block is the program, the others are the
    /// bodies of folds.
    pub blocks: Vec<Block>,
    /// Lattice sources that [`Op::Source`] names.
    pub sources: Vec<Lattice>,
    /// Coordinates that [`Op::Coordinate`] names.
    pub coordinates: Vec<Coordinate>,
    /// Folds that [`Op::Fold`] names.
    pub folds: Vec<Fold>,
    /// The operation that gives each channel.
    pub outputs: Vec<OpId>,
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
    pub fn check(channels: &[Noise], axes: Axes) -> Result<Program> {
        lower::lower(channels, axes)
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
    pub fn operands(&self, op: OpId) -> Vec<OpId> {
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
    pub fn within(&self, fold: FoldId) -> Vec<OpId> {
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
