//! The recipes in the documentation of expressions and of recipes.

use std::collections::BTreeMap;

use wgpu_noise::recipe::Imported;
use wgpu_noise::{Error, Recipe};

/// The blocks of a page in TOML that are whole recipes.
fn recipes(page: &str) -> Vec<&str> {
    let blocks = page.split("```").skip(1).step_by(2);
    let toml = blocks.filter_map(|block| block.strip_prefix("toml\n"));
    toml.filter(|block| block.contains("channels =")).collect()
}

#[test]
fn the_recipes_of_the_pages_are_right() {
    let expressions = recipes(include_str!("../../docs/expressions.md"));
    assert_eq!(expressions.len(), 2);
    let of_recipes = recipes(include_str!("../../docs/recipes.md"));
    assert_eq!(of_recipes.len(), 4);
    let named = of_recipes.iter().filter_map(|text| {
        let name = text.split(".toml").next()?.rsplit(' ').next()?;
        Some((format!("{name}.toml"), *text))
    });
    let files: BTreeMap<String, &str> = named.collect();
    for text in expressions.into_iter().chain(of_recipes) {
        let recipe = Recipe::parse_with(text, "page", &mut |_, path| match files.get(path) {
            Some(text) => Ok(Imported {
                file: path.to_string(),
                text: text.to_string(),
            }),
            None => Err(Error::Recipe(format!("no file {path}"))),
        });
        let recipe = recipe.unwrap_or_else(|error| panic!("{error}"));
        let small = recipe.sized(8);
        assert!(small.job().is_ok(), "{text}");
    }
}
