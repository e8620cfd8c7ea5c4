//! The samples of recipes and of expressions.

use wgpu_noise::{Recipe, cpu};

/// The samples of a recipe's first channel.
pub fn samples(recipe: &Recipe) -> Vec<f32> {
    let noise = recipe.noises().unwrap_or_else(|error| panic!("{error}"));
    cpu::sample(&noise[0], &recipe.grid())
        .unwrap()
        .samples()
        .to_vec()
}

/// The samples of an expression on a small grid.
pub fn expression(text: &str) -> Vec<f32> {
    samples(&Recipe {
        size: vec![8, 8],
        ..Recipe::of_expression(text).unwrap()
    })
}
