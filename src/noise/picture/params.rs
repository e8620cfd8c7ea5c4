//! How a picture is read: the parameters of the source `image`.

use super::super::choices::choices;
use super::super::key::{Key, MaybeEachAxis, choice, key};
use super::super::param::ParamType;
use crate::limits::POSITIVE;

choices! {
    /// How a picture is read between its pixels.
    #[non_exhaustive]
    pub enum Filter {
        /// Straight lines between the middles of pixels, along both axes of a picture and all three of a volume.
        Bilinear "bilinear",
        /// The pixel at the position. Jumps.
        Nearest "nearest",
        /// The cubic of Catmull and Rom (1974) through the middles of pixels along each axis: smooth, and beyond the range of the
        /// pixels by up to 9/32 of its width, in a volume 61/128. It has derivatives.
        Bicubic "bicubic",
        /// The quadratic B-spline whose coefficients are the pixels: smooth, and within their range, but not through them. It has
        /// derivatives, and is the filter of [`Picture::wavelet_noise`](super::Picture::wavelet_noise).
        Spline "spline",
    }
}

choices! {
    /// What a picture is outside of its edges.
    #[non_exhaustive]
    pub enum Edges {
        /// The picture again.
        Repeat "repeat",
        /// The picture again, each time turned over.
        Mirror "mirror",
        /// The pixels of its edge.
        Clamp "clamp",
    }
}

choices! {
    /// The number that is taken of a pixel.
    #[non_exhaustive]
    pub enum Channel {
        /// 0.2126·red + 0.7152·green + 0.0722·blue (Rec. ITU-R BT.709), or grey.
        Luminance "luminance",
        /// Red, or grey.
        Red "red",
        /// Green, or grey.
        Green "green",
        /// Blue, or grey.
        Blue "blue",
        /// Opacity; 1 where the picture has none.
        Alpha "alpha",
    }
}

choices! {
    /// What the numbers of a picture's colours stand for.
    #[non_exhaustive]
    pub enum Decoding {
        /// Themselves: heights, masks, data.
        Linear "linear",
        /// Light, encoded by the curve of sRGB, as photographs are.
        Srgb "srgb",
    }
}

/// A picture, or the path of one that is not loaded.
pub(crate) enum File {}

pub(crate) const FILE: Key<File> = key(
    "file",
    "",
    "the path of a picture or a volume, relative to the recipe's folder, or blue-noise:SIDE or wavelet-noise:SIDE, which are made",
    ParamType::Path,
);

pub(crate) const FREQUENCY: Key<MaybeEachAxis> = key(
    "frequency",
    "pictures per unit",
    "pictures per unit of domain along x, y, z; a single number is that of x, and the others follow so that pixels are squares and voxels cubes; left out: 1",
    ParamType::PerAxis {
        range: POSITIVE,
        default: None,
        whole: false,
    },
);

pub(crate) const FILTER: Key<Filter> = choice(
    "filter",
    "how the picture is read between its pixels; bicubic and spline have derivatives",
);

pub(crate) const EDGES: Key<Edges> = choice("edges", "what the picture is outside of its edges");

pub(crate) const CHANNEL: Key<Channel> = choice("channel", "the number that is taken of a pixel");

pub(crate) const DECODING: Key<Decoding> = choice(
    "decoding",
    "whether colours are numbers as they are, or light encoded as sRGB",
);
