//! The names of functions, and of what they share, in each language.
//!
//! naga changes names that a language reserves, that end in a digit, or that it has met already, be it as those of locals. So
//! it is given names that nothing else has, and the text gets those that were asked for.

use std::collections::{BTreeMap, BTreeSet};

use super::{Lang, languages, names};
use crate::Result;
use crate::wgsl::items::identifiers;

/// What the names begin with that naga sees.
const INNER: &str = "noise_inner_";

/// The name of function `i` that naga sees: none is the beginning of another, and none ends in a digit.
pub(super) fn inner(i: usize) -> String {
    format!("{INNER}{i}q")
}

/// What the names begin with that all snippets have: those of the library, and those that naga makes.
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

/// The text with a prefix before the names that all snippets have.
pub(super) fn prefixed(text: &str, prefix: &str) -> String {
    let is_shared = |word: &str| {
        !word.contains(INNER) && SHARED.iter().any(|beginning| word.starts_with(beginning))
    };
    match prefix {
        "" => text.to_string(),
        _ => renamed(text, |word| {
            is_shared(word).then(|| format!("{prefix}{}", word.trim_start_matches('_')))
        }),
    }
}

/// Types with a number behind them, which naga's lists cannot be asked for: it changes every name that ends in a digit.
const TYPES: [&str; 18] = [
    "bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "half",
    "double", "vec", "mat", "bvec", "ivec", "uvec", "dvec",
];

/// Refuses names that a language has.
///
/// # Errors
/// [`Error::Invalid`](crate::Error::Invalid) for those.
pub(super) fn check(lang: Lang, name: &str) -> Result<()> {
    if matches!(lang, Lang::Wgsl | Lang::Spirv) {
        return Ok(());
    }
    let wgsl = format!("fn {name}(noise_p: f32) -> f32 {{\n    return noise_p;\n}}\n");
    let text = languages::alone(&wgsl, name, lang)?;
    let ends_in_digit = name.ends_with(|c: char| c.is_ascii_digit());
    let expected = match ends_in_digit {
        true => format!("{name}_"),
        false => name.to_string(),
    };
    let is_kept = text.contains(&format!("float {expected}("));
    match is_kept && !(ends_in_digit && is_type(name)) {
        true => Ok(()),
        false => Err(names::refused(name)),
    }
}

/// Whether it is a type, of vectors or matrices where it ends in a digit: `float3`, `mat2x4`, `packed_half4`.
fn is_type(name: &str) -> bool {
    let without = |name: &str| -> String {
        let digits = |c: char| c.is_ascii_digit();
        name.trim_end_matches(digits).to_string()
    };
    let mut stem = without(name);
    if let Some(rows) = stem.strip_suffix('x') {
        stem = without(rows);
    }
    let plain = [
        "packed_", "simd_", "min16", "min12", "min10", "f16", "f32", "f64", "h", "f", "d",
    ]
    .iter()
    .find_map(|prefix| {
        stem.strip_prefix(prefix)
            .filter(|rest| TYPES.contains(rest))
    });
    plain.is_some() || TYPES.contains(&stem.as_str())
}

/// The text with the names in the place of the [`inner`] ones, alone and within others. What had such a name gives way.
pub(super) fn named(text: &str, asked: &[&str]) -> String {
    let words: BTreeSet<&str> = identifiers(text).collect();
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    for (i, name) in asked.iter().enumerate() {
        let inner = inner(i);
        for word in words.iter().filter(|word| word.contains(&inner)) {
            names.insert(word, word.replace(&inner, name));
        }
    }
    let asked: BTreeSet<String> = names.values().cloned().collect();
    for word in &words {
        if asked.contains(*word) {
            let mut other = format!("{word}_");
            while words.contains(&other[..]) || asked.contains(&other) {
                other.push('_');
            }
            names.insert(word, other);
        }
    }
    renamed(text, |word| names.get(word).cloned())
}

/// The text with some of its words replaced.
pub(super) fn renamed(text: &str, to: impl Fn(&str) -> Option<String>) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        renamed.push_str(before);
        renamed += &to(word).unwrap_or_else(|| word.to_string());
        rest = after;
    }
    renamed + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_the_name_gives_way() {
        let [inner, other] = [0, 11].map(inner);
        let text = format!(
            "float cells_ = 1; float cells = {inner}(cells_) + {inner}_a[2] + x.cells; {other}(); // cells"
        );
        let names = [vec!["cells"], vec!["unused"; 10], vec!["other"]].concat();
        assert_eq!(
            named(&text, &names),
            "float cells_ = 1; float cells__ = cells(cells_) + cells_a[2] + x.cells__; other(); // cells__"
        );
    }

    #[test]
    fn a_prefix_is_for_what_all_snippets_have() {
        let text = format!(
            "NoiseAxis a = ConstructNoiseAxis(noise_perm(NOISE_X), {}); _mslBufferSizes s; axis.fade",
            inner(3)
        );
        assert_eq!(
            prefixed(&text, "sky_"),
            format!(
                "sky_NoiseAxis a = sky_ConstructNoiseAxis(sky_noise_perm(sky_NOISE_X), {}); \
                 sky_mslBufferSizes s; axis.fade",
                inner(3)
            )
        );
        assert_eq!(prefixed(&text, ""), text);
    }

    #[test]
    fn types_are_no_names() {
        for name in [
            "float3",
            "vec2",
            "mat2x4",
            "uint4",
            "packed_half4",
            "half3x3",
            "min16float2",
        ] {
            assert!(is_type(name), "{name}");
        }
        for name in ["clouds2", "perlin3", "noise_4", "x2", "flow3"] {
            assert!(!is_type(name), "{name}");
        }
    }
}
