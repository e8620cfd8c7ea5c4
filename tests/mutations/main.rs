//! The suite notices mistakes: each mutation of the code must make a test fail.
//!
//! A copy of the package gets one textual mutation at a time and runs the test that should notice. A mutation that does
//! not compile shows nothing and counts as a mistake of this file, as does a text that is not found exactly once.
//!
//! Takes hours, so it is asked for by name: `cargo test --test mutations -- --ignored`. The mutations of shaders need
//! the adapter of the GPU suite; where there is none they are skipped, or fail with `NOISE_REQUIRE_ADAPTER=1`.

mod cpu;
mod definition;
mod generator;
mod gpu;
mod program;
mod run;
#[path = "../support/skip.rs"]
mod skip;
mod snippets;

use std::fs;
use std::path::Path;

use run::all_are_noticed;

/// One mistake.
struct Mutation {
    why: &'static str,
    file: &'static str,
    find: &'static str,
    replace: &'static str,
    /// The part of a test's name that must notice.
    noticed_by: &'static str,
}

const fn mutation(
    why: &'static str,
    noticed_by: &'static str,
    file: &'static str,
    find: &'static str,
    replace: &'static str,
) -> Mutation {
    Mutation {
        why,
        file,
        find,
        replace,
        noticed_by,
    }
}

/// The mutations that one test binary must notice.
struct Suite {
    /// The binary.
    test: &'static str,
    /// The features that it is built with, and no others.
    features: &'static str,
    mutations: &'static [Mutation],
}

const SUITES: [Suite; 6] = [
    cpu::SUITE,
    program::SUITE,
    definition::SUITE,
    gpu::SUITE,
    generator::SUITE,
    snippets::SUITE,
];

#[test]
#[ignore = "takes hours"]
fn mistakes_of_the_cpu_are_noticed() {
    all_are_noticed(&cpu::SUITE);
}

#[test]
#[ignore = "takes hours"]
fn mistakes_of_the_program_are_noticed() {
    all_are_noticed(&program::SUITE);
}

#[test]
#[ignore = "takes hours"]
fn mistakes_of_the_definition_are_noticed() {
    all_are_noticed(&definition::SUITE);
}

#[test]
#[ignore = "takes hours"]
fn mistakes_of_the_gpu_are_noticed() {
    all_are_noticed(&gpu::SUITE);
}

#[test]
#[ignore = "takes hours"]
fn mistakes_of_the_generator_are_noticed() {
    all_are_noticed(&generator::SUITE);
}

#[test]
#[ignore = "takes hours"]
fn mistakes_of_snippets_are_noticed() {
    all_are_noticed(&snippets::SUITE);
}

/// Quick, and so not asked for by name: a mutation whose text is gone notices nothing.
#[test]
fn every_mutation_finds_its_text() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mutations = SUITES.iter().flat_map(|suite| suite.mutations);
    let lost: Vec<_> = mutations
        .filter(|mutation| {
            let text = fs::read_to_string(package.join(mutation.file)).unwrap_or_default();
            text.matches(mutation.find).count() != 1
        })
        .map(|mutation| format!("{} ({}): {}", mutation.why, mutation.file, mutation.find))
        .collect();
    assert!(lost.is_empty(), "{lost:#?}");
}

/// As quick: a mutation in the table of another binary finds no test there.
#[test]
fn every_mutation_names_a_test_of_its_binary() {
    let lost: Vec<_> = (SUITES.iter())
        .flat_map(|suite| {
            let sources = sources(suite.test);
            let all = suite.mutations.iter();
            all.filter(move |mutation| !names_a_test(mutation.noticed_by, &sources))
        })
        .map(|mutation| {
            format!(
                "{} ({}): {}",
                mutation.why, mutation.file, mutation.noticed_by
            )
        })
        .collect();
    assert!(lost.is_empty(), "{lost:#?}");
    let (gpu, golden) = (sources("gpu_suite"), sources("golden"));
    let test = "agreement::the_gpu_agrees";
    assert!(names_a_test(test, &gpu) && !names_a_test(test, &golden));
}

/// The modules of a test binary, each with its text.
fn sources(test: &str) -> Vec<(String, String)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let read = |path: &Path| {
        let module = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(path).unwrap_or_default();
        (module.into_owned(), text)
    };
    let alone = tests.join(format!("{test}.rs"));
    if alone.exists() {
        return vec![read(&alone)];
    }
    let files = fs::read_dir(tests.join(test)).expect("the folder of a test");
    files.flatten().map(|file| read(&file.path())).collect()
}

/// Whether a name, or the part of one, is that of a test: `module::`, `module::function` or `function`.
fn names_a_test(name: &str, sources: &[(String, String)]) -> bool {
    let (module, function) = name.split_once("::").unwrap_or(("", name));
    let mut own = (sources.iter()).filter(|(other, _)| module.is_empty() || module == other);
    own.any(|(_, text)| {
        let mut functions = text.split("fn ").skip(1);
        functions.any(|rest| {
            rest.split('(')
                .next()
                .is_some_and(|whole| whole.contains(function))
        })
    })
}
