//! The recipes that are compiled into the program.

use super::Recipe;
use crate::{Error, Result};

/// A recipe that is compiled into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name of its file under `recipes/`, without the extension.
    pub name: &'static str,
    /// The text of the recipe, with its comments.
    pub text: &'static str,
}

/// Makes presets of the files with these names.
macro_rules! presets {
    ($($name:literal)*) => {
        &[$(Preset {
            name: $name,
            text: include_str!(concat!("../../recipes/", $name, ".toml")),
        }),*]
    };
}

impl Preset {
    /// Every preset, sorted by name. A test compares the list with the folder.
    pub const ALL: &[Preset] = presets! {
        "ball_half"
        "ball_hard"
        "ball_quarter"
        "billow"
        "caves"
        "classic"
        "cloud_cover"
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
        "granite"
        "ground"
        "hills"
        "hybrid"
        "lava"
        "magma"
        "marble"
        "marble_cos"
        "mountains"
        "oak"
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
        "rust"
        "sand"
        "side_scroller"
        "simplex"
        "sky"
        "smoke"
        "snow"
        "tissue"
        "value"
        "voronoi"
        "warped"
        "water"
        "white"
        "wood_grain"
        "wood_rings"
        "worley"
    };

    /// Returns the preset of that name.
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

    /// Returns the name of the recipe's file for messages.
    pub fn file(&self) -> String {
        format!("{}.toml", self.name)
    }

    /// Parses the recipe.
    ///
    /// # Errors
    /// Those of [`Recipe::parse`]. Tests parse every preset, so none occur.
    pub fn recipe(&self) -> Result<Recipe> {
        Recipe::parse(self.text, &self.file())
    }
}
