//! Which names a function may have.

use crate::wgsl::items::items;
use crate::wgsl::{NOISE, TABLE_CONST, TABLE_STORAGE};
use crate::{Error, Result};

const ALLOWED: &str = "an identifier: letters of ASCII, digits and single underscores, a letter first; none that the language or the snippet has";

/// Whether it is an identifier in every language, and no name of the noise functions or of what they may call.
pub(super) fn check(name: &str) -> Result<()> {
    let is_identifier = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.contains("__")
        && name.len() <= 64;
    let library = [NOISE, TABLE_CONST, TABLE_STORAGE];
    let mut taken = library.into_iter().flat_map(items).map(|item| item.name);
    let is_taken = name == "main"
        || naga::keywords::wgsl::RESERVED.contains(&name)
        || naga::keywords::wgsl::BUILTIN_IDENTIFIERS.contains(&name)
        || taken.any(|known| known == name);
    match is_identifier && !is_taken {
        true => Ok(()),
        false => Err(refused(name)),
    }
}

/// A name that cannot be.
pub(super) fn refused(name: &str) -> Error {
    Error::invalid("name", format!("`{name}`"), ALLOWED)
}
