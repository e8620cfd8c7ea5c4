//! Volumes of OpenVDB, file version 224: a grid of the type `Tree_float_5_4_3` for each channel.
//!
//! A tree has three levels below its root. A leaf holds 8³ voxels, a lower node 16³ leaves, an upper node 32³ lower nodes. An
//! entry of a node is a child, a tile (one value for all voxels below), or nothing. Voxels of the value 0, which is the
//! background, are inactive and are not stored. Every order is that of OpenVDB, in which z varies fastest, then y, then x.
//!
//! The file has, for each grid, the topology of the whole tree and then the values of all leaves:
//!
//! ```text
//! header, metadata, number of grids
//! for each grid: name, type, three positions in the file | metadata, transform, topology | values
//! ```
//!
//! Texels arrive in another order, in which x varies fastest, and the topology is known when all of them are there. So they go
//! to a temporary file (`columns`), from which each lower node is read once for the topology and once for the values (`tree`).
//!
//! * `columns`: the temporary file;
//! * `leaf`, `node`, `active`: a part of the tree, its bytes, and the statistics of its active voxels;
//! * `tree`: the tree of one channel;
//! * `bytes`, `tag`: the header and the metadata; the digest in the header, by which programs see that a file has changed;
//! * `volume`: the encoder;
//! * `recipe`: reading the recipe back.

mod active;
mod bytes;
mod columns;
mod leaf;
mod node;
mod recipe;
mod tag;
mod tree;
mod volume;

use std::io::{BufWriter, Write};
use std::path::Path;

use super::Encoder;
use crate::Result;
use crate::format::contents::Contents;
use crate::format::texts::{RECIPE_KEY, WRITER};
use crate::texel::{Component, Packing, Transfer};

use active::Active;
use bytes::Metadata;
use volume::Volume;

pub use recipe::read_recipe;

/// The most voxels along an axis. It bounds the number of upper nodes, which are kept in memory.
pub const SIDE_MAX: u32 = 1 << 16;

/// The name of the grid of a single channel, by which programs find what they render as smoke or clouds.
const DENSITY: &str = "density";

/// The number of bytes that are collected before they are written.
const BUFFER: usize = 1 << 20;

/// What all files of a bake have in common.
#[derive(Clone)]
pub struct Settings {
    size: [u32; 3],
    packing: Packing,
    /// Whether the channels are colours that are encoded as sRGB: a grid has their light, since readers know no encoding of it.
    is_srgb: bool,
    /// The name of each grid.
    names: Vec<String>,
    /// The metadata of the file.
    metadata: Vec<u8>,
    /// The map from indices to positions.
    transform: Vec<u8>,
}

impl Settings {
    pub fn new(contents: &Contents) -> Settings {
        let mut metadata = Metadata::default();
        metadata.text("creator", WRITER);
        if let Some(recipe) = &contents.recipe {
            metadata.text(RECIPE_KEY, recipe);
        }
        Settings {
            size: contents.size3(),
            packing: contents.packing,
            is_srgb: contents.transfer == Transfer::Srgb,
            names: names(contents),
            metadata: metadata.bytes(),
            transform: bytes::transform(contents.first, contents.step),
        }
    }

    /// Begins one file. Errors call it `name`, and temporary files lie beside it.
    pub fn begin(
        &self,
        sink: impl Write + Send + 'static,
        name: &Path,
    ) -> Result<Box<dyn Encoder>> {
        let sink = BufWriter::with_capacity(BUFFER, sink);
        Ok(match self.is_half() {
            true => Box::new(Volume::<_, 2>::new(self, sink, name)?),
            false => Box::new(Volume::<_, 4>::new(self, sink, name)?),
        })
    }

    fn is_half(&self) -> bool {
        self.packing.format.component() == Component::Float16
    }

    /// Returns everything before the first grid.
    fn head(&self, tag: &str) -> Vec<u8> {
        let mut head = bytes::header(tag);
        head.extend(&self.metadata);
        head.extend((self.names.len() as u32).to_le_bytes());
        head
    }

    /// Returns the unique name and the type of a grid.
    fn descriptor(&self, channel: usize) -> Vec<u8> {
        let name = &self.names[channel];
        let is_shared = self.names.iter().filter(|other| *other == name).count() > 1;
        let unique = match is_shared {
            // OpenVDB separates a name and a number by this character, and shows `name[number]`.
            true => format!("{name}\u{1e}{channel}"),
            false => name.clone(),
        };
        bytes::descriptor(&unique, self.is_half())
    }

    /// Returns what comes before the topology of a grid.
    fn grid_head(&self, channel: usize, active: &Active) -> Vec<u8> {
        let mut metadata = Metadata::default();
        metadata.text("class", "fog volume");
        metadata.integers("file_bbox_max", active.high);
        metadata.integers("file_bbox_min", active.low);
        metadata.text("file_compression", "active values");
        metadata.count("file_voxel_count", active.voxels);
        if self.is_half() {
            metadata.truth("is_saved_as_half_float");
        }
        metadata.text("name", &self.names[channel]);
        let mut head = bytes::COMPRESSION.to_vec();
        head.extend(metadata.bytes());
        head.extend(&self.transform);
        head
    }
}

/// Returns the names of the grids: `density` for a single channel, else the names of the channels.
fn names(contents: &Contents) -> Vec<String> {
    match (contents.packing.channels, &contents.names[..]) {
        (1, _) => vec![DENSITY.into()],
        (channels, []) => (0..channels).map(|i| format!("channel_{i}")).collect(),
        (_, given) => given.to_vec(),
    }
}
