//! Domain steps: a sub-graph at another position.

use super::param::{ANY, Info, POSITIVE, input, number, per_axis, signal};

/// A node that evaluates its sub-graph at a position made from its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Domain {
    /// Multiplies the position.
    Scale,
    /// Adds to the position.
    Translate,
    /// Adds other nodes' values to the position.
    Warp,
}

impl Domain {
    /// Every domain step.
    pub const ALL: &[Domain] = &[Domain::Scale, Domain::Translate, Domain::Warp];

    /// The step's row of data.
    pub fn info(self) -> &'static Info {
        match self {
            Domain::Scale => &SCALE,
            Domain::Translate => &TRANSLATE,
            Domain::Warp => &WARP,
        }
    }
}

static SCALE: Info = Info {
    name: "scale",
    help: "evaluates `of` at position · factor: larger factors, finer noise",
    params: &[
        input("of", "the node that is scaled"),
        per_axis("factor", "", "multiplies x, y, z", POSITIVE, Some(1.0)),
        number("time_factor", "", "multiplies w", POSITIVE, Some(1.0)),
    ],
};

static TRANSLATE: Info = Info {
    name: "translate",
    help: "evaluates `of` at position + offset",
    params: &[
        input("of", "the node that is moved"),
        per_axis("offset", "units", "added to x, y, z", OFFSET, Some(0.0)),
        number("time_offset", "units", "added to w", OFFSET, Some(0.0)),
    ],
};

static WARP: Info = Info {
    name: "warp",
    help: "evaluates `of` at position + amplitude · (x, y, z, w), each a node's value here",
    params: &[
        input("of", "the node that is warped"),
        signal("x", "displacement along x", Some(0.0)),
        signal("y", "displacement along y", Some(0.0)),
        signal("z", "displacement along z", Some(0.0)),
        signal("w", "displacement in time", Some(0.0)),
        number(
            "amplitude",
            "units",
            "multiplies every displacement",
            ANY,
            Some(1.0),
        ),
    ],
};

const OFFSET: [f64; 2] = [-1e15, 1e15];
