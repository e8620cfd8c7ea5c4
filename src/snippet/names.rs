//! Which names functions may have.

use super::{Function, Lang, Options};
use crate::wgsl::items::items;
use crate::wgsl::{NOISE, TABLE_CONST, TABLE_STORAGE};
use crate::{Error, Result};

const ALLOWED: &str = "an identifier: letters of ASCII, digits and single underscores, a letter first; none that the language or the snippet has";

/// Whether each is an identifier in every language, and no name of the noise functions or of what they may call; and whether
/// what is made for one cannot have a name that is made for another.
pub(super) fn check(functions: &[Function], options: &Options) -> Result<()> {
    let prefix = &options.prefix[..];
    if !prefix.is_empty() && (!is_identifier(prefix) || options.lang == Lang::Spirv) {
        let allowed = "the beginning of an identifier, and none for spirv, which has no names";
        return Err(Error::invalid("prefix", format!("`{prefix}`"), allowed));
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
            let allowed = "names of which none is another, or another's before an underscore";
            return Err(Error::invalid("name", given, allowed));
        }
    }
    Ok(())
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.contains("__")
        && name.len() <= 64
}

/// The words of attributes and their values: no identifiers in WGSL, but what names are made for looks alike.
const ATTRIBUTES: [&str; 12] = [
    "align",
    "binding",
    "builtin",
    "compute",
    "fragment",
    "global_invocation_id",
    "group",
    "location",
    "position",
    "size",
    "vertex",
    "workgroup_size",
];

fn is_taken(name: &str, prefix: &str) -> bool {
    let library = [NOISE, TABLE_CONST, TABLE_STORAGE];
    let mut taken = library.into_iter().flat_map(items).map(|item| item.name);
    name == "main"
        || ATTRIBUTES.contains(&name)
        || naga::keywords::wgsl::RESERVED.contains(&name)
        || naga::keywords::wgsl::BUILTIN_IDENTIFIERS.contains(&name)
        || taken.any(|known| known == name || name.strip_prefix(prefix) == Some(known))
}

/// A name that cannot be.
pub(super) fn refused(name: &str) -> Error {
    Error::invalid("name", format!("`{name}`"), ALLOWED)
}
