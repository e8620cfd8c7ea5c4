//! A [`Recipe`]: what to compute and where, as a file that a person writes.
//!
//! * [`parse`](Recipe::parse): from TOML, with the line of whatever is wrong;
//! * [`lines`]: which line a field stands on;
//! * [`ramp`]: one channel becomes a colour;
//! * [`presets`]: the recipes of this repository, in the binary;
//! * [`cell`](fn@cell): a parameter's value as the command line writes it.

mod cell;
mod keys;
pub mod lines;
mod parse;
pub mod presets;
pub mod ramp;

use serde::{Deserialize, Serialize};

use crate::noise::Kind;
use crate::noise::table::{self, Cell, Row, Table};
use crate::texel::{Format, Transfer};
use crate::{Error, Grid, Job, Noise, Program, Result};

pub use cell::cell;
pub use lines::Lines;
pub use presets::Preset;
pub use ramp::Ramp;

use ramp::Space;

/// One to four channels, each a noise, and the grid that they are sampled on.
///
/// ```
/// use wgpu_noise::recipe::{Recipe, cell};
///
/// let text = r#"
///     size = [64, 64]
///     channels = ["clouds"]
///     [nodes.base]
///     kind = "perlin"
///     frequency = 4
///     [nodes.clouds]
///     kind = "fbm"
///     of = "base"
/// "#;
/// let mut recipe = Recipe::parse(text, "clouds.toml")?;
/// recipe.set("clouds.octaves", cell("7"))?;
/// assert_eq!(recipe.noises()?.len(), 1);
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Recipe {
    /// What it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is for, in a few words; `presets` lists it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// Under which licence it may be used; `license` is understood.
    #[serde(alias = "license", skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// Samples along x, y, z: one to three numbers.
    pub size: Vec<u32>,
    /// Units of domain along x, y, z; those of y and z left out make texels cubes, and that of x is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extent: Option<Vec<f64>>,
    /// The corner of the box in x, y, z and w; what is left out is 0.
    pub origin: Vec<f64>,
    /// The number of times; left out: time is no axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<u32>,
    /// Units of time from the first frame to the one after the last.
    pub duration: f64,
    /// Selects the tables of every source.
    pub seed: u32,
    /// Whether the noise must close over the box, and over the duration where there are frames.
    pub seamless: bool,
    /// Whether the first and the last sample of each axis of space lie on the edges of the box, as in tiles of terrain.
    #[serde(skip_serializing_if = "is_default")]
    pub edge_samples: bool,
    /// The stored form of a texel; left out: as the type of file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// What becomes 0 and 1 in unorm formats; left out: 0 and 1 of a ramp and of a noise that is never negative, else -1
    /// and 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// What becomes of the channels; left out: they are written as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<Output>,
    /// The colours of the channel, of which there is one then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ramp: Option<Ramp>,
    /// Between which numbers of two stops the ramp's lines go.
    #[serde(skip_serializing_if = "is_default")]
    pub ramp_space: Space,
    /// One to four names of nodes.
    pub channels: Vec<String>,
    /// The nodes by name.
    pub nodes: Table,
}

/// The values that become 0 and 1 in unorm formats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "`range` must be two numbers that differ, \"auto\" or \"measured\""
)]
pub enum Range {
    /// These two.
    Of([f32; 2]),
    /// The least and the greatest.
    Bounds(Bounds),
}

/// What becomes of a recipe's channels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Output {
    /// The only channel and, as further ones, its derivatives along x, y and z, as far as the grid has these axes: what
    /// normals are made of.
    Gradient,
}

/// Of what a range is the least and the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bounds {
    /// Of all values that the noise can have, anywhere and with any seed: a bound that follows from its nodes.
    Auto,
    /// Of the values that the samples have, over all channels and frames: each is computed once before, to find them.
    Measured,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            title: None,
            purpose: None,
            licence: None,
            size: vec![256, 256],
            extent: None,
            origin: vec![0.0; 4],
            frames: None,
            duration: 1.0,
            seed: 0,
            seamless: false,
            edge_samples: false,
            format: None,
            range: None,
            output: None,
            ramp: None,
            ramp_space: Space::default(),
            channels: Vec::new(),
            nodes: Table::new(),
        }
    }
}

impl Recipe {
    /// The most bytes of a recipe's text.
    pub const BYTES_MAX: usize = 64 * 1024;

    /// The recipe of some channels on a grid.
    pub fn new(channels: &[Noise], grid: &Grid, seed: u32) -> Recipe {
        let (nodes, channels) = table::write(channels);
        Recipe {
            size: grid.size.clone(),
            extent: grid.extent.clone(),
            origin: grid.origin.to_vec(),
            frames: grid.frames,
            duration: grid.duration,
            seed,
            seamless: grid.seamless,
            edge_samples: grid.edge_samples,
            channels,
            nodes,
            ..Recipe::default()
        }
    }

    /// The recipe as TOML: [`Recipe::parse`] makes an equal one of it.
    pub fn to_toml(&self) -> String {
        toml::to_string(self)
            .unwrap_or_else(|error| unreachable!("a recipe is numbers, texts and tables: {error}"))
    }

    /// The noise of each channel; with a ramp those of its colours, with an output of its own as that makes them.
    ///
    /// # Errors
    /// [`Error::Invalid`] where there is no channel, several and a ramp or a gradient, a ramp and a gradient, or a node is
    /// its own input; [`Error::Unknown`] for the name of a node or kind.
    pub fn noises(&self) -> Result<Vec<Noise>> {
        if self.channels.is_empty() {
            let nodes: Vec<&str> = self.nodes.keys().map(String::as_str).collect();
            let allowed = match nodes.is_empty() {
                true => "one to four names of nodes, and a table [nodes.NAME] for each".to_string(),
                false => format!("one to four of {}", nodes.join(", ")),
            };
            return Err(Error::invalid("channels", "nothing", allowed));
        }
        let noises = table::read(&self.nodes, &self.channels)?;
        match (&self.ramp, self.output, &noises[..]) {
            (None, None, _) => Ok(noises),
            (Some(ramp), None, [noise]) => {
                ramp.validate()?;
                Ok(ramp.colours(noise, self.ramp_space))
            }
            (None, Some(Output::Gradient), [noise]) => Ok(noise.clone().gradient(self.size.len())),
            (Some(_), None, several) => {
                let given = format!("a ramp over {} channels", several.len());
                Err(Error::invalid("ramp", given, "a ramp over one channel"))
            }
            (None, Some(Output::Gradient), several) => {
                let given = format!("the gradient of {} channels", several.len());
                Err(Error::invalid("output", given, "that of one channel"))
            }
            (Some(_), Some(Output::Gradient), _) => {
                let given = "a gradient beside a ramp";
                Err(Error::invalid("output", given, "one of the two"))
            }
        }
    }

    /// What becomes 0 and 1 in unorm formats; `None`: what suits the noise.
    pub fn unorm_range(&self) -> Option<Range> {
        let of_ramp = self.ramp.as_ref().map(|_| Range::Of([0.0, 1.0]));
        self.range.or(of_ramp)
    }

    /// What the numbers of its texels mean: with a ramp they are colours.
    pub fn transfer(&self) -> Transfer {
        match self.ramp {
            Some(_) => Transfer::Srgb,
            None => Transfer::Linear,
        }
    }

    /// The grid.
    pub fn grid(&self) -> Grid {
        Grid {
            size: self.size.clone(),
            extent: self.extent.clone(),
            origin: std::array::from_fn(|axis| self.origin.get(axis).copied().unwrap_or(0.0)),
            frames: self.frames,
            duration: self.duration,
            seamless: self.seamless,
            edge_samples: self.edge_samples,
        }
    }

    /// The same box in so many samples along its longest axis: another size of what it shows.
    pub fn sized(&self, side: u32) -> Recipe {
        let grid = self.grid();
        let extents = (0..self.size.len()).map(|axis| grid.span(axis).extent);
        let longest = self.size.iter().copied().max().unwrap_or(side);
        let part = f64::from(side) / f64::from(longest);
        let least = 1 + u32::from(self.edge_samples);
        let size = |&n: &u32| ((f64::from(n) * part).round() as u32).max(least);
        Recipe {
            extent: Some(extents.collect()),
            size: self.size.iter().map(size).collect(),
            ..self.clone()
        }
    }

    /// The checked noise on its grid, and its channels as they are.
    ///
    /// # Errors
    /// Those of [`Recipe::validate`], [`Program::check`] and [`Program::bind`].
    pub fn job(&self) -> Result<(Job, Vec<Noise>)> {
        self.validate()?;
        let (channels, grid) = (self.noises()?, self.grid());
        let program = Program::check(&channels, grid.axes())?;
        let params = program.params().clone().with_seed(self.seed);
        Ok((program.bind(&params, &grid)?, channels))
    }

    /// Sets `node.parameter`, or `node.kind`. The value is checked with the whole recipe, later.
    ///
    /// `cells` takes the place of `frequency`, and the other way round.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a path without a point, [`Error::Unknown`] for the node.
    pub fn set(&mut self, path: &str, value: Cell) -> Result<()> {
        let Some((node, param)) = path.rsplit_once('.') else {
            return Err(Error::invalid("set", path, "node.parameter"));
        };
        if !self.nodes.contains_key(node) {
            let known = self.nodes.keys().map(String::as_str);
            return Err(Error::unknown("set", node, known));
        }
        let row = self.nodes.entry(node.to_string());
        row.and_modify(|row| set(row, param, value));
        Ok(())
    }

    /// The names of the nodes whose kind has a parameter of that name.
    pub fn nodes_with<'a>(&'a self, param: &'a str) -> impl Iterator<Item = &'a str> {
        self.nodes.iter().filter_map(move |(name, row)| {
            let known = Kind::from_name(&row.kind)?.params();
            known
                .iter()
                .any(|known| known.name == param)
                .then_some(name.as_str())
        })
    }
}

fn set(row: &mut Row, param: &str, value: Cell) {
    if param == "kind" {
        row.kind = match value {
            Cell::Text(kind) => kind,
            // As it was written; the check of the kind refuses it.
            other => toml::Value::try_from(other).map_or_else(|e| e.to_string(), |v| v.to_string()),
        };
        return;
    }
    let known = Kind::from_name(&row.kind).and_then(|kind| {
        (kind.params().iter()).find(|known| known.name == param || known.aliases.contains(&param))
    });
    if let Some(known) = known {
        row.params
            .retain(|given, _| !known.aliases.contains(&given.as_str()));
    }
    match param {
        "cells" => drop(row.params.remove("frequency")),
        "frequency" => drop(row.params.remove("cells")),
        _ => {}
    }
    let name = known.map_or(param, |known| known.name);
    row.params.insert(name.to_string(), value);
}
