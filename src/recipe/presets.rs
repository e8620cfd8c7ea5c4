//! The recipes of this repository, in the binary.

use super::Recipe;
use crate::{Error, Result};

/// A recipe that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, which is that of its file under `recipes/`.
    pub name: &'static str,
    /// The text of the recipe, with its comments.
    pub text: &'static str,
}

/// Presets by the names of their files.
macro_rules! presets {
    ($($name:literal)*) => {
        &[$(Preset {
            name: $name,
            text: include_str!(concat!("../../recipes/", $name, ".toml")),
        }),*]
    };
}

impl Preset {
    /// Every preset, sorted by name; a test compares them with the folder.
    pub const ALL: &[Preset] = presets! {
        "ball_half"
        "ball_hard"
        "ball_quarter"
        "billow"
        "caves"
        "classic"
        "cloud_curl"
        "cloud_erosion"
        "cloud_shape"
        "clouds"
        "clouds_4d"
        "elias"
        "fbm_half"
        "fbm_one"
        "fbm_quarter"
        "fbm_root_half"
        "fire"
        "hills"
        "hybrid"
        "lava"
        "marble"
        "marble_cos"
        "mountains"
        "ocean"
        "patches"
        "perlin_1d"
        "perlin_2d"
        "perlin_3d"
        "perlin_4d"
        "ping_pong"
        "planet"
        "relief"
        "ridged"
        "rocky_plain"
        "side_scroller"
        "simplex"
        "sky"
        "smoke"
        "tissue"
        "value"
        "warped"
        "white"
        "wood_grain"
        "wood_rings"
        "worley"
    };

    /// The preset of that name.
    ///
    /// ```
    /// use wgpu_noise::recipe::Preset;
    ///
    /// let mut marble = Preset::find("marble")?.recipe()?;
    /// marble.size = vec![64, 64];
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unknown`] with the nearest name.
    pub fn find(name: &str) -> Result<Preset> {
        let named = |preset: &&Preset| preset.name == name;
        (Preset::ALL.iter().find(named).copied()).ok_or_else(|| {
            let known = Preset::ALL.iter().map(|preset| preset.name);
            Error::unknown("preset", name, known)
        })
    }

    /// How messages call its text.
    pub fn file(&self) -> String {
        format!("{}.toml", self.name)
    }

    /// The recipe.
    ///
    /// # Errors
    /// Those of [`Recipe::parse`]; a test sees to it that there are none.
    pub fn recipe(&self) -> Result<Recipe> {
        Recipe::parse(self.text, &self.file())
    }
}
