//! The arguments before clap reads them, and the error for arguments that are not UTF-8.

use std::ffi::{OsStr, OsString};

use wgpu_noise::Error;

/// Flags that take `true` or `false`, or stand alone for `true`.
const SWITCHES: [&str; 2] = ["--seamless", "--edge-samples"];

/// Words after a switch that are meant as its value. Those that are not `true` or `false` are joined, too, so that the
/// error names the switch and what it takes.
const SWITCH_VALUES: [&str; 8] = ["true", "false", "yes", "no", "on", "off", "1", "0"];

/// Returns the arguments with `--seamless true` written as `--seamless=true`.
///
/// The value of a switch may be left out, so clap takes one only after an equals sign, and would otherwise take the word
/// for the name of a recipe.
pub fn with_values_joined(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for arg in args {
        match joined.last_mut() {
            Some(flag) if is_one_of(flag, &SWITCHES) && is_one_of(&arg, &SWITCH_VALUES) => {
                flag.push("=");
                flag.push(arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}

fn is_one_of(arg: &OsStr, words: &[&str]) -> bool {
    words.iter().any(|word| arg == *word)
}

/// Returns the error for the first argument that is not UTF-8. Paths may be any bytes, all other arguments are text.
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

/// Returns the flag of `--flag=value`.
fn flag_of(arg: &OsStr) -> Option<String> {
    let text = arg.to_string_lossy();
    let (flag, _) = text.split_once('=')?;
    flag.starts_with("--").then(|| flag.to_string())
}
