//! A node of a graph, and the values of its parameters.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::{Kind, Noise, Param, Picture};

/// One step of the graph: a kind and the parameters that differ from its defaults.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Node {
    /// What the node computes.
    pub kind: Kind,
    /// The name that recipes and [`Params`](crate::Params) use. A node without one is named after its kind.
    pub name: Option<String>,
    /// Parameters by name, as they were given.
    pub params: BTreeMap<String, Value>,
}

/// A parameter as it was given, not yet checked against its [`Param`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A real or whole number.
    Number(f64),
    /// Numbers for x, y, z.
    List(Vec<f64>),
    /// Pairs of numbers.
    Points(Vec<[f64; 2]>),
    /// One of a few words.
    Text(String),
    /// On or off.
    Flag(bool),
    /// The pixels of a picture.
    Picture(Picture),
    /// Another node of the graph.
    Noise(Noise),
}

impl Node {
    /// Returns the value that was given for a parameter, under its name or an alias.
    pub(crate) fn given(&self, param: &Param) -> Option<&Value> {
        self.params.get(param.name).or_else(|| {
            param
                .aliases
                .iter()
                .find_map(|&alias| self.params.get(alias))
        })
    }
}

/// Returns whether two graphs are equal. Each pair of nodes is compared once, however often it is shared.
pub(super) fn are_equal(a: &Arc<Node>, b: &Arc<Node>) -> bool {
    let mut compared = HashSet::new();
    let mut open = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        let is_new = compared.insert((Arc::as_ptr(a), Arc::as_ptr(b)));
        if Arc::ptr_eq(a, b) || !is_new {
            continue;
        }
        if a.kind != b.kind || a.name != b.name || a.params.len() != b.params.len() {
            return false;
        }
        for ((name, value), (other_name, other)) in a.params.iter().zip(&b.params) {
            match (value, other) {
                _ if name != other_name => return false,
                (Value::Noise(a), Value::Noise(b)) => open.push((&a.node, &b.node)),
                _ if value != other => return false,
                _ => {}
            }
        }
    }
    true
}

/// Drops the nodes below one after the other. Each within the drop of the next, a deep graph would need more stack than a thread
/// has.
impl Drop for Node {
    fn drop(&mut self) {
        let mut below = take_noises(&mut self.params);
        while let Some(noise) = below.pop() {
            if let Some(mut node) = Arc::into_inner(noise.node) {
                below.append(&mut take_noises(&mut node.params));
            }
        }
    }
}

fn take_noises(params: &mut BTreeMap<String, Value>) -> Vec<Noise> {
    let noise = |value| match value {
        Value::Noise(noise) => Some(noise),
        _ => None,
    };
    (std::mem::take(params).into_values())
        .filter_map(noise)
        .collect()
}
