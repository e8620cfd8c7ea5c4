//! Recipes, the files that they are made of, and what a file says of the bake that wrote it.

mod inputs;
#[cfg(all(feature = "image", not(target_arch = "wasm32")))]
mod picture;
mod recipe;
mod source;

pub use inputs::Inputs;
#[cfg(all(feature = "image", not(target_arch = "wasm32")))]
pub use picture::{Pictures, read_picture};
pub use recipe::{read_recipe, read_sheet};
pub use source::{RecipeSource, load_pictures};
