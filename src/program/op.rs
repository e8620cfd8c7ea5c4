//! Operations: each makes one f32 a sample.

use crate::noise::{Fractal, Source, Step};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// An operation of [`Program::ops`](super::Program::ops).
    OpId,
    /// A block of [`Program::blocks`](super::Program::blocks).
    BlockId,
    /// A frame of [`Program::frames`](super::Program::frames).
    FrameId,
    /// A source of [`Program::sources`](super::Program::sources).
    SourceId,
    /// A coordinate of [`Program::coordinates`](super::Program::coordinates).
    CoordinateId,
    /// A fold of [`Program::folds`](super::Program::folds).
    FoldId,
    /// A number of [`Params`](super::Params).
    SlotId,
}

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A number.
    Param(SlotId),
    /// A number that never changes: an f32 by its bits.
    Literal(u32),
    /// The position along one axis, in the units of its frame, without displacement.
    Coordinate(CoordinateId),
    /// lacunarityᵏ in the fold's octave k: what a displacement is multiplied by on its way in.
    OctaveScale {
        /// The fold.
        fold: FoldId,
        /// Whether time's lacunarity is meant.
        time: bool,
    },
    /// Cells per unit along an axis of a source, in its layer: how fast its position moves with a displacement.
    Cells {
        /// The source.
        source: SourceId,
        /// Which of the source's axes.
        axis: usize,
    },
    /// A value of a lattice source, or a partial derivative of it.
    Source(SourceId),
    /// The weighted sum of a block over octaves.
    Fold(FoldId),
    /// Arithmetic on other operations' values.
    Step {
        /// What is computed.
        step: Step,
        /// The arguments, in the order of the step's parameters.
        args: Vec<OpId>,
    },
}

/// Operations in the order in which they run.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The operations.
    pub ops: Vec<OpId>,
}

/// How a corner becomes an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hash {
    /// Through the permutation table of its seed and octave.
    Table,
    /// Through `pcg4d`.
    Integer,
}

/// Which number gives a source's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rate {
    /// Cells per unit of domain.
    Frequency(SlotId),
    /// Cells in the whole extent.
    Cells(SlotId),
}

/// A lattice source at one place of the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lattice {
    /// Which source.
    pub kind: Source,
    /// How its corners become integers.
    pub hash: Hash,
    /// Its axes: 0 to 3 for x to w; their number is its dimension.
    pub axes: Vec<usize>,
    /// The position.
    pub frame: FrameId,
    /// Cells along each of `axes`.
    pub rates: Vec<Rate>,
    /// The period along each of `axes`, in cells.
    pub periods: Vec<SlotId>,
    /// Its own seed, added to the recipe's.
    pub seed: SlotId,
    /// Along which of `axes` the derivative is meant, per cell; `None`: the value itself.
    pub partial: Option<usize>,
}

/// A coordinate at one place of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// The position.
    pub frame: FrameId,
    /// 0 to 3 for x to w.
    pub axis: usize,
}

/// A fractal at one place of the program: the only loop.
#[derive(Clone, Debug)]
pub struct Fold {
    /// Which fractal.
    pub kind: Fractal,
    /// The node's name, for messages.
    pub node: String,
    /// The number of octaves.
    pub octaves: SlotId,
    /// Frequency ratio in space.
    pub lacunarity: SlotId,
    /// Frequency ratio in time.
    pub time_lacunarity: SlotId,
    /// Amplitude ratio.
    pub gain: SlotId,
    /// Whether the sum is divided by the sum of the amplitudes.
    pub normalize: bool,
    /// Whether all octaves use the table of the first.
    pub shared_tables: bool,
    /// Whether all octaves have the period of the first, in cells.
    pub same_period: bool,
    /// What runs once an octave.
    pub body: BlockId,
    /// The operation of the body that is summed.
    pub result: OpId,
}
