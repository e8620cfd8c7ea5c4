//! A [`Recipe`] describes a noise and the grid to sample it on, as a TOML file that a person writes.
//!
//! * [`parse`](Recipe::parse) reads a recipe from TOML. Its errors name the line.
//! * [`Lines`] finds the line of each field.
//! * [`Parameter`] is a number with a name of its own, for those who use a recipe.
//! * [`Named`] is one of several files of a recipe, such as the maps of a material.
//! * [`Ramp`] turns one channel into colours.
//! * [`Preset`] names a recipe that is compiled into the program.
//! * [`functions`] lists what an expression may call besides nodes.
//! * [`cell`](fn@cell) reads the value of a parameter as the command line writes it.

mod cell;
mod channels;
mod check;
mod edit;
mod expression;
mod grid_steps;
mod imports;
mod keys;
mod lines;
mod normals;
mod outputs;
mod parameters;
mod parse;
mod pictures;
mod presets;
mod ramp;
mod refusal;
mod storage;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::erosion::Erosion;
use crate::grid::Brick;
use crate::noise::table::{self, Table};
use crate::texel::{Format, Transfer};
use crate::{Grid, Job, Noise, Program, Result};

pub use cell::cell;
pub use expression::{Function, functions};
pub use imports::{Imported, Load};
pub use lines::Lines;
pub use outputs::{Named, of_output};
pub use parameters::Parameter;
pub use presets::Preset;
pub use ramp::{Ramp, Space, Stop};
pub use storage::{Bounds, Codec, Layout, Output, Range, Tiling};

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
    /// A title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the noise is for, in a few words. The command `presets` lists it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// The licence of the recipe. `license` is read as well.
    #[serde(alias = "license", skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The number of samples along x, y, z: one to three numbers.
    pub size: Vec<u32>,
    /// The length of the axes of space in domain units, 1 along x by default. If y and z are left out, texels are cubes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extent: Option<Vec<f64>>,
    /// The first corner of the box in x, y, z and w. Numbers that are left out are 0.
    pub origin: Vec<f64>,
    /// The number of frames. If it is left out, time is not an axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<u32>,
    /// The time from the first frame to the one that would follow the last.
    pub duration: f64,
    /// The seed, which is added to that of every source.
    pub seed: u32,
    /// Whether the noise must repeat without a seam after the box and, with frames, after the duration.
    pub seamless: bool,
    /// Whether the first and the last sample of each axis of space lie on the edges of the box, as tiles of terrain need.
    #[serde(skip_serializing_if = "is_default")]
    pub edge_samples: bool,
    /// The samples that are computed, of all: the index of the first and of the one after the last along x, y and z. An axis
    /// that is left out has all.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub part: Option<Vec<[u32; 2]>>,
    /// The format of a texel. If it is left out, the type of the file chooses one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// The values that unorm formats store as 0 and 1. If it is left out, they are 0 and 1 for colours and for a noise that is
    /// never negative, else -1 and 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// The number of sub-samples along each axis of space whose mean is a sample: 1, 2, 4 or 8. They lie evenly around it,
    /// so that edges are smooth. Colours are averaged as light, weighed by their opacity, and normals keep the length 1.
    #[serde(skip_serializing_if = "is_one")]
    pub supersample: u32,
    /// The standard deviation of a Gaussian blur of the samples, after an erosion, in units of the domain, so that it looks
    /// the same with any number of samples: at most 256 samples; 0 by default, which blurs nothing. It is for one channel in
    /// two dimensions. Seamless grids blur across their borders; at others a sample is the mean of what lies within.
    #[serde(skip_serializing_if = "is_default")]
    pub blur: f64,
    /// Whether textures hold all mip levels. Other types of file have none.
    #[serde(skip_serializing_if = "is_default")]
    pub mips: bool,
    /// Whether the levels of a `.ktx2` are compressed with Zstandard. [`Recipe::codec`] is that of a `.zarr`; other types of file
    /// have none.
    #[serde(skip_serializing_if = "is_default")]
    pub supercompress: bool,
    /// How the chunks of a `.zarr` are compressed. Other types of file have none.
    #[serde(skip_serializing_if = "is_default")]
    pub codec: Codec,
    /// What becomes of the channels. If it is left out, they are written as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<Output>,
    /// How many units a height of 1 is, for an `output` of normals; 1 if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    /// What the tiles of an image are. If it is left out, a `.png`, `.webp` or `.exr` has the slices of a volume as tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
    /// The number of tiles in a row. If it is left out, the image is nearly a square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
    /// Whether blank tiles may follow the last one, where the tiles do not fill the image.
    #[serde(skip_serializing_if = "is_default")]
    pub pad_sheet: bool,
    /// The frames per second of an animation, a `.gif` or an `.apng`. If it is left out, they are
    /// [`Recipe::FPS_DEFAULT`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fps: Option<u32>,
    /// Colours for the values. A recipe with a ramp has one channel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ramp: Option<Ramp>,
    /// The space in which the ramp blends colours.
    #[serde(skip_serializing_if = "is_default")]
    pub ramp_space: Space,
    /// What the numbers of three or four channels mean. If it is left out, they are colours with a ramp, else linear values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfer: Option<Transfer>,
    /// The names of one to four nodes.
    pub channels: Vec<String>,
    /// How water and gravity change the samples, which are heights. It is for one channel in two dimensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub erosion: Option<Erosion>,
    /// Further files of the same graph, by the ends of their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub outputs: BTreeMap<String, Named>,
    /// Numbers with names of their own, for those who use the recipe.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, Parameter>,
    /// The nodes by name. A file may have expressions for nodes; these become tables when it is read.
    #[serde(deserialize_with = "expression::nodes")]
    pub nodes: Table,
}

fn is_one(n: &u32) -> bool {
    *n == 1
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
            part: None,
            format: None,
            range: None,
            supersample: 1,
            blur: 0.0,
            mips: false,
            supercompress: false,
            codec: Codec::default(),
            output: None,
            strength: None,
            layout: None,
            columns: None,
            pad_sheet: false,
            fps: None,
            ramp: None,
            ramp_space: Space::default(),
            transfer: None,
            channels: Vec::new(),
            erosion: None,
            outputs: BTreeMap::new(),
            parameters: BTreeMap::new(),
            nodes: Table::new(),
        }
    }
}

impl Recipe {
    /// The most bytes that the text of a recipe may have.
    pub const BYTES_MAX: usize = 64 * 1024;

    /// The frames per second of an animation, if none are given.
    pub const FPS_DEFAULT: u32 = 25;

    /// Returns the recipe of some channels on a grid.
    pub fn new(channels: impl IntoIterator<Item: Into<Noise>>, grid: &Grid, seed: u32) -> Recipe {
        let channels: Vec<Noise> = channels.into_iter().map(Into::into).collect();
        let (nodes, channels) = table::write(&channels);
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

    /// Returns the recipe as TOML, from which [`Recipe::parse`] makes an equal recipe.
    pub fn to_toml(&self) -> String {
        toml::to_string(self)
            .unwrap_or_else(|error| unreachable!("a recipe is numbers, texts and tables: {error}"))
    }

    /// Returns the values that unorm formats store as 0 and 1; `None` if they depend on the noise.
    pub fn unorm_range(&self) -> Option<Range> {
        let natural = match self.transfer() {
            Transfer::Srgb => Some(Range::Of([0.0, 1.0])),
            Transfer::Linear => self.is_normal().then_some(Range::Of([-1.0, 1.0])),
        };
        self.range.or(natural)
    }

    /// Returns the sheet that is asked for.
    pub fn tiling(&self) -> Tiling {
        Tiling {
            layout: self.layout,
            columns: self.columns,
            pad: self.pad_sheet,
        }
    }

    /// Returns what the numbers of the texels mean: with a ramp colours, else as the key `transfer` says.
    pub fn transfer(&self) -> Transfer {
        match self.ramp {
            Some(_) => Transfer::Srgb,
            None => self.transfer.unwrap_or_default(),
        }
    }

    /// Returns whether the channels are the components of a unit normal.
    pub(crate) fn is_normal(&self) -> bool {
        matches!(self.output, Some(Output::Normal | Output::NormalDirectx))
    }

    /// Returns the grid.
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

    /// Returns the samples that are computed: those of its box, over all frames.
    pub fn brick(&self) -> Brick {
        let mut brick = Brick::all(&self.grid());
        for (axis, &[first, end]) in self.part.iter().flatten().enumerate().take(3) {
            brick.start[axis] = first;
            brick.size[axis] = end.saturating_sub(first);
        }
        brick
    }

    /// Returns the recipe with `side` samples along the longest axis of the same box: the same picture in another size, and
    /// all of it.
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
            part: None,
            ..self.clone()
        }
    }

    /// Returns the checked noise on its grid. What a bake does with the samples afterwards is no part of a job: erosion, blur and
    /// supersampling. [`Plan::of_recipe`](crate::bake::Plan::of_recipe) has them.
    ///
    /// # Errors
    /// Those of [`Recipe::validate`], [`Program::check`] and [`Program::bind`].
    pub fn job(&self) -> Result<Job> {
        let (channels, grid) = (self.checked()?, self.grid());
        let program = Program::check(&channels, grid.axes())?;
        let params = program.params().clone().with_seed(self.seed);
        program.bind(&params, &grid)
    }
}
