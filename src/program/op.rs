//! Operations: the instructions of a program, each of which produces one f32 per sample.

use super::picture::Sampler;
use crate::limits::OCTAVES_MAX;
use crate::noise::{Fractal, Step};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the index.
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

/// An instruction, which produces one f32 per sample.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A number of [`Params`](super::Params).
    Param(SlotId),
    /// A constant of the program, such as a factor of the chain rule: the bits of an f32.
    Number(u32),
    /// The plain position along one axis, in the units of its frame.
    Coordinate(CoordinateId),
    /// The frequency factor of the fold's current octave, by which a displacement from outside the fold is multiplied.
    OctaveScale {
        /// The fold.
        fold: FoldId,
        /// Whether it is the factor in time, which has its own lacunarity.
        time: bool,
    },
    /// The amplitude of the fold's current octave.
    OctaveAmplitude(FoldId),
    /// The value that the fold's previous octave handed on; the number is the index in [`Fold::carried`].
    Carried(FoldId, u32),
    /// The cells per unit along an axis of a source in the current octave: how fast its position moves with a displacement.
    Cells {
        /// The source.
        source: SourceId,
        /// The index among the source's axes.
        axis: usize,
    },
    /// The value of a lattice source, or one of its partial derivatives.
    Source(SourceId),
    /// The weighted sum of a block's result over octaves.
    Fold(FoldId),
    /// A value step on the values of other operations.
    Step {
        /// The kind of the step.
        step: Step,
        /// The arguments, in the order of the step's parameters.
        args: Vec<OpId>,
    },
    /// The value of a picture, or one of its partial derivatives.
    Picture {
        /// How it is read.
        sampler: Sampler,
        /// The position along x and y, and along z in a volume, in pictures.
        at: Vec<OpId>,
    },
}

/// Operations in the order in which they run.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The operations.
    pub ops: Vec<OpId>,
}

/// A plain coordinate of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// The frame.
    pub frame: FrameId,
    /// 0 to 3 for x to w.
    pub axis: usize,
    /// Whether all its users are periodic with period 1, as with an angle in turns. Tables then subtract the nearest whole
    /// number before they round to f32, which keeps the precision far from the origin.
    pub in_turns: bool,
}

/// A fractal: a loop over octaves, which is the only kind of loop in a program.
#[derive(Clone, Debug)]
pub struct Fold {
    /// The kind of the fractal.
    pub kind: Fractal,
    /// The node's name, for messages.
    pub node: String,
    /// The number of octaves; 0 means as many as the grid and the output can show.
    pub octaves: SlotId,
    /// The frequency factors in space.
    pub frequencies: PerOctave,
    /// The frequency factors in time.
    pub time_frequencies: PerOctave,
    /// The amplitudes.
    pub amplitudes: PerOctave,
    /// Whether the sum is divided by the sum of the amplitudes.
    pub normalize: bool,
    /// Whether all octaves use the first octave's permutation table.
    pub shared_tables: bool,
    /// Whether the lattice of each octave is shifted by the seed.
    pub shifted: bool,
    /// Whether all octaves have the first octave's period, in cells.
    pub same_period: bool,
    /// The block that runs once per octave.
    pub body: BlockId,
    /// The operation of the body that is summed.
    pub result: OpId,
    /// The values that an octave hands on to the next.
    pub carried: Vec<Carried>,
}

/// A number for each octave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerOctave {
    /// The k-th power of one number in octave k.
    Powers(SlotId),
    /// A separate number for each octave.
    Each(Vec<SlotId>),
}

/// A value that an octave hands on to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carried {
    /// The operation of the body that reads the value: an [`Op::Carried`].
    pub op: OpId,
    /// The value in the first octave.
    pub first: f32,
    /// The operation of the body whose value the next octave reads.
    pub next: OpId,
}

impl Fold {
    /// Returns the greatest possible number of octaves: the length of the shortest list, if there are lists.
    pub fn most_octaves(&self) -> u32 {
        let all = [&self.frequencies, &self.time_frequencies, &self.amplitudes];
        let lists = all.into_iter().filter_map(|numbers| match numbers {
            PerOctave::Powers(_) => None,
            PerOctave::Each(slots) => Some(slots.len() as u32),
        });
        lists.min().unwrap_or(OCTAVES_MAX)
    }
}

impl PerOctave {
    /// Returns the slot of the number from which octave k's number follows.
    pub fn slot(&self, k: u32) -> SlotId {
        match self {
            PerOctave::Powers(slot) => *slot,
            PerOctave::Each(slots) => slots[k as usize],
        }
    }
}
