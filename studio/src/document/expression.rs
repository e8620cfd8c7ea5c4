//! Changes one value within an expression of a recipe's text, and leaves the rest as it is written.
//!
//! An expression does not say where a value of the graph stands in it: it may follow from others. So each place where the
//! value may stand is tried, and the first after which the text says what it should is taken.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

/// The most places that are tried.
const TRIES: usize = 500;

/// Returns the text with another value of `node.param`, or with none; `None` if no place in an expression has it. `says` tells
/// whether a text says what it should.
pub fn spliced(
    text: &str,
    node: &str,
    param: &str,
    value: Option<&toml::Value>,
    says: impl Fn(&String) -> bool,
) -> Option<String> {
    let span = expression_of(text, node)?;
    let changes = match value.map(written) {
        Some(value) => replacements(text, span.clone(), &value)
            .chain(insertions(text, span, param, &value))
            .collect::<Vec<_>>(),
        None => removals(text, span, param),
    };
    (changes.into_iter().take(TRIES))
        .map(|(range, by)| [&text[..range.start], &by, &text[range.end..]].concat())
        .find(says)
}

/// Returns where the expression lies that makes a node: one of this name, or one in whose name it begins, as `rock.perlin` does.
fn expression_of(text: &str, node: &str) -> Option<Range<usize>> {
    let root = DeTable::parse(text).ok()?;
    let nodes = root.get_ref().get("nodes")?.get_ref().as_table()?;
    let makes = |name: &str| {
        let rest = node.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let found = nodes.iter().find(|(name, value)| {
        matches!(value.get_ref(), DeValue::String(_)) && makes(name.get_ref())
    });
    found.map(|(_, value)| value.span())
}

/// Returns a value as an expression has it.
fn written(value: &toml::Value) -> String {
    match value {
        toml::Value::String(word) if word.chars().all(is_part) => word.clone(),
        toml::Value::String(name) => format!("`{name}`"),
        other => other.to_string(),
    }
}

/// Each number, or each name for a word, by the new value.
fn replacements(
    text: &str,
    span: Range<usize>,
    value: &str,
) -> impl Iterator<Item = (Range<usize>, String)> {
    let is_word = value.starts_with(|c: char| c.is_alphabetic() || "_`".contains(c));
    let same = tokens(text, span).filter(move |token| {
        let starts_as_word =
            text[token.clone()].starts_with(|c: char| !c.is_ascii_digit() && c != '.');
        starts_as_word == is_word
    });
    same.map(|token| (token, value.to_string()))
}

/// The new value as one more argument of each call, also of a name that has no brackets yet.
fn insertions(
    text: &str,
    span: Range<usize>,
    param: &str,
    value: &str,
) -> impl Iterator<Item = (Range<usize>, String)> {
    let brackets = text[span.clone()].match_indices(')').map({
        let start = span.start;
        move |(at, _)| {
            let at = start + at;
            let comma = if text[..at].trim_end().ends_with('(') {
                ""
            } else {
                ", "
            };
            (at..at, format!("{comma}{param} = {value}"))
        }
    });
    let names =
        tokens(text, span).map(move |token| (token.end..token.end, format!("({param} = {value})")));
    brackets.chain(names)
}

/// Each argument with the name of the parameter, with the comma before it.
fn removals(text: &str, span: Range<usize>, param: &str) -> Vec<(Range<usize>, String)> {
    let named = tokens(text, span.clone()).filter(|token| {
        &text[token.clone()] == param && text[token.end..].trim_start().starts_with('=')
    });
    let argument = |token: Range<usize>| {
        let start = text[..token.start]
            .trim_end()
            .strip_suffix(',')
            .map_or(token.start, str::len);
        // To the comma or the bracket at its own level.
        let mut depth = 0;
        let end = text[token.end..span.end].find(|c| {
            depth += match c {
                '(' | '[' => 1,
                ')' | ']' => -1,
                _ => 0,
            };
            depth < 0 || depth == 0 && c == ','
        })?;
        Some((start..token.end + end, String::new()))
    };
    named.filter_map(argument).collect()
}

/// Whether a number, or a name without backticks, may have a character.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || "_.%".contains(c)
}

/// The numbers and names of an expression.
fn tokens(text: &str, span: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = span.start;
    std::iter::from_fn(move || {
        let start = at + text[at..span.end].find(|c| is_part(c) || c == '`')?;
        let rest = &text[start..span.end];
        let end = match rest.strip_prefix('`') {
            Some(name) => name.find('`').map(|end| end + 2),
            None => rest.find(|c| !is_part(c)),
        };
        at = start + end.unwrap_or(rest.len());
        Some(start..at)
    })
}

#[cfg(test)]
mod tests {
    use wgpu_noise::Recipe;
    use wgpu_noise::noise::table::Cell;

    use super::super::edit;

    const TEXT: &str = "channels = [\"a\"]\n\n[nodes]\na = \"0.5 * fbm(perlin(4, hash = integer), octaves = 3) + base\" # a\n\
        base = \"\"\"\n    # of stone\n    let slow = perlin(2);\n    slow + white\n\"\"\"\n";

    fn set(node: &str, param: &str, value: Option<Cell>) -> String {
        let draft: Recipe = toml::from_str(TEXT).unwrap();
        edit::parameter(TEXT, &draft, node, param, value).unwrap()
    }

    #[test]
    fn numbers_and_words_are_replaced_where_they_stand() {
        for (node, param, value, old, new) in [
            (
                "a.perlin",
                "frequency",
                Cell::Number(5.5),
                "perlin(4",
                "perlin(5.5",
            ),
            (
                "a.fbm",
                "octaves",
                Cell::Number(6.0),
                "octaves = 3",
                "octaves = 6",
            ),
            ("a.mul", "a", Cell::Number(0.25), "0.5 *", "0.25 *"),
            (
                "a.perlin",
                "hash",
                Cell::Text("table".into()),
                "integer",
                "table",
            ),
            (
                "a.perlin",
                "hash",
                Cell::Text("two words".into()),
                "integer",
                "`two words`",
            ),
            (
                "base.slow",
                "frequency",
                Cell::Number(3.0),
                "perlin(2)",
                "perlin(3)",
            ),
        ] {
            assert_eq!(
                set(node, param, Some(value)),
                TEXT.replace(old, new),
                "{node}.{param}"
            );
        }
    }

    #[test]
    fn a_new_value_is_an_argument_of_its_call() {
        for (node, param, old, new) in [
            ("a.fbm", "gain", "octaves = 3)", "octaves = 3, gain = 0.25)"),
            (
                "base.white",
                "frequency",
                "+ white",
                "+ white(frequency = 0.25)",
            ),
        ] {
            let found = set(node, param, Some(Cell::Number(0.25)));
            assert_eq!(found, TEXT.replace(old, new), "{node}.{param}");
        }
    }

    #[test]
    fn a_removed_value_takes_its_comma_along() {
        assert_eq!(
            set("a.fbm", "octaves", None),
            TEXT.replace(", octaves = 3", "")
        );
        assert_eq!(
            set("a.perlin", "hash", None),
            TEXT.replace(", hash = integer", "")
        );
    }

    #[test]
    fn what_has_no_place_is_written_anew_as_expressions() {
        // One number in the text, and two in the graph.
        let text = "channels = [\"c\"]\n[nodes]\na = \"perlin(4)\"\nc = \"let f(s) = perlin(3, seed = s); f(1) + f(2) + a\"\n";
        let draft: Recipe = toml::from_str(text).unwrap();
        let value = Some(Cell::Number(5.0));
        let found = edit::parameter(text, &draft, "c.perlin", "frequency", value).unwrap();
        let recipe: Recipe = toml::from_str(&found).unwrap();
        assert_eq!(
            recipe.nodes["c.perlin"].params["frequency"],
            Cell::Number(5.0)
        );
        assert_eq!(
            recipe.nodes["c.perlin_2"].params["frequency"],
            Cell::Number(3.0)
        );
        assert!(found.contains("a = \"perlin(4)\""), "{found}");
    }
}
