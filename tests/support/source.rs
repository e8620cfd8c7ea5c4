//! What the tests that read source texts have in common.

use std::path::Path;

use syn::{Attribute, Ident, Meta, UseTree};

/// The source files of the library and of the program, with their paths from `src/`.
pub fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("a source").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).expect("a path below src");
            let name = name.to_str().expect("a name in UTF-8").replace('\\', "/");
            if name.ends_with(".rs") {
                files.push((name, std::fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    assert!(files.len() > 100, "only {} sources", files.len());
    files
}

/// Files of a test's own.
pub fn made_up(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |&(path, text): &(&str, &str)| (path.to_owned(), text.to_owned());
    files.iter().map(owned).collect()
}

/// Every name that a `use` brings in, with the path that it stands for. The name of a glob is `*`.
pub fn leaves(tree: &UseTree) -> Vec<(String, Vec<String>)> {
    let mut leaves = Vec::new();
    collect(tree, &[], &mut leaves);
    leaves
}

fn collect(tree: &UseTree, before: &[String], leaves: &mut Vec<(String, Vec<String>)>) {
    let with = |name: &Ident| [before, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => collect(&path.tree, &with(&path.ident), leaves),
        UseTree::Name(name) if name.ident == "self" => {
            let own = before.last().expect("a path before self").clone();
            leaves.push((own, before.to_vec()));
        }
        UseTree::Name(name) => leaves.push((name.ident.to_string(), with(&name.ident))),
        UseTree::Rename(rename) => leaves.push((rename.rename.to_string(), with(&rename.ident))),
        UseTree::Glob(_) => leaves.push(("*".to_owned(), before.to_vec())),
        UseTree::Group(group) => group
            .items
            .iter()
            .for_each(|tree| collect(tree, before, leaves)),
    }
}

/// Whether the attributes of an item have one with this name and these arguments, such as `cfg(test)`.
pub fn has(attributes: &[Attribute], name: &str, arguments: &str) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident(name)
            && matches!(&attribute.meta, Meta::List(list) if list.tokens.to_string() == arguments)
    })
}
