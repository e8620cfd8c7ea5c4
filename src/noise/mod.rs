//! A [`Noise`]: a graph of nodes that describes a scalar function of position.
//!
//! A noise is pure data, independent of grids, backends and files. The GPU backend, the CPU backend and the
//! [`reference`](crate::reference) all evaluate the same graph.
//!
//! * [`Kind`]: the kinds of node, by role: sources, fractals, domain steps, derivatives, value steps;
//! * [`Param`]: what a parameter is, as data: name, unit, help, range, default;
//! * [`table`]: a graph as a table of named nodes, the form that recipes store.
//!
//! `docs/adding-a-node.md` lists the places of a new node.

mod argument;
mod axis;
mod build;
mod choices;
pub(crate) mod derivative;
pub(crate) mod domain;
mod fade;
pub(crate) mod foreign_names;
pub(crate) mod fractal;
pub(crate) mod key;
mod kind;
mod node;
pub mod of;
pub(crate) mod param;
pub(crate) mod picture;
mod read;
mod report;
mod rows;
mod shared;
pub(crate) mod source;
pub(crate) mod step;
pub mod table;
mod validate;

use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;
use std::sync::Arc;

pub use argument::{Octaves, PerAxis, Signal};
pub use axis::Axis;
pub use derivative::Derivative;
pub use domain::Domain;
pub use fade::Fade;
pub use fractal::{Fractal, OctavePeriod, OctavePositions, OctaveTables, RidgedForm};
pub(crate) use key::Key;
pub use kind::Kind;
pub use node::{Node, Value};
pub use param::{Info, Param, ParamType};
pub use picture::{Channel, Decoding, Edges, Filter, Picture};
pub(crate) use read::{Input, Read};
pub(crate) use shared::shared;
pub use source::{Hash, Metric, Source, WorleyMotion, WorleyOutput};
pub use step::Step;
pub(crate) use validate::DEPTH_MAX;

/// A scalar function of position, described as a graph of nodes.
///
/// Cloning is cheap and shares the graph. Methods such as [`Noise::fbm`] wrap a noise in another node; `+` and `*` combine
/// two. Ranges are not checked while a graph is built: the check comes once, when the graph becomes a
/// [`Program`](crate::program::Program).
///
/// `K` says what the outermost node is, and so which parameters it has: [`Noise::perlin`] has a
/// [`frequency`](Noise::frequency), [`Noise::fbm`] has [`octaves`](Noise::octaves). [`Noise::any`], or
/// `into`, makes a plain `Noise` of it, for lists, struct fields and the results of functions.
///
/// ```
/// use wgpu_noise::Noise;
///
/// let clouds = Noise::perlin().frequency(4.0).fbm().octaves(5).gain(0.6);
/// let marble = Noise::x() * 4.0 + clouds;
/// assert_eq!(marble.node().kind.name(), "add");
/// ```
///
/// A gain belongs to a fractal:
///
/// ```compile_fail,E0599
/// wgpu_noise::Noise::perlin().gain(0.5);
/// ```
pub struct Noise<K = of::Any> {
    node: Arc<Node>,
    of: PhantomData<fn() -> K>,
}

impl<K> Noise<K> {
    /// Returns the outermost node, which gives this noise its value.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// Returns an address that is equal for two handles of one node: a shared node is evaluated once.
    pub(crate) fn identity(&self) -> usize {
        Arc::as_ptr(&self.node) as usize
    }

    /// Returns the same noise as a plain `Noise`, as `into` does where the type is known from elsewhere.
    ///
    /// ```
    /// use wgpu_noise::Noise;
    ///
    /// let channels = [Noise::perlin().any(), Noise::worley().any(), Noise::x()];
    /// ```
    pub fn any(self) -> Noise {
        self.cast()
    }

    /// Returns the same noise under another type.
    fn cast<L>(self) -> Noise<L> {
        Noise {
            node: self.node,
            of: PhantomData,
        }
    }
}

impl<K> Clone for Noise<K> {
    fn clone(&self) -> Noise<K> {
        Noise {
            node: Arc::clone(&self.node),
            of: PhantomData,
        }
    }
}

/// Shows the table of the graph.
impl<K> Debug for Noise<K> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (nodes, roots) = table::write(&[self.into()]);
        f.debug_struct("Noise")
            .field("output", &roots[0])
            .field("nodes", &nodes)
            .finish()
    }
}

/// Two noises are equal if their graphs have equal nodes, names and parameters.
impl<K, L> PartialEq<Noise<L>> for Noise<K> {
    fn eq(&self, other: &Noise<L>) -> bool {
        node::are_equal(&self.node, &other.node)
    }
}

impl<K: of::Known> From<Noise<K>> for Noise {
    fn from(noise: Noise<K>) -> Noise {
        noise.any()
    }
}

/// Returns another handle of the same graph.
impl<K> From<&Noise<K>> for Noise {
    fn from(noise: &Noise<K>) -> Noise {
        noise.clone().any()
    }
}
