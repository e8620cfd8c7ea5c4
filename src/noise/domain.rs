//! Domain steps: a sub-graph at another position.

use crate::limits::{ANY, POSITION, POSITIVE};

use super::param::{Info, Param, direction, flag, input, number, per_axis, signal, vector};

/// A node that evaluates its sub-graph at a position made from its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Domain {
    /// Multiplies the position.
    Scale,
    /// Adds to the position.
    Translate,
    /// Turns the position by angles in turns about x, then y, then z.
    ///
    /// About z, (x, y) becomes (x·cos − y·sin, x·sin + y·cos); about x likewise (y, z), about y (z, x): right-handed, so
    /// that a positive angle about z turns x towards y. As it is the position that turns, the noise turns the other
    /// way. The angles may vary in space.
    Rotate,
    /// Makes the noise `factor` times as long along a direction, and leaves it as it is across: the part of the
    /// position along the direction is divided by the factor. How long the direction is does not matter.
    Stretch,
    /// Adds other nodes' values to the position.
    ///
    /// All of them are taken at the position itself; with `progressive` each is taken at the position that the values
    /// before it have moved already: x at (x, y, z, w), y at (x + dx, y, z, w), z at (x + dx, y + dy, z, w) and so on, each
    /// d with the amplitude. So every value bends what the next one sees, as in the iterated warps of Quilez (*Domain
    /// warping*, 2002); within a fractal this happens in every octave.
    Warp,
    /// The surface of a sphere in three dimensions: x is the longitude and y the angle from the north pole, both in
    /// turns, so that a picture twice as wide as high is the whole of it, north up.
    ///
    /// The position becomes radius·(sin y·cos x, cos y, sin y·sin x): the poles lie on the axis y. Under `seamless` both
    /// must take whole turns: half a turn of y, from pole to pole, is refused. Below, sources have the axes x, y, z, and
    /// time where there are frames.
    Sphere,
    /// The surface of a cylinder in three dimensions: x is the angle in turns, y stays, along the axis.
    ///
    /// The position becomes (radius·cos x, y, radius·sin x). A whole turn closes, under `seamless` too. Below, sources
    /// have the axes x, y, z, and time where there are frames.
    Cylinder,
    /// A plane in three dimensions, through `origin` and along two directions: the position becomes
    /// origin + x·u + y·v. Below, sources have the axes x, y, z, and time where there are frames.
    Plane,
}

impl Domain {
    /// Every domain step.
    pub const ALL: &[Domain] = &[
        Domain::Scale,
        Domain::Translate,
        Domain::Rotate,
        Domain::Stretch,
        Domain::Warp,
        Domain::Sphere,
        Domain::Cylinder,
        Domain::Plane,
    ];

    /// The step's row of data.
    pub fn info(self) -> &'static Info {
        match self {
            Domain::Scale => &SCALE,
            Domain::Translate => &TRANSLATE,
            Domain::Rotate => &ROTATE,
            Domain::Stretch => &STRETCH,
            Domain::Warp => &WARP,
            Domain::Sphere => &SPHERE,
            Domain::Cylinder => &CYLINDER,
            Domain::Plane => &PLANE,
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
        per_axis("offset", "units", "added to x, y, z", POSITION, Some(0.0)),
        number("time_offset", "units", "added to w", POSITION, Some(0.0)),
    ],
};

static ROTATE: Info = Info {
    name: "rotate",
    help: "evaluates `of` at the position turned about x, then y, then z",
    params: &[
        input("of", "the node that is rotated"),
        angle("x", "about x: from y towards z"),
        angle("y", "about y: from z towards x"),
        angle("z", "about z: from x towards y"),
    ],
};

static STRETCH: Info = Info {
    name: "stretch",
    help: "`of`, factor times as long along a direction, and as it is across",
    params: &[
        input("of", "the node that is stretched"),
        direction("direction", "of any length but 0", &[1.0]),
        number(
            "factor",
            "",
            "divides the part of the position along the direction",
            FACTOR,
            Some(2.0),
        ),
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
        flag(
            "progressive",
            "take each displacement where those before it have moved the position to",
            false,
        ),
    ],
};

static SPHERE: Info = Info {
    name: "sphere",
    help: "evaluates `of` in 3-D on a sphere: x is the longitude, y the angle from the pole, in turns",
    params: &[input("of", "the node on the sphere"), RADIUS],
};

static CYLINDER: Info = Info {
    name: "cylinder",
    help: "evaluates `of` in 3-D on a cylinder: x is the angle in turns, y runs along the axis",
    params: &[input("of", "the node on the cylinder"), RADIUS],
};

static PLANE: Info = Info {
    name: "plane",
    help: "evaluates `of` in 3-D on a plane: at origin + x·u + y·v",
    params: &[
        input("of", "the node on the plane"),
        vector("origin", "units", "where x = y = 0", &[0.0, 0.0, 0.0]),
        vector("u", "", "a unit of x", &[1.0]),
        vector("v", "", "a unit of y", &[0.0, 1.0]),
    ],
};

const RADIUS: Param = number("radius", "units", "the radius", FACTOR, Some(0.5));

const fn angle(name: &'static str, help: &'static str) -> Param {
    Param {
        unit: "turns",
        ..signal(name, help, Some(0.0))
    }
}

/// What positions in f32 are multiplied or divided by.
const FACTOR: [f64; 2] = [1e-6, 1e6];
