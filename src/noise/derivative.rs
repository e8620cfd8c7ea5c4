//! Derivatives: how a sub-graph's value changes with the position.

use super::Axis;
use super::key::{Key, Varying, choice, choice_among, input, params, signal};
use super::param::Info;
use super::rows::rows;

rows! {
    /// A node whose value is the derivative of its inputs with respect to the position, per unit of domain, and along w per unit of
    /// time. Below a `scale` the units are the scaled ones.
    ///
    /// Three kinds of derivative are refused: those of nodes that jump, if the inputs that decide the jump depend on the position,
    /// unless they are within [`Step::Piecewise`](super::Step::Piecewise); those of sources whose documentation says that they have
    /// none; and those of derivatives and of [`Fractal::Eroded`](super::Fractal::Eroded), which depends on some. At a kink, such as
    /// that of `abs` at 0, the derivative jumps.
    pub enum Derivative {
        /// The partial derivative along an axis.
        Partial => PARTIAL,
        /// A component of the curl of a vector potential (x, y, z). The component along x is ∂z/∂y − ∂y/∂z, along y
        /// ∂x/∂z − ∂z/∂x, and along z ∂y/∂x − ∂x/∂y. The curl is a flow without sources and sinks (Bridson, Houriham and
        /// Nordenstam, *Curl-Noise for Procedural Fluid Flow*, SIGGRAPH 2007).
        ///
        /// For a flow in a plane, give a scalar potential as z: the flow is (∂z/∂y, −∂z/∂x).
        Curl => CURL,
    }
}

static PARTIAL: Info = Info {
    name: "partial",
    help: "the derivative of `of` along an axis, per unit of domain",
    params: params![OF, ALONG],
};

static CURL: Info = Info {
    name: "curl",
    help: "a component of the curl of a potential (x, y, z); in a plane the potential is z",
    params: params![POTENTIAL[0], POTENTIAL[1], POTENTIAL[2], COMPONENT],
};

pub(crate) const OF: Key<Varying> = input("of", "the node whose derivative it is");

pub(crate) const ALONG: Key<Axis> = choice("axis", "along which axis");

/// The components of a potential along x, y and z.
pub(crate) const POTENTIAL: [Key<Varying>; 3] = [
    signal("x", "the potential's component along x", 0.0),
    signal("y", "the potential's component along y", 0.0),
    signal("z", "the potential's component along z", 0.0),
];

pub(crate) const COMPONENT: Key<Axis> =
    choice_among("component", "which component of the curl", SPACE);
const SPACE: &[&str] = &[Axis::X.name(), Axis::Y.name(), Axis::Z.name()];
