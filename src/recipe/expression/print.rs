//! Writes nodes as expressions, and checks that they are read back.

use std::collections::BTreeSet;

use super::names::Names;
use super::owned::Graph;
use super::printer::Printer;
use super::{RESULT, expand};
use crate::noise::table::Table;

/// A node of a recipe, with the rows that are written within its text.
pub struct Printed<'a> {
    pub text: String,
    /// The names of these rows.
    pub within: Vec<&'a str>,
}

/// Returns the expression of a node of a table. The rows called `owner.label` are written within it, if no other node uses
/// them and if they get their names back when the text is read. `names` are those of the table.
///
/// `None` if no expression makes the row, such as one of an unknown kind.
pub fn print<'a>(
    graph: &Graph<'a>,
    names: &mut BTreeSet<&'a str>,
    owner: &'a str,
) -> Option<Printed<'a>> {
    let table = graph.table;
    let mut is_whole = |printed: &Printed<'a>| {
        let expected = printed.within.iter().copied().chain([owner]);
        let expected = expected.map(|name| (name.to_string(), table[name].clone()));
        for name in &printed.within {
            names.remove(name);
        }
        let around = Names {
            nodes: names,
            parts: None,
            owner: Some(owner),
            parameters: None,
            alias: None,
        };
        let read = expand(&printed.text, &around);
        names.extend(&printed.within);
        read.is_ok_and(|read| read.rows == expected.collect::<Table>())
    };
    let ways = [graph.owned(owner), Vec::new()];
    let mut texts = ways.into_iter().filter_map(|within| {
        let text = Printer::new(table, owner, &within)?.text(owner)?;
        Some(Printed { text, within })
    });
    texts.find(|printed| is_whole(printed))
}

/// Returns one expression of all rows of a table, whose root is [`RESULT`]. The others begin with its name and a dot.
pub fn print_whole(table: &Table) -> Option<String> {
    let within = Graph::new(table).owned(RESULT);
    Printer::new(table, RESULT, &within)?.text(RESULT)
}
