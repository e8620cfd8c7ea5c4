//! The table of the types of file.

use super::{FileType, RecipePlace};
use crate::texel::Format;

/// How a type of file holds the slices of a volume.
#[derive(Clone, Copy, PartialEq)]
pub enum Slices {
    /// One after the other.
    InOrder,
    /// As the tiles of one image.
    Atlas,
    /// Not at all: it holds planes and lines.
    Refused,
}

/// What a type of file holds.
#[derive(Clone, Copy)]
pub struct Row {
    pub extension: &'static str,
    /// The formats of a texel.
    pub formats: &'static [Format],
    /// The formats of which the first with enough components is taken if none is asked for. If there are none, the file gets
    /// the samples unchanged, as 32-bit floats, one for each channel.
    pub defaults: &'static [Format],
    /// Whether a texel has one component for each channel, however many its format has.
    pub is_unpadded: bool,
    pub recipe: RecipePlace,
    /// Whether each frame is a file of its own.
    pub numbers_frames: bool,
    pub slices: Slices,
}

/// Texels of any format: what other types of file have in common with it, their rows leave out.
const TEXELS: Row = Row {
    extension: "",
    formats: &Format::TEXELS,
    defaults: &[Format::R8Unorm, Format::Rg8Unorm, Format::Rgba8Unorm],
    is_unpadded: false,
    recipe: RecipePlace::Inside,
    numbers_frames: true,
    slices: Slices::InOrder,
};

/// Floats, one for each channel.
const FLOATS: Row = Row {
    formats: &[Format::R32Float, Format::R16Float],
    defaults: &[],
    is_unpadded: true,
    ..TEXELS
};

/// An image of bytes, grey or RGBA.
const BYTES: Row = Row {
    formats: &[Format::R8Unorm, Format::Rgba8Unorm],
    defaults: &[Format::R8Unorm, Format::Rgba8Unorm],
    slices: Slices::Atlas,
    ..TEXELS
};

/// The same of 16-bit numbers, too.
const INTEGERS: Row = Row {
    formats: &[
        Format::R8Unorm,
        Format::R16Unorm,
        Format::Rgba8Unorm,
        Format::Rgba16Unorm,
    ],
    ..BYTES
};

/// The texels alone.
const BARE: Row = Row {
    defaults: &[],
    recipe: RecipePlace::Beside,
    ..TEXELS
};

impl FileType {
    /// Returns the row of the type.
    pub(super) fn row(self) -> Row {
        match self {
            FileType::Npy => Row {
                extension: "npy",
                recipe: RecipePlace::OnRequest,
                numbers_frames: false,
                ..FLOATS
            },
            FileType::Png => Row {
                extension: "png",
                ..INTEGERS
            },
            FileType::Apng => Row {
                extension: "apng",
                numbers_frames: false,
                slices: Slices::Refused,
                ..INTEGERS
            },
            FileType::Gif => Row {
                extension: "gif",
                numbers_frames: false,
                slices: Slices::Refused,
                ..BYTES
            },
            FileType::Webp => Row {
                extension: "webp",
                ..BYTES
            },
            FileType::Exr => Row {
                extension: "exr",
                slices: Slices::Atlas,
                ..FLOATS
            },
            FileType::Tif => Row {
                extension: "tif",
                ..TEXELS
            },
            FileType::Ktx2 => Row {
                extension: "ktx2",
                formats: &Format::ALL,
                ..TEXELS
            },
            FileType::Dds => Row {
                extension: "dds",
                formats: &Format::ALL,
                recipe: RecipePlace::OnRequest,
                ..TEXELS
            },
            FileType::Vdb => Row {
                extension: "vdb",
                ..FLOATS
            },
            FileType::Raw => Row {
                extension: "raw",
                numbers_frames: false,
                ..BARE
            },
            FileType::Zarr => Row {
                extension: "zarr",
                defaults: &[],
                numbers_frames: false,
                ..TEXELS
            },
            FileType::R16 => Row {
                extension: "r16",
                formats: &[Format::R16Unorm],
                defaults: &[Format::R16Unorm],
                slices: Slices::Refused,
                ..BARE
            },
            FileType::R32 => Row {
                extension: "r32",
                formats: &[Format::R32Float],
                defaults: &[Format::R32Float],
                slices: Slices::Refused,
                ..BARE
            },
        }
    }
}
