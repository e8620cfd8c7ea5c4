//! GLSL, through naga.

use std::collections::BTreeMap;

use naga::back::glsl;
use naga::proc::BoundsCheckPolicies;
use naga::{Module, ShaderStage};

use super::super::{Entry, Lang, Table, renaming};
use super::selects::with_selects;
use super::translation::{Translation, failed, validated};
use crate::Result;
use crate::wgsl::items::{identifiers, items};

/// Returns the version of GLSL ES: the one that has storage buffers and compute shaders, if the snippet uses them.
pub(in crate::snippet) fn es_version(table: Table, entry: Entry) -> u16 {
    match (table, entry) {
        (Table::Storage, _) | (_, Entry::Compute) => 310,
        _ => 300,
    }
}

/// Translates WGSL to GLSL.
pub(super) fn glsl(wgsl: &str, translation: &Translation) -> Result<String> {
    // naga writes GLSL for one entry point, with all that it reaches. If no entry point is asked for, a temporary one calls the
    // functions.
    let called = match translation.entry {
        Entry::None => format!("{wgsl}\n{}", caller(wgsl, &translation.names)),
        _ => wgsl.to_string(),
    };
    let (module, info) = validated(&called, Lang::Glsl)?;
    let mut settings = glsl::Options {
        version: glsl::Version::new_gles(es_version(translation.table, translation.entry)),
        writer_flags: glsl::WriterFlags::empty(),
        ..glsl::Options::default()
    };
    for (_, variable) in module.global_variables.iter() {
        if let Some(binding) = variable.binding {
            settings.binding_map.insert(binding, binding.binding as u8);
        }
    }
    let pipeline = glsl::PipelineOptions {
        shader_stage: match translation.entry {
            Entry::Compute => ShaderStage::Compute,
            _ => ShaderStage::Fragment,
        },
        entry_point: match translation.entry {
            Entry::None => CALLER.to_string(),
            _ => translation.start.clone(),
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
    let text = match translation.entry {
        Entry::None => without_entry(&text),
        _ => text,
    };
    Ok(with_selects(&with_bindings(&text, &module), &module, &info))
}

/// Gives buffers the names that they have in WGSL, and their blocks names after those: naga names both by number.
fn with_bindings(text: &str, module: &Module) -> String {
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    for (_, variable) in module.global_variables.iter() {
        let (Some(binding), Some(name)) = (variable.binding, &variable.name) else {
            continue;
        };
        let stem = format!("_group_{}_binding_{}_", binding.group, binding.binding);
        let declared = text.lines().find(|line| {
            (line.starts_with("layout(") || line.starts_with("uniform ")) && line.contains(&stem)
        });
        for word in declared.into_iter().flat_map(identifiers) {
            if word.starts_with(&stem) {
                names.insert(word, name.clone());
            } else if word.contains("_block_") {
                names.insert(word, format!("{name}_block"));
            }
        }
    }
    renaming::renamed(text, |_, word| names.get(word).cloned())
}

/// The name of the temporary entry point.
const CALLER: &str = "noise_caller";

/// Writes the temporary entry point: a fragment shader that calls each function with zeros.
fn caller(wgsl: &str, names: &[&str]) -> String {
    let items = items(wgsl);
    let values: Vec<String> = (names.iter())
        .map(|name| {
            let head = items.iter().find(|item| item.name == *name);
            call_with_zeros(head.map_or("", |item| item.text), name)
        })
        .collect();
    format!(
        "@fragment\nfn {CALLER}() -> @location(0) vec4<f32> {{\n    return {};\n}}\n",
        values.join(" + ")
    )
}

/// Writes the call of a function with zeros, as a vector of four components.
fn call_with_zeros(function: &str, name: &str) -> String {
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

/// Removes the version, the precision, the outputs and `main`.
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
