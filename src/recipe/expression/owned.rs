//! Which rows of a table belong to one node, and are written within its expression.

use std::collections::{HashMap, HashSet};

use crate::noise::table::Table;

/// A table, and which of its rows use each.
pub struct Graph<'a> {
    pub table: &'a Table,
    users: HashMap<&'a str, Vec<&'a str>>,
}

impl<'a> Graph<'a> {
    pub fn new(table: &'a Table) -> Graph<'a> {
        let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
        for (user, row) in table {
            for input in row.inputs() {
                users.entry(input).or_default().push(user);
            }
        }
        Graph { table, users }
    }

    /// Returns the rows whose names begin with that of their owner, and which nothing but the owner depends on; inputs first.
    pub fn owned(&self, owner: &str) -> Vec<&'a str> {
        let mut inner = self.inner(owner);
        let mut kept: HashSet<&str> = [owner].into();
        // The users of a row come after it.
        for name in inner.iter().rev() {
            if self.users[name].iter().all(|user| kept.contains(user)) {
                kept.insert(name);
            }
        }
        inner.retain(|name| kept.contains(name));
        inner
    }

    /// Returns the rows called `owner.label` that a row depends on through nothing but such rows, each after its inputs.
    fn inner(&self, owner: &str) -> Vec<&'a str> {
        let is_inner = |name: &str| {
            let label = name.strip_prefix(owner).and_then(|n| n.strip_prefix('.'));
            label.is_some_and(is_plain)
        };
        let mut found = Vec::new();
        let (mut open, mut seen) = (vec![(owner, false)], HashSet::new());
        while let Some((name, is_done)) = open.pop() {
            let Some((name, row)) = self.table.get_key_value(name) else {
                continue;
            };
            if is_done {
                found.push(name.as_str());
            } else if seen.insert(name) {
                open.push((name, true));
                let inner = row.inputs().filter(|input| is_inner(input));
                open.extend(inner.map(|input| (input, false)));
            }
        }
        // The owner itself is last.
        found.pop();
        found
    }
}

/// Whether a name can be written without backticks.
pub fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    let begins = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    begins && name != "let" && chars.all(|c| c.is_alphanumeric() || c == '_')
}
