//! How the values of a recipe are stored: the keys `range`, `output`, `layout`, `columns`, `pad_sheet` and `codec`.

use crate::words::words;
use serde::{Deserialize, Serialize};

/// The two values that unorm formats store as 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "`range` must be two numbers that differ, \"auto\" or \"measured\""
)]
pub enum Range {
    /// These two values.
    Of([f32; 2]),
    /// The least and the greatest value.
    Bounds(Bounds),
}

/// The values whose least and greatest make a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bounds {
    /// The bounds of the values on the grid with any seed, which follow from the nodes: [`Job::range`](crate::Job::range).
    Auto,
    /// The values of the samples, over all channels and frames. Each sample is computed once beforehand to find them.
    Measured,
}

words! {
    /// What becomes of a recipe's channels.
    #[non_exhaustive]
    pub enum Output {
        /// Adds the derivatives of the only channel along x, y and z, as far as the grid has these axes. Normals are made of
        /// them.
        Gradient "gradient",
        /// The unit normal of the only channel as a height over x and y, with green up in the picture, as OpenGL, glTF and
        /// Blender have it. It is made of exact derivatives, or of differences where a node has none.
        Normal "normal",
        /// The same with green down, as DirectX and Unreal Engine have it.
        NormalDirectx "normal_directx",
    }
}

words! {
    /// What the tiles of an image are that holds several pictures, a sheet.
    pub enum Layout {
        /// The slices of a volume.
        Atlas "atlas",
        /// The frames of an animation.
        Flipbook "flipbook",
    }
}

/// Which sheet is asked for, for files that hold one picture: `.png`, `.webp` and `.exr`.
///
/// The default is an atlas for a volume, in as many columns as make the image nearly a square, and no sheet for planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tiling {
    /// What the tiles are. If it is left out, they are the slices of a volume, and frames are numbered files.
    pub layout: Option<Layout>,
    /// The number of tiles in a row: a divisor of the number of tiles, unless the sheet is padded. If it is left out, it is the
    /// divisor that makes the longer side of the image shortest.
    pub columns: Option<u32>,
    /// Whether blank tiles may follow the last one, if the tiles do not fill the sheet: 0 in every component. Most importers
    /// take a blank tile for a picture, unless they are told how many there are.
    pub pad: bool,
}

words! {
    /// How the chunks of a `.zarr` are compressed.
    #[derive(Default)]
    pub enum Codec {
        /// With Zstandard, at its fastest level.
        #[default]
        Zstd "zstd",
        /// Not at all: the texels are stored as they are.
        None "none",
    }
}
