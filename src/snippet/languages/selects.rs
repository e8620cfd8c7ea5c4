//! GLSL without conditional operators.
//!
//! naga writes a `select` of scalars as `(condition ? accept : reject)`, of which compilers in browsers may make branches:
//! SwiftShader needs minutes for the gradients of fractals in three dimensions, and a tenth of a second for the same with `mix`.
//! It writes a `select` of vectors as `mix` by a boolean vector, which GLSL ES has for integers from 3.10 on only. Both become
//! calls of generated functions.

use std::collections::BTreeSet;

use naga::valid::ModuleInfo;
use naga::{Expression, Handle, Module, ScalarKind, TypeInner};

use super::super::renaming;

/// The name of the generated functions, one for each type.
const SELECT: &str = "noise_select";

/// Returns GLSL of a module with calls of functions in place of conditional operators and of `mix` by booleans.
pub(super) fn with_selects(text: &str, module: &Module, info: &ModuleInfo) -> String {
    let functions: String = selected_types(module, info)
        .into_iter()
        .map(|(kind, size, by)| select(kind, size, by))
        .collect();
    if functions.is_empty() {
        return text.to_string();
    }
    // The functions stand after the lines that must come first.
    let is_head =
        |line: &&str| line.is_empty() || line.starts_with('#') || line.starts_with("precision ");
    let head: usize = text
        .split_inclusive('\n')
        .take_while(|line| is_head(&line.trim_end()))
        .map(str::len)
        .sum();
    let (head, rest) = text.split_at(head);
    let rest = renaming::renamed(rest, |_, word| (word == "mix").then(|| SELECT.to_string()));
    format!("{head}{functions}\n{}", without_conditionals(&rest))
}

/// Returns the kind and the size of what is selected, and the size of the condition; that of a scalar is 1.
fn selected_types(module: &Module, info: &ModuleInfo) -> BTreeSet<(&'static str, usize, usize)> {
    let mut selected = BTreeSet::new();
    for (handle, function) in module.functions.iter() {
        let of =
            |expression: Handle<Expression>| info[handle][expression].ty.inner_with(&module.types);
        for (expression, value) in function.expressions.iter() {
            let &Expression::Select { condition, .. } = value else {
                continue;
            };
            let kind = match of(expression).scalar_kind() {
                Some(ScalarKind::Uint) => "uint",
                Some(ScalarKind::Sint) => "int",
                _ => "float",
            };
            selected.insert((kind, size(of(expression)), size(of(condition))));
        }
    }
    selected
}

fn size(of: &TypeInner) -> usize {
    match of {
        TypeInner::Vector { size, .. } => *size as usize,
        _ => 1,
    }
}

/// Writes a function that selects `b` where `c` is true, else `a`, component by component or all by one condition.
fn select(kind: &str, size: usize, by: usize) -> String {
    let named = |letter: &str, scalar: &str, size: usize| match size {
        1 => scalar.to_string(),
        size => format!("{letter}vec{size}"),
    };
    let letter = match kind {
        "float" => "",
        kind => &kind[..1],
    };
    let (of, condition) = (named(letter, kind, size), named("b", "bool", by));
    let value = match (kind, size) {
        // Godot has no `mix` of scalars by a boolean.
        ("float", 1) => "mix(vec2(a), vec2(b), bvec2(c)).x".to_string(),
        ("float", _) => format!("mix(a, b, {}(c))", named("b", "bool", size)),
        // Nor does it make a vector of integers from a boolean.
        _ => format!("a + {}(c) * (b - a)", named(letter, kind, by)),
    };
    format!("{of} {SELECT}({of} a, {of} b, {condition} c) {{\n    return {value};\n}}\n")
}

/// Replaces each conditional operator, which naga writes in parentheses of its own.
fn without_conditionals(text: &str) -> String {
    /// Where parentheses that are open begin in the text so far, and the marks of the operator in them.
    struct Open {
        begin: usize,
        question: Option<usize>,
        colon: Option<usize>,
    }
    let mut without = String::with_capacity(text.len());
    let mut open: Vec<Open> = Vec::new();
    for character in text.chars() {
        let at = without.len();
        without.push(character);
        match (character, open.last_mut()) {
            ('(', _) => open.push(Open {
                begin: at,
                question: None,
                colon: None,
            }),
            ('?', Some(open)) => open.question = Some(at),
            (':', Some(open)) => open.colon = Some(at),
            (
                ')',
                Some(&mut Open {
                    begin,
                    question,
                    colon,
                }),
            ) => {
                open.pop();
                if let (Some(question), Some(colon)) = (question, colon) {
                    let [condition, accept, reject] = [
                        &without[begin + 1..question],
                        &without[question + 1..colon],
                        &without[colon + 1..at],
                    ]
                    .map(str::trim);
                    let call = format!("{SELECT}({reject}, {accept}, {condition})");
                    without.replace_range(begin.., &call);
                }
            }
            _ => {}
        }
    }
    without
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_become_calls() {
        let text = "x = ((a < b) ? f(a, (c ? 1.0 : 2.0)) : -(b)); switch(i) { case 0: { y(); } }";
        let call = "x = noise_select(-(b), f(a, noise_select(2.0, 1.0, c)), (a < b)); switch(i) { case 0: { y(); } }";
        assert_eq!(without_conditionals(text), call);
    }
}
