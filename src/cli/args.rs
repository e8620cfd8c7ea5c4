//! What clap cannot do with the arguments, before and after it.

use std::ffi::{OsStr, OsString};

use wgpu_noise::Error;

/// The arguments, with `--seamless true` as `--seamless=true`: the value may be left out, so clap takes none without
/// an equals sign, and would look for a recipe of that name.
pub fn with_values_joined(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for arg in args {
        match joined.last_mut() {
            Some(flag) if *flag == "--seamless" && (arg == "true" || arg == "false") => {
                flag.push("=");
                flag.push(arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}

/// The refusal of the first argument that is no text and had to be: of any but a path.
pub fn not_utf8(args: &[OsString]) -> Error {
    let before = |at: usize| at.checked_sub(1).and_then(|at| args.get(at)?.to_str());
    let is_path = |at: usize| matches!(before(at), Some("-o" | "--output"));
    let wrong = (args.iter().enumerate()).find(|(at, arg)| arg.to_str().is_none() && !is_path(*at));
    let flag = wrong.and_then(|(at, arg)| match flag_of(arg) {
        Some(flag) => Some(flag),
        None => before(at)
            .filter(|flag| flag.starts_with("--"))
            .map(str::to_string),
    });
    Error::Invalid {
        field: flag.unwrap_or_else(|| "an argument".into()),
        given: wrong.map_or_else(String::new, |(_, arg)| format!("{arg:?}")),
        allowed: "text in UTF-8".into(),
    }
}

/// The flag of `--flag=value`.
fn flag_of(arg: &OsStr) -> Option<String> {
    let text = arg.to_string_lossy();
    let (flag, _) = text.split_once('=')?;
    flag.starts_with("--").then(|| flag.to_string())
}
