//! From WGSL to the other languages, through naga.

use naga::back::{hlsl, msl, spv};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};

use super::glsl::glsl;
use super::{Code, Entry, Function, Lang, Options, Table, entry, names};
use crate::{Error, Result};

/// What a module is made for.
pub(super) struct Asked<'a> {
    pub lang: Lang,
    pub table: Table,
    pub entry: Entry,
    /// The name of the entry point; where there is none, of a function.
    pub start: String,
    /// The names of the functions.
    pub names: Vec<&'a str>,
}

/// The code of a snippet, without its header, from its WGSL.
pub(super) fn write(wgsl: &str, functions: &[Function], options: &Options) -> Result<Code> {
    let asked = Asked {
        lang: options.lang,
        table: options.table,
        entry: options.entry,
        start: (functions.first()).map_or_else(String::new, |own| entry::name(own, options)),
        names: functions.iter().map(|own| &own.name[..]).collect(),
    };
    if options.lang == Lang::Spirv {
        let (module, info) = validated(wgsl, &asked)?;
        return spirv(&module, &info, &asked).map(Code::Words);
    }
    text(wgsl, &asked).map(Code::Text)
}

/// A function by itself in a language that is a text.
pub(super) fn alone(wgsl: &str, name: &str, lang: Lang) -> Result<String> {
    let asked = Asked {
        lang,
        table: Table::Const,
        entry: Entry::None,
        start: name.to_string(),
        names: vec![name],
    };
    text(wgsl, &asked)
}

fn text(wgsl: &str, asked: &Asked) -> Result<String> {
    if asked.lang == Lang::Glsl {
        return glsl(wgsl, asked);
    }
    let (module, info) = validated(wgsl, asked)?;
    match asked.lang {
        Lang::Wgsl => Ok(wgsl.to_string()),
        Lang::Hlsl => hlsl(&module, &info),
        Lang::Msl => msl(&module, &info, asked),
        Lang::Glsl | Lang::Spirv => unreachable!("written elsewhere"),
    }
}

/// The module. What is generated is right, so what is wrong is the name: reserved.
pub(super) fn validated(wgsl: &str, asked: &Asked) -> Result<(Module, ModuleInfo)> {
    let refused = || names::refused(&asked.names.join(", "));
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|_| refused())?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
    match info {
        Ok(info) => Ok((module, info)),
        Err(_) => Err(refused()),
    }
}

fn hlsl(module: &Module, info: &ModuleInfo) -> Result<String> {
    let mut settings = hlsl::Options {
        restrict_indexing: false,
        force_loop_bounding: false,
        ..hlsl::Options::default()
    };
    for (_, variable) in module.global_variables.iter() {
        if let Some(binding) = variable.binding {
            let target = hlsl::BindTarget {
                register: binding.binding,
                ..hlsl::BindTarget::default()
            };
            settings.binding_map.insert(binding, target);
        }
    }
    let mut text = String::new();
    let pipeline = hlsl::PipelineOptions::default();
    hlsl::Writer::new(&mut text, &settings, &pipeline)
        .write(module, info, None)
        .map_err(|error| failed(Lang::Hlsl, error))?;
    let lines = text.split_inclusive('\n');
    Ok(lines
        .map(|line| match line.starts_with("static const ") {
            true => braced(line, &text),
            false => without_zeros(line),
        })
        .collect())
}

/// A constant as a list in braces in place of calls, which glslang does not read there.
fn braced(line: &str, text: &str) -> String {
    let mut braced = String::new();
    let mut closing: Vec<String> = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['(', ')']) {
        let before = &rest[..at];
        if rest[at..].starts_with(')') {
            braced.push_str(before);
            braced += &closing.pop().unwrap_or_default();
        } else {
            let start = before
                .rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .map_or(0, |i| i + 1);
            match before[start..].strip_prefix("Construct") {
                Some(name) => {
                    braced.push_str(&before[..start]);
                    braced.push('{');
                    closing.push(format!("{}}}", ", 0".repeat(padding(text, name))));
                }
                None => {
                    braced.push_str(before);
                    braced.push('(');
                    closing.push(")".to_string());
                }
            }
        }
        rest = &rest[at + 1..];
    }
    braced + rest
}

/// How many fields naga puts after those of a struct.
fn padding(text: &str, name: &str) -> usize {
    let fields = text
        .split(&format!("struct {name} {{"))
        .nth(1)
        .unwrap_or_default();
    let fields = fields.split('}').next().unwrap_or_default();
    fields.matches("_end_pad_").count()
}

/// A declaration of an array without the zeros that naga gives it, which glslang does not read: what is declared so is
/// assigned before it is read.
fn without_zeros(line: &str) -> String {
    match line.split_once(" = (") {
        Some((declared, zeros)) if zeros.trim_end().ends_with("])0;") => format!("{declared};\n"),
        _ => line.to_string(),
    }
}

/// Where an entry point in MSL has [`SIZES`].
pub(super) const SIZES_BINDING: u32 = 1;
/// The argument that naga hands to what reads or writes a buffer in MSL: the sizes of all of them.
pub(super) const SIZES: &str = "_buffer_sizes";

fn msl(module: &Module, info: &ModuleInfo, asked: &Asked) -> Result<String> {
    let resources = (module.global_variables.iter()).filter_map(|(_, variable)| {
        let binding = variable.binding?;
        let target = msl::BindTarget {
            buffer: Some(binding.binding as u8),
            mutable: true,
            ..msl::BindTarget::default()
        };
        Some((binding, target))
    });
    let resources = msl::EntryPointResources {
        resources: resources.collect(),
        sizes_buffer: Some(SIZES_BINDING as u8),
        ..msl::EntryPointResources::default()
    };
    let settings = msl::Options {
        lang_version: (2, 0),
        force_loop_bounding: false,
        per_entry_point_map: [(asked.start.clone(), resources)].into(),
        ..msl::Options::default()
    };
    let pipeline = msl::PipelineOptions::default();
    let (text, _) = msl::write_string(module, info, &settings, &pipeline)
        .map_err(|error| failed(Lang::Msl, error))?;
    Ok(text)
}

fn spirv(module: &Module, info: &ModuleInfo, asked: &Asked) -> Result<Vec<u32>> {
    let settings = spv::Options {
        flags: spv::WriterFlags::empty(),
        force_loop_bounding: false,
        ..spv::Options::default()
    };
    let pipeline = spv::PipelineOptions {
        shader_stage: match asked.entry {
            Entry::Compute => ShaderStage::Compute,
            _ => ShaderStage::Fragment,
        },
        entry_point: asked.start.clone(),
    };
    spv::write_vec(module, info, &settings, Some(&pipeline))
        .map_err(|error| failed(Lang::Spirv, error))
}

/// What naga cannot write.
pub(super) fn failed(lang: Lang, error: impl std::fmt::Display) -> Error {
    Error::invalid("lang", lang.name(), format!("another language: {error}"))
}
