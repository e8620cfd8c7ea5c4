//! Changes to a recipe, as `--set` and other flags make them.

use super::Recipe;
use crate::noise::Kind;
use crate::noise::table::{Cell, Row};
use crate::{Error, Result};

impl Recipe {
    /// Sets `node.parameter`, `node.kind`, or a [parameter](super::Parameter) of the recipe. The value is checked later, with the
    /// whole recipe.
    ///
    /// `cells` and `frequency` replace each other.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a path without a dot that is no parameter of the recipe, and for a parameter's value that is no
    /// number; [`Error::Unknown`] for the name of a node that does not exist.
    pub fn set(&mut self, path: &str, value: Cell) -> Result<()> {
        let split = path.rsplit_once('.');
        let Some((node, param)) = split.filter(|_| !self.parameters.contains_key(path)) else {
            return self.set_parameter(path, value);
        };
        let Some(row) = self.nodes.get_mut(node) else {
            let known = self.nodes.keys().map(String::as_str);
            return Err(Error::unknown(path, node, known));
        };
        set(row, param, value);
        Ok(())
    }

    /// Returns the names of the nodes whose kind has a parameter of that name.
    pub fn nodes_with<'a>(&'a self, param: &'a str) -> impl Iterator<Item = &'a str> {
        let has_it = move |row: &Row| {
            Kind::from_name(&row.kind).is_some_and(|kind| kind.param(param).is_some())
        };
        (self.nodes.iter())
            .filter(move |(_, row)| has_it(row))
            .map(|(name, _)| name.as_str())
    }
}

/// Returns a value as TOML has it, as errors quote it.
pub(super) fn as_toml(value: Cell) -> String {
    toml::Value::try_from(value).map_or_else(|e| e.to_string(), |v| v.to_string())
}

/// Sets a parameter of a node, or its kind.
fn set(row: &mut Row, param: &str, value: Cell) {
    if param == "kind" {
        row.kind = match value {
            Cell::Text(kind) => kind,
            other => as_toml(other),
        };
        return;
    }
    let known = Kind::from_name(&row.kind).and_then(|kind| kind.param(param));
    if let Some(known) = known {
        row.params
            .retain(|given, _| !known.aliases.contains(&given.as_str()));
    }
    match param {
        "cells" => drop(row.params.remove("frequency")),
        "frequency" => drop(row.params.remove("cells")),
        _ => {}
    }
    let name = known.map_or(param, |known| known.name);
    row.params.insert(name.to_string(), value);
}
