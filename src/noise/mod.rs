//! WHAT is asked for: a [`Noise`], a graph of nodes that describes a scalar function of position.
//!
//! A noise is pure data. It knows no grid, no backend and no file: the same graph becomes GPU code,
//! CPU code and the numbers of the [`reference`](crate::reference).
//!
//! * [`Kind`]: the kinds of node, by role: sources, fractals, domain steps, derivatives, value steps;
//! * [`Param`]: what a parameter is, as data: name, unit, help, range, default;
//! * [`table`]: a graph as a table of named nodes, the form that recipes store.
//!
//! # Adding a node
//!
//! 1. What it is: a variant in `kind.rs`; its name, help and parameters as a row in `source.rs`, `fractal.rs`, `domain.rs` or
//!    `step.rs`; a method in `build/`.
//! 2. Its definition, in f64: `src/reference/`.
//! 3. What the program knows of it: `src/program/lower/` makes operations of it; `src/program/noises/` has a file for each
//!    lattice source and `src/program/steps/` the rules of each value step: range, error, jumps.
//! 4. Its twins: a source in `src/cpu/pointwise/` and `shaders/noise/`, called from `src/wgsl/compose/noises.rs`; a value step in
//!    `src/cpu/steps.rs` and `src/wgsl/compose/steps.rs`.
//! 5. A row in `src/verify/`, to which every backend is held. Tests ask for one for each node and each of its parameters.
//!
//! `CONTRIBUTING.md` has the list with each file.

mod argument;
mod axis;
mod build;
pub(crate) mod derivative;
pub(crate) mod domain;
mod fade;
pub(crate) mod fractal;
pub(crate) mod key;
mod kind;
pub mod of;
pub(crate) mod param;
pub(crate) mod source;
mod step;
pub mod table;
mod validate;
mod word;

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;
use std::sync::Arc;

pub use argument::{Octaves, PerAxis, Signal};
pub use axis::Axis;
pub use derivative::Derivative;
pub use domain::Domain;
pub use fade::Fade;
pub use fractal::{Fractal, OctavePeriod, OctaveTables, RidgedForm};
pub(crate) use key::{Input, Key, Read};
pub use kind::Kind;
pub use param::{Info, Param, ParamType};
pub use source::{Hash, Metric, Source, WorleyMotion, WorleyOutput};
pub use step::Step;

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

/// One step of the graph: a kind and the parameters that differ from its defaults.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Node {
    /// What the node computes.
    pub kind: Kind,
    /// The name that recipes and [`Params`](crate::program::Params) use; made up where absent.
    pub name: Option<String>,
    /// Parameters by name, as they were given.
    pub params: BTreeMap<String, Value>,
}

/// A parameter as it was given, not yet checked against its [`Param`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A number; whole numbers too.
    Number(f64),
    /// Numbers for x, y, z.
    List(Vec<f64>),
    /// Pairs of numbers.
    Points(Vec<[f64; 2]>),
    /// One of a few words.
    Text(String),
    /// On or off.
    Flag(bool),
    /// Another node of the graph.
    Noise(Noise),
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

    /// The same noise under another type.
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

impl<K> Debug for Noise<K> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Noise").field(&self.node).finish()
    }
}

/// Equal graphs, with equal names and equal parameters.
impl<K, L> PartialEq<Noise<L>> for Noise<K> {
    fn eq(&self, other: &Noise<L>) -> bool {
        self.node == other.node
    }
}

impl<K: of::Known> From<Noise<K>> for Noise {
    fn from(noise: Noise<K>) -> Noise {
        noise.any()
    }
}

/// Another handle of the same graph.
impl<K> From<&Noise<K>> for Noise {
    fn from(noise: &Noise<K>) -> Noise {
        noise.clone().any()
    }
}

impl Node {
    /// What was given for a parameter, under its name or an alias.
    pub(crate) fn given(&self, param: &Param) -> Option<&Value> {
        self.params.get(param.name).or_else(|| {
            param
                .aliases
                .iter()
                .find_map(|&alias| self.params.get(alias))
        })
    }
}
