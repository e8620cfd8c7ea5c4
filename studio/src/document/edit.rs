//! Changes one value in the text of a recipe and leaves the rest as it is written, comments included.
//!
//! The text is changed where the parser says that the value lies, or within an expression. If the result does not say what it
//! should, as with forms of TOML that this does not know, the whole recipe is written anew.

use std::ops::Range;

use toml::de::{DeTable, DeValue};
use wgpu_noise::Recipe;
use wgpu_noise::noise::table::Cell;

use super::expression;

/// Returns what a text says without what it imports; `None` if it is not TOML, or says NaN, which no recipe may: as it differs from
/// itself, a widget would take it for a change, and what is right after an edit would seem wrong.
pub fn draft(text: &str) -> Option<Recipe> {
    let mut table: toml::Table = text.parse().ok()?;
    table.remove("imports");
    let draft: Recipe = table.try_into().ok()?;
    (draft == draft.clone()).then_some(draft)
}

/// Returns the text with another value of `node.param`, or with none; `None` if there is no such node.
pub fn parameter(
    text: &str,
    draft: &Recipe,
    node: &str,
    param: &str,
    value: Option<Cell>,
) -> Option<String> {
    let mut wanted = draft.clone();
    let params = &mut wanted.nodes.get_mut(node)?.params;
    match (value.clone(), params.get_mut(param)) {
        // It keeps its name, which may be an alias.
        (Some(value), Some(held)) => *held = value,
        (Some(value), None) => wanted.set(&format!("{node}.{param}"), value).ok()?,
        (None, _) => drop(params.remove(param)),
    }
    let value = value.and_then(|cell| toml::Value::try_from(cell).ok());
    let says = says(&wanted);
    let changed = spliced(text, &["nodes", node], param, value.as_ref()).filter(&says);
    let changed = changed.or_else(|| expression::spliced(text, node, param, value.as_ref(), says));
    changed.or_else(|| anew(text, &wanted))
}

/// Returns the text with another value of a parameter of the recipe; `None` if there is none of this name.
pub fn recipe_parameter(text: &str, draft: &Recipe, name: &str, value: f64) -> Option<String> {
    let mut wanted = draft.clone();
    wanted.set(name, Cell::Number(value)).ok()?;
    let value = toml::Value::Float(value);
    let changed = spliced(text, &["parameters", name], "default", Some(&value));
    let changed = changed.filter(says(&wanted));
    changed.or_else(|| anew(text, &wanted))
}

/// Returns the text with another value of a top-level key, or with none; `None` if no recipe has such a value.
pub fn key(text: &str, draft: &Recipe, key: &str, value: Option<toml::Value>) -> Option<String> {
    let mut wanted = toml::Table::try_from(draft).ok()?;
    match value.clone() {
        Some(value) => drop(wanted.insert(key.to_string(), value)),
        None => drop(wanted.remove(key)),
    }
    let wanted: Recipe = wanted.try_into().ok()?;
    let changed = spliced(text, &[], key, value.as_ref()).filter(says(&wanted));
    changed.or_else(|| anew(text, &wanted))
}

/// Returns whether a text says what a recipe does.
fn says(wanted: &Recipe) -> impl Fn(&String) -> bool {
    |text| draft(text).is_some_and(|found| found == *wanted)
}

/// Returns a recipe as a text of its own; `None` if the text imports others, of which a draft knows nothing.
fn anew(text: &str, wanted: &Recipe) -> Option<String> {
    let root = DeTable::parse(text).ok()?;
    let is_whole = root.get_ref().get("imports").is_none();
    is_whole.then(|| wanted.to_expressions())
}

/// Replaces, inserts or removes `key = value` in the table at a path; `None` where it does not know how.
fn spliced(text: &str, path: &[&str], key: &str, value: Option<&toml::Value>) -> Option<String> {
    let root = DeTable::parse(text).ok()?;
    let table = (path.iter()).try_fold(root.get_ref(), |table, name| {
        table.get(*name)?.get_ref().as_table()
    })?;
    let held = table.get_key_value(key);
    let (range, by) = match (held, value) {
        (Some((_, held)), Some(value)) => (held.span(), value.to_string()),
        (Some((name, held)), None) => (
            line_of(text, name.span().start..held.span().end)?,
            String::new(),
        ),
        (None, Some(value)) => match insertion(text, table) {
            at if at > 0 && !text[..at].ends_with('\n') => (at..at, format!("\n{key} = {value}\n")),
            at => (at..at, format!("{key} = {value}\n")),
        },
        (None, None) => return Some(text.to_string()),
    };
    let mut text = text.to_string();
    text.replace_range(range, &by);
    Some(text)
}

/// Returns the lines of a range, if nothing but a comment shares them.
fn line_of(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..]
        .find('\n')
        .map_or(text.len(), |at| range.end + at + 1);
    let after = text[range.end..end].trim();
    let is_alone =
        text[start..range.start].trim().is_empty() && (after.is_empty() || after.starts_with('#'));
    is_alone.then_some(start..end)
}

/// Returns the place after the line of a table's last value.
fn insertion(text: &str, table: &DeTable) -> usize {
    let values = table.values().filter(|value| {
        // The span of a table of its own is that of its header.
        !matches!(value.get_ref(), DeValue::Table(_))
    });
    match values.map(|value| value.span().end).max() {
        Some(last) => text[last..]
            .find('\n')
            .map_or(text.len(), |at| last + at + 1),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A comment.\nsize = [8, 8]   # small\nchannels = [\"a\"]\n\n[nodes.a]\nkind = \"perlin\"   \
        # a source\nfrequency = 4   # cells\n\n[nodes.b]\nkind = \"fbm\"\nof = \"a\"\n";

    fn draft(text: &str) -> Recipe {
        toml::from_str(text).unwrap()
    }

    fn set(text: &str, node: &str, param: &str, value: Option<f64>) -> String {
        parameter(text, &draft(text), node, param, value.map(Cell::Number)).unwrap()
    }

    #[test]
    fn a_value_is_replaced_where_it_stands() {
        let found = set(TEXT, "a", "frequency", Some(5.5));
        assert_eq!(found, TEXT.replace("= 4 ", "= 5.5 "));
    }

    #[test]
    fn an_alias_stays() {
        let text = format!("{TEXT}persistence = 0.5   # rough\n");
        let found = set(&text, "b", "persistence", Some(0.75));
        assert_eq!(found, text.replace("0.5 ", "0.75 "));
        assert_eq!(set(&found, "b", "persistence", None), TEXT);
    }

    #[test]
    fn a_new_value_follows_the_last_of_its_node() {
        let found = set(TEXT, "b", "octaves", Some(3.0));
        assert_eq!(found, format!("{TEXT}octaves = 3\n"));
        let found = set(TEXT, "a", "seed", Some(9.0));
        assert_eq!(found, TEXT.replace("# cells\n", "# cells\nseed = 9\n"));
    }

    #[test]
    fn a_removed_value_takes_its_line_along() {
        let found = set(TEXT, "a", "frequency", None);
        assert_eq!(found, TEXT.replace("frequency = 4   # cells\n", ""));
    }

    #[test]
    fn top_level_keys_stay_above_the_tables() {
        let found = key(TEXT, &draft(TEXT), "seed", Some(7.into())).unwrap();
        assert_eq!(found, TEXT.replace("[\"a\"]\n", "[\"a\"]\nseed = 7\n"));
        assert_eq!(key(&found, &draft(&found), "seed", None).unwrap(), TEXT);
        assert!(key(TEXT, &draft(TEXT), "seed", Some("no".into())).is_none());
    }

    #[test]
    fn a_parameter_of_the_recipe_is_set_at_its_default() {
        let text = "channels = [\"a\"]\n[parameters.fine]\ndefault = 4 # cells\nrange = [1, 9]\n[nodes]\na = \"perlin(fine)\"\n";
        let found = recipe_parameter(text, &draft(text), "fine", 6.5).unwrap();
        assert_eq!(found, text.replace("4 #", "6.5 #"));
        assert!(recipe_parameter(text, &draft(text), "coarse", 6.5).is_none());
    }

    #[test]
    fn what_cannot_be_changed_in_place_is_written_anew() {
        let inline = "channels = [\"a\"]\nnodes = { a = { kind = \"perlin\" } }";
        let found = set(inline, "a", "frequency", Some(2.0));
        assert_eq!(
            draft(&found).nodes["a"].params["frequency"],
            Cell::Number(2.0)
        );
        assert!(parameter(TEXT, &draft(TEXT), "none", "x", None).is_none());
    }
}
