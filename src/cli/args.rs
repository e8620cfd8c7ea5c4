//! The arguments before clap reads them, and the error for arguments that are not UTF-8.

use std::ffi::{OsStr, OsString};

use wgpu_noise::Error;

/// Flags that take `true` or `false`, or stand alone for `true`.
const SWITCHES: [&str; 5] = [
    "--seamless",
    "--edge-samples",
    "--pad-sheet",
    "--mips",
    "--supercompress",
];

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
    Error::invalid(
        flag.unwrap_or_else(|| "an argument".into()),
        wrong.map_or_else(String::new, |(_, arg)| format!("{arg:?}")),
        "text in UTF-8",
    )
}

/// Returns the flag of `--flag=value`.
fn flag_of(arg: &OsStr) -> Option<String> {
    let text = arg.to_string_lossy();
    let (flag, _) = text.split_once('=')?;
    flag.starts_with("--").then(|| flag.to_string())
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command};

    use super::super::flags::{GridFlags, NoiseFlags, StorageFlags};
    use super::*;

    #[test]
    fn the_switches_are_the_flags_whose_value_may_be_left_out() {
        let command = NoiseFlags::augment_args(Command::new("bake"));
        let command = StorageFlags::augment_args(GridFlags::augment_args(command));
        let switches = (command.get_arguments()).filter(|arg| arg.is_require_equals_set());
        let names: Vec<String> = switches
            .filter_map(|arg| Some(format!("--{}", arg.get_long()?)))
            .collect();
        assert_eq!(names, SWITCHES);
    }

    #[test]
    fn a_value_is_joined_to_the_switch_before_it_alone() {
        let joined = |text: &str| {
            let args = text.split(' ').map(OsString::from);
            with_values_joined(args).join(OsStr::new(" "))
        };
        assert_eq!(
            joined("bake --mips false -o x.ktx2"),
            "bake --mips=false -o x.ktx2"
        );
        assert_eq!(joined("bake --mips marble"), "bake --mips marble");
        assert_eq!(joined("bake --seed 1 --mips"), "bake --seed 1 --mips");
    }
}
