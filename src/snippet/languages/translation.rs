//! What the translators of all languages share.

use naga::Module;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

use super::super::{Entry, Lang, Table};
use crate::{Error, Result};

/// A language, and what its translator must know of a module.
pub(super) struct Translation<'a> {
    pub lang: Lang,
    pub table: Table,
    pub entry: Entry,
    /// The name of the entry point, or of the first function if there is none.
    pub start: String,
    /// The names of the functions.
    pub names: Vec<&'a str>,
    /// What is added to the numbers of bindings.
    pub binding: u32,
}

/// Parses and validates WGSL.
pub(super) fn validated(wgsl: &str, lang: Lang) -> Result<(Module, ModuleInfo)> {
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| failed(lang, error))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| failed(lang, error))?;
    Ok((module, info))
}

/// Returns the error for a module that naga cannot translate.
pub(super) fn failed(lang: Lang, error: impl std::fmt::Display) -> Error {
    Error::invalid("lang", lang.name(), format!("another language: {error}"))
}
