//! Sources: a number at each position.

use super::param::{ANY, Info, POSITIVE, ParamType, choice, number, param, per_axis, whole};

/// A node that makes a value from the position alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// The same number everywhere.
    Constant,
    /// The position itself along one axis, in domain units.
    Coordinate,
    /// Improved Perlin noise: Perlin, *Improving Noise*, SIGGRAPH 2002.
    Perlin,
}

impl Source {
    /// Every source.
    pub const ALL: &[Source] = &[Source::Constant, Source::Coordinate, Source::Perlin];

    /// The source's row of data.
    pub fn info(self) -> &'static Info {
        match self {
            Source::Constant => &CONSTANT,
            Source::Coordinate => &COORDINATE,
            Source::Perlin => &PERLIN,
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
        per_axis(
            "frequency",
            "cells per unit",
            "cells per unit of domain",
            POSITIVE,
            Some(4.0),
        ),
        per_axis(
            "cells",
            "cells",
            "cells in the whole extent, in place of frequency",
            POSITIVE,
            None,
        ),
        number(
            "time_frequency",
            "cells per unit",
            "cells per unit of time",
            POSITIVE,
            Some(1.0),
        ),
        whole(
            "seed",
            "",
            "added to the recipe's seed; selects the tables",
            [0, u32::MAX],
            0,
        ),
        param(
            "period",
            "cells",
            "cells after which the noise repeats; 0: never",
            ParamType::PerAxis {
                range: [0.0, PERIOD_MAX as f64],
                default: Some(0.0),
                whole: true,
            },
        ),
        whole(
            "time_period",
            "cells",
            "cells of time after which the noise repeats; 0: never",
            [0, PERIOD_MAX],
            0,
        ),
        choice(
            "hash",
            "how a lattice corner becomes an integer",
            &["table", "integer"],
        ),
        param(
            "axes",
            "",
            "the axes that the noise depends on; left out: all axes of the grid",
            ParamType::Axes,
        ),
    ],
};

/// The longest period, in cells: keys of cells stay in i32 with room for a displacement.
pub(crate) const PERIOD_MAX: u32 = 1 << 30;
