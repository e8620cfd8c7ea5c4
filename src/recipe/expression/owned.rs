//! Which rows of a table belong to one node, and are written within its expression.

use std::collections::BTreeSet;

use crate::noise::table::{Cell, Row, Table};

/// Returns the rows whose names begin with that of their owner, and which nothing but the owner depends on; inputs first.
pub fn owned(table: &Table, owner: &str) -> Vec<String> {
    let is_inner = |name: &str| {
        let label = name.strip_prefix(owner).and_then(|n| n.strip_prefix('.'));
        label.is_some_and(is_plain)
    };
    let mut inner = Vec::new();
    inputs_first(table, owner, &mut inner);
    inner.retain(|name| is_inner(name));
    loop {
        let count = inner.len();
        let outside = |user: &str| user != owner && !inner.iter().any(|own| own == user);
        let foreign: Vec<&str> = (table.iter())
            .filter(|(user, _)| outside(user))
            .flat_map(|(_, row)| inputs(row))
            .collect();
        inner.retain(|name| !foreign.contains(&name.as_str()));
        if inner.len() == count {
            return inner;
        }
    }
}

/// Adds a row and those that it depends on, each after its inputs.
fn inputs_first(table: &Table, name: &str, found: &mut Vec<String>) {
    let mut open = vec![(name, false)];
    let mut seen = BTreeSet::new();
    while let Some((name, is_done)) = open.pop() {
        if is_done {
            found.push(name.to_string());
        } else if let Some(row) = table.get(name)
            && seen.insert(name)
        {
            open.push((name, true));
            open.extend(inputs(row).map(|input| (input, false)));
        }
    }
}

/// Iterates over the texts of a row, among them the names of its inputs.
pub fn inputs(row: &Row) -> impl Iterator<Item = &str> {
    row.params.values().filter_map(|cell| match cell {
        Cell::Text(name) => Some(name.as_str()),
        _ => None,
    })
}

/// Whether a name can be written without backticks.
pub fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    let begins = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    begins && name != "let" && chars.all(|c| c.is_alphanumeric() || c == '_')
}
