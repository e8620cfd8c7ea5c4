//! Recipes, and the plans that were made of them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use wgpu_noise::Error;
use wgpu_noise::bake::Plan;
use wgpu_noise::format::{FileType, RecipeSource};
use wgpu_noise::noise::Picture;
use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::{Parameter, Preset};
use wgpu_noise::texel::{Component, Format};

use crate::failure::{Failure, Result, invalid};
use crate::noise::{Noise, hash_of};
use crate::pictures::{load, picture};
use crate::values::cell;

/// Channels, a grid and how they are stored: what a recipe file says. It is never changed.
#[pyclass(frozen, module = "wgpu_noise._native")]
pub struct Recipe {
    pub recipe: wgpu_noise::Recipe,
    /// The plan of an array of each type of number, once it is asked for.
    plans: [OnceLock<Plan>; 4],
}

impl From<wgpu_noise::Recipe> for Recipe {
    fn from(recipe: wgpu_noise::Recipe) -> Recipe {
        Recipe {
            recipe,
            plans: Default::default(),
        }
    }
}

impl Recipe {
    /// Returns the plan of an array: that of an `.npy`, whose axes are the same.
    pub fn plan(&self, component: Component) -> Result<&Plan> {
        let plan = &self.plans[match component {
            Component::Unorm8 => 0,
            Component::Unorm16 => 1,
            Component::Float16 => 2,
            _ => 3,
        }];
        if let Some(plan) = plan.get() {
            return Ok(plan);
        }
        let channels = self.recipe.channel_names().len() as u32;
        let recipe = wgpu_noise::Recipe {
            format: Some(format(component, channels)),
            mips: false,
            ..self.recipe.clone()
        };
        let made = Plan::of_recipe(&recipe, Some(FileType::Npy))?;
        Ok(plan.get_or_init(|| made))
    }
}

/// Returns the smallest format that holds so many channels.
fn format(component: Component, channels: u32) -> Format {
    match (component, channels) {
        (Component::Float32, _) => Format::R32Float,
        (Component::Float16, _) => Format::R16Float,
        (Component::Unorm8, 1) => Format::R8Unorm,
        (Component::Unorm8, 2) => Format::Rg8Unorm,
        (Component::Unorm8, _) => Format::Rgba8Unorm,
        (_, 1) => Format::R16Unorm,
        _ => Format::Rgba16Unorm,
    }
}

fn malformed(error: &impl ToString) -> Error {
    Error::Malformed {
        field: None,
        message: error.to_string(),
    }
}

/// Reads a recipe's TOML and its pictures: those that are given by their paths, and files.
fn read(text: &str, name: &str, pictures: &BTreeMap<String, Picture>) -> Result<Recipe> {
    let mut recipe = wgpu_noise::Recipe::parse(text, name)?;
    recipe.load_pictures(&mut |path| match pictures.get(path) {
        Some(picture) => Ok(picture.clone()),
        None => picture(path.as_ref()),
    })?;
    Ok(recipe.into())
}

/// Returns the pictures of a recipe by their paths.
pub fn pictures_of(recipe: &wgpu_noise::Recipe) -> BTreeMap<String, Picture> {
    let cells = recipe.nodes.values().flat_map(|row| row.params.values());
    let pictures = cells.filter_map(|cell| match cell {
        Cell::Picture(picture) => Some((picture.name().to_string(), picture.clone())),
        _ => None,
    });
    pictures.collect()
}

/// Makes a recipe of its keys.
fn from_keys(keys: Value, pictures: &BTreeMap<String, Picture>) -> Result<Recipe> {
    let table: toml::Table = serde_json::from_value(keys).map_err(|error| malformed(&error))?;
    let text = toml::to_string(&table).map_err(|error| malformed(&error))?;
    read(&text, "the recipe", pictures)
}

#[pymethods]
impl Recipe {
    /// Reads a recipe's TOML. Errors call it `name`.
    #[staticmethod]
    fn parse(text: &str, name: &str) -> Result<Recipe> {
        read(text, name, &BTreeMap::new())
    }

    /// Reads a recipe's file, and those that it imports.
    #[staticmethod]
    fn of_file(path: PathBuf) -> Result<Recipe> {
        let source = RecipeSource::of_file(&path)?;
        Ok(source.recipe_with(&mut |file, _| picture(file))?.into())
    }

    /// Finds a preset.
    #[staticmethod]
    fn preset(name: &str) -> Result<Recipe> {
        Ok(Preset::find(name)?.recipe()?.into())
    }

    /// Makes a recipe of a JSON object with its keys.
    #[staticmethod]
    fn from_json(text: &str) -> Result<Recipe> {
        let keys = serde_json::from_str(text).map_err(|error| malformed(&error))?;
        from_keys(keys, &BTreeMap::new())
    }

    /// Makes a recipe of one to four channels on a grid of 256 × 256 samples.
    #[staticmethod]
    fn of(channels: Vec<PyRef<'_, Noise>>) -> Result<Recipe> {
        if !(1..=4).contains(&channels.len()) {
            return Err(invalid("channels", channels.len(), "one to four noises"));
        }
        let noises = channels.iter().map(|channel| &channel.graph);
        let grid = wgpu_noise::Recipe::default().grid();
        Ok(wgpu_noise::Recipe::new(noises, &grid, 0).into())
    }

    /// Returns the recipe with other keys of its grid; None leaves one as it is.
    #[expect(clippy::too_many_arguments, reason = "they are the keys of a recipe")]
    #[pyo3(signature = (*, size, extent, origin, time, frames, duration, seed, seamless, edge_samples))]
    fn on_grid(
        &self,
        size: Option<Vec<u32>>,
        extent: Option<Vec<f64>>,
        origin: Option<Vec<f64>>,
        time: Option<f64>,
        frames: Option<u32>,
        duration: Option<f64>,
        seed: Option<u32>,
        seamless: Option<bool>,
        edge_samples: Option<bool>,
    ) -> Result<Recipe> {
        let mut recipe = self.recipe.clone();
        let origin = origin.unwrap_or_default();
        if origin.len() > 3 {
            // In the order of the array, as it was given.
            let given: Vec<&f64> = origin.iter().rev().collect();
            let allowed = "one to three numbers, along z, y and x; time is an argument of its own";
            return Err(invalid("origin", format!("{given:?}"), allowed));
        }
        recipe.origin.resize(4, 0.0);
        recipe.origin[..origin.len()].copy_from_slice(&origin);
        recipe.origin[3] = time.unwrap_or(recipe.origin[3]);
        recipe.size = size.unwrap_or(recipe.size);
        recipe.extent = extent.or(recipe.extent);
        recipe.frames = frames.or(recipe.frames);
        recipe.duration = duration.unwrap_or(recipe.duration);
        recipe.seed = seed.unwrap_or(recipe.seed);
        recipe.seamless = seamless.unwrap_or(recipe.seamless);
        recipe.edge_samples = edge_samples.unwrap_or(recipe.edge_samples);
        Ok(recipe.into())
    }

    /// Returns the recipe with other keys, from a JSON object; null removes one.
    #[pyo3(name = "_with_keys")]
    fn with_keys(&self, json: &str) -> Result<Recipe> {
        let mut keys = serde_json::to_value(&self.recipe).map_err(|error| malformed(&error))?;
        let given: serde_json::Map<String, Value> =
            serde_json::from_str(json).map_err(|error| malformed(&error))?;
        if let Value::Object(keys) = &mut keys {
            keys.extend(given);
            keys.retain(|_, value| !value.is_null());
        }
        from_keys(keys, &pictures_of(&self.recipe))
    }

    /// Returns the recipe with other parameters: `set({"clouds.octaves": 7})`.
    fn set(&self, params: &Bound<'_, PyDict>) -> PyResult<Recipe> {
        let mut recipe = self.recipe.clone();
        for (path, given) in params {
            let path: String = path.extract()?;
            let set = recipe.set(&path, cell(&path, &given)?);
            set.map_err(Failure::from)?;
        }
        load(&mut recipe).map_err(Failure::from)?;
        Ok(recipe.into())
    }

    /// Returns the noise of each channel.
    fn noises(&self) -> Result<Vec<Noise>> {
        let noises = self.recipe.noises()?;
        Ok(noises.into_iter().map(|graph| Noise { graph }).collect())
    }

    /// The names of the channels.
    #[getter]
    fn channels(&self) -> Vec<String> {
        self.recipe.channel_names()
    }

    /// The recipes of the outputs, such as the maps of a material, by their names.
    #[getter]
    fn outputs(&self) -> BTreeMap<String, Recipe> {
        let outputs = self.recipe.each_output().into_iter();
        outputs
            .map(|(name, recipe)| (name, recipe.into()))
            .collect()
    }

    /// The numbers that the author lets others set, by name: a dict with the `default`, the `range`, a list of the least and the
    /// greatest value, and the `help`, which is None where there is none. `set({"width": 0.1})` sets one.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<BTreeMap<String, Bound<'py, PyDict>>> {
        let of = |parameter: &Parameter| -> PyResult<_> {
            let dict = PyDict::new(py);
            dict.set_item("default", parameter.default)?;
            dict.set_item("range", parameter.range)?;
            dict.set_item("help", parameter.help.as_deref())?;
            Ok(dict)
        };
        let parameters = self.recipe.parameters.iter();
        parameters
            .map(|(name, parameter)| Ok((name.clone(), of(parameter)?)))
            .collect()
    }

    /// The title; None if there is none.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.recipe.title.as_deref()
    }

    /// The seed, which is added to that of every source.
    #[getter]
    fn seed(&self) -> u32 {
        self.recipe.seed
    }

    /// Whether the noise must repeat after the box, and after the duration.
    #[getter]
    fn seamless(&self) -> bool {
        self.recipe.seamless
    }

    /// The samples along x, y and z, as far as the grid has these axes. An array of them has the opposite order.
    #[getter]
    fn size(&self) -> Vec<u32> {
        let brick = self.recipe.brick();
        let axes = self.recipe.size.len();
        brick.size.into_iter().take(axes).collect()
    }

    /// The number of frames; None if time is not an axis.
    #[getter]
    fn frames(&self) -> Option<u32> {
        self.recipe.frames
    }

    /// The position of the first sample along each axis of the array, the slowest first, and the step to the next.
    fn coordinates(&self) -> Result<Vec<(f64, f64)>> {
        let plan = self.plan(Component::Float32)?;
        let contents = plan.contents(&self.recipe);
        let grid = plan.grid();
        let space = (0..grid.size.len()).rev();
        let space = space.map(|axis| (contents.first[axis], contents.step[axis]));
        let time = grid
            .frames
            .map(|frames| (grid.origin[3], grid.duration / f64::from(frames)));
        Ok(time.into_iter().chain(space).collect())
    }

    /// Returns the recipe as TOML.
    fn to_toml(&self) -> String {
        self.recipe.to_toml()
    }

    /// Returns the keys of the recipe as a JSON object.
    fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string(&self.recipe).map_err(|error| malformed(&error))?)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Recipe>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, &'static str))> {
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse, (slf.get().to_toml(), "the recipe")))
    }

    fn __eq__(&self, other: &Recipe) -> bool {
        self.recipe == other.recipe
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.recipe)
    }

    fn __repr__(&self) -> String {
        let grid = self.recipe.grid();
        let frames = grid.frames.map(|frames| format!(" x {frames} frames"));
        format!(
            "<Recipe {} {}{}>",
            self.recipe.channel_names().join(", "),
            grid.describe_size(),
            frames.unwrap_or_default()
        )
    }
}
