use wgpu_noise::Recipe;

use crate::checks;

/// Reads a text as a recipe in TOML, else in JSON.
///
/// No text makes the library panic, and none takes time or memory out of proportion. An error is always the caller's fault.
/// What is accepted survives being written as TOML and as JSON, can be planned for every type of file or is refused for a reason,
/// and has finite samples within [`Job::range`](wgpu_noise::Job::range).
pub fn recipe(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else {
        return false;
    };
    let mut recipe = match Recipe::parse(text, "fuzz.toml") {
        Ok(recipe) => recipe,
        Err(error) => {
            checks::is_refusal(&error);
            let Ok(recipe) = serde_json::from_str::<Recipe>(text) else {
                return false;
            };
            if let Err(error) = recipe.validate() {
                checks::is_refusal(&error);
                return false;
            }
            recipe
        }
    };
    checks::survives_writing(&recipe);
    checks::takes_pictures(&mut recipe) && checks::can_be_baked(&recipe)
}
