//! The line of each field in the text of a recipe, for error messages.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::Error;

/// The line of each field of a recipe, such as `size`, `veins` and `veins.octaves`.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    file: String,
    of: BTreeMap<String, usize>,
}

impl Lines {
    /// Finds the lines of a text. `file` is its name in messages. A text that is not TOML has no fields.
    pub fn of(text: &str, file: &str) -> Lines {
        DeTable::parse(text).map_or_else(
            |_| Lines::default(),
            |table| Lines::of_table(text, file, table.get_ref()),
        )
    }

    /// Finds the lines of a text that was read.
    pub(super) fn of_table(text: &str, file: &str, table: &DeTable) -> Lines {
        let mut lines = Lines {
            file: file.to_string(),
            of: BTreeMap::new(),
        };
        lines.add(text, table);
        lines
    }

    fn add(&mut self, text: &str, table: &DeTable) {
        let mut nodes = None;
        for (key, value) in table {
            let name = key.get_ref();
            match (name.as_ref(), value.get_ref()) {
                ("nodes", DeValue::Table(table)) => nodes = Some(table),
                _ => {
                    // Errors name an unknown key `recipe.key`.
                    self.insert(format!("recipe.{name}"), line(text, key));
                    self.insert(name.to_string(), line(text, key));
                }
            }
        }
        for (key, _) in table_of(table, "imports").into_iter().flatten() {
            self.insert(key.get_ref().to_string(), line(text, key));
        }
        for (key, _) in table_of(table, "erosion").into_iter().flatten() {
            self.insert(format!("erosion.{}", key.get_ref()), line(text, key));
        }
        for of in ["parameters", "outputs"] {
            for (key, value) in table_of(table, of).into_iter().flatten() {
                let name = format!("{of}.{}", key.get_ref());
                for (own, _) in value.get_ref().as_table().into_iter().flatten() {
                    self.insert(format!("{name}.{}", own.get_ref()), line(text, own));
                }
                self.insert(name, line(text, key));
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

    /// Keeps the first line of a field: a node may have the name of a top-level key, and keys come first.
    fn insert(&mut self, field: String, line: usize) {
        self.of.entry(field).or_insert(line);
    }

    /// Returns the error as [`Error::Recipe`], with the line of the field at fault. An error of another field, or one that has
    /// its place, is returned unchanged.
    pub fn locate(&self, error: Error) -> Error {
        let line = error.fields().iter().find_map(|field| self.of.get(field));
        match (error, line) {
            (error @ Error::Recipe { .. }, _) | (error, None) => error,
            (error, Some(&line)) => error.in_recipe(&self.file, Some(line)),
        }
    }
}

/// Returns the line on which something begins, counted from 1.
pub(super) fn line<T>(text: &str, at: &Spanned<T>) -> usize {
    line_at(text, at.span().start)
}

/// Returns the line of a byte, counted from 1.
pub(super) fn line_at(text: &str, byte: usize) -> usize {
    let before = &text.as_bytes()[..byte.min(text.len())];
    1 + before.iter().filter(|&&b| b == b'\n').count()
}

/// Returns the table under a key.
pub(super) fn table_of<'a, 'de>(table: &'a DeTable<'de>, key: &str) -> Option<&'a DeTable<'de>> {
    table.get(key)?.get_ref().as_table()
}
