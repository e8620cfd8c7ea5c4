//! What one takes away: files, the command that bakes them, shaders and programs.

#[cfg(target_arch = "wasm32")]
mod download;
#[cfg(not(target_arch = "wasm32"))]
mod file;
mod texts;

use wgpu_noise::Recipe;

#[cfg(target_arch = "wasm32")]
pub use download::Baking;
#[cfg(not(target_arch = "wasm32"))]
pub use file::Baking;
pub use texts::{command, python, rust, shader, stem};

/// Returns the recipe with another size, as the flag `--size` of `bake` sets it.
pub fn sized(recipe: &Recipe, size: &[u32]) -> Recipe {
    Recipe {
        size: size.to_vec(),
        ..recipe.clone()
    }
}
