//! HLSL, through naga, in a form that glslang reads as well as Microsoft's compilers do.

use std::collections::BTreeMap;

use naga::back::hlsl;

use super::super::Lang;
use super::translation::{failed, validated};
use crate::Result;
use crate::wgsl::items::identifiers;

/// Translates WGSL to HLSL.
pub(super) fn hlsl(wgsl: &str) -> Result<String> {
    let (module, info) = validated(wgsl, Lang::Hlsl)?;
    let mut settings = hlsl::Options {
        restrict_indexing: false,
        force_loop_bounding: false,
        ..hlsl::Options::default()
    };
    for (_, variable) in module.global_variables.iter() {
        if let Some(binding) = variable.binding {
            let target = hlsl::BindTarget {
                register: binding.binding,
                space: binding.group as u8,
                ..hlsl::BindTarget::default()
            };
            settings.binding_map.insert(binding, target);
        }
    }
    let mut text = String::new();
    let pipeline = hlsl::PipelineOptions::default();
    hlsl::Writer::new(&mut text, &settings, &pipeline)
        .write(&module, &info, None)
        .map_err(|error| failed(Lang::Hlsl, error))?;
    let lines = text.split_inclusive('\n');
    let rewritten: String = lines
        .map(|line| {
            if line.starts_with("static const ") {
                with_braces(line, &text)
            } else {
                without_zeros(line)
            }
        })
        .collect();
    Ok(without_constructors(&rewritten))
}

/// Removes the constructors that only constants called, and the types that they return.
fn without_constructors(text: &str) -> String {
    let mut uses: BTreeMap<&str, u32> = BTreeMap::new();
    for word in identifiers(text).filter(|word| word.starts_with("Construct")) {
        *uses.entry(word).or_default() += 1;
    }
    let is_unused = |word: &str| uses.get(word.trim_start_matches("ret_")) == Some(&1);
    let mut kept = String::with_capacity(text.len());
    let mut within = false;
    for line in text.split_inclusive('\n') {
        let begins = !within && !line.starts_with(' ') && identifiers(line).any(is_unused);
        within |= begins && line.trim_end().ends_with('{');
        let is_second_blank = line == "\n" && kept.ends_with("\n\n");
        if !begins && !within && !is_second_blank {
            kept.push_str(line);
        }
        within &= line != "}\n";
    }
    kept
}

/// Rewrites the value of a constant from calls of constructors, which glslang refuses there, to lists in braces.
fn with_braces(line: &str, text: &str) -> String {
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

/// Counts the fields of padding that naga appends to a struct.
fn padding(text: &str, name: &str) -> usize {
    let fields = text
        .split(&format!("struct {name} {{"))
        .nth(1)
        .unwrap_or_default();
    let fields = fields.split('}').next().unwrap_or_default();
    fields.matches("_end_pad_").count()
}

/// Removes the initial zeros from the declaration of an array. glslang refuses the form in which naga writes them, and every
/// such array is assigned before it is read.
fn without_zeros(line: &str) -> String {
    match line.split_once(" = (") {
        Some((declared, zeros)) if zeros.trim_end().ends_with("])0;") => format!("{declared};\n"),
        _ => line.to_string(),
    }
}
