//! Which flag, or which line of a recipe, gave each field its value, so that an error can name it as the user wrote it.

use std::collections::BTreeMap;

use wgpu_noise::Error;
use wgpu_noise::recipe::Lines;

/// The flag or the line of the recipe that gave each field its value.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    flags: BTreeMap<String, String>,
    lines: Lines,
}

impl Provenance {
    /// Returns the provenance of a recipe's fields: each is on its line.
    pub fn of_recipe(lines: Lines) -> Provenance {
        Provenance {
            flags: BTreeMap::new(),
            lines,
        }
    }

    /// Notes that a field got its value from a flag.
    pub fn insert(&mut self, field: impl Into<String>, flag: impl Into<String>) {
        self.flags.insert(field.into(), flag.into());
    }

    /// Sets a field to the value of the flag of its name, if that was given.
    pub fn set<T>(&mut self, field: &str, to: &mut T, given: Option<T>) {
        if let Some(given) = given {
            *to = given;
            self.insert(field, format!("--{}", field.replace('_', "-")));
        }
    }

    /// Returns the error with the flag, or the recipe's file and line, in place of the field.
    pub fn name(&self, error: Error) -> Error {
        match error
            .fields()
            .iter()
            .find_map(|field| self.flags.get(field))
        {
            Some(flag) => error.with_field(flag),
            None => self.lines.locate(error),
        }
    }
}
