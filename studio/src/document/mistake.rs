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
    /// Takes the line from an error's message, which begins with `name:line: `.
    pub fn new(error: &Error, name: &str) -> Mistake {
        let message = error.to_string();
        let rest = (message.strip_prefix(name)).and_then(|rest| rest.strip_prefix(':'));
        let (line, message) = match rest.map(|rest| rest.split_once(": ").unwrap_or(("", rest))) {
            Some((line, rest)) if line.parse::<usize>().is_ok() => (line.parse().ok(), rest),
            Some(("", rest)) => (None, rest.trim_start()),
            _ => (None, message.as_str()),
        };
        Mistake {
            line,
            message: message.to_string(),
        }
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
