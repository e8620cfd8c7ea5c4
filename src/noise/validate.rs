//! The one place where a node's parameters are checked against their descriptions.

use std::collections::HashMap;

use super::param::AUTO;
use super::{Fractal, Kind, Node, Noise, Param, ParamType, Value};
use crate::limits::{ANY, POINTS_MAX, POINTS_MIN, short};
use crate::{Error, Result};

/// The greatest depth of a graph: evaluators recurse once per node.
pub(crate) const DEPTH_MAX: usize = 256;
/// The most nodes of a graph expanded to a tree, in which a shared node counts once per use: a node
/// may have to be evaluated at another position for each use.
const TREE_MAX: usize = 1 << 16;

impl<K> Noise<K> {
    /// Checks the parameters of every node: their names, types and ranges, and that required inputs are given.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] for a parameter's name, [`Error::Invalid`] for a value and for a derivative below another, and
    /// [`Error::TooLarge`] for a graph deeper than 256 nodes or of more than 65536 nodes, shared ones
    /// counted once per use.
    pub fn validate(&self) -> Result<()> {
        visit(&self.into(), 1, &mut HashMap::new()).map(|_| ())
    }
}

/// The size of the graph at and below a node.
#[derive(Clone, Copy)]
struct Extent {
    depth: usize,
    tree: usize,
    /// Whether it takes a derivative, or a node below does.
    derivative: bool,
}

impl Extent {
    /// Returns that of a node without inputs.
    fn of(node: &Node) -> Extent {
        Extent {
            depth: 1,
            tree: 1,
            derivative: matches!(
                node.kind,
                Kind::Derivative(_) | Kind::Fractal(Fractal::Eroded)
            ),
        }
    }
}

fn visit(noise: &Noise, above: usize, seen: &mut HashMap<usize, Extent>) -> Result<Extent> {
    if let Some(&extent) = seen.get(&noise.identity()) {
        return limited(extent, above);
    }
    let node = noise.node();
    let own = Extent::of(node);
    limited(own, above)?;
    check_names(node)?;
    for param in node.kind.params() {
        check(node, param)?;
    }
    let mut extent = own;
    for value in node.params.values() {
        if let Value::Noise(input) = value {
            let below = visit(input, above + 1, seen)?;
            extent.depth = extent.depth.max(below.depth + 1);
            extent.tree = extent.tree.saturating_add(below.tree);
            if own.derivative && below.derivative {
                let given = "a noise that is made of derivatives itself";
                let allowed = "one that is made without partial, curl and eroded";
                return Err(Error::invalid(node.label(), given, allowed));
            }
            extent.derivative |= below.derivative;
        }
    }
    seen.insert(noise.identity(), extent);
    limited(extent, above)
}

fn limited(extent: Extent, above: usize) -> Result<Extent> {
    if above + extent.depth - 1 > DEPTH_MAX {
        return Err(too_large("depth", DEPTH_MAX));
    }
    if extent.tree > TREE_MAX {
        return Err(too_large("number of nodes", TREE_MAX));
    }
    Ok(extent)
}

/// What is beyond a limit is not counted further.
pub(super) fn too_large(what: &str, limit: usize) -> Error {
    Error::too_large(
        format!("the graph's {what}"),
        format!("more than {limit}"),
        limit,
    )
}

fn check_names(node: &Node) -> Result<()> {
    let params = node.kind.params();
    if let Some(given) = (node.params.keys()).find(|given| node.kind.param(given).is_none()) {
        let known = (params.iter())
            .flat_map(|param| std::iter::once(param.name).chain(param.aliases.iter().copied()));
        return Err(Error::unknown(node.label(), given, known));
    }
    for param in params {
        let twice = (param.aliases.iter()).find(|&&alias| {
            node.params.contains_key(param.name) && node.params.contains_key(alias)
        });
        if let Some(alias) = twice {
            let given = format!("{} and {alias}", param.name);
            return Err(Error::invalid(
                node.label(),
                given,
                "one of them: they are one parameter",
            ));
        }
    }
    Ok(())
}

fn check(node: &Node, param: &Param) -> Result<()> {
    let field = || format!("{}.{}", node.label(), param.name);
    match node.given(param) {
        Some(value) if fits(value, &param.of) => Ok(()),
        Some(value) => Err(match (value, &param.of) {
            (Value::Text(word), ParamType::Choice { words }) => {
                Error::unknown(field(), word, words.iter().copied())
            }
            _ => Error::invalid(field(), value, param.allowed()),
        }),
        None if param.is_required() => Err(Error::left_out(field(), param.allowed())),
        None => Ok(()),
    }
}

fn fits(value: &Value, of: &ParamType) -> bool {
    let within = |number: f64, range: &[f64; 2]| range[0] <= number && number <= range[1];
    match (value, of) {
        (Value::Number(number), ParamType::Number { range, .. }) => within(*number, range),
        (Value::Number(number), ParamType::Whole { range, .. }) => {
            number.fract() == 0.0 && within(*number, &range.map(f64::from))
        }
        (Value::Text(word), ParamType::Whole { auto, .. }) => *auto && word == AUTO,
        (Value::List(list), ParamType::List { range, most }) => {
            (1..=*most as usize).contains(&list.len()) && list.iter().all(|n| within(*n, range))
        }
        (Value::Number(number), ParamType::PerAxis { range, whole, .. }) => {
            within(*number, range) && (!whole || number.fract() == 0.0)
        }
        (Value::List(list), ParamType::PerAxis { range, whole, .. }) => {
            (1..=3).contains(&list.len())
                && (list.iter()).all(|n| within(*n, range) && (!whole || n.fract() == 0.0))
        }
        (Value::List(list), ParamType::Vector { zero, .. }) => {
            (1..=3).contains(&list.len())
                && list.iter().all(|n| within(*n, &ANY))
                && (*zero || list.iter().any(|n| *n != 0.0))
        }
        (Value::Points(points), ParamType::Points { .. }) => {
            (POINTS_MIN..=POINTS_MAX).contains(&points.len())
                && (points.as_flattened().iter()).all(|n| within(*n, &ANY))
        }
        (Value::Text(_) | Value::Picture(_), ParamType::Path) => true,
        (Value::Text(word), ParamType::Choice { words }) => words.contains(&word.as_str()),
        (Value::Text(letters), ParamType::Axes) => are_axes(letters),
        (Value::Flag(_), ParamType::Flag { .. }) => true,
        (Value::Number(number), ParamType::Signal { range, .. }) => within(*number, range),
        (Value::Noise(_), ParamType::Signal { .. }) => true,
        _ => false,
    }
}

/// Whether the letters are one or more of x, y, z, w, each at most once and in this order.
fn are_axes(letters: &str) -> bool {
    let places: Option<Vec<usize>> = letters.chars().map(|letter| "xyzw".find(letter)).collect();
    places.is_some_and(|places| !places.is_empty() && places.is_sorted_by(|a, b| a < b))
}

impl Node {
    /// Returns the name in messages: the given one, else the kind's.
    pub(crate) fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(self.kind.name())
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Number(number) => f.write_str(&short(*number)),
            Value::List(list) => write!(f, "{list:?}"),
            Value::Points(points) => write!(f, "{points:?}"),
            Value::Text(text) => write!(f, "\"{text}\""),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Picture(picture) => write!(f, "`{picture}`"),
            Value::Noise(noise) => write!(f, "the node `{}`", noise.node().label()),
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
