//! Splits a WGSL text into its items, and finds those that a function needs.
//!
//! The text must have the form of the files under `shaders/`: an item begins at the start of a line, directly after its
//! comment, and ends with a line `}` or with `;`.

use std::collections::{BTreeSet, HashMap};
use std::mem::replace;

/// A function, struct, alias, constant or variable.
#[derive(Debug)]
pub(crate) struct Item<'a> {
    pub name: &'a str,
    /// Its declaration, with the comment directly before it.
    pub text: &'a str,
    /// The identifiers of the declaration, each once.
    identifiers: BTreeSet<&'a str>,
}

/// Returns the items of a constant text, found once per process.
macro_rules! items_of {
    ($text:expr) => {{
        static ITEMS: std::sync::LazyLock<Vec<$crate::wgsl::items::Item<'static>>> =
            std::sync::LazyLock::new(|| $crate::wgsl::items::items($text));
        &**ITEMS
    }};
}

pub(crate) use items_of;

/// Returns the items of every noise function.
pub(crate) fn library() -> &'static [Item<'static>] {
    items_of!(super::NOISE)
}

/// Returns the items of a text in order. A comment with an empty line after it, such as the header of a file, belongs to none.
pub(crate) fn items(text: &str) -> Vec<Item<'_>> {
    let mut found = Vec::new();
    let (mut start, mut at, mut inside) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let (begin, written) = (at, line.trim_end());
        at += line.len();
        if !inside && written.is_empty() {
            start = at;
            continue;
        }
        inside |= !written.starts_with("//");
        let outer = !written.starts_with(' ');
        if inside && outer && !written.starts_with("//") && written.ends_with([';', '}']) {
            let end = begin + written.len();
            let text = &text[start..end];
            found.push(Item {
                name: name(text),
                text,
                identifiers: identifiers(text).collect(),
            });
            (start, inside) = (at, false);
        }
    }
    found
}

/// Returns the items that are reachable from some names, in the order of the text.
pub(crate) fn used<'i, 'a, 'r>(
    items: &[&'i Item<'a>],
    roots: impl IntoIterator<Item = &'r str>,
) -> Vec<&'i Item<'a>> {
    let by_name: HashMap<&str, usize> = (items.iter().enumerate())
        .map(|(i, item)| (item.name, i))
        .collect();
    let mut is_used = vec![false; items.len()];
    let mut open: Vec<usize> = (roots.into_iter())
        .filter_map(|root| by_name.get(root).copied())
        .collect();
    while let Some(i) = open.pop() {
        if !replace(&mut is_used[i], true) {
            open.extend((items[i].identifiers.iter()).filter_map(|name| by_name.get(name)));
        }
    }
    (items.iter().zip(is_used))
        .filter_map(|(&item, is_used)| is_used.then_some(item))
        .collect()
}

/// Returns the words of a text that may be identifiers, without comments.
pub(crate) fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    code.flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

/// Returns the name of an item: the word after the keyword, and after the address space of a variable.
fn name(text: &str) -> &str {
    let keywords = ["fn", "struct", "alias", "const", "var"];
    let spaces = [
        "storage",
        "read",
        "read_write",
        "private",
        "uniform",
        "workgroup",
    ];
    let mut words = identifiers(text).skip_while(|word| !keywords.contains(word));
    let name = match words.next() {
        Some("var") => words.find(|word| !spaces.contains(word)),
        _ => words.next(),
    };
    name.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
// A file.
//
// Needs: nothing.

// One.
const ONE = 1u;

@group(0) @binding(3) var<storage, read> numbers: array<u32>;

// Longer.
fn long(
    a: u32,
) -> u32 {
    // Not ONE.
    return a;
}

fn short() -> u32 {
    return long(ONE);
}
";

    #[test]
    fn items_have_names_and_comments() {
        let items = items(TEXT);
        let names: Vec<&str> = items.iter().map(|item| item.name).collect();
        assert_eq!(names, ["ONE", "numbers", "long", "short"]);
        assert_eq!(items[0].text, "// One.\nconst ONE = 1u;");
        assert!(items[2].text.starts_with("// Longer.\nfn long(\n"));
        assert!(items[2].text.ends_with("return a;\n}"));
    }

    #[test]
    fn items_that_nothing_reaches_are_left_out() {
        let items = items(TEXT);
        let names = |root| -> Vec<&str> {
            let all: Vec<&Item> = items.iter().collect();
            used(&all, [root]).iter().map(|item| item.name).collect()
        };
        assert_eq!(names("short"), ["ONE", "long", "short"]);
        assert_eq!(names("long"), ["long"]);
        assert_eq!(names("none"), Vec::<&str>::new());
    }
}
