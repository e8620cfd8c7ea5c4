//! Translates WGSL to the other languages with naga.

mod glsl;
mod hlsl;
mod msl;
mod selects;
mod spirv;
mod translation;

pub(super) use glsl::es_version;
pub(super) use msl::{SIZES, SIZES_BINDING};

use super::{Code, Entry, Function, Lang, Options, Table, entry};
use crate::Result;

use translation::{Translation, validated};

/// Translates the WGSL of a snippet.
pub(super) fn translate(wgsl: &str, functions: &[Function], options: &Options) -> Result<Code> {
    let start = functions.first();
    code(
        wgsl,
        &Translation {
            lang: options.lang,
            table: options.table,
            entry: options.entry,
            start: start.map_or_else(String::new, |own| entry::entry_point_name(own, options)),
            names: functions.iter().map(|own| &own.name[..]).collect(),
            binding: options.binding,
        },
    )
}

/// Translates a single function without tables.
pub(super) fn translate_alone(wgsl: &str, name: &str, lang: Lang) -> Result<Code> {
    code(
        wgsl,
        &Translation {
            lang,
            table: Table::Const,
            entry: Entry::None,
            start: name.to_string(),
            names: vec![name],
            binding: 0,
        },
    )
}

fn code(wgsl: &str, translation: &Translation) -> Result<Code> {
    match translation.lang {
        Lang::Wgsl => validated(wgsl, Lang::Wgsl).map(|_| Code::Text(wgsl.to_string())),
        Lang::Glsl => glsl::glsl(wgsl, translation).map(Code::Text),
        Lang::Hlsl => hlsl::hlsl(wgsl).map(Code::Text),
        Lang::Msl => msl::msl(wgsl, translation).map(Code::Text),
        Lang::Spirv => spirv::spirv(wgsl, translation).map(Code::Words),
    }
}
