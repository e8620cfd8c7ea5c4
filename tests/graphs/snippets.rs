//! Snippets of random graphs, in every language.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use wgpu_noise::snippet::{Entry, Function, Lang, Options, Table, snippet};
use wgpu_noise::verify::Case;

use crate::promises::Promise;

pub fn are_valid<'a>() -> Promise<'a> {
    Promise::new("snippets are valid", 10, is_valid)
}

/// naga validates what it writes in the other languages.
fn is_valid(case: &Case) -> Result<(), String> {
    let job = case.job().map_err(|error| error.to_string())?;
    for lang in Lang::ALL {
        let options = Options::default()
            .lang(lang)
            .entry(Entry::Compute)
            .table(Table::Storage);
        match snippet(&[Function::new("mine", &job)], &options) {
            Ok(made) => made
                .text()
                .filter(|_| lang == Lang::Wgsl)
                .map_or(Ok(()), validated)?,
            // Of more than a function can hold, in any language.
            Err(error) if error.is_callers_fault() => return Ok(()),
            Err(error) => return Err(format!("{}: {error}", lang.name())),
        }
    }
    Ok(())
}

fn validated(text: &str) -> Result<(), String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    (Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module))
        .map(drop)
        .map_err(|error| error.emit_to_string(text))
}
