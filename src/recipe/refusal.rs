//! What the TOML parser and serde refuse, as errors of a field and its line.

use toml::de::DeTable;

use super::Recipe;
use super::lines::line_at;
use crate::Error;
use crate::erosion::Erosion;

/// The longest value that an error shows as it stands in the text, in bytes.
const SHOWN_MAX: usize = 60;

/// Returns the error of the TOML parser with the line and, if the text could be parsed to a table, the field.
pub(super) fn refusal(
    text: &str,
    file: &str,
    table: Option<&DeTable>,
    error: toml::de::Error,
) -> Error {
    let message = error.message().lines().collect::<Vec<_>>().join("; ");
    let Some(span) = error.span() else {
        return Error::malformed(message).in_recipe(file, None);
    };
    let value = text.get(span.clone()).unwrap_or_default();
    let fault = match table.and_then(|table| field_at(table, span.start)) {
        Some(field) => fault_of(field, &message, value),
        None if message == "duplicate key" => Error::malformed(format!("{message} `{value}`")),
        None => Error::malformed(message),
    };
    fault.in_recipe(file, Some(line_at(text, span.start)))
}

/// Returns the error of a field's value, or of its name.
fn fault_of(field: String, message: &str, value: &str) -> Error {
    if let Some((name, known)) = unknown_field(message) {
        let of = field.rsplit_once('.').map_or("recipe", |(of, _)| of);
        return Error::unknown(of, name, known);
    }
    if let Some(name) = missing_field(message) {
        let field = format!("{field}.{name}");
        let allowed = allowed(&field).unwrap_or_default();
        return Error::left_out(field, allowed);
    }
    match allowed(&field) {
        Some(allowed) => Error::invalid(field, found(message, value), allowed),
        None => Error::malformed(message).with_field(field),
    }
}

/// Returns the name and the known ones of a message such as "unknown field `a`, expected `b` or `c`".
fn unknown_field(message: &str) -> Option<(&str, impl Iterator<Item = &str>)> {
    let (name, known) = message.strip_prefix("unknown field `")?.split_once('`')?;
    Some((name, known.split('`').skip(1).step_by(2)))
}

/// Returns the name of a message such as "missing field `a`".
fn missing_field(message: &str) -> Option<&str> {
    message.strip_prefix("missing field `")?.strip_suffix('`')
}

/// Returns what a message says was found. Where serde describes the value in its own words, it is the value as it stands.
fn found<'a>(message: &'a str, value: &'a str) -> &'a str {
    let of_value = [
        "invalid type: ",
        "invalid value: ",
        "unknown variant ",
        "wanted ",
        "`range` must be",
    ];
    let is_of_value = of_value.iter().any(|start| message.starts_with(start));
    if is_of_value && value.len() <= SHOWN_MAX && !value.contains('\n') {
        return value;
    }
    let found = message
        .split_once(", expected ")
        .map_or(message, |(found, _)| found);
    found.split_once(": ").map_or(found, |(_, found)| found)
}

/// Returns what a field may hold, with an example of a list, as TOML writes it.
fn allowed(field: &str) -> Option<String> {
    let key = match field.split('.').collect::<Vec<_>>()[..] {
        ["parameters", _, "default"] => return Some("a number".into()),
        ["parameters", _, "range"] => return Some("two numbers".into()),
        ["parameters", _, "help"] => "title",
        ["erosion", name] => return Erosion::allowed(name),
        [key] | [key @ ("outputs" | "parameters"), _] | ["outputs", _, key] => key,
        _ => return None,
    };
    let example = match key {
        "size" => ", such as [64, 64]",
        "extent" => ", such as [1, 1]",
        "origin" => ", such as [0, 0, 0, 0]",
        "box" => ", such as [[0, 64], [64, 128]]",
        _ => "",
    };
    Recipe::allowed(key).map(|allowed| allowed + example)
}

/// Returns the field whose name or value contains a byte, such as `size` or `nodes.veins.octaves`.
fn field_at(table: &DeTable, byte: usize) -> Option<String> {
    table.iter().find_map(|(key, value)| {
        let inner = value
            .get_ref()
            .as_table()
            .and_then(|table| field_at(table, byte));
        let is_here = key.span().contains(&byte) || value.span().contains(&byte);
        match inner {
            Some(inner) => Some(format!("{}.{inner}", key.get_ref())),
            None => is_here.then(|| key.get_ref().to_string()),
        }
    })
}
