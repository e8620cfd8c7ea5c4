//! WHAT is asked for: a [`Noise`], a graph of nodes that describes a scalar function of position.
//!
//! A noise is pure data. It knows no grid, no backend and no file: the same graph becomes GPU code,
//! CPU code and the numbers of the [`reference`](crate::reference).
//!
//! * [`kind`]: the kinds of node, by role: sources, fractals, domain steps, derivatives, value steps;
//! * [`param`]: what a parameter is: name, unit, help, range, default, as data;
//! * [`build`]: the methods that make graphs;
//! * [`table`]: a graph as a table of named nodes, the form that recipes write down;
//! * [`validate`]: the one place where a node's parameters are checked.
//!
//! # Adding a node
//!
//! 1. What it is: a variant in `kind.rs`; its name, help and parameters as a row in `source.rs`, `fractal.rs`, `domain.rs` or
//!    `step.rs`; a method in `build/`.
//! 2. Its definition, in f64: `src/reference/`.
//! 3. What the program knows of it: `src/program/lower/` makes operations of it, `bounds.rs` and `steps/` have its range, its
//!    steepness and its error.
//! 4. Its twins: a source in `src/cpu/points/` and `shaders/noise/`, called from `src/wgsl/compose/noises.rs`; a value step in
//!    `src/cpu/steps.rs` and `src/wgsl/compose/steps.rs`.
//! 5. A row in `src/verify/`, to which every backend is held. Tests ask for one for each node and each of its parameters.

pub mod build;
mod derivative;
mod domain;
pub(crate) mod fractal;
pub mod kind;
pub mod param;
pub(crate) mod source;
mod step;
pub mod table;
pub mod validate;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use kind::{Derivative, Domain, Fractal, Kind, Source, Step};
pub use param::{Info, Param, ParamType};

/// A scalar function of position, described as a graph of nodes.
///
/// Cloning is cheap and shares the graph. Methods such as [`Noise::fbm`] wrap a noise in another
/// node; `+` and `*` combine two. Nothing is checked while a graph is built: the check comes
/// once, when the graph is turned into a [`Program`](crate::program::Program).
///
/// ```
/// use wgpu_noise::Noise;
///
/// let clouds = Noise::perlin().frequency(4.0).fbm().octaves(5).gain(0.6);
/// let marble = Noise::x() * 4.0 + clouds;
/// assert_eq!(marble.node().kind.name(), "add");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Noise(Arc<Node>);

/// One step of the graph: a kind and the parameters that differ from its defaults.
#[derive(Clone, Debug, PartialEq)]
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

impl Noise {
    /// The node that gives this noise its value.
    pub fn node(&self) -> &Node {
        &self.0
    }

    /// An address that is equal for two handles of one node: a shared node is evaluated once.
    pub(crate) fn identity(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
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

    /// The parameter of that name in the kind's description.
    ///
    /// Only for names that stand in this crate's own tables.
    pub(crate) fn describe(&self, name: &str) -> &'static Param {
        self.kind
            .params()
            .iter()
            .find(|param| param.name == name)
            .unwrap_or_else(|| unreachable!("{} has no parameter {name}", self.kind.name()))
    }

    /// A number, or its default. Call after [`Noise::validate`].
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        let param = self.describe(name);
        match self.given(param) {
            Some(Value::Number(number)) => Some(*number),
            _ => param.default_number(),
        }
    }

    /// Numbers for x, y, z: one number stands for all three. Call after [`Noise::validate`].
    pub(crate) fn per_axis(&self, name: &str) -> Option<PerAxis> {
        let param = self.describe(name);
        match self.given(param) {
            Some(Value::Number(number)) => Some(PerAxis::All(*number)),
            Some(Value::List(list)) => Some(PerAxis::Each(list.clone())),
            _ => param.default_number().map(PerAxis::All),
        }
    }

    /// A word, or its default. Call after [`Noise::validate`].
    pub(crate) fn word(&self, name: &str) -> &str {
        let param = self.describe(name);
        match (self.given(param), &param.of) {
            (Some(Value::Text(word)), _) => word,
            (_, ParamType::Choice { words }) => words[0],
            _ => "",
        }
    }

    /// A flag, or its default. Call after [`Noise::validate`].
    pub(crate) fn flag(&self, name: &str) -> bool {
        let param = self.describe(name);
        match (self.given(param), &param.of) {
            (Some(Value::Flag(flag)), _) => *flag,
            (_, ParamType::Flag { default }) => *default,
            _ => false,
        }
    }

    /// The numbers of a vector, or their default. Call after [`Noise::validate`].
    pub(crate) fn vector(&self, name: &str) -> &[f64] {
        let param = self.describe(name);
        match (self.given(param), &param.of) {
            (Some(Value::List(list)), _) => list,
            (_, ParamType::Vector { default, .. }) => default,
            _ => &[],
        }
    }

    /// Whether the word `auto` stands for a number. Call after [`Noise::validate`].
    pub(crate) fn is_auto(&self, name: &str) -> bool {
        matches!(self.given(self.describe(name)), Some(Value::Text(_)))
    }

    /// A list of numbers, where one is given. Call after [`Noise::validate`].
    pub(crate) fn list(&self, name: &str) -> Option<&[f64]> {
        match self.given(self.describe(name)) {
            Some(Value::List(list)) => Some(list),
            _ => None,
        }
    }

    /// Pairs of numbers, or their default. Call after [`Noise::validate`].
    pub(crate) fn points(&self, name: &str) -> &[[f64; 2]] {
        let param = self.describe(name);
        match (self.given(param), &param.of) {
            (Some(Value::Points(points)), _) => points,
            (_, ParamType::Points { default }) => default,
            _ => &[],
        }
    }

    /// What flows into a parameter that can vary in space. Call after [`Noise::validate`].
    pub(crate) fn signal(&self, name: &str) -> Signal<'_> {
        let param = self.describe(name);
        match self.given(param) {
            Some(Value::Noise(noise)) => Signal::Noise(noise),
            Some(Value::Number(number)) => Signal::Number(*number),
            _ => Signal::Number(param.default_number().unwrap_or_default()),
        }
    }
}

/// What flows into a parameter that can vary in space.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signal<'a> {
    Number(f64),
    Noise(&'a Noise),
}

/// A parameter of the axes of space.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PerAxis {
    All(f64),
    Each(Vec<f64>),
}

impl PerAxis {
    /// The number of axis 0 (x), 1 (y) or 2 (z); `None` where the list ends before it.
    pub fn get(&self, axis: usize) -> Option<f64> {
        match self {
            PerAxis::All(number) => Some(*number),
            PerAxis::Each(list) => list.get(axis).copied(),
        }
    }
}
