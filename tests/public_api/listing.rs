//! The public items of a crate, each with the paths that lead to it, as text.

use std::collections::{BTreeMap, BTreeSet};

use syn::{
    Attribute, Fields, Ident, ImplItem, Item, ItemImpl, Meta, Signature, TraitItem, Type,
    Visibility,
};

use crate::print::text;
use crate::source::{has, leaves};
use crate::tree::{Definition, Kind, Path, Tree, attributes, is_public, named};

/// The longest line of a list of names.
const WIDTH: usize = 118;

/// A crate's public items.
pub struct Api<'a> {
    tree: &'a Tree,
    /// The public paths of each item, the best first.
    paths: BTreeMap<Definition, Vec<Path>>,
    /// Public names that stand for something of another crate, with their meaning.
    foreign: BTreeMap<Path, String>,
    /// Methods, constants and traits of each type.
    impls: BTreeMap<Definition, Implementation>,
}

/// What impl blocks give a type.
#[derive(Default)]
struct Implementation {
    items: Vec<String>,
    traits: BTreeSet<String>,
}

impl Api<'_> {
    /// The public items of a crate.
    pub fn of(tree: &Tree) -> Api<'_> {
        let mut api = Api {
            tree,
            paths: BTreeMap::new(),
            foreign: BTreeMap::new(),
            impls: BTreeMap::new(),
        };
        api.walk(&[], &[]);
        for paths in api.paths.values_mut() {
            paths.sort_by_key(|path| (path.len(), path.clone()));
            // Two forms of one item, for two systems, are one.
            paths.dedup();
        }
        api.implementations();
        api
    }

    /// Adds what a module that is public under a path makes public.
    fn walk(&mut self, module: &[String], public: &[String]) {
        let tree = self.tree;
        for item in tree.items(module).iter().filter(|item| is_public(item)) {
            match item {
                Item::Use(item) => {
                    for (name, path) in leaves(&item.tree) {
                        let public = [public, &[name]].concat();
                        let mut definitions = tree.resolve(module, &path);
                        // A private module may have the name of a function that is meant.
                        definitions.retain(|found| {
                            found.kind != Kind::Module || is_public(tree.item(found))
                        });
                        if definitions.is_empty() {
                            self.foreign.insert(public.clone(), path.join("::"));
                        }
                        for definition in definitions {
                            self.add(definition, public.clone());
                        }
                    }
                }
                _ => {
                    let Some((kind, name)) = named(item) else {
                        continue;
                    };
                    let public = [public, std::slice::from_ref(&name)].concat();
                    let module = module.to_vec();
                    self.add(Definition { module, kind, name }, public);
                }
            }
        }
    }

    fn add(&mut self, definition: Definition, public: Path) {
        let module = [
            definition.module.as_slice(),
            std::slice::from_ref(&definition.name),
        ]
        .concat();
        let kind = definition.kind;
        let paths = self.paths.entry(definition).or_default();
        paths.push(public.clone());
        if kind == Kind::Module {
            self.walk(&module, &public);
        }
    }

    fn implementations(&mut self) {
        for (module, item) in self.tree.everything() {
            match item {
                Item::Impl(item) => self.implementation(module, item),
                _ => {
                    let Some((kind, name)) = named(item) else {
                        continue;
                    };
                    let module = module.clone();
                    let of = self.impls.entry(Definition { module, kind, name });
                    of.or_default().traits.extend(derived(attributes(item)));
                }
            }
        }
    }

    fn implementation(&mut self, module: &[String], item: &ItemImpl) {
        let Type::Path(own) = &*item.self_ty else {
            return;
        };
        let path: Path = (own.path.segments.iter())
            .map(|segment| segment.ident.to_string())
            .collect();
        let definitions = self.tree.resolve(module, &path);
        let Some(definition) = definitions.into_iter().find(|of| of.kind == Kind::Type) else {
            return;
        };
        let of = self.impls.entry(definition).or_default();
        if let Some((path, _)) = &item.trait_ {
            let last = path.segments.last().expect("a trait has a name");
            of.traits.insert(text(last));
            return;
        }
        for item in &item.items {
            match item {
                ImplItem::Fn(item) if public(&item.vis, &item.attrs) => {
                    of.items.push(shown(&item.sig) + &condition(&item.attrs));
                }
                ImplItem::Const(item) if public(&item.vis, &item.attrs) => {
                    let line = format!("const {}: {}", item.ident, type_of(&item.ty));
                    of.items.push(line + &condition(&item.attrs));
                }
                _ => {}
            }
        }
    }

    /// Every item that has more than one path, with its paths.
    pub fn ambiguous(&self) -> Vec<String> {
        let several = self.paths.values().filter(|paths| paths.len() > 1);
        several
            .map(|paths| {
                let paths: Vec<String> = paths.iter().map(|path| path.join("::")).collect();
                paths.join("  ")
            })
            .collect()
    }

    /// The whole text.
    pub fn listing(&self) -> String {
        let mut modules: BTreeMap<Path, Vec<&Definition>> = BTreeMap::new();
        modules.insert(Vec::new(), Vec::new());
        for (definition, paths) in &self.paths {
            let best = &paths[0];
            if definition.kind == Kind::Module {
                modules.entry(best.clone()).or_default();
            } else {
                let module = best[..best.len() - 1].to_vec();
                modules.entry(module).or_default().push(definition);
            }
        }
        for items in modules.values_mut() {
            items.sort_by_key(|item| (self.name(item), item.kind));
        }

        let mut out = String::new();
        for (module, items) in &modules {
            let foreign = self
                .foreign
                .iter()
                .filter(|(path, _)| path[..path.len() - 1] == *module);
            let names = items.iter().map(|item| match item.kind {
                Kind::Function => format!("{}()", self.name(item)),
                _ => self.name(item),
            });
            let foreign = foreign.map(|(path, _)| path[path.len() - 1].clone());
            let names: Vec<String> = names.chain(foreign).collect();
            wrapped(
                &mut out,
                &format!("{:<22}", title(module)),
                &names,
                "  ",
                &" ".repeat(22),
            );
        }
        let ambiguous = self.ambiguous();
        if !ambiguous.is_empty() {
            out.push_str(&format!(
                "\n# {} names have several paths\n\n",
                ambiguous.len()
            ));
            ambiguous.iter().for_each(|line| push(&mut out, line));
        }
        for (module, items) in &modules {
            out.push('\n');
            push(
                &mut out,
                &format!("mod {}{}", title(module), self.module_condition(module)),
            );
            for (path, meaning) in &self.foreign {
                if path[..path.len() - 1] == *module {
                    push(&mut out, &format!("  use {meaning}"));
                }
            }
            items.iter().for_each(|item| self.item(item, &mut out));
        }
        out
    }

    /// The public name, which a `use ... as` may have changed.
    fn name(&self, definition: &Definition) -> String {
        self.paths[definition][0]
            .last()
            .expect("a path has a name")
            .clone()
    }

    fn module_condition(&self, module: &[String]) -> String {
        let of = self.paths.iter().find(|(definition, paths)| {
            definition.kind == Kind::Module && paths[0].as_slice() == module
        });
        of.map_or(String::new(), |(definition, _)| {
            condition(attributes(self.tree.item(definition)))
        })
    }

    fn item(&self, definition: &Definition, out: &mut String) {
        let item = self.tree.item(definition);
        let name = self.name(definition);
        let condition = condition(attributes(item));
        let exhaustive = match has_word(attributes(item), "non_exhaustive") {
            true => "non_exhaustive ",
            false => "",
        };
        match item {
            Item::Fn(item) => {
                let mut signature = item.sig.clone();
                signature.ident = Ident::new(&name, signature.ident.span());
                push(out, &format!("  {}{condition}", shown(&signature)));
            }
            Item::Const(item) => {
                push(
                    out,
                    &format!("  const {name}: {}{condition}", text(&item.ty)),
                );
            }
            Item::Static(item) => {
                push(
                    out,
                    &format!("  static {name}: {}{condition}", text(&item.ty)),
                );
            }
            Item::Type(item) => {
                let generics = text(&item.generics);
                push(
                    out,
                    &format!("  type {name}{generics} = {}{condition}", text(&item.ty)),
                );
            }
            Item::Trait(item) => {
                let bounds = match item.supertraits.is_empty() {
                    true => String::new(),
                    false => format!(": {}", text(&item.supertraits)),
                };
                push(
                    out,
                    &format!("  trait {name}{}{bounds}{condition}", text(&item.generics)),
                );
                item.items.iter().for_each(|item| of_trait(item, out));
            }
            Item::Struct(item) => {
                let fields = match &item.fields {
                    Fields::Unnamed(fields) => tuple(fields.unnamed.iter()),
                    _ => String::new(),
                };
                let head = format!(
                    "  {exhaustive}struct {name}{}{fields}",
                    text(&item.generics)
                );
                self.head(definition, &head, &condition, out);
                if let Fields::Named(fields) = &item.fields {
                    let shown = fields
                        .named
                        .iter()
                        .filter(|field| public(&field.vis, &field.attrs));
                    let shown: Vec<String> = shown.map(field).collect();
                    let hidden = shown.len() < fields.named.len() && !shown.is_empty();
                    shown
                        .iter()
                        .for_each(|field| push(out, &format!("    {field}")));
                    if hidden {
                        push(out, "    ..");
                    }
                }
                self.items(definition, out);
            }
            Item::Enum(item) => {
                let head = format!("  {exhaustive}enum {name}{}", text(&item.generics));
                self.head(definition, &head, &condition, out);
                let variants: Vec<String> = item.variants.iter().map(variant).collect();
                wrapped(out, "    ", &variants, " | ", "      ");
                self.items(definition, out);
            }
            _ => push(out, &format!("  {name}")),
        }
    }

    /// The first line of a type, with its traits.
    fn head(&self, definition: &Definition, head: &str, condition: &str, out: &mut String) {
        let of = self.impls.get(definition);
        let traits: Vec<String> = of.map_or(Vec::new(), |of| of.traits.iter().cloned().collect());
        let colon = if traits.is_empty() { "" } else { ": " };
        let head = format!("{head}{condition}{colon}");
        wrapped(out, &head, &traits, " + ", "      ");
    }

    fn items(&self, definition: &Definition, out: &mut String) {
        let Some(of) = self.impls.get(definition) else {
            return;
        };
        let mut items = of.items.clone();
        items.sort();
        items
            .iter()
            .for_each(|item| push(out, &format!("    {item}")));
    }
}

fn push(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

fn title(module: &[String]) -> String {
    match module {
        [] => "wgpu_noise".to_owned(),
        _ => module.join("::"),
    }
}

/// Words on as many lines as they need.
fn wrapped(out: &mut String, head: &str, words: &[String], between: &str, indent: &str) {
    let mut line = head.to_owned();
    let mut first = true;
    for word in words {
        if !first && line.len() + between.len() + word.len() > WIDTH {
            push(out, format!("{line}{between}").trim_end());
            line = indent.to_owned();
            first = true;
        }
        if !first {
            line.push_str(between);
        }
        line.push_str(word);
        first = false;
    }
    push(out, line.trim_end());
}

fn public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_))
        && !has(attributes, "doc", "hidden")
        && !has(attributes, "cfg", "test")
}

fn has_word(attributes: &[Attribute], word: &str) -> bool {
    attributes
        .iter()
        .any(|attribute| attribute.path().is_ident(word))
}

/// The type of a constant. The length of an array that is counted, `[a, b].len()`, is a number.
fn type_of(ty: &Type) -> String {
    if let Type::Array(array) = ty
        && let syn::Expr::MethodCall(call) = &array.len
        && let syn::Expr::Array(counted) = &*call.receiver
    {
        return format!("[{}; {}]", text(&array.elem), counted.elems.len());
    }
    text(ty)
}

/// A signature without what only its body sees: which arguments it changes.
fn shown(signature: &Signature) -> String {
    text(signature)
        .replace("(mut ", "(")
        .replace(", mut ", ", ")
}

/// The condition under which an item is compiled.
fn condition(attributes: &[Attribute]) -> String {
    let conditions = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"));
    conditions
        .map(|attribute| format!("  #[{}]", text(&attribute.meta)))
        .collect()
}

/// The traits of `#[derive(...)]`.
fn derived(attributes: &[Attribute]) -> Vec<String> {
    let lists = attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("derive") => Some(text(&list.tokens)),
            _ => None,
        });
    let lists: Vec<String> = lists.collect();
    let names = lists.iter().flat_map(|list| list.split(','));
    names
        .map(|name| name.rsplit("::").next().expect("a name").trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

fn field(field: &syn::Field) -> String {
    let name = field
        .ident
        .as_ref()
        .map_or(String::new(), |name| format!("{name}: "));
    name + &text(&field.ty)
}

fn tuple<'a>(fields: impl Iterator<Item = &'a syn::Field>) -> String {
    let shown = |of: &syn::Field| match public(&of.vis, &of.attrs) {
        true => text(&of.ty),
        false => "_".to_owned(),
    };
    format!("({})", fields.map(shown).collect::<Vec<_>>().join(", "))
}

fn variant(variant: &syn::Variant) -> String {
    let fields =
        |of: &mut dyn Iterator<Item = &syn::Field>| of.map(field).collect::<Vec<_>>().join(", ");
    match &variant.fields {
        Fields::Unit => variant.ident.to_string(),
        Fields::Unnamed(of) => format!("{}({})", variant.ident, fields(&mut of.unnamed.iter())),
        Fields::Named(of) => format!("{} {{ {} }}", variant.ident, fields(&mut of.named.iter())),
    }
}

fn of_trait(item: &TraitItem, out: &mut String) {
    let (attributes, line) = match item {
        TraitItem::Fn(item) => {
            let default = if item.default.is_some() {
                " { .. }"
            } else {
                ""
            };
            (&item.attrs, shown(&item.sig) + default)
        }
        TraitItem::Const(item) => {
            let line = format!("const {}: {}", item.ident, text(&item.ty));
            (&item.attrs, line)
        }
        TraitItem::Type(item) => (&item.attrs, format!("type {}", item.ident)),
        _ => return,
    };
    if !has(attributes, "doc", "hidden") {
        push(out, &format!("    {line}"));
    }
}
