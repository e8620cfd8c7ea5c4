//! Where a field's value came from, so that an error can name it as its user wrote it.

use std::collections::BTreeMap;

use wgpu_noise::Error;
use wgpu_noise::recipe::Lines;

/// The flag or the line of the recipe that each field came from.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    flags: BTreeMap<String, String>,
    lines: Lines,
}

impl Origins {
    /// The fields of a recipe, each on its line.
    pub fn of_recipe(lines: Lines) -> Origins {
        Origins {
            flags: BTreeMap::new(),
            lines,
        }
    }

    /// The field's value came from a flag.
    pub fn insert(&mut self, field: impl Into<String>, flag: impl Into<String>) {
        self.flags.insert(field.into(), flag.into());
    }

    /// The error with the flag, or the recipe's file and line, in place of the field.
    pub fn name(&self, error: Error) -> Error {
        let fields = error.fields();
        match fields
            .iter()
            .find_map(|field| self.flags.get_key_value(field))
        {
            Some((field, flag)) => rename(error, field, flag),
            None => self.lines.locate(error),
        }
    }
}

fn rename(error: Error, from: &str, flag: &str) -> Error {
    match error {
        Error::Invalid { given, allowed, .. } => Error::Invalid {
            field: flag.to_string(),
            given,
            allowed,
        },
        Error::Unknown {
            given,
            nearest,
            known,
            ..
        } => Error::Unknown {
            field: flag.to_string(),
            given,
            nearest,
            known,
        },
        Error::TooLarge {
            what,
            needed,
            limit,
        } => Error::TooLarge {
            what: what.replacen(from, flag, 1),
            needed,
            limit,
        },
        other => other,
    }
}
