//! Recipes that import others.

use std::collections::BTreeMap;

use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::Imported;
use wgpu_noise::{Error, Recipe, Result};

use crate::samples::{expression, samples};

const STONE: &str = r#"
channels = ["stone"]
[parameters.roughness]
default = 0.5
range = [0, 1]
[nodes]
rough = "fbm(perlin(3), gain = roughness)"
stone = "abs(rough) * roughness"
"#;

/// Reads the first of some files, which may import the others.
fn read(files: &[(&str, &str)]) -> Result<Recipe> {
    let texts: BTreeMap<&str, &str> = files.iter().copied().collect();
    let (file, text) = files[0];
    Recipe::parse_with(text, file, &mut |_, path| match texts.get(path) {
        Some(text) => Ok(Imported {
            file: path.to_string(),
            text: text.to_string(),
        }),
        None => Err(Error::Invalid {
            field: "path".into(),
            given: path.into(),
            allowed: "one of the files".into(),
        }),
    })
}

fn importing(nodes: &str) -> String {
    format!(
        "size = [8, 8]\nchannels = [\"a\"]\n[imports]\nstone = \"stone.toml\"\n[nodes]\n{nodes}"
    )
}

#[test]
fn nodes_and_parameters_get_the_name_of_the_import() {
    let text = importing("a = 'stone.stone + stone.rough.dx'");
    let mut recipe = read(&[("a.toml", &text), ("stone.toml", STONE)]).unwrap();
    let expected = |roughness: f64| {
        expression(&format!(
            "let rough = fbm(perlin(3), gain = {roughness}); abs(rough) * {roughness} + rough.dx"
        ))
    };
    assert_eq!(samples(&recipe), expected(0.5));
    recipe.set("stone.roughness", Cell::Number(0.25)).unwrap();
    assert_eq!(samples(&recipe), expected(0.25));
    assert_ne!(expected(0.5), expected(0.25));
    recipe
        .set("stone.rough.octaves", Cell::Number(2.0))
        .unwrap();
    assert_ne!(samples(&recipe), expected(0.25));
    // It is whole, and needs the other file no longer.
    for text in [recipe.to_toml(), recipe.to_expressions()] {
        assert_eq!(Recipe::parse(&text, "a.toml").unwrap(), recipe, "{text}");
    }
}

#[test]
fn tables_use_what_is_imported_and_a_parameter_replaces_that_of_the_import() {
    let text = importing("a.kind = 'abs'\na.of = 'stone.rough'")
        + "\n[parameters.'stone.roughness']\ndefault = 0.75\n";
    let recipe = read(&[("a.toml", &text), ("stone.toml", STONE)]).unwrap();
    assert_eq!(
        samples(&recipe),
        expression("abs(fbm(perlin(3), gain = 0.75))")
    );
}

#[test]
fn a_node_may_be_what_is_imported() {
    for text in ["stone.stone", "let q = stone.stone; q"] {
        let text = importing(&format!("a = '{text}'"));
        let recipe = read(&[("a.toml", &text), ("stone.toml", STONE)]);
        let recipe = recipe.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(samples(&recipe), expression("abs(fbm(perlin(3))) * 0.5"));
    }
    let text = importing("a = 'stone.roughness'");
    let recipe = read(&[("a.toml", &text), ("stone.toml", STONE)]).unwrap();
    assert!(samples(&recipe).iter().all(|value| *value == 0.5));
}

#[test]
fn an_import_may_import() {
    let outer =
        "size = [8, 8]\nchannels = ['b']\nimports.a = 'a.toml'\nnodes.b = 'a.stone.stone + a.a'";
    let inner = importing("a = 'stone.rough * 2'");
    let files = [("b.toml", outer), ("a.toml", &inner), ("stone.toml", STONE)];
    let recipe = read(&files).unwrap_or_else(|error| panic!("{error}"));
    assert!(recipe.parameters.contains_key("a.stone.roughness"));
    let text = "let rough = fbm(perlin(3)); abs(rough) * 0.5 + rough * 2";
    assert_eq!(samples(&recipe), expression(text));
}

#[test]
fn wrong_imports_are_refused_on_their_lines() {
    let refused = |files: &[(&str, &str)], words: &str| {
        let error = read(files).expect_err(words).to_string();
        assert!(error.contains(words), "{error}");
    };
    let text = importing("a = 'stone.stone'");
    refused(&[("a.toml", &text)], "imports.stone: path: got stone.toml");
    let wrong = STONE.replace("perlin", "perlim");
    refused(
        &[("a.toml", &text), ("stone.toml", &wrong)],
        "stone.toml:7:",
    );
    let cycle = importing("a = '1'").replace("stone.toml", "a.toml");
    refused(
        &[("a.toml", &cycle)],
        "a.toml:4: imports.stone: a.toml -> a.toml is a cycle",
    );
    let two = [
        ("b.toml", &*text.replace("stone.toml", "a.toml")),
        ("a.toml", &cycle.replace("a.toml", "b.toml")),
    ];
    refused(&two, "b.toml -> a.toml -> b.toml is a cycle");
    let other = importing("a = 'stone.ston'");
    refused(
        &[("a.toml", &other), ("stone.toml", STONE)],
        "unknown name `stone.ston`, did you mean `stone.stone`?",
    );
    let taken = importing("a = '1'\nstone = '2'");
    refused(
        &[("a.toml", &taken), ("stone.toml", STONE)],
        "a.toml:7:1: an import has this name",
    );
    let over = importing("a = 'stone.stone'\n'stone.stone' = '2'");
    refused(
        &[("a.toml", &over), ("stone.toml", STONE)],
        "stone.stone: got this name; allowed: a name that no imported node has",
    );
    let misspelt =
        importing("a = 'stone.stone'") + "\n[parameters]\n'stone.roughnes' = { default = 1 }";
    refused(
        &[("a.toml", &misspelt), ("stone.toml", STONE)],
        "unknown name `stone.roughnes`, did you mean `stone.roughness`?",
    );
    refused(
        &[("a.toml", &text.replace("\"stone.toml\"", "3"))],
        "imports.stone: got integer",
    );
    // Without a file there is nothing to import from.
    let error = Recipe::parse(&text, "recipe").unwrap_err().to_string();
    assert!(
        error.contains("recipe:4: imports.stone: ") && error.contains("no imports here"),
        "{error}"
    );
    assert!(serde_json::from_str::<Recipe>(r#"{"imports": {"a": "a.toml"}}"#).is_err());
    let files: Vec<(String, String)> = (0..12)
        .map(|n| {
            (
                format!("{n}.toml"),
                importing("a = '1'").replace("stone.toml", &format!("{}.toml", n + 1)),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    refused(&files, "are more than 8 imports");
}
