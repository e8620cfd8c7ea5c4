//! Checks the layers of the library: no module imports from a layer above its own, and no two modules import from each other.
//!
//! The test reads the source texts. An import is a path that begins with `crate`, `self`, `super`, `wgpu_noise` or the name
//! of a child module, in a `use` or anywhere else, macros included. A path leads to the file that defines its item: re-exports
//! are followed, and are no imports themselves. Code under `#[cfg(test)]` may import anything.

#[path = "support/source.rs"]
mod source;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, Visibility};

/// The layers from the bottom to the top, as ARCHITECTURE.md draws them. A module imports only from layers below its own, not
/// from its neighbours.
const LAYERS: &[&[&str]] = &[
    &["error"],
    &["hash", "limits", "memory", "texel"],
    &["noise"],
    &["grid"],
    &["program", "volume"],
    &["backend", "recipe", "wgsl"],
    &["cpu", "format", "gpu", "reference", "snippet"],
    &["bake", "verify"],
    &["cli"],
];

/// Pairs of modules of one folder that import from each other. The list may only shrink.
const KNOWN_CYCLES: &[(&str, &str)] = &[
    ("gpu::backend", "gpu::grid_pass"),
    ("gpu::backend", "gpu::runs"),
    ("gpu::buffers", "gpu::upload"),
    ("gpu::context", "gpu::work"),
    ("reference::fractals", "reference::octaves"),
    ("verify::case", "verify::outcome"),
];

/// The source files, each under the path of its module from the crate's root: `["program", "bind"]`.
struct Crate {
    files: BTreeMap<Vec<String>, File>,
}

/// What one source file names.
#[derive(Default)]
struct File {
    /// Where the file lies, from `src/`.
    path: String,
    /// Paths that it imports, from the crate's root.
    imports: BTreeSet<Vec<String>>,
    /// Names that it re-exports, and the paths that they stand for.
    exports: BTreeMap<String, Vec<String>>,
    /// First segments of its other paths. A re-exported name that occurs here is an import, too.
    names: BTreeSet<String>,
}

impl Crate {
    /// Reads source texts, given with their paths from `src/`.
    fn read(texts: &[(String, String)]) -> Crate {
        let modules: BTreeSet<Vec<String>> = texts.iter().map(|(path, _)| module(path)).collect();
        let file = |(path, text): &(String, String)| {
            let module = module(path);
            let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
            let mut reader = Reader {
                modules: &modules,
                module: module.clone(),
                file: File {
                    path: path.clone(),
                    ..File::default()
                },
            };
            reader.visit_file(&syntax);
            (module, reader.file)
        };
        Crate {
            files: texts.iter().map(file).collect(),
        }
    }

    /// The module of the file that defines what a path leads to.
    fn definition(&self, path: &[String]) -> Vec<String> {
        self.follow(path, 0)
    }

    fn follow(&self, path: &[String], depth: usize) -> Vec<String> {
        assert!(depth < 20, "re-exports run in a circle at {path:?}");
        let mut module = Vec::new();
        for (i, name) in path.iter().enumerate() {
            let mut child = module.clone();
            child.push(name.clone());
            if self.files.contains_key(&child) {
                module = child;
                continue;
            }
            let Some(file) = self.files.get(&module) else {
                break;
            };
            if let Some(target) = file.exports.get(name) {
                let whole = [target.as_slice(), &path[i + 1..]].concat();
                return self.follow(&whole, depth + 1);
            }
            break;
        }
        module
    }

    /// The files that each file imports from.
    fn edges(&self) -> BTreeMap<&Vec<String>, BTreeSet<Vec<String>>> {
        let of_file = |(module, file): (_, &File)| {
            let own = file.exports.iter();
            let own = own.filter(|(name, _)| file.names.contains(*name));
            let paths = file.imports.iter().chain(own.map(|(_, path)| path));
            let targets: BTreeSet<_> = paths.map(|path| self.definition(path)).collect();
            (module, targets)
        };
        let mut edges: BTreeMap<_, _> = self.files.iter().map(of_file).collect();
        edges.iter_mut().for_each(|(module, targets)| {
            targets.remove(*module);
        });
        edges
    }

    /// Imports from a higher layer, or from a neighbour in the same one.
    fn upward(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (module, targets) in self.edges() {
            let Some(own) = module.first() else { continue };
            for target in &targets {
                let Some(other) = target.first().filter(|other| *other != own) else {
                    continue;
                };
                if layer(other) >= layer(own) {
                    found.push(format!(
                        "src/{} imports from {}",
                        self.files[module].path,
                        target.join("::")
                    ));
                }
            }
        }
        found
    }

    /// Pairs of modules of one folder that import from each other. A file in a folder counts as the folder wherever something
    /// outside meets it; a folder's `mod.rs` and the files below it may use each other.
    fn cycles(&self) -> BTreeSet<(String, String)> {
        let mut imports = BTreeSet::new();
        for (module, targets) in self.edges() {
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
}

/// How high a top-level module lies.
fn layer(module: &str) -> usize {
    let found = LAYERS.iter().position(|layer| layer.contains(&module));
    found.unwrap_or_else(|| panic!("the module `{module}` has no layer in tests/layering.rs"))
}

/// The module of a file: `program/bind.rs` is `program::bind`.
fn module(path: &str) -> Vec<String> {
    let stem = path.strip_suffix(".rs").expect("a source file");
    let mut module: Vec<String> = stem.split('/').map(str::to_owned).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
        module.pop();
    }
    module
}

/// Walks the syntax of one file.
struct Reader<'a> {
    modules: &'a BTreeSet<Vec<String>>,
    /// The module that is being read: the file's, or one inside it.
    module: Vec<String>,
    file: File,
}

impl Reader<'_> {
    /// A path from the crate's root, if it leads into this crate.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let mut base = self.module.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" | "wgpu_noise" => {
                base.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            child => {
                base.push(child.to_owned());
                let is_module = self.modules.contains(&base);
                base.pop();
                if !is_module {
                    return None;
                }
            }
        }
        Some([base.as_slice(), rest].concat())
    }

    fn path(&mut self, path: &[String]) {
        match self.absolute(path) {
            Some(path) if !path.is_empty() => {
                self.file.imports.insert(path);
            }
            _ => {
                self.file.names.extend(path.first().cloned());
            }
        }
    }

    /// Paths among tokens, as the arguments of macros have them.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.path(&std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => {}
            }
            self.path(&std::mem::take(&mut path));
            colons = 0;
        }
        self.path(&path);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if of_tests(&item.attrs) {
            return;
        }
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !of_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if of_tests(&item.attrs) {
            return;
        }
        let private = matches!(item.vis, Visibility::Inherited);
        for (name, path) in source::leaves(&item.tree) {
            let Some(path) = self.absolute(&path) else {
                continue;
            };
            if private {
                self.file.imports.insert(path);
            } else {
                assert_ne!(name, "*", "{} re-exports a whole module", self.file.path);
                self.file.exports.insert(name, path);
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.path(&names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.tokens(item.tokens.clone());
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

fn of_tests(attributes: &[Attribute]) -> bool {
    source::has(attributes, "cfg", "test")
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
    let upward = library().upward();
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn no_two_modules_import_from_each_other() {
    let all = library();
    let found = all.cycles();
    let owned = |&(a, b): &(&str, &str)| (a.to_owned(), b.to_owned());
    let known: BTreeSet<_> = KNOWN_CYCLES.iter().map(owned).collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(new.is_empty(), "new cycles: {new:#?}");
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(gone.is_empty(), "delete from KNOWN_CYCLES: {gone:#?}");
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
        let upward = made_up(&texts).upward();
        assert_eq!(upward, ["src/grid/brick.rs imports from bake"], "{text}");
    }
}

#[test]
fn an_import_from_a_neighbour_is_noticed() {
    let texts = [
        ("lib.rs", "mod cpu; mod gpu;"),
        ("cpu.rs", "pub fn fill() {}"),
        ("gpu.rs", "use crate::cpu::fill;"),
    ];
    assert_eq!(made_up(&texts).upward(), ["src/gpu.rs imports from cpu"]);
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
    assert!(all.upward().is_empty());
    assert!(all.cycles().is_empty());
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
    assert_eq!(all.cycles(), BTreeSet::from([expected]));
}
