//! Renames identifiers in generated source.
//!
//! naga renames identifiers that a language reserves, that end in a digit, or that it has already met, for example as a local
//! variable. Functions therefore have *inner* names until naga is done, names that nothing else has. Afterwards the text gets
//! the names that the caller asked for.

use std::collections::{BTreeMap, BTreeSet};

use crate::wgsl::items::identifiers;

/// The beginning of all inner names.
const INNER: &str = "noise_inner_";

/// Returns the inner name of function `i`. None is the beginning of another, and none ends in a digit.
pub(super) fn inner(i: usize) -> String {
    format!("{INNER}{i}q")
}

/// Whether a name may be an inner one.
pub(super) fn is_inner(name: &str) -> bool {
    name.starts_with(INNER)
}

/// The beginnings of the names that all snippets have in common: those of the library, and those that naga generates.
const SHARED: [&str; 11] = [
    "noise_",
    "Noise",
    "NOISE_",
    "naga",
    "Naga",
    "Construct",
    "ret_",
    "ZeroValue",
    "LoadedStorage",
    "type_",
    "_msl",
];

/// Puts a prefix before the names that all snippets have in common.
pub(super) fn prefixed(text: &str, prefix: &str) -> String {
    let is_shared = |word: &str| {
        !word.starts_with(INNER) && SHARED.iter().any(|beginning| word.starts_with(beginning))
    };
    if prefix.is_empty() {
        return text.to_string();
    }
    renamed(text, |_, word| {
        is_shared(word).then(|| format!("{prefix}{}", word.trim_start_matches('_')))
    })
}

/// Replaces the [`inner`] names by the names of the functions, alone and as parts of longer names. An identifier that
/// already has one of the new names gets underscores appended, where [`may_collide`] says so.
pub(super) fn with_names(text: &str, functions: &[&str]) -> String {
    let words: BTreeSet<&str> = identifiers(text).collect();
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    for (i, name) in functions.iter().enumerate() {
        let inner = inner(i);
        for word in words.iter().filter(|word| word.contains(&inner)) {
            names.insert(word, word.replace(&inner, name));
        }
    }
    let new: BTreeSet<String> = names.values().cloned().collect();
    for word in &words {
        if new.contains(*word) {
            let mut other = format!("{word}_");
            while words.contains(&other[..]) || new.contains(&other) {
                other.push('_');
            }
            names.insert(word, other);
        }
    }
    renamed(text, |before, word| {
        let name = names.get(word)?;
        (word.contains(INNER) || may_collide(before)).then(|| name.clone())
    })
}

/// What opens a list of words that belong to a language: attributes, layouts and registers.
const OPENINGS: [&str; 4] = ["[[", "builtin(", "layout(", "register("];

/// Whether the word after some text is an identifier that could collide with a function. Members and parts of vectors have
/// name spaces of their own, and the words of directives, attributes, layouts, registers and semantics belong to the
/// language.
fn may_collide(before: &str) -> bool {
    let (above, line) = before.rsplit_once('\n').unwrap_or(("", before));
    let is_indented = |line: &str| line.is_empty() || line.starts_with(' ');
    let head = above.lines().rev().find(|line| !is_indented(line));
    let in_struct = is_indented(line) && head.is_some_and(|head| head.starts_with("struct "));
    let is_qualified = line.ends_with('.') || line.ends_with("::");
    let is_open = |opening: &&str| {
        let opened = line.rsplit_once(*opening);
        opened.is_some_and(|(_, list)| !list.contains([')', ']']))
    };
    let in_attribute = line.ends_with('@') || line == "[" || OPENINGS.iter().any(is_open);
    // HLSL writes a semantic after a colon, which also stands between the values of a condition.
    let is_semantic = line.ends_with(" : ") && !line.contains('?');
    !(in_struct || is_qualified || in_attribute || is_semantic || line.starts_with('#'))
}

/// Replaces identifiers, given the text before each, and leaves comments as they are.
pub(super) fn renamed(text: &str, to: impl Fn(&str, &str) -> Option<String>) -> String {
    let mut renamed = String::with_capacity(text.len());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = start + line.find("//").unwrap_or(line.len());
        rename_words(&text[..code], start, &to, &mut renamed);
        start += line.len();
        renamed.push_str(&text[code..start]);
    }
    renamed
}

/// Appends what follows `start`, code without comments, with its words replaced.
fn rename_words(
    text: &str,
    mut start: usize,
    to: impl Fn(&str, &str) -> Option<String>,
    renamed: &mut String,
) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    while let Some(distance) = text[start..].find(is_part) {
        let (before, from) = text.split_at(start + distance);
        let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
        let word = &from[..end];
        renamed.push_str(&before[start..]);
        match to(before, word) {
            Some(new) => renamed.push_str(&new),
            None => renamed.push_str(word),
        }
        start = before.len() + end;
    }
    renamed.push_str(&text[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_that_has_the_name_gives_way() {
        let [inner, other] = [0, 11].map(inner);
        let text = format!(
            "float cells_ = 1; float cells = {inner}(cells_) + {inner}_a[2] + x.cells; {other}(); // cells"
        );
        let names = [vec!["cells"], vec!["unused"; 10], vec!["other"]].concat();
        assert_eq!(
            with_names(&text, &names),
            "float cells_ = 1; float cells__ = cells(cells_) + cells_a[2] + x.cells; other(); // cells"
        );
    }

    #[test]
    fn words_that_belong_to_a_language_stay_as_they_are() {
        for before in [
            "#",
            "#version 310 ",
            "#include <simd/",
            "layout(std430, ",
            "ByteAddressBuffer tables : register(",
            "[",
            "float4 picture(float4 at) : ",
            "metal::texture2d<float, metal::access::",
            "metal::float4 at [[",
            "@compute @",
            "fn picture(@builtin(",
            "    v.x += v.",
            "struct NoiseAxis {\n    uint cell;\n    float ",
        ] {
            assert!(!may_collide(before), "{before}");
        }
        for before in [
            "float ",
            "    float u = (h < 8u) ? x : ",
            "    return f(a[",
            "layout(binding = 3) uniform ",
            "struct NoiseAxis {\n    uint cell;\n};\n\nfloat4 f()\n{\n    float ",
        ] {
            assert!(may_collide(before), "{before}");
        }
    }

    #[test]
    fn comments_stay_as_they_are() {
        let text =
            "// Moves by some cells.\nfn noise_inner_0q(cells: f32) {} // cells, noise_lerp\n";
        let named = "// Moves by some cells.\nfn cells(cells_: f32) {} // cells, noise_lerp\n";
        assert_eq!(with_names(text, &["cells"]), named);
        let text = "// noise_lerp blends.\nnoise_lerp(); // noise_lerp";
        let prefixed_text = "// noise_lerp blends.\nsky_noise_lerp(); // noise_lerp";
        assert_eq!(prefixed(text, "sky_"), prefixed_text);
    }

    #[test]
    fn a_prefix_is_for_what_all_snippets_have() {
        let text = format!(
            "NoiseAxis a = ConstructNoiseAxis(noise_perm(NOISE_X), {0}, Construct{0}()); _mslBufferSizes s; axis.fade",
            inner(3)
        );
        assert_eq!(
            prefixed(&text, "sky_"),
            format!(
                "sky_NoiseAxis a = sky_ConstructNoiseAxis(sky_noise_perm(sky_NOISE_X), {0}, sky_Construct{0}()); \
                 sky_mslBufferSizes s; axis.fade",
                inner(3)
            )
        );
        assert_eq!(prefixed(&text, ""), text);
    }
}
