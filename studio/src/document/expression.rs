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
    let lists = lists(text, span.clone());
    let changes = match value.map(written) {
        Some(value) => {
            let lists = lists.iter().filter(|_| value.starts_with('['));
            (lists.map(|list| (list.whole.clone(), value.clone())))
                .chain(replacements(text, span.clone(), &value))
                .chain(insertions(text, span, param, &value))
                .collect::<Vec<_>>()
        }
        None => removals(text, &lists),
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

/// Each argument, with the comma before it, or after it if it is the first.
fn removals(text: &str, lists: &[List]) -> Vec<(Range<usize>, String)> {
    let of_list = |list: &List| {
        let items = list.items.clone().into_iter().enumerate();
        let removed = items.map(|(i, item)| match (i, list.items.get(i + 1)) {
            (0, Some(next)) => item.start..next.start + leading_space(&text[next.clone()]),
            (0, None) => item,
            _ => item.start - 1..item.end,
        });
        removed.collect::<Vec<_>>()
    };
    let all = lists.iter().flat_map(of_list);
    all.map(|range| (range, String::new())).collect()
}

fn leading_space(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// What stands between two brackets: a list, a vector, or the arguments of a call.
struct List {
    /// With the brackets.
    whole: Range<usize>,
    /// What the commas part.
    items: Vec<Range<usize>>,
}

/// The lists of an expression, inner ones before those that they are in.
fn lists(text: &str, span: Range<usize>) -> Vec<List> {
    let (mut open, mut closed) = (Vec::<List>::new(), Vec::new());
    let mut comment = false;
    for (at, c) in text[span.clone()].char_indices() {
        let at = span.start + at;
        comment = c == '#' || comment && c != '\n';
        if comment {
            continue;
        }
        match (c, open.last_mut()) {
            ('(' | '[', _) => open.push(List {
                whole: at..at,
                items: Vec::new(),
            }),
            (',' | ')' | ']', Some(list)) => {
                let start = list.items.last().map_or(list.whole.start, |item| item.end) + 1;
                list.items.push(start..at);
                if c != ',' {
                    list.whole.end = at + 1;
                    closed.extend(open.pop());
                }
            }
            _ => {}
        }
    }
    closed
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
    fn first_and_positional_arguments_are_removed_and_lists_replaced() {
        const START: &str = "channels = [\"a\"]\n# kept\n[nodes]\na = \"";
        for (old, node, param, value, new) in [
            (
                "perlin(frequency = 4, hash = integer)",
                "a",
                "frequency",
                None,
                "perlin(hash = integer)",
            ),
            (
                "x + perlin(3)",
                "a.perlin",
                "frequency",
                None,
                "x + perlin()",
            ),
            (
                "fbm(perlin((4, 4, 4)), octaves = 2)",
                "a.perlin",
                "frequency",
                Some(Cell::List(vec![4.0, 5.0, 4.0])),
                "fbm(perlin([4.0, 5.0, 4.0]), octaves = 2)",
            ),
            (
                "curve(x, [(0, 0), (1, 1)])",
                "a",
                "points",
                Some(Cell::Points(vec![[0.0, 0.0], [0.5, 1.0]])),
                "curve(x, [[0.0, 0.0], [0.5, 1.0]])",
            ),
        ] {
            let text = format!("{START}{old}\"\n");
            let draft: Recipe = toml::from_str(&text).unwrap();
            let found = edit::parameter(&text, &draft, node, param, value);
            assert_eq!(found, Some(format!("{START}{new}\"\n")), "{old}");
        }
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
