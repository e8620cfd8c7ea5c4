//! Reading the recipe of a store.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::METADATA;
use crate::format::texts::{RECIPE_KEY, read_json};

/// What is read from the metadata of the root.
#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    attributes: HashMap<String, Value>,
}

/// Reads the recipe from the attributes of the root.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    let found: Found = read_json(&path.join(METADATA))?;
    let recipe = found.attributes.get(RECIPE_KEY).and_then(Value::as_str);
    Ok(recipe.map(str::to_string))
}
