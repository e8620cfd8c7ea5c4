//! From WGSL to the other languages, through naga.

use std::collections::{BTreeMap, BTreeSet};

use naga::back::{glsl, hlsl, msl, spv};
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Expression, Module, ScalarKind, ShaderStage, TypeInner};

use super::{Code, Entry, Function, Lang, Options, Table, entry, names, naming};
use crate::wgsl::items::{identifiers, items};
use crate::{Error, Result};

/// What a module is made for.
struct Asked<'a> {
    lang: Lang,
    table: Table,
    entry: Entry,
    /// The name of the entry point; where there is none, of a function.
    start: String,
    /// The names of the functions.
    names: Vec<&'a str>,
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
fn validated(wgsl: &str, asked: &Asked) -> Result<(Module, ModuleInfo)> {
    let refused = || names::refused(&asked.names.join(", "));
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|_| refused())?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
    match info {
        Ok(info) => Ok((module, info)),
        Err(_) => Err(refused()),
    }
}

/// The version of GLSL ES that has buffers and compute shaders where they are in use.
pub(super) fn es_version(table: Table, entry: Entry) -> u16 {
    match (table, entry) {
        (Table::Storage, _) | (_, Entry::Compute) => 310,
        _ => 300,
    }
}

fn glsl(wgsl: &str, asked: &Asked) -> Result<String> {
    // GLSL is written around an entry point; where none is asked for, one that calls the functions is made and taken away.
    let called = match asked.entry {
        Entry::None => format!("{wgsl}\n{}", caller(wgsl, &asked.names)),
        _ => wgsl.to_string(),
    };
    let (module, info) = validated(&called, asked)?;
    let mut settings = glsl::Options {
        version: glsl::Version::new_gles(es_version(asked.table, asked.entry)),
        writer_flags: glsl::WriterFlags::empty(),
        ..glsl::Options::default()
    };
    for (_, variable) in module.global_variables.iter() {
        if let Some(binding) = variable.binding {
            settings.binding_map.insert(binding, binding.binding as u8);
        }
    }
    let pipeline = glsl::PipelineOptions {
        shader_stage: match asked.entry {
            Entry::Compute => ShaderStage::Compute,
            _ => ShaderStage::Fragment,
        },
        entry_point: match asked.entry {
            Entry::None => CALLER.to_string(),
            _ => asked.start.clone(),
        },
        multiview: None,
    };
    let mut text = String::new();
    glsl::Writer::new(
        &mut text,
        &module,
        &info,
        &settings,
        &pipeline,
        BoundsCheckPolicies::default(),
    )
    .and_then(|mut writer| writer.write())
    .map_err(|error| failed(Lang::Glsl, error))?;
    let text = match asked.entry {
        Entry::None => without_entry(&text),
        _ => text,
    };
    Ok(with_selects(&with_bindings(&text, &module), &module, &info))
}

/// The text with what is bound under the names that it has in WGSL, each in a block of its own name. naga calls them by their
/// numbers.
fn with_bindings(text: &str, module: &Module) -> String {
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    for (_, variable) in module.global_variables.iter() {
        let (Some(binding), Some(name)) = (variable.binding, &variable.name) else {
            continue;
        };
        let stem = format!("_group_{}_binding_{}_", binding.group, binding.binding);
        let declared = text
            .lines()
            .find(|line| line.starts_with("layout(") && line.contains(&stem));
        for word in declared.into_iter().flat_map(identifiers) {
            if word.starts_with(&stem) {
                names.insert(word, name.clone());
            } else if word.contains("_block_") {
                names.insert(word, format!("{name}_block"));
            }
        }
    }
    naming::renamed(text, |word| names.get(word).cloned())
}

/// The text with functions of its own for the choice between vectors of integers: naga writes `mix`, which GLSL ES has for
/// them from 3.10 on.
fn with_selects(text: &str, module: &Module, info: &ModuleInfo) -> String {
    if !identifiers(text).any(|word| word == "mix") {
        return text.to_string();
    }
    let mut selects = BTreeSet::new();
    for (handle, function) in module.functions.iter() {
        for (expression, value) in function.expressions.iter() {
            let of = info[handle][expression].ty.inner_with(&module.types);
            if let (Expression::Select { .. }, TypeInner::Vector { size, scalar }) = (value, of) {
                let letter = match scalar.kind {
                    ScalarKind::Uint => "u",
                    ScalarKind::Sint => "i",
                    _ => "",
                };
                selects.insert((letter, *size as usize));
            }
        }
    }
    let functions: String = selects
        .into_iter()
        .map(|(letter, size)| select(letter, size))
        .collect();
    // After the lines that must come first.
    let is_head =
        |line: &&str| line.is_empty() || line.starts_with('#') || line.starts_with("precision ");
    let head: usize = text
        .split_inclusive('\n')
        .take_while(|line| is_head(&line.trim_end()))
        .map(str::len)
        .sum();
    let (head, rest) = text.split_at(head);
    format!(
        "{head}{functions}\n{}",
        naming::renamed(rest, |word| (word == "mix").then(|| SELECT.to_string()))
    )
}

const SELECT: &str = "noise_select";

/// A choice component by component.
fn select(letter: &str, size: usize) -> String {
    let vector = format!("{letter}vec{size}");
    let parts: Vec<String> = (["x", "y", "z", "w"].iter().take(size))
        .map(|part| format!("c.{part} ? b.{part} : a.{part}"))
        .collect();
    let parts = parts.join(", ");
    format!(
        "{vector} {SELECT}({vector} a, {vector} b, bvec{size} c) {{\n    return {vector}({parts});\n}}\n"
    )
}

/// The name of the entry point that is taken away.
const CALLER: &str = "noise_caller";

/// A fragment shader that calls the functions, with zeros.
fn caller(wgsl: &str, names: &[&str]) -> String {
    let items = items(wgsl);
    let values: Vec<String> = (names.iter())
        .map(|name| {
            let head = items.iter().find(|item| item.name == *name);
            zeros_of(head.map_or("", |item| item.text), name)
        })
        .collect();
    format!(
        "@fragment\nfn {CALLER}() -> @location(0) vec4<f32> {{\n    return {};\n}}\n",
        values.join(" + ")
    )
}

/// The value of a function at zeros, as a vector of four.
fn zeros_of(function: &str, name: &str) -> String {
    let signature = function.lines().find(|line| line.starts_with("fn "));
    let (_, arguments) = signature
        .and_then(|line| line.split_once('('))
        .unwrap_or_default();
    let (arguments, gives) = arguments.split_once(") -> ").unwrap_or_default();
    let zeros: Vec<String> = (arguments.split(", "))
        .filter_map(|argument| Some(format!("{}()", argument.split_once(": ")?.1)))
        .collect();
    let value = format!("{name}({})", zeros.join(", "));
    match gives.trim_end_matches(" {") {
        "f32" => format!("vec4<f32>({value})"),
        "vec2<f32>" => format!("{value}.xyxy"),
        "vec3<f32>" => format!("{value}.xyzz"),
        _ => value,
    }
}

/// GLSL without its version, its precision, its outputs and its `main`.
fn without_entry(text: &str) -> String {
    let mut kept = String::new();
    let mut in_main = false;
    for line in text.lines() {
        in_main |= line.starts_with("void main()");
        let is_of_entry = in_main
            || line.starts_with("#version")
            || line.starts_with("precision ")
            || line.starts_with("layout(location");
        if !is_of_entry {
            kept.push_str(line);
            kept.push('\n');
        }
        in_main &= line != "}";
    }
    format!("{}\n", kept.trim())
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
fn failed(lang: Lang, error: impl std::fmt::Display) -> Error {
    Error::invalid("lang", lang.name(), format!("another language: {error}"))
}
