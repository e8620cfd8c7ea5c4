//! Reading the recipe of a store.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::super::contents::{RECIPE_KEY, TEXT_MAX, damaged};
use super::METADATA;

/// What is read from the metadata of the root.
#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    attributes: HashMap<String, Value>,
}

/// Reads the recipe from the attributes of the root.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    let mut json = Vec::new();
    let mut file = File::open(path.join(METADATA))?.take(TEXT_MAX as u64 + 1);
    file.read_to_end(&mut json)?;
    if json.len() > TEXT_MAX {
        let what = format!("its metadata has more than {TEXT_MAX} bytes");
        return Err(damaged(&what));
    }
    let found: Found = serde_json::from_slice(&json)?;
    let recipe = found.attributes.get(RECIPE_KEY).and_then(Value::as_str);
    Ok(recipe.map(str::to_string))
}
