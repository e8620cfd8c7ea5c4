//! The layers of the library: no module imports from a layer above its own, and no two modules import from each other.
//!
//! The test reads the source texts. An import is a path that begins with `crate`, `self`, `super`, `wgpu_noise` or the name
//! of a child module, in a `use` or anywhere else, macros included. A path leads to the file that defines its item: re-exports
//! are followed, and are no imports themselves. Code under `#[cfg(test)]` may import anything.

use std::collections::BTreeSet;

use crate::imports::Crate;
use crate::pages::page;
use crate::source;

/// The layers from the bottom to the top, as ARCHITECTURE.md draws them. A module imports only from layers below its own, not
/// from its neighbours.
const LAYERS: &[&[&str]] = &[
    &["error", "words"],
    &[
        "gradients",
        "hash",
        "limits",
        "memory",
        "pacing",
        "stopwatch",
        "texel",
    ],
    &["noise", "threads"],
    &["erosion", "grid"],
    &["program", "volume"],
    &["backend", "recipe", "wgsl"],
    &["cpu", "format", "gpu", "reference", "snippet"],
    &["bake", "verify"],
    &["service"],
    &["cli"],
];

/// Imports from a higher layer, or from a neighbour in the same one.
fn upward(all: &Crate) -> Vec<String> {
    let mut found = Vec::new();
    for (module, targets) in all.edges() {
        let Some(own) = module.first() else { continue };
        for target in &targets {
            let Some(other) = target.first().filter(|other| *other != own) else {
                continue;
            };
            if layer(other) >= layer(own) {
                found.push(format!(
                    "src/{} imports from {}",
                    all.files[module].path,
                    target.join("::")
                ));
            }
        }
    }
    found
}

/// Pairs of modules of one folder that import from each other. A file in a folder counts as the folder wherever something
/// outside meets it; a folder's `mod.rs` and the files below it may use each other.
fn cycles(all: &Crate) -> BTreeSet<(String, String)> {
    let mut imports = BTreeSet::new();
    for (module, targets) in all.edges() {
        for target in targets {
            let pairs = module.iter().zip(&target);
            let common = pairs.take_while(|(own, other)| own == other).count();
            if common < module.len().min(target.len()) {
                let sibling = |path: &[String]| path[..=common].join("::");
                imports.insert((sibling(module), sibling(&target)));
            }
        }
    }
    let both = |(own, other): &&(String, String)| {
        own < other && imports.contains(&(other.clone(), own.clone()))
    };
    imports.iter().filter(both).cloned().collect()
}

/// How high a top-level module lies.
fn layer(module: &str) -> usize {
    let found = LAYERS.iter().position(|layer| layer.contains(&module));
    found
        .unwrap_or_else(|| panic!("the module `{module}` has no layer in tests/layering/layers.rs"))
}

/// The library and the module `cli` of the program.
fn library() -> Crate {
    let mut files = source::files();
    // The root of the program, which only calls `cli`.
    files.retain(|(path, _)| path != "main.rs");
    Crate::read(&files)
}

fn made_up(files: &[(&str, &str)]) -> Crate {
    Crate::read(&source::made_up(files))
}

#[test]
fn nothing_points_up() {
    let found = upward(&library());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_two_modules_import_from_each_other() {
    let found = cycles(&library());
    assert!(found.is_empty(), "{found:#?}");
}

/// The layers that ARCHITECTURE.md draws, from the bottom to the top: names, then what they are.
#[test]
fn the_page_draws_these_layers() {
    let page = page("ARCHITECTURE.md");
    let drawn = page.split("## Layers").nth(1).expect("the chapter");
    let drawn = drawn.split("```").nth(1).expect("the drawing");
    let names = |line: &str| -> BTreeSet<String> {
        let names = line.trim().split("   ").next().unwrap_or_default();
        names.split_whitespace().map(str::to_owned).collect()
    };
    let mut drawn: Vec<_> = drawn.lines().skip(1).map(names).collect();
    drawn.reverse();
    let layers: Vec<BTreeSet<String>> = (LAYERS.iter())
        .map(|layer| layer.iter().map(|&name| name.to_owned()).collect())
        .collect();
    assert_eq!(drawn, layers);
}

#[test]
fn an_upward_import_is_noticed() {
    for text in [
        "use crate::bake::Plan;",
        "use crate::{Error, bake::{Plan, Summary}};",
        "use crate::Plan;",
        "fn f() { crate::bake::plan(); }",
        "fn f() { assert!(x, \"{}\", crate::bake::plan()); }",
        "fn f(plan: &super::super::bake::Plan) {}",
        "mod inner { use super::super::super::bake::Plan; }",
    ] {
        let texts = [
            (
                "lib.rs",
                "mod bake; mod error; mod grid; pub use bake::Plan;",
            ),
            ("bake/mod.rs", "pub struct Plan;"),
            ("grid/mod.rs", "mod brick;"),
            ("grid/brick.rs", text),
            ("error.rs", "pub struct Error;"),
        ];
        let found = upward(&made_up(&texts));
        assert_eq!(found, ["src/grid/brick.rs imports from bake"], "{text}");
    }
}

#[test]
fn an_import_from_a_neighbour_is_noticed() {
    let texts = [
        ("lib.rs", "mod cpu; mod gpu;"),
        ("cpu.rs", "pub fn fill() {}"),
        ("gpu.rs", "use crate::cpu::fill;"),
    ];
    assert_eq!(upward(&made_up(&texts)), ["src/gpu.rs imports from cpu"]);
}

#[test]
fn imports_from_below_and_of_tests_are_allowed() {
    let texts = [
        ("lib.rs", "mod cpu; mod error; pub use error::Error;"),
        (
            "error.rs",
            "#[cfg(test)] mod tests { use crate::cpu::fill; }",
        ),
        ("cpu.rs", "use crate::Error; pub fn fill() {}"),
    ];
    let all = made_up(&texts);
    assert!(upward(&all).is_empty());
    assert!(cycles(&all).is_empty());
}

#[test]
fn a_cycle_through_a_re_export_is_noticed() {
    let texts = [
        ("lib.rs", "mod cpu;"),
        ("cpu/mod.rs", "mod plan; mod rows; pub use plan::Plan;"),
        ("cpu/plan.rs", "use super::rows::Row; pub struct Plan(Row);"),
        (
            "cpu/rows.rs",
            "use super::Plan; pub struct Row; fn f(_: Plan) {}",
        ),
    ];
    let all = made_up(&texts);
    let expected = ("cpu::plan".to_owned(), "cpu::rows".to_owned());
    assert_eq!(cycles(&all), BTreeSet::from([expected]));
}
