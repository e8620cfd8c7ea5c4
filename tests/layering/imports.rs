//! What each source file imports.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, Visibility};

use crate::source;

/// The source files, each under the path of its module from the crate's root: `["program", "bind"]`.
pub struct Crate {
    pub files: BTreeMap<Vec<String>, File>,
}

/// What one source file names.
#[derive(Default)]
pub struct File {
    /// Where the file lies, from `src/`.
    pub path: String,
    /// Paths that it imports, from the crate's root.
    imports: BTreeSet<Vec<String>>,
    /// Names that it re-exports, and the paths that they stand for.
    exports: BTreeMap<String, Vec<String>>,
    /// First segments of its other paths. A re-exported name that occurs here is an import, too.
    names: BTreeSet<String>,
}

impl Crate {
    /// Reads source texts, given with their paths from `src/`.
    pub fn read(texts: &[(String, String)]) -> Crate {
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
    pub fn edges(&self) -> BTreeMap<&Vec<String>, BTreeSet<Vec<String>>> {
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
