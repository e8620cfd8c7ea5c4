//! What is wrong with a recipe's text, and where.

use wgpu_noise::format::RecipeSource;
use wgpu_noise::recipe::Lines;
use wgpu_noise::{Error, Recipe, Result};

use super::pictures::Pictures;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The line at fault, counted from 1; `None` if it is no single line.
    pub line: Option<usize>,
    /// What was given and what is allowed.
    pub message: String,
}

impl Mistake {
    /// Takes the line from an error in the recipe of a name, whose own text is beside the message.
    pub fn new(error: &Error, name: &str) -> Mistake {
        let (line, message) = match error {
            Error::Recipe { file, line, fault } if file == name => (*line, fault.to_string()),
            Error::Expression {
                file,
                line,
                column,
                message,
                excerpt,
            } if file == name => (
                Some(*line),
                format!("column {column}: {message}\n{excerpt}"),
            ),
            other => (None, other.to_string()),
        };
        Mistake { line, message }
    }
}

/// Reads a recipe and checks all of it, its program included.
pub fn check(source: &RecipeSource, pictures: &mut Pictures) -> Result<Recipe> {
    let recipe = pictures.recipe(source)?;
    match recipe.job() {
        Ok(_) => Ok(recipe),
        Err(error) => Err(Lines::of(&source.text, &source.name).locate(error)),
    }
}
