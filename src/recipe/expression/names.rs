//! The names that an expression may use, and those that its nodes get.

use std::collections::BTreeSet;

use crate::noise::table::{COORDINATES, Table};

/// The names around an expression.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The nodes of the recipe.
    pub nodes: &'a BTreeSet<&'a str>,
    /// The parts of other expressions, whose names are taken.
    pub parts: Option<&'a Table>,
    /// The node that the expression is; its parts are called `owner.kind`. Those of an expression on its own have plain names.
    pub owner: Option<&'a str>,
    /// The parameters of the recipe; `None` where neither they nor the imports are known, so that any other name may be one of
    /// them.
    pub parameters: Option<&'a BTreeSet<&'a str>>,
    /// Another name of one of the nodes.
    pub alias: Option<(&'a str, &'a str)>,
}

impl Names<'_> {
    /// Returns the node of a name, which may be a coordinate.
    pub fn node<'s>(&'s self, name: &'s str) -> Option<&'s str> {
        let alias = self.alias.filter(|(alias, _)| *alias == name);
        match name {
            _ if self.nodes.contains(name) => Some(name),
            _ if COORDINATES.contains(&name) => Some(name),
            _ => alias.map(|(_, node)| node),
        }
    }

    /// Whether a name that nothing else has is that of a parameter of the recipe.
    pub fn is_parameter(&self, name: &str) -> bool {
        self.parameters.is_none_or(|known| known.contains(name))
    }

    /// Whether a name is known to be that of a parameter, which a node cannot have.
    fn has_parameter(&self, name: &str) -> bool {
        self.parameters.is_some_and(|known| known.contains(name))
    }

    /// Whether a node may get a name.
    pub fn is_free(&self, name: &str) -> bool {
        let is_part = self.parts.is_some_and(|parts| parts.contains_key(name));
        self.node(name).is_none() && !self.has_parameter(name) && !is_part
    }

    /// Iterates over all names of nodes and parameters.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let parameters = self.parameters.into_iter().flatten().copied();
        let nodes = self.nodes.iter().copied().chain(COORDINATES);
        nodes
            .chain(parameters)
            .chain(self.alias.map(|(alias, _)| alias))
    }

    /// Returns the name of a new node without a number, such as `rock.perlin`.
    pub fn stem(&self, label: &str) -> String {
        match self.owner {
            Some(owner) => format!("{owner}.{label}"),
            None => label.to_string(),
        }
    }
}
