//! Sources: a number at each position.

use crate::limits::{ANY, PERIOD_MAX, POSITIVE};

use super::param::{Info, Param, ParamType, choice, flag, number, param, per_axis, whole};

/// A node that makes a value from the position alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// The same number everywhere.
    Constant,
    /// The position itself along one axis, in domain units.
    Coordinate,
    /// Improved Perlin noise: Perlin, *Improving Noise*, SIGGRAPH 2002.
    Perlin,
    /// Gradient noise as in 1985: Perlin, *An Image Synthesizer*, SIGGRAPH 1985.
    Classic,
    /// Value noise: numbers at lattice points, interpolated and, if asked, smoothed, as Hugo Elias describes it.
    Value,
    /// A number for each cell.
    White,
    /// Simplex noise: Perlin, *Noise hardware*, SIGGRAPH course notes 2001.
    Simplex,
    /// Cellular noise: Worley, *A Cellular Texture Basis Function*, SIGGRAPH 1996.
    Worley,
}

impl Source {
    /// Every source.
    pub const ALL: &[Source] = &[
        Source::Constant,
        Source::Coordinate,
        Source::Perlin,
        Source::Classic,
        Source::Value,
        Source::White,
        Source::Simplex,
        Source::Worley,
    ];

    /// The source's row of data.
    pub fn info(self) -> &'static Info {
        match self {
            Source::Constant => &CONSTANT,
            Source::Coordinate => &COORDINATE,
            Source::Perlin => &PERLIN,
            Source::Classic => &CLASSIC,
            Source::Value => &VALUE,
            Source::White => &WHITE,
            Source::Simplex => &SIMPLEX,
            Source::Worley => &WORLEY,
        }
    }

    /// The fewest and the most axes on which it is defined.
    pub fn dimensions(self) -> [usize; 2] {
        match self {
            Source::Classic => [2, 3],
            Source::Simplex | Source::Worley => [2, 4],
            Source::Constant | Source::Coordinate => [0, 4],
            Source::Perlin | Source::Value | Source::White => [1, 4],
        }
    }
}

static CONSTANT: Info = Info {
    name: "constant",
    help: "the same number everywhere",
    params: &[number("value", "", "the number", ANY, Some(0.0))],
};

static COORDINATE: Info = Info {
    name: "coordinate",
    help: "the position along one axis, in domain units",
    params: &[choice("axis", "which axis", &["x", "y", "z", "w"])],
};

static PERLIN: Info = Info {
    name: "perlin",
    help: "improved Perlin noise (2002), 1-D to 4-D: smooth, zero at every lattice point",
    params: &[
        FREQUENCY,
        CELLS,
        TIME_FREQUENCY,
        SEED,
        PERIOD,
        TIME_PERIOD,
        HASH,
        AXES,
    ],
};

static CLASSIC: Info = Info {
    name: "classic",
    help: "gradient noise of 1985, 2-D and 3-D: unit gradients in 256 directions, cubic fade",
    params: &[
        FREQUENCY,
        CELLS,
        TIME_FREQUENCY,
        SEED,
        PERIOD,
        TIME_PERIOD,
        HASH,
        AXES,
    ],
};

static VALUE: Info = Info {
    name: "value",
    help: "value noise, 1-D to 4-D: numbers from -1 to 1 at lattice points, interpolated",
    params: &[
        FREQUENCY,
        CELLS,
        TIME_FREQUENCY,
        SEED,
        PERIOD,
        TIME_PERIOD,
        choice("hash", HASH_HELP, &["table", "integer", "elias"]),
        AXES,
        choice(
            "fade",
            "the curve between lattice points; elias: Hugo Elias's cubic through four of them",
            &["quintic", "cubic", "cosine", "linear", "none", "elias"],
        ),
        flag(
            "smooth",
            "average each lattice point with its neighbours, as Elias does",
            false,
        ),
        number(
            "centre",
            "",
            "the lattice point's own weight where smooth; left out: 1/2 for each axis, multiplied",
            [0.0, 4.0],
            None,
        ),
    ],
};

static WHITE: Info = Info {
    name: "white",
    help: "a number from -1 to 1 for each cell: no two cells alike, no smoothness; it has no derivative",
    params: &[
        FREQUENCY,
        CELLS,
        TIME_FREQUENCY,
        SEED,
        PERIOD,
        TIME_PERIOD,
        choice("hash", HASH_HELP, &["table", "integer", "elias"]),
        AXES,
    ],
};

static SIMPLEX: Info = Info {
    name: "simplex",
    help: "simplex noise, 2-D to 4-D: kernels on a lattice of triangles; it has no period",
    params: &[FREQUENCY, CELLS, TIME_FREQUENCY, SEED, HASH, AXES],
};

static WORLEY: Info = Info {
    name: "worley",
    help: "cellular noise, 2-D to 4-D: distances to the nearest of one point in each cell; it has no derivative",
    params: &[
        FREQUENCY,
        CELLS,
        TIME_FREQUENCY,
        SEED,
        PERIOD,
        TIME_PERIOD,
        HASH,
        AXES,
        choice(
            "output",
            "the distance to the nearest point, to the second, their difference, or the nearest cell's number",
            &["f1", "f2", "f2_minus_f1", "cell"],
        ),
        choice(
            "metric",
            "how distance is measured, in cells",
            &["euclidean", "squared", "manhattan", "chebyshev"],
        ),
        number(
            "jitter",
            "",
            "how far points stray from the middle of their cell: 0 a grid, 1 anywhere in it",
            [0.0, 1.0],
            Some(1.0),
        ),
        choice(
            "motion",
            "time is one more axis of cells, or swings each point about the middle of its cell, once a cell of time",
            &["axis", "swing"],
        ),
    ],
};

const FREQUENCY: Param = per_axis(
    "frequency",
    "cells per unit",
    "cells per unit of domain",
    POSITIVE,
    Some(4.0),
);

const CELLS: Param = per_axis(
    "cells",
    "cells",
    "cells in the whole extent, in place of frequency",
    POSITIVE,
    None,
);

const TIME_FREQUENCY: Param = number(
    "time_frequency",
    "cells per unit",
    "cells per unit of time; turns, where the points of worley swing",
    POSITIVE,
    Some(4.0),
);

const SEED: Param = whole(
    "seed",
    "",
    "added to the recipe's seed; selects the tables",
    [0, u32::MAX],
    0,
);

const PERIOD: Param = param(
    "period",
    "cells",
    "cells after which the noise repeats; 0: never",
    ParamType::PerAxis {
        range: [0.0, PERIOD_MAX as f64],
        default: Some(0.0),
        whole: true,
    },
);

const TIME_PERIOD: Param = whole(
    "time_period",
    "cells",
    "cells of time after which the noise repeats; 0: never",
    [0, PERIOD_MAX],
    0,
);

const HASH_HELP: &str = "how a lattice corner becomes an integer";
const HASH: Param = choice("hash", HASH_HELP, &["table", "integer"]);

const AXES: Param = param(
    "axes",
    "",
    "the axes that the noise depends on; left out: all axes of the grid",
    ParamType::Axes,
);
