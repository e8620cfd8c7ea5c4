//! Domain steps: a sub-graph at another position.

use super::key::{
    EachAxis, Key, Varying, Vector, direction, flag, input, number, params, per_axis, signal,
    vector,
};
use super::param::Info;
use super::rows::rows;
use crate::limits::{ANY, POSITION, POSITIVE};

rows! {
    /// A node that evaluates its sub-graph at another position, computed from its own.
    pub enum Domain {
        /// Multiplies the position.
        Scale => SCALE,
        /// Adds to the position.
        Translate => TRANSLATE,
        /// Rotates the position about x, then y, then z. Angles are in turns.
        ///
        /// About z, (x, y) becomes (x·cos − y·sin, x·sin + y·cos); about x (y, z) and about y (z, x) are rotated in the same
        /// way. The rotation is right-handed: a positive angle about z turns x towards y. Because the position is rotated, the
        /// noise appears rotated the other way. The angles may vary in space.
        Rotate => ROTATE,
        /// Makes the noise `factor` times as long along a direction, and keeps its size across it: the component of the
        /// position along the direction is divided by the factor. The length of the direction does not matter.
        Stretch => STRETCH,
        /// Adds other nodes' values to the position.
        ///
        /// Each node is evaluated at the position itself. With `progressive` each is evaluated at the position that the values
        /// before it have displaced: x at (x, y, z, w), y at (x + dx, y, z, w), z at (x + dx, y + dy, z, w) and so on, where dx
        /// and dy include the amplitude. Every displacement then influences the next one, as in the iterated warps of Quilez
        /// (*Domain warping*, 2002). Within a fractal this happens in every octave.
        Warp => WARP,
        /// The surface of a sphere in three dimensions: x is the longitude and y the angle from the north pole, both in
        /// turns. A picture twice as wide as high shows the whole sphere, north up.
        ///
        /// The position becomes radius·(sin y·cos x, cos y, sin y·sin x): the poles lie on the axis y. Under `seamless` both
        /// must span whole turns, so half a turn of y, from pole to pole, is refused. Sources below have the axes x, y, z, and
        /// time if there are frames.
        Sphere => SPHERE,
        /// The surface of a cylinder in three dimensions: x is the angle in turns, y stays, along the axis.
        ///
        /// The position becomes (radius·cos x, y, radius·sin x). A whole turn closes, under `seamless` too. Sources below
        /// have the axes x, y, z, and time if there are frames.
        Cylinder => CYLINDER,
        /// A plane in three dimensions, through `origin` and along two directions: the position becomes
        /// origin + x·u + y·v. Sources below have the axes x, y, z, and time if there are frames.
        Plane => PLANE,
    }
}

static SCALE: Info = Info {
    name: "scale",
    help: "evaluates `of` at position · factor: larger factors, finer noise",
    params: params![input("of", "the node that is scaled"), FACTOR, TIME_FACTOR],
};

static TRANSLATE: Info = Info {
    name: "translate",
    help: "evaluates `of` at position + offset",
    params: params![input("of", "the node that is moved"), OFFSET, TIME_OFFSET],
};

static ROTATE: Info = Info {
    name: "rotate",
    help: "evaluates `of` at the position turned about x, then y, then z",
    params: params![
        input("of", "the node that is rotated"),
        ANGLES[0],
        ANGLES[1],
        ANGLES[2]
    ],
};

static STRETCH: Info = Info {
    name: "stretch",
    help: "`of`, factor times as long along a direction, and as it is across",
    params: params![
        input("of", "the node that is stretched"),
        DIRECTION,
        LENGTH_FACTOR
    ],
};

static WARP: Info = Info {
    name: "warp",
    help: "evaluates `of` at position + amplitude · (x, y, z, w), each a node's value here",
    params: params![
        input("of", "the node that is warped"),
        DISPLACEMENTS[0],
        DISPLACEMENTS[1],
        DISPLACEMENTS[2],
        DISPLACEMENTS[3],
        AMPLITUDE,
        PROGRESSIVE
    ],
};

static SPHERE: Info = Info {
    name: "sphere",
    help: "evaluates `of` in 3-D on a sphere: x is the longitude, y the angle from the pole, in turns",
    params: params![input("of", "the node on the sphere"), RADIUS],
};

static CYLINDER: Info = Info {
    name: "cylinder",
    help: "evaluates `of` in 3-D on a cylinder: x is the angle in turns, y runs along the axis",
    params: params![input("of", "the node on the cylinder"), RADIUS],
};

static PLANE: Info = Info {
    name: "plane",
    help: "evaluates `of` in 3-D on a plane: at origin + x·u + y·v",
    params: params![input("of", "the node on the plane"), ORIGIN, U, V],
};

/// The node at another position. Each row has its own help for it.
pub(crate) const OF: Key<Varying> = input("of", "the node at another position");

pub(crate) const FACTOR: Key<EachAxis> =
    per_axis("factor", "", "multiplies x, y, z", POSITIVE, 1.0);

pub(crate) const TIME_FACTOR: Key<f64> = number("time_factor", "", "multiplies w", POSITIVE, 1.0);

pub(crate) const OFFSET: Key<EachAxis> =
    per_axis("offset", "units", "added to x, y, z", POSITION, 0.0);

pub(crate) const TIME_OFFSET: Key<f64> =
    number("time_offset", "units", "added to w", POSITION, 0.0);

/// The angles about x, y and z.
pub(crate) const ANGLES: [Key<Varying>; 3] = [
    signal("x", "about x: from y towards z", 0.0).in_unit("turns"),
    signal("y", "about y: from z towards x", 0.0).in_unit("turns"),
    signal("z", "about z: from x towards y", 0.0).in_unit("turns"),
];

pub(crate) const DIRECTION: Key<Vector> = direction("direction", "of any length but 0", &[1.0]);

pub(crate) const LENGTH_FACTOR: Key<f64> = number(
    "factor",
    "",
    "divides the part of the position along the direction",
    LENGTHS,
    2.0,
);

/// The displacements along x, y, z and w.
pub(crate) const DISPLACEMENTS: [Key<Varying>; 4] = [
    signal("x", "displacement along x", 0.0),
    signal("y", "displacement along y", 0.0),
    signal("z", "displacement along z", 0.0),
    signal("w", "displacement in time", 0.0),
];

pub(crate) const AMPLITUDE: Key<f64> = number(
    "amplitude",
    "units",
    "multiplies every displacement",
    ANY,
    1.0,
);

pub(crate) const PROGRESSIVE: Key<bool> = flag(
    "progressive",
    "take each displacement where those before it have moved the position to",
    false,
);

pub(crate) const RADIUS: Key<f64> = number("radius", "units", "the radius", LENGTHS, 0.5);

pub(crate) const ORIGIN: Key<Vector> =
    vector("origin", "units", "where x = y = 0", &[0.0, 0.0, 0.0]);

pub(crate) const U: Key<Vector> = vector("u", "", "a unit of x", &[1.0]);

pub(crate) const V: Key<Vector> = vector("v", "", "a unit of y", &[0.0, 1.0]);

/// The range of what f32 positions are multiplied or divided by.
const LENGTHS: [f64; 2] = [1e-6, 1e6];
