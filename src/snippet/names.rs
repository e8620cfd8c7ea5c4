//! Which names functions may have.

use super::{Code, Function, Lang, Options, languages, renaming};
use crate::wgsl::items::{items_of, library};
use crate::wgsl::{TABLE_CONST, TABLE_STORAGE};
use crate::{Error, Result};

const ALLOWED: &str = "an identifier that neither the language nor the snippet uses: at most 64 ASCII letters, digits and single underscores, a letter first and no underscore last";

/// Refuses a prefix or a name that is not an identifier, names that the language or the snippet already uses, and names of
/// which one begins with another and an underscore: their helpers could get the same name.
pub(super) fn check(functions: &[Function], options: &Options) -> Result<()> {
    let prefix = &options.prefix[..];
    if !prefix.is_empty() {
        let refused = |allowed| Err(Error::invalid("prefix", format!("`{prefix}`"), allowed));
        if options.lang == Lang::Spirv {
            return refused("none for spirv, which has no names");
        }
        if !is_beginning(prefix) || is_reserved_beginning(options.lang, prefix) {
            return refused("the beginning of an identifier that the language does not reserve");
        }
    }
    if functions.is_empty() {
        return Err(Error::invalid("name", "no function", "one or more"));
    }
    for (i, Function { name, .. }) in functions.iter().enumerate() {
        if !is_identifier(name) || is_taken(name, prefix) {
            return Err(refused(name));
        }
        let begins = |a: &str, b: &str| a == b || a.starts_with(&format!("{b}_"));
        let beside = (functions[..i].iter())
            .find(|other| begins(name, &other.name) || begins(&other.name, name));
        if let Some(other) = beside {
            let given = format!("`{name}` beside `{}`", other.name);
            let allowed =
                "names of which none equals another, or begins with another and an underscore";
            return Err(Error::invalid("name", given, allowed));
        }
        if is_reserved(options.lang, name)
            || is_reserved_beginning(options.lang, &format!("{name}_"))
        {
            return Err(refused(name));
        }
    }
    Ok(())
}

fn is_identifier(name: &str) -> bool {
    is_beginning(name) && !name.ends_with('_')
}

/// Whether an identifier may begin so.
fn is_beginning(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.contains("__")
        && name.len() <= 64
}

/// The name of the entry point in GLSL, a name space that every file in MSL includes, and types of HLSL that naga does not know.
const GLOBAL: [&str; 6] = [
    "main",
    "simd",
    "sampler1D",
    "sampler2D",
    "sampler3D",
    "samplerCUBE",
];

/// Whether a language or the functions of the library use a name globally, with or without the prefix.
fn is_taken(name: &str, prefix: &str) -> bool {
    let tables = items_of!(TABLE_CONST)
        .iter()
        .chain(items_of!(TABLE_STORAGE));
    let mut taken = library().iter().chain(tables).map(|item| item.name);
    let bare = name.strip_prefix(prefix).unwrap_or(name);
    GLOBAL.contains(&name)
        || renaming::is_inner(name)
        || naga::keywords::wgsl::RESERVED.contains(&name)
        || naga::keywords::wgsl::BUILTIN_IDENTIFIERS.contains(&name)
        || [name, bare].into_iter().any(is_of_pictures)
        || taken.any(|known| known == name || known == bare)
}

/// Whether the code of pictures and volumes may use a name.
fn is_of_pictures(name: &str) -> bool {
    ["noise_picture_", "noise_volume_"]
        .iter()
        .any(|beginning| name.starts_with(beginning))
}

/// Returns the error for a name that a function cannot have.
fn refused(name: &str) -> Error {
    Error::invalid("name", format!("`{name}`"), ALLOWED)
}

/// Whether a language that is made from WGSL reserves a name: naga then writes another.
fn is_reserved(lang: Lang, name: &str) -> bool {
    match lang {
        Lang::Wgsl | Lang::Spirv => return false,
        Lang::Glsl | Lang::Hlsl | Lang::Msl => {}
    }
    let wgsl = format!("fn {name}(noise_p: f32) -> f32 {{\n    return noise_p;\n}}\n");
    let Ok(Code::Text(text)) = languages::translate_alone(&wgsl, name, lang) else {
        return true;
    };
    // naga appends an underscore to every name that ends in a digit, so that the text does not show whether such a name is
    // reserved. The only reserved ones are types, and functions of GLSL that pack two halves.
    let ends_in_digit = name.ends_with(|c: char| c.is_ascii_digit());
    let expected = if ends_in_digit {
        format!("{name}_")
    } else {
        name.to_string()
    };
    let is_kept = text.contains(&format!("float {expected}("));
    !is_kept || (ends_in_digit && (is_type(name) || is_packing(lang, name)))
}

/// Whether a name may be that of a function of GLSL that packs numbers into a word, or takes them out.
fn is_packing(lang: Lang, name: &str) -> bool {
    lang == Lang::Glsl && (name.starts_with("pack") || name.starts_with("unpack"))
}

/// Whether a language reserves all names with this beginning.
fn is_reserved_beginning(lang: Lang, beginning: &str) -> bool {
    lang == Lang::Glsl
        && ["gl_", "webgl_"]
            .iter()
            .any(|own| beginning.starts_with(own))
}

/// The stems of the types of GLSL, HLSL and MSL whose names end in digits.
const TYPES: [&str; 18] = [
    "bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "half",
    "double", "vec", "mat", "bvec", "ivec", "uvec", "dvec",
];

/// Whether a name that ends in a digit is the type of a vector or matrix: `float3`, `mat2x4`, `packed_half4`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_library_are_taken_with_and_without_the_prefix() {
        for name in ["noise_picture_a", "noise_volume_slice", "noise_perlin_2d"] {
            assert!(is_taken(name, "") && is_taken(&format!("my_{name}"), "my_"));
            assert!(!is_taken(&format!("my_{name}"), ""), "{name}");
        }
        assert!(!is_taken("noise_pictures", ""));
    }

    #[test]
    fn types_are_recognised() {
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
