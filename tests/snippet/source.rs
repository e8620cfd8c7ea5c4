//! What stands in a WGSL file of the form of those under `shaders/`.

use std::collections::BTreeSet;

/// Code without its comments.
pub fn code(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<&str>>().join("\n")
}

pub fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
}

/// The names of what a file declares.
pub fn declared(code: &str) -> BTreeSet<&str> {
    let heads = ["fn ", "struct ", "const "];
    let named = |line| heads.iter().find_map(|head| str::strip_prefix(line, head));
    (code.lines())
        .filter_map(|line| words(named(line)?).next())
        .collect()
}

/// Each function with the types of its arguments.
pub fn functions(text: &str) -> Vec<(String, Vec<String>)> {
    let heads = text.split("\nfn ").skip(1);
    let function = |head: &str| {
        let (name, rest) = head.split_once('(')?;
        let (arguments, _) = rest.split_once(") -> ")?;
        Some((name.to_string(), types(arguments)))
    };
    heads.filter_map(function).collect()
}

/// What stands after each colon, up to a comma that is in no brackets.
fn types(arguments: &str) -> Vec<String> {
    let mut depth = 0;
    let is_between = |c: char| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        c == ',' && depth == 0
    };
    let of = |argument: &str| Some(argument.split_once(": ")?.1.trim().to_string());
    arguments.split(is_between).filter_map(of).collect()
}

/// Arguments of those types, all zeros.
pub fn zeros(types: &[String]) -> String {
    let zeros: Vec<String> = types.iter().map(|of| format!("{of}()")).collect();
    zeros.join(", ")
}
