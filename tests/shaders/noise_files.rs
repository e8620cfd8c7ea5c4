//! The files under `shaders/noise`.

use std::path::Path;

use crate::valid::{name, offences, shader, validated};

/// The files under `shaders/noise`, in an order in which each stands after what it needs.
const NOISE_FILES: [&str; 31] = [
    "axis",
    "polynomials",
    "shaping",
    "fades",
    "table_hash",
    "integer_hash",
    "elias_hash",
    "hash",
    "perlin",
    "slope",
    "perlin_gradient",
    "classic",
    "classic_gradient",
    "value",
    "simplex",
    "simplex_gradient",
    "psrd",
    "worley",
    "worley_owner",
    "worley_edge",
    "worley_smooth",
    "position",
    "position_wide",
    "perlin_at",
    "classic_at",
    "value_at",
    "simplex_at",
    "psrd_at",
    "worley_at",
    "worley_edge_at",
    "worley_smooth_at",
];

/// All of them, with a table.
fn noise_files() -> String {
    let files = NOISE_FILES.map(|file| shader(&format!("noise/{file}.wgsl")));
    format!("{}\n{}", shader("tables/storage.wgsl"), files.join("\n"))
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
fn every_file_is_among_those_tested() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/noise");
    let known = noise_files();
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(known.contains(&text));
    }
}

#[test]
fn noise_files_hold_nothing_but_prefixed_functions_structs_and_constants() {
    for file in NOISE_FILES {
        let text = shader(&format!("noise/{file}.wgsl"));
        for word in ["@group", "@binding", "@compute", "enable ", "requires "] {
            assert!(!text.contains(word), "{file}: {word}");
        }
        for line in text.lines() {
            let named = (line
                .strip_prefix("fn ")
                .map(|rest| rest.starts_with("noise_")))
            .or(line
                .strip_prefix("struct ")
                .map(|rest| rest.starts_with("Noise")))
            .or(line
                .strip_prefix("const ")
                .map(|rest| rest.starts_with("NOISE_")));
            assert_ne!(named, Some(false), "{file}: {line}");
        }
    }
}
