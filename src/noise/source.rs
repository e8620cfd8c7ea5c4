//! Sources: a number at each position.

use super::Axis;
use super::choices::choices;
use super::fade::Fade;
use super::key::{
    EachAxis, Key, MaybeEachAxis, SourceAxes, choice, choice_among, flag, key, number, optional,
    params, per_axis, whole,
};
use super::param::{Info, ParamType};
use super::picture;
use super::rows::rows;
use crate::limits::{ANY, PERIOD_MAX, POSITIVE};

rows! {
    /// A node whose value depends on the position alone.
    pub enum Source {
        /// The same number everywhere.
        Constant => CONSTANT,
        /// The position itself along one axis, in domain units.
        Coordinate => COORDINATE,
        /// Improved Perlin noise: Perlin, *Improving Noise*, SIGGRAPH 2002.
        Perlin => PERLIN,
        /// Gradient noise as in 1985: Perlin, *An Image Synthesizer*, SIGGRAPH 1985.
        Classic => CLASSIC,
        /// Value noise: numbers at lattice points, interpolated and, optionally, smoothed, as Hugo Elias describes it.
        Value => NUMBERS,
        /// A number for each cell.
        White => WHITE,
        /// Simplex noise: Perlin, *Noise hardware*, SIGGRAPH course notes 2001.
        Simplex => SIMPLEX,
        /// Periodic simplex noise whose gradients turn: Gustavson and McEwan, *Tiling simplex noise and flow noise in two and three
        /// dimensions*, JCGT 2022.
        Psrd => PSRD,
        /// Cellular noise: Worley, *A Cellular Texture Basis Function*, SIGGRAPH 1996.
        Worley => WORLEY,
        /// The pixels of a picture.
        Image => IMAGE,
    }
}

impl Source {
    /// Returns the fewest and the most axes on which the source is defined.
    pub fn dimensions(self) -> [usize; 2] {
        match self {
            Source::Classic => [2, 3],
            Source::Simplex | Source::Psrd | Source::Worley => [2, 4],
            Source::Constant | Source::Coordinate | Source::Image => [0, 4],
            Source::Perlin | Source::Value | Source::White => [1, 4],
        }
    }
}

choices! {
    /// How a lattice corner becomes an integer.
    #[non_exhaustive]
    pub enum Hash {
        /// Through the permutation table of the seed and the octave (Perlin 2002). It repeats after 256 cells.
        Table "table",
        /// Through `pcg4d` (Jarzynski and Olano, *Hash Functions for GPU Rendering*, 2020).
        Integer "integer",
        /// Through the polynomial of Hugo Elias (1998), for [`Noise::value`](crate::Noise::value) and
        /// [`Noise::white`](crate::Noise::white) only.
        Elias "elias",
    }
}

choices! {
    /// What cellular noise returns.
    #[non_exhaustive]
    pub enum WorleyOutput {
        /// The distance to the nearest point.
        F1 "f1",
        /// The distance to the second nearest point.
        F2 "f2",
        /// The second distance less the first.
        F2MinusF1 "f2_minus_f1",
        /// The number of the nearest point's cell, −1 to 1.
        Cell "cell",
        /// The distance to the nearest border between two points' cells: the plane on which both points are equally far.
        Edge "edge",
        /// A smooth minimum of the distances to all points around.
        SmoothF1 "smooth_f1",
        /// The way to the nearest point along x: what must be added to the position to be at the point, in cells.
        ToX "to_x",
        /// The way to the nearest point along y.
        ToY "to_y",
        /// The way to the nearest point along z.
        ToZ "to_z",
    }
}

impl WorleyOutput {
    /// Returns the axis of a way to a point.
    pub(crate) fn way_axis(self) -> Option<usize> {
        match self {
            WorleyOutput::ToX => Some(0),
            WorleyOutput::ToY => Some(1),
            WorleyOutput::ToZ => Some(2),
            WorleyOutput::F1
            | WorleyOutput::F2
            | WorleyOutput::F2MinusF1
            | WorleyOutput::Cell
            | WorleyOutput::Edge
            | WorleyOutput::SmoothF1 => None,
        }
    }
}

choices! {
    /// How cellular noise measures the distance d to a point.
    #[non_exhaustive]
    pub enum Metric {
        /// √Σd².
        Euclidean "euclidean",
        /// Σd².
        Squared "squared",
        /// Σ|d|.
        Manhattan "manhattan",
        /// max |d|.
        Chebyshev "chebyshev",
    }
}

choices! {
    /// What time does to the points of cellular noise.
    #[non_exhaustive]
    pub enum WorleyMotion {
        /// Time is one more axis of cells.
        Axis "axis",
        /// Each coordinate of a point swings as a sine about the middle of its cell, one turn per cell of time.
        Swing "swing",
    }
}

/// Lists the parameters that all lattice sources have, followed by those of one source.
macro_rules! lattice {
    ($($own:ident),*) => {
        params![FREQUENCY, CELLS, TIME_FREQUENCY, SEED, $($own),*]
    };
}

static CONSTANT: Info = Info {
    name: "constant",
    help: "the same number everywhere",
    params: params![VALUE],
};

static COORDINATE: Info = Info {
    name: "coordinate",
    help: "the position along one axis, in domain units",
    params: params![COORDINATE_AXIS],
};

static PERLIN: Info = Info {
    name: "perlin",
    help: "improved Perlin noise (2002), 1-D to 4-D: smooth, zero at every lattice point",
    params: lattice![PERIOD, TIME_PERIOD, GRADIENT_HASH, AXES],
};

static CLASSIC: Info = Info {
    name: "classic",
    help: "gradient noise of 1985, 2-D and 3-D: unit gradients in 256 directions, cubic fade",
    params: lattice![PERIOD, TIME_PERIOD, GRADIENT_HASH, AXES],
};

static NUMBERS: Info = Info {
    name: "value",
    help: "value noise, 1-D to 4-D: numbers from -1 to 1 at lattice points, interpolated",
    params: lattice![PERIOD, TIME_PERIOD, HASH, AXES, FADE, SMOOTH, CENTRE],
};

static WHITE: Info = Info {
    name: "white",
    help: "an independent number from -1 to 1 for each cell, without smoothness; it has no derivative",
    params: lattice![PERIOD, TIME_PERIOD, WHITE_HASH, AXES],
};

static SIMPLEX: Info = Info {
    name: "simplex",
    help: "simplex noise, 2-D to 4-D: kernels on a lattice of triangles; it has no period",
    params: lattice![GRADIENT_HASH, AXES],
};

static PSRD: Info = Info {
    name: "psrd",
    help: "simplex noise that tiles, in two or three axes of space; its gradients turn with time, for flows",
    params: lattice![PERIOD, TIME_PERIOD, GRADIENT_HASH, AXES, ANGLE],
};

static WORLEY: Info = Info {
    name: "worley",
    help: "cellular noise, 2-D to 4-D: distances to the nearest points, of which each cell has one; only smooth_f1 has a derivative",
    params: lattice![
        PERIOD,
        TIME_PERIOD,
        GRADIENT_HASH,
        AXES,
        OUTPUT,
        METRIC,
        JITTER,
        MOTION,
        SMOOTHNESS
    ],
};

static IMAGE: Info = Info {
    name: "image",
    help: "the pixels of a picture over x and y, from file: PNG, EXR, TIFF, JPEG, WebP or .npy; the voxels of a 3-D .npy over x, y and z",
    params: params![
        picture::FILE,
        picture::FREQUENCY,
        picture::FILTER,
        picture::EDGES,
        picture::CHANNEL,
        picture::DECODING,
    ],
};

pub(crate) const VALUE: Key<f64> = number("value", "", "the number", ANY, 0.0);

pub(crate) const COORDINATE_AXIS: Key<Axis> = choice("axis", "which axis");

pub(crate) const FREQUENCY: Key<EachAxis> = per_axis(
    "frequency",
    "cells per unit",
    "cells per unit of domain",
    POSITIVE,
    4.0,
);

pub(crate) const CELLS: Key<MaybeEachAxis> = key(
    "cells",
    "cells",
    "cells in the whole extent, in place of frequency",
    ParamType::PerAxis {
        range: POSITIVE,
        default: None,
        whole: false,
    },
);

pub(crate) const TIME_FREQUENCY: Key<f64> = number(
    "time_frequency",
    "cells per unit",
    "cells per unit of time; of psrd, and of worley whose motion is swing, turns per unit of time",
    POSITIVE,
    4.0,
);

pub(crate) const SEED: Key<u32> = whole(
    "seed",
    "",
    "added to the recipe's seed; selects the tables",
    [0, u32::MAX],
    0,
);

pub(crate) const PERIOD: Key<EachAxis> = key(
    "period",
    "cells",
    "cells after which the noise repeats; 0: with hash table after 256, with integer never",
    ParamType::PerAxis {
        range: [0.0, PERIOD_MAX as f64],
        default: Some(0.0),
        whole: true,
    },
);

pub(crate) const TIME_PERIOD: Key<u32> = whole(
    "time_period",
    "cells",
    "cells of time after which the noise repeats; 0: with hash table after 256, with integer never",
    [0, PERIOD_MAX],
    0,
);

const HASH_HELP: &str = "how a lattice corner becomes an integer; table repeats after 256 cells";
pub(crate) const HASH: Key<Hash> = choice("hash", HASH_HELP);

/// White noise shows what a table has in common from column to column, which gradients and fades hide.
const WHITE_HASH: Key<Hash> = choice_among(
    "hash",
    "how a cell becomes a number; with table the columns are shifted copies of one another, and repeat after 256 cells",
    &[Hash::Integer.name(), Hash::Table.name(), Hash::Elias.name()],
);
/// Elias's hash makes values, no gradients.
const GRADIENT_HASH: Key<Hash> = choice_among("hash", HASH_HELP, GRADIENT_HASHES);
const GRADIENT_HASHES: &[&str] = &[Hash::Table.name(), Hash::Integer.name()];

pub(crate) const AXES: Key<SourceAxes> = key(
    "axes",
    "",
    "the axes that the noise depends on; left out: all axes of the grid",
    ParamType::Axes,
);

pub(crate) const FADE: Key<Fade> = choice(
    "fade",
    "the curve between lattice points; elias: Hugo Elias's cubic through four of them",
);

pub(crate) const SMOOTH: Key<bool> = flag(
    "smooth",
    "average each lattice point with its neighbours, as Elias does",
    false,
);

pub(crate) const CENTRE: Key<Option<f64>> = optional(
    "centre",
    "",
    "the lattice point's own weight where smooth; left out: 1/2 for each axis, multiplied",
    [0.0, 4.0],
);

pub(crate) const ANGLE: Key<f64> = number(
    "angle",
    "turns",
    "the angle by which all gradients are turned, added to the angle that time gives",
    [-1.0, 1.0],
    0.0,
);

pub(crate) const OUTPUT: Key<WorleyOutput> = choice(
    "output",
    "the distance to the nearest point, to the second, their difference, the nearest cell's number, the distance to the nearest border, a smooth distance, or the way to the nearest point along an axis",
);

pub(crate) const METRIC: Key<Metric> = choice("metric", "how distance is measured, in cells");

pub(crate) const JITTER: Key<f64> = number(
    "jitter",
    "",
    "how far points stray from the middle of their cell: 0 a grid, 1 anywhere in it",
    [0.0, 1.0],
    1.0,
);

pub(crate) const MOTION: Key<WorleyMotion> = choice(
    "motion",
    "time is one more axis of cells, or swings each point about the middle of its cell, once a cell of time",
);

pub(crate) const SMOOTHNESS: Key<f64> = number(
    "smoothness",
    "cells",
    "of smooth_f1: how much farther than the nearest point another one may be and still count",
    [0.05, 0.5],
    0.2,
);
