//! Operations: each makes one f32 a sample.

use crate::limits::OCTAVES_MAX;
use crate::noise::{Fractal, Step};

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
    /// A number that is the program's own: the bits of an f32.
    Number(u32),
    /// The position along one axis, in the units of its frame, without displacement.
    Coordinate(CoordinateId),
    /// The frequency factor of the fold's octave k: what a displacement is multiplied by on its way in.
    OctaveScale {
        /// The fold.
        fold: FoldId,
        /// Whether time's lacunarity is meant.
        time: bool,
    },
    /// The amplitude of the fold's present octave.
    OctaveAmplitude(FoldId),
    /// What the fold's octave before handed on: [`Fold::carried`], by its place there.
    Carried(FoldId, u32),
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

/// A coordinate at one place of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// The position.
    pub frame: FrameId,
    /// 0 to 3 for x to w.
    pub axis: usize,
    /// Whether whole numbers count nothing where it is used, as in an angle in turns: tables then leave them out before
    /// they round to f32.
    pub in_turns: bool,
}

/// A fractal at one place of the program: the only loop.
#[derive(Clone, Debug)]
pub struct Fold {
    /// Which fractal.
    pub kind: Fractal,
    /// The node's name, for messages.
    pub node: String,
    /// The number of octaves; 0 is as many as the grid and the output can show.
    pub octaves: SlotId,
    /// Frequency factors in space.
    pub frequencies: PerOctave,
    /// Frequency factors in time.
    pub time_frequencies: PerOctave,
    /// Amplitudes.
    pub amplitudes: PerOctave,
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
    /// What an octave hands on to the next.
    pub carried: Vec<Carried>,
}

/// A number for each octave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerOctave {
    /// Its k-th power in octave k.
    Powers(SlotId),
    /// One for each.
    Each(Vec<SlotId>),
}

/// A value that an octave hands on to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carried {
    /// The operation of the body that reads it.
    pub op: OpId,
    /// What the first octave finds.
    pub first: f32,
    /// The operation of the body that is handed on.
    pub next: OpId,
}

impl Fold {
    /// The most octaves that it can have.
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
    /// The number that octave k's follows from.
    pub fn slot(&self, k: u32) -> SlotId {
        match self {
            PerOctave::Powers(slot) => *slot,
            PerOctave::Each(slots) => slots[k as usize],
        }
    }
}
