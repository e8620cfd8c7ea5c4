//! The groups and the numbers of bindings.

use super::Options;

/// How the WGSL of a snippet binds a resource, up to the number.
const AT_ZERO: &str = "@group(0) @binding(";

/// Moves all bindings of WGSL to those that the options ask for.
pub(super) fn moved(wgsl: &str, options: &Options) -> String {
    let mut parts = wgsl.split(AT_ZERO);
    let mut moved = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (number, rest) = part.split_once(')').unwrap_or((part, ""));
        let number = number.parse().unwrap_or(0) + options.binding;
        moved += &format!("@group({}) @binding({number}){rest}", options.group);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_move() {
        let wgsl = "a @group(0) @binding(3) var; @group(0) @binding(12) var;";
        assert_eq!(moved(wgsl, &Options::default()), wgsl);
        assert_eq!(
            moved(wgsl, &Options::default().group(2).binding(10)),
            "a @group(2) @binding(13) var; @group(2) @binding(22) var;"
        );
    }
}
