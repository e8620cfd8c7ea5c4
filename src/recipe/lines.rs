//! Which line of a recipe a field stands on.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::Error;

/// The lines of a recipe's fields: `size`, `veins`, `veins.octaves`.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    file: String,
    of: BTreeMap<String, usize>,
}

impl Lines {
    /// The lines of a text, and the name of its file for messages. A text that is no TOML has none.
    pub fn of(text: &str, file: &str) -> Lines {
        let mut lines = Lines {
            file: file.to_string(),
            of: BTreeMap::new(),
        };
        if let Ok(table) = DeTable::parse(text) {
            lines.add(text, table.get_ref());
        }
        lines
    }

    fn add(&mut self, text: &str, table: &DeTable) {
        let mut nodes = None;
        for (key, value) in table {
            let name = key.get_ref();
            match (name.as_ref(), value.get_ref()) {
                ("nodes", DeValue::Table(table)) => nodes = Some(table),
                _ => {
                    // An unknown key is a field of the recipe as a whole.
                    self.insert(format!("recipe.{name}"), line(text, key));
                    self.insert(name.to_string(), line(text, key));
                }
            }
        }
        for (key, node) in nodes.into_iter().flatten() {
            let name = key.get_ref();
            self.insert(name.to_string(), line(text, key));
            for (param, _) in node.get_ref().as_table().into_iter().flatten() {
                self.insert(format!("{name}.{}", param.get_ref()), line(text, param));
            }
        }
    }

    /// A node may have the name of a top-level key; the key was there first.
    fn insert(&mut self, field: String, line: usize) {
        self.of.entry(field).or_insert(line);
    }

    /// The error as one of the recipe, with the line of the field at fault; any other error as it
    /// is.
    pub fn locate(&self, error: Error) -> Error {
        match error.fields().iter().find_map(|field| self.of.get(field)) {
            Some(line) => Error::Recipe(format!("{}:{line}: {error}", self.file)),
            None => error,
        }
    }
}

/// The line, from 1, on which something begins.
pub(super) fn line<T>(text: &str, at: &Spanned<T>) -> usize {
    line_at(text, at.span().start)
}

/// The line, from 1, of a byte.
pub(super) fn line_at(text: &str, byte: usize) -> usize {
    let before = &text.as_bytes()[..byte.min(text.len())];
    1 + before.iter().filter(|&&b| b == b'\n').count()
}
