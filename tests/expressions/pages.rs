//! The recipes in the documentation of expressions and of recipes.

use std::collections::BTreeMap;

use wgpu_noise::noise::Picture;
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
    assert_eq!(of_recipes.len(), 6);
    let named = of_recipes.iter().filter_map(|text| {
        let name = text.split(".toml").next()?.rsplit(' ').next()?;
        Some((format!("{name}.toml"), *text))
    });
    let files: BTreeMap<String, &str> = named.collect();
    let mut pictures = Vec::new();
    for text in expressions.into_iter().chain(of_recipes) {
        let recipe = Recipe::parse_with(text, "page", &mut |_, path| match files.get(path) {
            Some(text) => Ok(Imported {
                file: path.to_string(),
                text: text.to_string(),
            }),
            None => Err(Error::Invalid {
                field: "path".into(),
                given: path.into(),
                allowed: "one of the files".into(),
            }),
        });
        let mut recipe = recipe.unwrap_or_else(|error| panic!("{error}"));
        // Stands in for what a recipe of the page bakes.
        let loaded = recipe.load_pictures(&mut |path| {
            pictures.push(path.to_string());
            Picture::new(path, [2, 2], 1, vec![0.0, 0.25, 0.5, 1.0])
        });
        loaded.unwrap_or_else(|error| panic!("{error}"));
        let small = recipe.sized(8);
        assert!(small.job().is_ok(), "{text}");
    }
    assert_eq!(pictures, ["valleys.png"]);
    assert!(files.contains_key("valleys.toml"), "which bakes it");
}
