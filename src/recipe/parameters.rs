//! The parameters of a recipe: numbers with names of their own, for those who use the recipe.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Recipe;
use super::edit::as_toml;
use crate::limits::{ANY, between, short};
use crate::noise::param::AUTO;
use crate::noise::table::{COORDINATES, Cell, Table};
use crate::noise::{Kind, ParamType};
use crate::{Error, Result};

/// A number of a recipe, under a name that expressions and tables use in its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { default = 0.5 }")]
pub struct Parameter {
    /// The value, unless it is set.
    pub default: f64,
    /// Its least and its greatest value.
    #[serde(default = "any", skip_serializing_if = "is_any")]
    pub range: [f64; 2],
    /// What it does, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

fn any() -> [f64; 2] {
    ANY
}

fn is_any(range: &[f64; 2]) -> bool {
    *range == ANY
}

impl Parameter {
    /// Describes the allowed values, as errors quote them.
    pub fn allowed(&self) -> String {
        format!("a number {}", between(self.range))
    }

    fn check(&self, field: &str) -> Result<()> {
        let [low, high] = self.range;
        if !(ANY[0] <= low && low < high && high <= ANY[1]) {
            let allowed = format!("two numbers {}, the lower first", between(ANY));
            return Err(Error::invalid(
                format!("{field}.range"),
                format!("{:?}", self.range),
                allowed,
            ));
        }
        match low <= self.default && self.default <= high {
            true => Ok(()),
            false => Err(Error::invalid(field, short(self.default), self.allowed())),
        }
    }
}

impl Recipe {
    /// Sets a parameter of the recipe. The range is checked later, with the whole recipe.
    pub(super) fn set_parameter(&mut self, name: &str, value: Cell) -> Result<()> {
        let Some(parameter) = self.parameters.get_mut(name) else {
            let mut allowed: Vec<String> = (self.nodes_with(name))
                .map(|node| format!("{node}.{name}"))
                .collect();
            if allowed.is_empty() {
                allowed.push("node.parameter".to_string());
            }
            allowed.extend(self.parameters.keys().cloned());
            return Err(Error::invalid(name, "this name", allowed.join(", ")));
        };
        let Cell::Number(number) = value else {
            return Err(Error::invalid(name, as_toml(value), parameter.allowed()));
        };
        parameter.default = number;
        Ok(())
    }

    /// Checks the parameters, and that nothing else has their names.
    pub(super) fn check_parameters(&self) -> Result<()> {
        for (name, parameter) in &self.parameters {
            let field = format!("parameters.{name}");
            let is_taken = self.nodes.contains_key(name)
                || name == AUTO
                || COORDINATES.contains(&name.as_str())
                || Kind::from_name(name).is_some();
            if is_taken {
                let allowed =
                    "a name that no node, no kind of node and no coordinate has, nor auto";
                return Err(Error::invalid(field, "this name", allowed));
            }
            parameter.check(&field)?;
        }
        Ok(())
    }

    /// Returns the nodes with the numbers of the parameters in the place of their names.
    /// [`table::read`](crate::noise::table::read) makes noises of these.
    pub fn resolved(&self) -> Cow<'_, Table> {
        if self.parameters.is_empty() {
            return Cow::Borrowed(&self.nodes);
        }
        let mut nodes = self.nodes.clone();
        for row in nodes.values_mut() {
            for (name, cell) in &mut row.params {
                if let Cell::Text(word) = cell
                    && let Some(parameter) = self.parameters.get(word)
                    && takes_parameter(&row.kind, name)
                {
                    *cell = Cell::Number(parameter.default);
                }
            }
        }
        Cow::Owned(nodes)
    }
}

/// Whether a parameter of a kind of node takes the name of a parameter of the recipe in place of a number.
pub(super) fn takes_parameter(kind: &str, name: &str) -> bool {
    let param = Kind::from_name(kind).and_then(|kind| kind.param(name));
    param.is_some_and(|param| takes_number(&param.of))
}

fn takes_number(of: &ParamType) -> bool {
    match of {
        ParamType::Number { .. }
        | ParamType::Whole { .. }
        | ParamType::PerAxis { .. }
        | ParamType::Signal { .. } => true,
        ParamType::Choice { .. }
        | ParamType::Axes
        | ParamType::Flag { .. }
        | ParamType::Path
        | ParamType::Vector { .. }
        | ParamType::List { .. }
        | ParamType::Points { .. } => false,
    }
}
