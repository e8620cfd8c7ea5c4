//! A graph as a table of named nodes: the form that recipes store and serde reads.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeStruct};

use super::validate::too_large;
use super::{DEPTH_MAX, Kind, Node, Noise, ParamType, Picture, Source, Value};
use crate::{Error, Result};

/// Nodes by name. An input is the name of another node, or `x`, `y`, `z` or `w` for a coordinate.
pub type Table = BTreeMap<String, Row>;

/// A node as recipes store it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The name of the kind.
    pub kind: String,
    /// Parameters by name.
    #[serde(flatten)]
    pub params: BTreeMap<String, Cell>,
}

impl Row {
    /// Iterates over the names of the nodes that it takes as inputs.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &str> {
        let kind = Kind::from_name(&self.kind);
        self.params
            .iter()
            .filter_map(move |(param, cell)| match cell {
                Cell::Text(input) if kind.is_some_and(|kind| is_input(kind, param)) => {
                    Some(input.as_str())
                }
                _ => None,
            })
    }
}

/// A parameter's value as recipes store it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "a parameter of a node must be a number, numbers or pairs of numbers in a list, a text, true, false"
)]
pub enum Cell {
    /// On or off.
    Flag(bool),
    /// A number; whole numbers too.
    Number(#[serde(serialize_with = "shortest")] f64),
    /// A number for each axis.
    List(Vec<f64>),
    /// Pairs of numbers.
    Points(Vec<[f64; 2]>),
    /// A word or the name of a node.
    Text(String),
    /// A picture that was loaded, which is written as its path and its digest.
    #[serde(skip_deserializing)]
    Picture(Picture),
}

/// Writes a whole number without a decimal point: `octaves = 5`.
fn shortest<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    let whole = *number as i64;
    match whole as f64 == *number
        && whole.unsigned_abs() < 1 << 53
        && (whole != 0 || number.is_sign_positive())
    {
        true => serializer.serialize_i64(whole),
        false => serializer.serialize_f64(*number),
    }
}

/// The most pictures that one recipe may have made: each takes time and memory.
const MADE_MAX: usize = 8;

pub(crate) const COORDINATES: [&str; 4] = ["x", "y", "z", "w"];

/// Returns the graphs whose roots are the named nodes. Nodes that several graphs use are shared.
///
/// # Errors
/// [`Error::Unknown`] for a node or kind that does not exist, [`Error::Invalid`] for a cycle, and [`Error::TooLarge`] for a graph
/// that is too deep.
pub fn read(table: &Table, roots: &[impl AsRef<str>]) -> Result<Vec<Noise>> {
    let mut reader = Reader {
        table,
        done: HashMap::new(),
        open: Vec::new(),
        pictures: HashMap::new(),
    };
    roots
        .iter()
        .map(|root| reader.node("channels", root.as_ref()))
        .collect()
}

struct Reader<'a> {
    table: &'a Table,
    done: HashMap<&'a str, Noise>,
    /// The nodes whose inputs are being read, outermost first.
    open: Vec<&'a str>,
    /// The pictures that were made, by their names.
    pictures: HashMap<&'a str, Picture>,
}

impl<'a> Reader<'a> {
    fn node(&mut self, user: &str, name: &str) -> Result<Noise> {
        if let Some(noise) = self.done.get(name) {
            return Ok(noise.clone());
        }
        let Some((name, row)) = self.table.get_key_value(name) else {
            return self.coordinate(user, name);
        };
        if self.open.contains(&name.as_str()) {
            let path = self.open.join(" -> ");
            let allowed =
                format!("a node that does not depend on this one: {path} -> {name} is a cycle");
            return Err(Error::invalid(user, format!("`{name}`"), allowed));
        }
        if self.open.len() >= DEPTH_MAX {
            return Err(too_large("depth", DEPTH_MAX));
        }
        self.open.push(name);
        let noise = self.make(name, row)?;
        self.open.pop();
        self.done.insert(name, noise.clone());
        Ok(noise)
    }

    /// Makes the coordinate that needs no row, one node for all of its users.
    fn coordinate(&mut self, user: &str, name: &str) -> Result<Noise> {
        let known = COORDINATES.into_iter().find(|known| *known == name);
        let known = known.ok_or_else(|| self.unknown(user, name))?;
        let noise = Noise::of_kind(Kind::Source(Source::Coordinate)).name(known);
        let noise = noise.set("axis", known);
        self.done.insert(known, noise.clone());
        Ok(noise)
    }

    fn make(&mut self, name: &str, row: &'a Row) -> Result<Noise> {
        let kind = Kind::find(format!("{name}.kind"), &row.kind)?;
        row.params
            .iter()
            .try_fold(Noise::of_kind(kind).name(name), |noise, (param, cell)| {
                let value = match cell {
                    Cell::Text(input) if is_input(kind, param) => {
                        Value::Noise(self.node(&format!("{name}.{param}"), input)?)
                    }
                    Cell::Text(word) if is_path(kind, param) => {
                        let made = self.picture(&format!("{name}.{param}"), word)?;
                        made.map_or_else(|| Value::Text(word.clone()), Value::Picture)
                    }
                    Cell::Text(word) => Value::Text(word.clone()),
                    Cell::Flag(flag) => Value::Flag(*flag),
                    Cell::Number(number) => Value::Number(*number),
                    Cell::List(list) => Value::List(list.clone()),
                    Cell::Points(points) => Value::Points(points.clone()),
                    Cell::Picture(picture) => Value::Picture(picture.clone()),
                };
                Ok(noise.set(param, value))
            })
    }

    /// Makes the picture of a name; none for the path of a file.
    fn picture(&mut self, field: &str, name: &'a str) -> Result<Option<Picture>> {
        if let Some(picture) = self.pictures.get(name) {
            return Ok(Some(picture.clone()));
        }
        if self.pictures.len() == MADE_MAX && Picture::is_made(name) {
            let allowed = format!("at most {MADE_MAX} made pictures in a recipe");
            return Err(Error::invalid(field, name, allowed));
        }
        let made = Picture::by_name(name).transpose();
        let made = made.map_err(|error| error.with_field(field))?;
        if let Some(picture) = &made {
            self.pictures.insert(name, picture.clone());
        }
        Ok(made)
    }

    fn unknown(&self, user: &str, name: &str) -> Error {
        if name.contains('(') {
            let allowed = "the name of a node; an expression is a node of its own";
            return Error::invalid(user, format!("the expression `{name}`"), allowed);
        }
        let known = self.table.keys().map(String::as_str).chain(COORDINATES);
        Error::unknown(user, name, known)
    }
}

/// Whether a parameter takes the name of a node.
pub(crate) fn is_input(kind: Kind, param: &str) -> bool {
    (kind.param(param)).is_some_and(|known| matches!(known.of, ParamType::Signal { .. }))
}

fn is_path(kind: Kind, param: &str) -> bool {
    (kind.param(param)).is_some_and(|known| matches!(known.of, ParamType::Path))
}

/// Returns the table of some graphs, and the names of their roots.
pub fn write(roots: &[Noise]) -> (Table, Vec<String>) {
    let names = names(roots);
    let mut table = Table::new();
    let name = |noise: &Noise| names[&noise.identity()].clone();
    each_node(roots, &mut |noise| {
        let Node { kind, params, .. } = noise.node();
        let cell = |value: &Value| match value {
            Value::Number(number) => Cell::Number(*number),
            Value::List(list) => Cell::List(list.clone()),
            Value::Points(points) => Cell::Points(points.clone()),
            Value::Picture(picture) => Cell::Picture(picture.clone()),
            Value::Text(word) => Cell::Text(word.clone()),
            Value::Flag(flag) => Cell::Flag(*flag),
            Value::Noise(input) => Cell::Text(name(input)),
        };
        let row = Row {
            kind: kind.name().to_string(),
            params: params.iter().map(|(k, v)| (k.clone(), cell(v))).collect(),
        };
        table.insert(name(noise), row);
    });
    (table, roots.iter().map(name).collect())
}

/// Returns a name for every node: its own or its kind's, with a number if the name is taken. Names that were given are taken
/// first.
pub(crate) fn names(roots: &[Noise]) -> HashMap<usize, String> {
    let mut names = HashMap::new();
    let mut taken = HashSet::new();
    each_node(roots, &mut |noise| {
        if let Some(name) = &noise.node().name
            && taken.insert(name.clone())
        {
            names.insert(noise.identity(), name.clone());
        }
    });
    // The last number of each name.
    let mut last: HashMap<&str, u32> = HashMap::new();
    each_node(roots, &mut |noise| {
        let stem = noise.node().label();
        names.entry(noise.identity()).or_insert_with(|| {
            loop {
                let number = last.entry(stem).and_modify(|last| *last += 1).or_insert(1);
                let name = match number {
                    1 => stem.to_string(),
                    number => format!("{stem}_{number}"),
                };
                if taken.insert(name.clone()) {
                    return name;
                }
            }
        });
    });
    names
}

/// Calls `visit` once for every node, inputs before their users.
fn each_node<'a>(roots: &'a [Noise], visit: &mut impl FnMut(&'a Noise)) {
    let inputs = |noise: &'a Noise| {
        let values = noise.node().params.values();
        values.filter_map(|value| match value {
            Value::Noise(input) => Some(input),
            _ => None,
        })
    };
    let mut seen = HashSet::new();
    // The nodes from a root down, with the inputs that are still to visit: a graph may be deeper than a thread's stack.
    let mut open = Vec::new();
    for root in roots {
        if seen.insert(root.identity()) {
            open.push((root, inputs(root)));
        }
        while let Some((noise, rest)) = open.last_mut() {
            match rest.next() {
                Some(input) if seen.insert(input.identity()) => open.push((input, inputs(input))),
                Some(_) => {}
                None => {
                    visit(noise);
                    open.pop();
                }
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(rename = "Noise")]
struct Written {
    nodes: Table,
    output: String,
}

impl<K> Serialize for Noise<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (nodes, roots) = write(&[self.into()]);
        let mut written = serializer.serialize_struct("Noise", 2)?;
        written.serialize_field("output", &roots[0])?;
        written.serialize_field("nodes", &nodes)?;
        written.end()
    }
}

impl<'de> Deserialize<'de> for Noise {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Noise, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let mut noises = read(&written.nodes, &[written.output]).map_err(de::Error::custom)?;
        Ok(noises.remove(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_given_are_kept() {
        let named = Noise::perlin().fbm().name("perlin_2");
        let inner = Noise::perlin() + Noise::perlin().seed(1);
        let (table, roots) = write(&[inner * named]);
        assert_eq!(table["perlin_2"].kind, "fbm");
        assert!(table.contains_key("perlin_3") && table.contains_key("perlin_4"));
        let again = read(&table, &roots).expect("a right table");
        assert_eq!(write(&again), (table, roots));
    }

    #[test]
    fn a_coordinate_is_one_node() {
        let text = "a = { kind = \"add\", a = \"x\", b = \"x\" }\nx_2 = { kind = \"mul\", a = \"a\", b = \"x\" }";
        let table: Table = toml::from_str(text).expect("a table");
        let (table, _) = write(&read(&table, &["x_2"]).expect("a right table"));
        assert_eq!(table.keys().collect::<Vec<_>>(), ["a", "x", "x_2"]);
    }
}
