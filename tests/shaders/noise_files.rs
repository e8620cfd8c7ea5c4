//! The files under `shaders/noise`.

use wgpu_noise::wgsl;

use crate::valid::{name, offences, validated};

/// All of them, with a table.
fn noise_files() -> String {
    [wgsl::TABLE_STORAGE, wgsl::NOISE].concat()
}

#[test]
fn the_noise_files_validate_and_use_no_builtin_of_unknown_accuracy() {
    let (module, info) = validated(&noise_files());
    assert!(module.functions.len() > 20);
    assert_eq!(offences(&module, &info), Vec::<String>::new());
}

/// A driver inlines what a loop over samples or octaves calls. One branch after another in a loop costs SwiftShader's
/// compiler time and memory exponential in their number; `&&` and `||` are branches.
#[test]
fn noise_functions_do_not_branch() {
    let (module, _) = validated(&noise_files());
    // What these ask is constant where they are called, or they loop themselves.
    let may = |name: &str| {
        ["noise_hash", "noise_simplex", "noise_worley"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
    };
    let unexpected: Vec<&str> = (module.functions.iter())
        .filter(|(_, function)| branches(&function.body))
        .map(|(_, function)| name(function))
        .filter(|name| !may(name))
        .collect();
    assert_eq!(unexpected, Vec::<&str>::new());
    let either = "fn f(a: f32, b: f32) -> bool { return a > 0.0 || b > 0.0; }";
    let (module, _) = validated(either);
    assert!(module.functions.iter().all(|(_, f)| branches(&f.body)));
}

fn branches(block: &naga::Block) -> bool {
    (block.iter()).any(|statement| {
        matches!(
            statement,
            naga::Statement::If { .. } | naga::Statement::Switch { .. }
        )
    })
}

#[test]
fn noise_files_hold_nothing_but_prefixed_functions_structs_and_constants() {
    for word in ["@group", "@binding", "@compute", "enable ", "requires "] {
        assert!(!wgsl::NOISE.contains(word), "{word}");
    }
    for line in wgsl::NOISE.lines() {
        let named = (line
            .strip_prefix("fn ")
            .map(|rest| rest.starts_with("noise_")))
        .or(line
            .strip_prefix("struct ")
            .map(|rest| rest.starts_with("Noise")))
        .or(line
            .strip_prefix("const ")
            .map(|rest| rest.starts_with("NOISE_")));
        assert_ne!(named, Some(false), "{line}");
    }
}
