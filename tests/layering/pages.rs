//! The files that ARCHITECTURE.md and CONTRIBUTING.md name exist.

use std::path::Path;

pub fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What the pages name and a clone does not have.
const NOT_COMMITTED: [&str; 2] = ["fuzz/corpus/TARGET", "python/.venv"];

#[test]
fn the_pages_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let page = page(name);
        let quoted = page.split('`').skip(1).step_by(2);
        let folders = [
            ".cargo/",
            "benches/",
            "docs/",
            "examples/",
            "fuzz/",
            "python/",
            "recipes/",
            "scripts/",
            "shaders/",
            "src/",
            "studio/",
            "tests/",
        ];
        let mut paths = quoted.filter(|word| {
            folders.iter().any(|folder| word.starts_with(folder))
                && !word.contains(char::is_whitespace)
                && !NOT_COMMITTED.contains(word)
        });
        let lost: Vec<_> = paths
            .by_ref()
            .filter(|path| !root.join(path).exists())
            .collect();
        assert!(lost.is_empty(), "{name} names {lost:?}");
    }
}
