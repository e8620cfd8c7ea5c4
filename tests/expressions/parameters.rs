//! Parameters of recipes: numbers with names of their own.

use wgpu_noise::Recipe;
use wgpu_noise::noise::table::Cell;

use crate::samples::{expression, samples};

const STONE: &str = r#"
size = [8, 8]
channels = ["stone"]
[parameters.roughness]
default = 0.5
range = [0, 1]
help = "how rough the stone is"
[parameters.cells]
default = 3
range = [1, 64]
[nodes]
rough = "fbm(perlin(cells), gain = roughness, octaves = 3)"
[nodes.stone]
kind = "mul"
a = "rough"
b = "roughness"
"#;

fn stone() -> Recipe {
    Recipe::parse(STONE, "stone.toml").unwrap_or_else(|error| panic!("{error}"))
}

/// The samples of the noise with these numbers in place of the parameters.
fn expected(roughness: f64, cells: f64) -> Vec<f32> {
    let text = format!("fbm(perlin({cells}), gain = {roughness}, octaves = 3) * {roughness}");
    expression(&text)
}

#[test]
fn a_parameter_is_a_number_wherever_its_name_is() {
    let mut recipe = stone();
    assert_eq!(samples(&recipe), expected(0.5, 3.0));
    recipe.set("roughness", Cell::Number(0.75)).unwrap();
    assert_eq!(samples(&recipe), expected(0.75, 3.0));
    recipe.set("cells", Cell::Number(5.0)).unwrap();
    assert_eq!(samples(&recipe), expected(0.75, 5.0));
    assert_ne!(expected(0.75, 5.0), expected(0.75, 3.0));
}

#[test]
fn a_recipe_keeps_its_parameters() {
    let mut recipe = stone();
    recipe.set("roughness", Cell::Number(0.25)).unwrap();
    assert_eq!(
        recipe.parameters["roughness"].help.as_deref(),
        Some("how rough the stone is")
    );
    for text in [recipe.to_toml(), recipe.to_expressions()] {
        let read = Recipe::parse(&text, "written.toml").unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(read, recipe, "{text}");
    }
    let json = serde_json::to_string(&recipe).unwrap();
    assert_eq!(serde_json::from_str::<Recipe>(&json).unwrap(), recipe);
    // The text in JSON is read without the parameters beside it.
    let nodes = r#""nodes": {"a": "fbm(perlin, gain = rough) + rough"}"#;
    let parameters = r#""parameters": {"rough": {"default": 0.5}}"#;
    let json = format!(r#"{{"channels": ["a"], {nodes}, {parameters}}}"#);
    assert!(
        serde_json::from_str::<Recipe>(&json)
            .unwrap()
            .validate()
            .is_ok()
    );
    let json = json.replace("+ rough", "+ smooth");
    let error = serde_json::from_str::<Recipe>(&json)
        .unwrap()
        .validate()
        .unwrap_err();
    assert!(
        error.to_string().contains("unknown name `smooth`"),
        "{error}"
    );
}

#[track_caller]
fn refused(text: &str, words: &str) {
    let error = Recipe::parse(text, "r.toml").expect_err(words).to_string();
    assert!(error.starts_with("r.toml:"), "{error}");
    assert!(error.contains(words), "{error}");
}

#[test]
fn values_and_names_are_checked() {
    let mut recipe = stone();
    recipe.set("roughness", Cell::Number(2.0)).unwrap();
    let error = recipe.validate().unwrap_err().to_string();
    assert_eq!(
        error,
        "parameters.roughness: got 2; allowed: a number from 0 to 1"
    );
    let error = recipe
        .set("roughness", Cell::Text("much".into()))
        .unwrap_err();
    assert!(error.to_string().contains("got \"much\";"), "{error}");
    let error = recipe
        .set("roughnes", Cell::Number(0.5))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("allowed: node.parameter, cells, roughness"),
        "{error}"
    );

    refused(
        &STONE.replace("default = 0.5", "default = 5"),
        "r.toml:4: parameters.roughness: got 5",
    );
    refused(
        &STONE.replace("[0, 1]", "[1, 0]"),
        "roughness.range: got [1.0, 0.0]",
    );
    refused(&STONE.replace("help =", "halp ="), "halp");
    refused(&STONE.replace("default = 0.5\n", ""), "default");
    refused(
        &STONE
            .replace("parameters.cells", "parameters.stone")
            .replace("perlin(cells)", "perlin(3)"),
        "stone: got this name",
    );
    refused(
        &STONE
            .replace("parameters.cells", "parameters.x")
            .replace("perlin(cells)", "perlin(3)"),
        "x: got this name",
    );
    // `auto` is a number of octaves, and a key of the recipe may have the name of a parameter.
    refused(
        &STONE
            .replace("parameters.cells", "parameters.auto")
            .replace("perlin(cells)", "perlin(3)"),
        "parameters.auto: got this name",
    );
    let seed = "seed = 3\nchannels = ['n']\n[parameters.seed]\ndefault = 5\nrange = [0, 1]\n[nodes]\nn = 'perlin'\n";
    refused(seed, "r.toml:3: parameters.seed: got 5");
    refused(
        &STONE.replace("perlin(cells)", "perlin(cell)"),
        "unknown name `cell`, did you mean `cells`?",
    );
    // The number that a node takes is checked as one that is written there.
    refused(
        &STONE
            .replace("default = 3", "default = 3.5")
            .replace("perlin(cells)", "perlin(3, period = cells)"),
        "period: got 3.5",
    );
}
