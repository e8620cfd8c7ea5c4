use wgpu_noise::noise::Value;
use wgpu_noise::{Error, Noise, Recipe};

use crate::checks;

/// Reads an expression, as a noise and as a node of a recipe.
///
/// No text makes the library panic, and none takes time or memory out of proportion. An error has a line and a column of the
/// text, or blames the request otherwise. A noise that is valid is the same after it was written as an expression and read. So is
/// a valid recipe, which also survives being written as TOML and as JSON.
pub fn expressions(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else {
        return false;
    };
    let recipe = match Recipe::of_expression(text) {
        Ok(recipe) => recipe,
        Err(error) => {
            checks::is_refusal(&error);
            if let Error::Expression { line, column, .. } = error {
                // The end of a text that ends with a line break is on a line of its own.
                assert!((1..=text.split('\n').count()).contains(&line));
                assert!((1..=text.chars().count() + 1).contains(&column));
            }
            return false;
        }
    };
    if let Err(error) = recipe.validate() {
        checks::is_refusal(&error);
        return false;
    }
    checks::survives_writing(&recipe);
    let expressions = recipe.to_expressions();
    let read = Recipe::parse(&expressions, "written.toml");
    assert_eq!(
        read.unwrap_or_else(|e| panic!("{e}, in\n{expressions}")),
        recipe
    );

    let noise: Noise = text.parse().expect("it was read as a recipe");
    let Ok(written) = noise.to_expression() else {
        return true;
    };
    if let Ok(again) = written.parse::<Noise>() {
        assert_eq!(nameless(&again), nameless(&noise), "{written}");
    }
    true
}

/// The same graph without the names of its nodes, which are not kept where they are those of the kinds.
fn nameless(noise: &Noise) -> Noise {
    let node = noise.node();
    let made = Noise::of_kind(node.kind);
    node.params
        .iter()
        .fold(made, |made, (name, value)| match value {
            Value::Noise(input) => made.set(name, nameless(input)),
            other => made.set(name, other.clone()),
        })
}
