//! The numbers of an erosion.

use serde::{Deserialize, Serialize};

use crate::limits::{between, short};
use crate::{Error, Result};

/// How water and gravity change the heights of a terrain, `[erosion]` in a recipe.
///
/// Water moves by a sample in an iteration, at most. So a terrain is eroded on coarser grids first, each with about half the
/// samples along each axis of the next, and a terrain with more samples has nearly the same valleys, with finer ones besides.
///
/// ```
/// use wgpu_noise::Recipe;
///
/// let recipe = "size = [32, 32]\nchannels = [\"hill\"]\nnodes.hill = \"fbm(perlin(2))\"\n[erosion]\niterations = 20";
/// let erosion = Recipe::parse(recipe, "hill.toml")?.erosion.unwrap_or_default();
/// assert_eq!((erosion.iterations, erosion.talus), (20, 35.0));
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a table such as { iterations = 100 }"
)]
pub struct Erosion {
    /// How often it rains, water flows and soil slides on each grid: 0 to 100000, 100 by default. 0 leaves the terrain as it is.
    /// In the last quarter it does not rain.
    pub iterations: u32,
    /// How many samples the coarsest grid has along its shorter side: 1 to 65536, 64 by default. A terrain of 512×512 samples
    /// is eroded on grids of 64×64, 128×128, 256×256 and 512×512.
    pub coarsest: u32,
    /// How high a value of 1 is, in units of the domain: 1e-6 to 1000, 0.1 by default.
    pub relief: f64,
    /// The mean depth of the rain of an iteration, in distances of two samples: 0 to 1, 0.0005 by default. Without rain soil
    /// only slides and creeps. The seed of the recipe says how much falls on which sample.
    pub rain: f64,
    /// The share of the water that dries in an iteration: 0 to 1, 0.005 by default.
    pub evaporation: f64,
    /// How much soil water carries, for each unit of water that leaves a sample down a slope of 45 degrees or more: 0 to 64, 16
    /// by default.
    pub capacity: f64,
    /// The share of what water could carry besides its load, that it takes up in an iteration: 0 to 1, 0.1 by default.
    pub dissolving: f64,
    /// The share of what water carries in excess, that it drops in an iteration: 0 to 1, 0.1 by default.
    pub deposition: f64,
    /// The angle above which soil slides, in degrees: 0 to 90, 35 by default. With 90 nothing slides.
    pub talus: f64,
    /// The share of the difference of height to the mean of its neighbours by which a sample moves in an iteration, on any
    /// slope: 0 to 0.5, 0.02 by default.
    pub creep: f64,
}

impl Default for Erosion {
    fn default() -> Erosion {
        Erosion {
            iterations: 100,
            coarsest: 64,
            relief: 0.1,
            rain: 0.0005,
            evaporation: 0.005,
            capacity: 16.0,
            dissolving: 0.1,
            deposition: 0.1,
            talus: 35.0,
            creep: 0.02,
        }
    }
}

impl Erosion {
    /// Returns the name of each number, its value and its range.
    fn numbers(&self) -> [(&'static str, f64, [f64; 2]); 10] {
        [
            ("iterations", self.iterations.into(), [0.0, 1e5]),
            ("coarsest", self.coarsest.into(), [1.0, 65536.0]),
            ("relief", self.relief, [1e-6, 1000.0]),
            ("rain", self.rain, [0.0, 1.0]),
            ("evaporation", self.evaporation, [0.0, 1.0]),
            ("capacity", self.capacity, [0.0, 64.0]),
            ("dissolving", self.dissolving, [0.0, 1.0]),
            ("deposition", self.deposition, [0.0, 1.0]),
            ("talus", self.talus, [0.0, 90.0]),
            ("creep", self.creep, [0.0, 0.5]),
        ]
    }

    /// Returns the names of the numbers.
    pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
        Erosion::default()
            .numbers()
            .into_iter()
            .map(|(name, ..)| name)
    }

    /// Returns what a number may be, in words for an error message, or `None` for another name.
    pub(crate) fn allowed(name: &str) -> Option<String> {
        let numbers = Erosion::default().numbers();
        let (_, _, range) = numbers.into_iter().find(|(known, ..)| *known == name)?;
        let kind = match name {
            "iterations" | "coarsest" => "whole number",
            _ => "number",
        };
        Some(format!("a {kind} {}", between(range)))
    }

    /// Refuses a number outside of its range.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the number and the range.
    pub fn validate(&self) -> Result<()> {
        for (name, value, [least, most]) in self.numbers() {
            if !(least..=most).contains(&value) {
                let allowed = Erosion::allowed(name).unwrap_or_default();
                return Err(Error::invalid(
                    format!("erosion.{name}"),
                    short(value),
                    allowed,
                ));
            }
        }
        Ok(())
    }
}
