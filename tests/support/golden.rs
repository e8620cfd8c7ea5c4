//! Reading the golden files.

use serde_json::Value;

pub fn golden(name: &str) -> Value {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
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
