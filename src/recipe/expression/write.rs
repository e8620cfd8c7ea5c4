//! Recipes and noises as expressions.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use super::RESULT;
use super::owned::{Graph, is_plain};
use super::print::{print, print_whole};
use crate::noise::table::{self, COORDINATES, Cell, Row, Table};
use crate::noise::{Kind, Source};
use crate::{Error, Noise, Recipe, Result};

/// A node as it is written.
#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
    Expression(String),
    Row(&'a Row),
}

#[derive(Serialize)]
struct Nodes<'a> {
    nodes: BTreeMap<&'a str, Entry<'a>>,
}

impl Recipe {
    /// Returns the recipe as TOML with an expression for each node, from which [`Recipe::parse`] makes an equal recipe.
    ///
    /// Nodes keep their names. What an expression has made is written as one again.
    pub fn to_expressions(&self) -> String {
        let mut nodes = BTreeMap::new();
        let mut within = HashSet::new();
        let graph = Graph::new(&self.nodes);
        let mut names = self.nodes.keys().map(String::as_str).collect();
        for (name, row) in &self.nodes {
            // A name sorts before those that begin with it.
            if within.contains(name.as_str()) {
                continue;
            }
            let entry = match print(&graph, &mut names, name) {
                Some(printed) => {
                    within.extend(printed.within);
                    Entry::Expression(printed.text)
                }
                None => Entry::Row(row),
            };
            nodes.insert(name.as_str(), entry);
        }
        let head = Recipe {
            nodes: Table::new(),
            ..self.clone()
        };
        let head = head.to_toml();
        let head = head.trim_end().trim_end_matches("[nodes]");
        let nodes = toml::to_string(&Nodes { nodes })
            .unwrap_or_else(|error| unreachable!("nodes are texts and tables: {error}"));
        format!("{head}{nodes}")
    }
}

impl Noise {
    /// Returns the noise as an expression, from which `parse` makes the same graph. A node that is used more than once, or whose
    /// name is not that of its kind, is bound to a name before.
    ///
    /// ```
    /// use wgpu_noise::Noise;
    ///
    /// let hills = Noise::perlin().frequency(4.0).fbm().octaves(6) * 0.5;
    /// let text = hills.to_expression()?;
    /// assert_eq!(text, "fbm(perlin(4), octaves = 6) * 0.5");
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Noise::validate`].
    pub fn to_expression(&self) -> Result<String> {
        self.validate()?;
        let (table, roots) = table::write(std::slice::from_ref(self));
        // Parts of functions have names with dots.
        let joined = |name: &str| name.replace('.', "_");
        let mut alike: HashMap<String, usize> = HashMap::new();
        for name in table.keys() {
            *alike.entry(joined(name)).or_default() += 1;
        }
        let new_name = |name: &String| match (coordinate(&table[name]), joined(name)) {
            _ if roots.contains(name) => RESULT.to_string(),
            (Some(axis), _) => axis.to_string(),
            (None, joined)
                if is_plain(&joined)
                    && !COORDINATES.contains(&joined.as_str())
                    && alike[&joined] == 1 =>
            {
                format!("{RESULT}.{joined}")
            }
            // Bytes in hexadecimal keep names apart.
            (None, _) => {
                let bytes: String = name.bytes().map(|byte| format!("{byte:02x}")).collect();
                format!("{RESULT}.n_{bytes}")
            }
        };
        let renamed = table.iter().map(|(name, row)| {
            let is_input = |param: &str| {
                Kind::from_name(&row.kind).is_some_and(|kind| table::is_input(kind, param))
            };
            let params = row.params.iter().map(|(param, cell)| {
                let cell = match cell {
                    Cell::Text(name) if is_input(param) => Cell::Text(new_name(name)),
                    other => other.clone(),
                };
                (param.clone(), cell)
            });
            let (kind, params) = (row.kind.clone(), params.collect());
            (new_name(name), Row { kind, params })
        });
        print_whole(&renamed.collect()).ok_or_else(|| {
            let allowed = "nodes with finite numbers";
            Error::invalid(self.node().label(), "a node without an expression", allowed)
        })
    }
}

/// Returns the axis of a coordinate, which is its name in expressions.
fn coordinate(row: &Row) -> Option<&str> {
    let is_coordinate = row.kind == Kind::Source(Source::Coordinate).name();
    match row.params.get("axis") {
        Some(Cell::Text(axis)) if is_coordinate => Some(axis),
        _ => None,
    }
}
