//! The modules of a crate with their items, and what a path in one of them leads to.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use syn::{Attribute, Item, Visibility};

use crate::macros;
use crate::source::{has, leaves};

/// A module's path from the crate's root.
pub type Path = Vec<String>;

/// Where an item is defined.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Definition {
    pub module: Path,
    pub kind: Kind,
    pub name: String,
}

/// The kinds of items that a listing tells apart. Two items of one module and one name differ in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Module,
    Type,
    Function,
    Constant,
}

/// A crate's modules.
pub struct Tree {
    modules: BTreeMap<Path, Vec<Item>>,
}

impl Tree {
    /// Reads the crate whose root is `lib.rs`; files are given with their paths from it.
    pub fn read(files: &[(String, String)]) -> Tree {
        let files: BTreeMap<&str, &str> = (files.iter())
            .map(|(path, text)| (path.as_str(), text.as_str()))
            .collect();
        let macros = definitions(&files);
        let mut tree = Tree {
            modules: BTreeMap::new(),
        };
        let root = syn::parse_file(files["lib.rs"]).expect("a root that parses");
        tree.enter(Vec::new(), root.items, &files, &macros);
        tree
    }

    fn enter(
        &mut self,
        module: Path,
        items: Vec<Item>,
        files: &BTreeMap<&str, &str>,
        macros: &BTreeMap<String, TokenStream>,
    ) {
        let mut own = Vec::new();
        for item in items {
            own.extend(expanded(item, macros));
        }
        own.retain(|item| !has(attributes(item), "cfg", "test"));
        for item in &mut own {
            let Item::Mod(child) = item else { continue };
            let mut path = module.clone();
            path.push(child.ident.to_string());
            let items = match child.content.take() {
                Some((_, items)) => items,
                None => file(&path, files),
            };
            self.enter(path, items, files, macros);
        }
        self.modules.insert(module, own);
    }

    /// Every item with its module.
    pub fn everything(&self) -> impl Iterator<Item = (&Path, &Item)> {
        let modules = self.modules.iter();
        modules.flat_map(|(path, items)| items.iter().map(move |item| (path, item)))
    }

    /// The items of a module.
    pub fn items(&self, module: &[String]) -> &[Item] {
        self.modules.get(module).map_or(&[], Vec::as_slice)
    }

    /// The items that a definition names.
    pub fn item(&self, definition: &Definition) -> &Item {
        let of = |item: &&Item| {
            named(item)
                .is_some_and(|(kind, name)| kind == definition.kind && name == definition.name)
        };
        let found = self.items(&definition.module).iter().find(of);
        found.expect("a definition comes from an item")
    }

    /// What a path means in a module: nothing if it leads out of the crate, several items if they share a name.
    pub fn resolve(&self, module: &[String], path: &[String]) -> Vec<Definition> {
        self.follow(module, path, 0)
    }

    fn follow(&self, module: &[String], path: &[String], depth: usize) -> Vec<Definition> {
        if depth > 20 {
            return Vec::new();
        }
        let mut module = module.to_vec();
        let mut rest = path;
        while let Some(first) = rest.first() {
            match first.as_str() {
                "crate" => module.clear(),
                "self" => {}
                "super" => drop(module.pop()),
                _ => break,
            }
            rest = &rest[1..];
        }
        let [name, after @ ..] = rest else {
            return Vec::new();
        };
        let found = self.lookup(&module, name, after.is_empty(), depth);
        if after.is_empty() {
            return found;
        }
        let modules = found.iter().filter(|found| found.kind == Kind::Module);
        let inner = |found: &Definition| {
            [found.module.as_slice(), std::slice::from_ref(&found.name)].concat()
        };
        modules
            .flat_map(|found| self.follow(&inner(found), after, depth + 1))
            .collect()
    }

    /// What a name means in a module, as the last part of a path or as a part before it.
    fn lookup(
        &self,
        module: &[String],
        name: &str,
        is_last: bool,
        depth: usize,
    ) -> Vec<Definition> {
        let mut found = Vec::new();
        for item in self.items(module) {
            match item {
                Item::Use(item) => {
                    for (leaf, path) in leaves(&item.tree) {
                        // In `use files::files`, the first name is no import.
                        if leaf == name && (is_last || path[0] != name) {
                            found.extend(self.follow(module, &path, depth + 1));
                        }
                    }
                }
                _ => {
                    if let Some((kind, _)) = named(item).filter(|(_, own)| own == name) {
                        found.push(Definition {
                            module: module.to_vec(),
                            kind,
                            name: name.to_owned(),
                        });
                    }
                }
            }
        }
        found
    }
}

/// The items of a module's file.
fn file(module: &[String], files: &BTreeMap<&str, &str>) -> Vec<Item> {
    let stem = module.join("/");
    let names = [format!("{stem}.rs"), format!("{stem}/mod.rs")];
    let text = names.iter().find_map(|name| files.get(name.as_str()));
    // A module of tests may lie outside the folder.
    let text = text.unwrap_or_else(|| panic!("no file of the module {}", module.join("::")));
    let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{stem}: {error}"));
    syntax.items
}

/// The macros of all files by their names.
fn definitions(files: &BTreeMap<&str, &str>) -> BTreeMap<String, TokenStream> {
    let mut macros = BTreeMap::new();
    for (path, text) in files {
        let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        for item in syntax.items {
            if let Item::Macro(item) = item
                && let Some(name) = item.ident
            {
                macros.insert(name.to_string(), item.mac.tokens);
            }
        }
    }
    macros
}

/// An item, or those that a macro makes.
fn expanded(item: Item, macros: &BTreeMap<String, TokenStream>) -> Vec<Item> {
    let Item::Macro(call) = &item else {
        return vec![item];
    };
    if call.ident.is_some() {
        return vec![item];
    }
    let name = call
        .mac
        .path
        .segments
        .last()
        .expect("a name")
        .ident
        .to_string();
    // Those of the standard library, such as thread_local!, make nothing public.
    let Some(definition) = macros.get(&name) else {
        return vec![item];
    };
    let tokens = macros::expand(definition, &call.mac.tokens);
    let file = tokens.and_then(syn::parse2::<syn::File>);
    let items = file
        .unwrap_or_else(|error| panic!("{name}!: {error}"))
        .items;
    items
        .into_iter()
        .flat_map(|item| expanded(item, macros))
        .collect()
}

/// The kind and the name of an item that has one.
pub fn named(item: &Item) -> Option<(Kind, String)> {
    let (kind, name) = match item {
        Item::Mod(item) => (Kind::Module, &item.ident),
        Item::Struct(item) => (Kind::Type, &item.ident),
        Item::Enum(item) => (Kind::Type, &item.ident),
        Item::Union(item) => (Kind::Type, &item.ident),
        Item::Type(item) => (Kind::Type, &item.ident),
        Item::Trait(item) => (Kind::Type, &item.ident),
        Item::Fn(item) => (Kind::Function, &item.sig.ident),
        Item::Const(item) => (Kind::Constant, &item.ident),
        Item::Static(item) => (Kind::Constant, &item.ident),
        _ => return None,
    };
    Some((kind, name.to_string()))
}

/// Whether an item is public, and not hidden.
pub fn is_public(item: &Item) -> bool {
    let visibility = match item {
        Item::Mod(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Union(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Const(item) => &item.vis,
        Item::Static(item) => &item.vis,
        Item::Use(item) => &item.vis,
        _ => return false,
    };
    matches!(visibility, Visibility::Public(_)) && !has(attributes(item), "doc", "hidden")
}

/// The attributes of an item.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Mod(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        _ => &[],
    }
}
