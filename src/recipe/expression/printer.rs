//! The text of a node, with operators and calls.

use std::collections::BTreeMap;

use super::owned::is_plain;
use super::places::places;
use crate::limits::short;
use crate::noise::table::{Cell, Row, Table};
use crate::noise::{Derivative, Kind, ParamType, Step};

/// The most levels that are written within one another. Deeper nodes are bound to names.
const NESTING_MAX: usize = 16;

/// How tightly the outermost part of a text binds: from a choice to a single name or call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Comparison,
    Sum,
    Product,
    Power,
    Atom,
}

/// The text of a node, and how tightly it binds.
struct Text(String, Level);

/// Returns a name as expressions write it; `None` if they cannot.
fn quoted(name: &str) -> Option<String> {
    let is_slope = |part: &str| ["dx", "dy", "dz", "dw"].contains(&part);
    let mut parts = name.split('.');
    let is_path =
        parts.next().is_some_and(is_plain) && parts.all(|part| is_plain(part) && !is_slope(part));
    let has_no_place = |c: char| c == '`' || c.is_control();
    match is_path {
        true => Some(name.to_string()),
        false if name.is_empty() || name.contains(has_no_place) => None,
        false => Some(format!("`{name}`")),
    }
}

/// Writes one node of a table, with those that belong to it.
pub struct Printer<'a> {
    table: &'a Table,
    /// The rows that are written where they are used, with the number of levels that they take.
    inline: BTreeMap<&'a str, usize>,
    /// The rows that are bound to a name; inputs first.
    order: Vec<&'a str>,
    /// The names that they are bound to.
    bound: BTreeMap<&'a str, &'a str>,
}

impl<'a> Printer<'a> {
    /// Makes the printer of a node, and of the rows that are written within its text, inputs first.
    pub fn new(table: &'a Table, owner: &str, within: &[&'a str]) -> Option<Printer<'a>> {
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for name in within.iter().copied().chain([owner]) {
            let row = table.get(name)?;
            for input in row.inputs().skip(usize::from(is_square(row))) {
                *uses.entry(input).or_default() += 1;
            }
        }
        let mut printer = Printer {
            table,
            inline: BTreeMap::new(),
            order: Vec::new(),
            bound: BTreeMap::new(),
        };
        for &name in within {
            let row = &table[name];
            let label = name.strip_prefix(owner)?.strip_prefix('.')?;
            let stem = label.trim_end_matches(|c: char| c.is_ascii_digit());
            let stem = stem.strip_suffix('_').unwrap_or(label);
            let is_of_kind = [label, stem].contains(&row.kind.as_str());
            let levels = row.inputs().filter_map(|input| printer.inline.get(input));
            let levels = 1 + levels.max().unwrap_or(&0);
            if is_of_kind && uses.get(name) == Some(&1) && levels < NESTING_MAX {
                printer.inline.insert(name, levels);
            } else {
                printer.order.push(name);
                printer.bound.insert(name, label);
            }
        }
        Some(printer)
    }

    /// Returns the whole text: the bindings, and the node itself.
    pub fn text(&self, owner: &str) -> Option<String> {
        let mut text = String::new();
        for name in &self.order {
            text += &format!("let {} = {}; ", self.bound[name], self.row(name)?.0);
        }
        Some(text + &self.row(owner)?.0)
    }

    /// Returns the text of what a row uses.
    fn named(&self, name: &str) -> Option<Text> {
        if self.inline.contains_key(name) {
            return self.row(name);
        }
        let name = match self.bound.get(name) {
            Some(label) => label.to_string(),
            None => quoted(name)?,
        };
        Some(Text(name, Level::Atom))
    }

    fn row(&self, name: &str) -> Option<Text> {
        let row = self.table.get(name)?;
        let kind = Kind::from_name(&row.kind)?;
        match self.operation(kind, row) {
            Some(text) => text,
            None => self.call(kind, row),
        }
    }

    /// Returns the text of a row that has an operator; the outer `None` stands for one that has none.
    fn operation(&self, kind: Kind, row: &Row) -> Option<Option<Text>> {
        let all = |names: &[&str]| -> Option<Vec<&Cell>> {
            let cells = names.iter().map(|name| row.params.get(*name));
            let cells = cells.collect::<Option<Vec<_>>>()?;
            (row.params.len() == names.len()).then_some(cells)
        };
        let is_node = |cell: &Cell| matches!(cell, Cell::Text(_));
        let infix = |operator: &str, level: Level, right: Level| {
            let cells = all(&["a", "b"])?;
            let [a, b] = cells[..] else { return None };
            if !is_node(a) && !is_node(b) {
                return None;
            }
            Some(self.infix(a, operator, b, level, right))
        };
        match kind {
            Kind::Step(Step::Add) => infix("+", Level::Sum, Level::Product),
            Kind::Step(Step::Sub) => infix("-", Level::Sum, Level::Product),
            Kind::Step(Step::Mul) => match is_square(row) {
                true => Some(self.square(row)),
                false => infix("*", Level::Product, Level::Power),
            },
            Kind::Step(Step::Div) => infix("/", Level::Product, Level::Power),
            Kind::Step(Step::Select) => {
                let cells = all(&["a", "b", "by", "edge"])?;
                let [a, b, by, edge] = cells[..] else {
                    return None;
                };
                if !is_node(by) && !is_node(edge) {
                    return None;
                }
                Some(self.choice([by, edge, a, b]))
            }
            Kind::Derivative(Derivative::Partial) => {
                let cells = all(&["of", "axis"])?;
                let [of, Cell::Text(axis)] = cells[..] else {
                    return None;
                };
                if !is_node(of) || !["x", "y", "z", "w"].contains(&axis.as_str()) {
                    return None;
                }
                let of = self.operand(of, Level::Atom);
                Some(of.map(|of| Text(format!("{of}.d{axis}"), Level::Atom)))
            }
            _ => None,
        }
    }

    fn square(&self, row: &Row) -> Option<Text> {
        let base = self.operand(row.params.get("a")?, Level::Atom)?;
        Some(Text(format!("{base}^2"), Level::Power))
    }

    fn infix(
        &self,
        a: &Cell,
        operator: &str,
        b: &Cell,
        level: Level,
        right: Level,
    ) -> Option<Text> {
        let (a, b) = (self.operand(a, level)?, self.operand(b, right)?);
        Some(Text(format!("{a} {operator} {b}"), level))
    }

    fn choice(&self, [by, edge, a, b]: [&Cell; 4]) -> Option<Text> {
        let (by, edge) = (
            self.operand(by, Level::Sum)?,
            self.operand(edge, Level::Sum)?,
        );
        let (a, b) = (
            self.operand(a, Level::Comparison)?,
            self.operand(b, Level::Choice)?,
        );
        Some(Text(format!("{by} < {edge} ? {a} : {b}"), Level::Choice))
    }

    /// Returns the text of an operand, in brackets if it binds less tightly than its place needs.
    fn operand(&self, cell: &Cell, least: Level) -> Option<String> {
        match cell {
            Cell::Text(name) => {
                let Text(text, level) = self.named(name)?;
                Some(if level < least {
                    format!("({text})")
                } else {
                    text
                })
            }
            Cell::Number(number) => Some(short(*number)),
            _ => None,
        }
    }

    fn call(&self, kind: Kind, row: &Row) -> Option<Text> {
        let mut arguments = Vec::new();
        let mut done = Vec::new();
        for place in places(kind) {
            let cells = place.iter().map_while(|param| row.params.get(param.name));
            let cells: Vec<&Cell> = cells.collect();
            match (place.len(), &cells[..]) {
                (1, [cell]) => arguments.push(self.cell(cell, &place[0].of)?),
                // A 0 that is given would be left out of a vector.
                (2.., [_, _, ..]) if !cells.contains(&&Cell::Number(0.0)) => {
                    let components = cells.iter().map(|cell| self.operand(cell, Level::Choice));
                    let components: Vec<String> = components.collect::<Option<_>>()?;
                    arguments.push(format!("({})", components.join(", ")));
                }
                _ => break,
            }
            done.extend(place[..cells.len()].iter().map(|param| param.name));
        }
        let rest = (row.params.iter()).filter(|(name, _)| !done.contains(&name.as_str()));
        for (name, cell) in rest {
            let known = kind.param(name)?;
            arguments.push(format!("{name} = {}", self.cell(cell, &known.of)?));
        }
        let name = kind.name();
        // A source without arguments is its name, unless something else has that name.
        let is_bare = arguments.is_empty() && matches!(kind, Kind::Source(_));
        let is_taken = || {
            let mut labels = self.bound.values();
            self.table.contains_key(name) || labels.any(|label| *label == name)
        };
        Some(Text(
            match is_bare && !is_taken() {
                true => name.to_string(),
                false => format!("{name}({})", arguments.join(", ")),
            },
            Level::Atom,
        ))
    }

    fn cell(&self, cell: &Cell, of: &ParamType) -> Option<String> {
        Some(match (cell, of) {
            (_, ParamType::Signal { .. }) => self.operand(cell, Level::Choice)?,
            (Cell::Text(word), _) => quoted(word)?,
            (Cell::Picture(picture), _) => quoted(&picture.to_string())?,
            (Cell::Flag(flag), _) => flag.to_string(),
            (Cell::Number(number), _) => short(*number),
            (Cell::List(list), _) => format!("[{}]", joined(list)),
            (Cell::Points(points), _) => {
                let points: Vec<String> =
                    points.iter().map(|p| format!("[{}]", joined(p))).collect();
                format!("[{}]", points.join(", "))
            }
        })
    }
}

fn joined(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|n| short(*n)).collect();
    numbers.join(", ")
}

/// Whether a row multiplies a node by itself.
fn is_square(row: &Row) -> bool {
    let is_node = |cell: &&Cell| matches!(cell, Cell::Text(_));
    let both = ["a", "b"].map(|name| row.params.get(name).filter(is_node));
    let is_product = row.kind == Kind::Step(Step::Mul).name() && row.params.len() == 2;
    is_product && both[0].is_some() && both[0] == both[1]
}
