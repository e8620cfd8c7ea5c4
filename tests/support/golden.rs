//! Reading the golden files.

use std::path::Path;

use serde_json::Value;

pub fn golden(name: &str) -> Value {
    // The tests run in a package at the top of the repository, and in one within it.
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut paths = folders.map(|folder| folder.join("tests/golden").join(name));
    let path = paths.find(|path| path.exists()).expect("a golden file");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

pub fn natural(value: &Value) -> u32 {
    let number = value.as_u64().expect("a whole number");
    number.try_into().expect("a number of 32 bits")
}

pub fn naturals(value: &Value) -> Vec<u32> {
    list(value).iter().map(natural).collect()
}

pub fn word(value: &Value) -> &str {
    value.as_str().expect("a word")
}

/// Reals are strings in the golden files, so that they are read back exactly.
pub fn real(value: &Value) -> f64 {
    word(value).parse().expect("a real")
}
