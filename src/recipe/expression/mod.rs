//! Expressions: a graph of nodes in one line, such as `fbm(perlin(4), octaves = 5) - 0.3`.
//!
//! * `grammar` parses a text into a `tree`; it is made of `tokens`;
//! * `build` makes nodes of it, with `value`, `operations`, `call`, `places` (which parameters are positional) and `names`;
//! * `library` has the functions that every expression may call, and `smooth_curve` one more, which takes a list;
//! * `entries` reads the nodes of a recipe, which are tables or expressions;
//! * `write` writes noises and recipes as expressions, with `print`, `printer` and `owned` (what is written within one);
//! * `refusal` says what is wrong and where.
//!
//! An expression makes the rows that a recipe with tables would have, so that nothing else knows of it. `docs/expressions.md`
//! describes the language.

mod build;
mod call;
mod entries;
mod grammar;
mod library;
mod names;
mod operations;
mod owned;
mod places;
mod print;
mod printer;
mod refusal;
mod smooth_curve;
mod tokens;
mod tree;
mod value;
mod write;

use std::str::FromStr;

use super::Recipe;
use crate::noise::table::{self, Cell, Row, Table};
use crate::noise::{Kind, Step};
use crate::{Error, Noise, Result};
use build::Builder;
use names::Names;
use refusal::Refusal;

pub use library::{Function, functions};

pub(super) use entries::{check, nodes};

/// The file in errors of an expression on its own.
const EXPRESSION: &str = "expression";

/// The name of the outermost row where a noise is written as an expression.
const RESULT: &str = "result";

/// The nodes of an expression, and which of them is its value. That may be a node around it.
struct Expansion {
    rows: Table,
    result: String,
}

/// Makes the nodes of an expression.
fn expand(text: &str, names: &Names) -> Result<Expansion, Refusal> {
    if text.len() > Recipe::BYTES_MAX {
        let message = format!("an expression of more than {} bytes", Recipe::BYTES_MAX);
        return Err(Refusal::new(0, message));
    }
    let body = grammar::parse(text)?;
    let mut builder = Builder::new(&body, names);
    let outermost = builder.build()?;
    let mut rows = builder.rows;
    let result = match names.owner {
        // The outermost node gets the name of the owner; one that was there before keeps its own, and the owner is that times 1.
        Some(owner) => {
            let row = rows.remove(&outermost).unwrap_or_else(|| {
                let times_1 = [("a", Cell::Text(outermost)), ("b", Cell::Number(1.0))];
                row(Kind::Step(Step::Mul), times_1)
            });
            rows.insert(owner.to_string(), row);
            owner.to_string()
        }
        None => outermost,
    };
    let used = used(&rows, &result);
    rows.retain(|name, _| used.contains(name));
    Ok(Expansion { rows, result })
}

fn row<'p>(kind: Kind, params: impl IntoIterator<Item = (&'p str, Cell)>) -> Row {
    let params = params.into_iter();
    Row {
        kind: kind.name().to_string(),
        params: (params.map(|(name, cell)| (name.to_string(), cell))).collect(),
    }
}

/// Returns the names of the rows that a row depends on, itself included.
fn used(rows: &Table, root: &str) -> Vec<String> {
    let mut used = vec![root.to_string()];
    let mut next = 0;
    while let Some(row) = used.get(next).and_then(|name| rows.get(name)) {
        for name in row.inputs().filter(|name| rows.contains_key(*name)) {
            if !used.iter().any(|known| known == name) {
                used.push(name.to_string());
            }
        }
        next += 1;
    }
    used
}

impl Recipe {
    /// Returns the recipe of an expression on its own, on the default grid.
    ///
    /// # Errors
    /// [`Error::Expression`] with the line and the column.
    pub fn of_expression(text: &str) -> Result<Recipe> {
        let mut recipe = Recipe::default();
        recipe.express(text, "")?;
        Ok(recipe)
    }

    /// Makes an expression the only channel. It may name the nodes of the recipe; `own_name` is another name of its only channel.
    ///
    /// ```
    /// use wgpu_noise::recipe::Preset;
    ///
    /// let mut caves = Preset::find("caves")?.recipe()?;
    /// caves.express("caves * 0.5 + 0.5", "caves")?;
    /// assert_eq!(caves.channels, ["add"]);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Expression`] with the line and the column.
    pub fn express(&mut self, text: &str, own_name: &str) -> Result<()> {
        let names = Names {
            nodes: &self.nodes.keys().map(String::as_str).collect(),
            parts: None,
            owner: None,
            parameters: Some(&self.parameters.keys().map(String::as_str).collect()),
            alias: match &self.channels[..] {
                [only] => Some((own_name, only)),
                _ => None,
            },
        };
        let expansion = expand(text, &names).map_err(|r| r.in_text(text, EXPRESSION))?;
        self.nodes.extend(expansion.rows);
        self.channels = vec![expansion.result];
        self.transfer = None;
        Ok(())
    }
}

/// Makes the noise of an expression.
///
/// ```
/// use wgpu_noise::Noise;
///
/// let ridges: Noise = "ridged(perlin, octaves = 6) - 0.3 * worley(8)".parse()?;
/// assert_eq!(ridges.node().kind.name(), "sub");
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
///
/// # Errors
/// [`Error::Expression`] with the line and the column. Ranges are checked with the graph, when it becomes a
/// [`Program`](crate::Program).
impl FromStr for Noise {
    type Err = Error;

    fn from_str(text: &str) -> Result<Noise> {
        let Recipe {
            nodes, channels, ..
        } = Recipe::of_expression(text)?;
        let mut noises = table::read(&nodes, &channels)?;
        Ok(noises.remove(0))
    }
}
