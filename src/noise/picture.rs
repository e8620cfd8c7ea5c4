//! The pixels of a picture, for the source `image`.

mod blue_noise;
mod made;
mod wavelet_noise;

use std::fmt::{self, Debug, Display, Formatter};
use std::sync::Arc;

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::key::{Key, MaybeEachAxis, choice, key};
use super::param::ParamType;
use super::word::choices;
use crate::limits::POSITIVE;
use crate::texel::srgb::decoded;
use crate::{Error, Result};

/// The pixels of a picture: numbers of one to four channels, in rows from the top. Clones share the pixels.
///
/// It displays as its name, `#`, and the first 16 digits of the SHA-256 of its size and its pixels, as recipes store it.
///
/// ```
/// use wgpu_noise::noise::Picture;
/// use wgpu_noise::{Grid, Job, Noise};
///
/// let picture = Picture::new("ramp", [2, 1], 1, vec![0.0, 1.0])?;
/// let noise = Noise::image(picture).set("filter", "nearest");
/// assert_eq!(Job::of([noise], &Grid::new([8, 8]))?.range(0), [0.0, 1.0]);
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone)]
pub struct Picture {
    name: Arc<str>,
    pixels: Arc<Pixels>,
}

struct Pixels {
    size: [u32; 2],
    channels: usize,
    numbers: Vec<f32>,
    digest: String,
}

impl Picture {
    /// The most pixels along x and along y.
    pub const SIDE_MAX: u32 = 1 << 14;
    /// The most pixels, also of all pictures of a recipe together.
    pub const PIXELS_MAX: u64 = 1 << 24;

    /// Makes a picture of its name, its width and height, and its numbers: `channels` of them for each pixel, from left to right
    /// in rows from the top.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more pixels than [`Picture::PIXELS_MAX`] or [`Picture::SIDE_MAX`]; [`Error::Invalid`] for a size of
    /// 0, for channels other than 1 to 4, for a list of another length, and for a number that is not finite.
    pub fn new(
        name: impl Into<String>,
        size: [u32; 2],
        channels: usize,
        numbers: Vec<f32>,
    ) -> Result<Picture> {
        Picture::check_size(size)?;
        let pixels = u64::from(size[0]) * u64::from(size[1]);
        let wanted = pixels as usize * channels;
        if !(1..=4).contains(&channels) || numbers.len() != wanted {
            let given = format!("{} numbers of {channels} channels", numbers.len());
            let allowed = format!("1 to 4 for each of {pixels} pixels");
            return Err(Error::invalid("picture", given, allowed));
        }
        if let Some(number) = numbers
            .iter()
            .find(|number| number.abs() > NUMBER_MAX || number.is_nan())
        {
            let allowed = format!("numbers up to {NUMBER_MAX:e}");
            return Err(Error::invalid("picture", number, allowed));
        }
        let mut sha = Sha256::new();
        for word in [size[0], size[1], channels as u32] {
            sha.update(word.to_le_bytes());
        }
        for number in &numbers {
            sha.update(number.to_le_bytes());
        }
        let first = sha.finalize().into_iter().take(DIGITS / 2);
        Ok(Picture {
            name: name.into().into(),
            pixels: Arc::new(Pixels {
                size,
                channels,
                numbers,
                digest: first.map(|byte| format!("{byte:02x}")).collect(),
            }),
        })
    }

    /// Returns the same picture by another path. It shares the pixels.
    #[cfg(all(feature = "image", not(target_arch = "wasm32")))]
    pub(crate) fn named(&self, name: &str) -> Picture {
        Picture {
            name: name.into(),
            pixels: Arc::clone(&self.pixels),
        }
    }

    /// Refuses the size of a picture, before its pixels are read.
    ///
    /// # Errors
    /// As [`Picture::new`].
    pub fn check_size([width, height]: [u32; 2]) -> Result<()> {
        let pixels = u64::from(width) * u64::from(height);
        if pixels == 0 {
            let given = format!("{width}x{height}");
            return Err(Error::invalid("picture", given, "one pixel or more"));
        }
        if width.max(height) > Picture::SIDE_MAX || pixels > Picture::PIXELS_MAX {
            return Err(Error::TooLarge {
                what: "the picture".into(),
                needed: format!("{width}x{height} pixels"),
                limit: format!(
                    "{} pixels, {} along a side",
                    Picture::PIXELS_MAX,
                    Picture::SIDE_MAX
                ),
            });
        }
        Ok(())
    }

    /// Returns the path of the file, as the recipe gives it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the width and the height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.pixels.size
    }

    /// Returns the numbers, those of a pixel side by side, from left to right in rows from the top.
    pub fn numbers(&self) -> &[f32] {
        &self.pixels.numbers
    }

    /// Returns the first 16 hexadecimal digits of the SHA-256 of the size and the pixels.
    pub fn digest(&self) -> &str {
        &self.pixels.digest
    }

    /// Separates the digest from a path that ends in one, as [`Picture`] displays it.
    pub(crate) fn split_digest(path: &str) -> (&str, Option<&str>) {
        match path.rsplit_once('#') {
            Some((name, digest))
                if digest.len() == DIGITS && digest.bytes().all(|b| b.is_ascii_hexdigit()) =>
            {
                (name, Some(digest))
            }
            _ => (path, None),
        }
    }

    /// Refuses the digest of other pixels.
    ///
    /// # Errors
    /// [`Error::Invalid`].
    pub(crate) fn check_digest(&self, digest: Option<&str>) -> Result<()> {
        match digest {
            Some(digest) if digest != self.digest() => {
                let given = format!("{} with the digest {}", self.name, self.digest());
                let allowed =
                    format!("the picture with the digest {digest}, or a path without one");
                Err(Error::invalid("picture", given, allowed))
            }
            _ => Ok(()),
        }
    }

    /// Returns the number of a pixel, by its index from the top left, that a node takes of its channels.
    pub(crate) fn number(&self, at: usize, channel: Channel, decoding: Decoding) -> f32 {
        let channels = self.pixels.channels;
        let pixel = &self.pixels.numbers[at * channels..][..channels];
        let light = |number: f32| match decoding {
            Decoding::Linear => number,
            Decoding::Srgb => decoded(number),
        };
        // Two channels are grey and opacity.
        let colour = match *pixel {
            [grey] | [grey, _] => [grey; 3],
            [red, green, blue] | [red, green, blue, _] => [red, green, blue],
            _ => unreachable!("a picture has 1 to 4 channels"),
        };
        match channel {
            Channel::Luminance if channels < 3 => light(colour[0]),
            Channel::Luminance => {
                0.2126 * light(colour[0]) + 0.7152 * light(colour[1]) + 0.0722 * light(colour[2])
            }
            Channel::Red => light(colour[0]),
            Channel::Green => light(colour[1]),
            Channel::Blue => light(colour[2]),
            // Opacity is no colour.
            Channel::Alpha => match *pixel {
                [_, opacity] | [_, _, _, opacity] => opacity,
                _ => 1.0,
            },
        }
    }
}

/// The greatest magnitude of a pixel's number.
const NUMBER_MAX: f32 = 1e6;

/// The hexadecimal digits of a digest.
const DIGITS: usize = 16;

/// Two pictures are equal if their names, sizes and pixels are.
impl PartialEq for Picture {
    fn eq(&self, other: &Picture) -> bool {
        (self.name(), self.size(), self.digest()) == (other.name(), other.size(), other.digest())
    }
}

impl Debug for Picture {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({self})")
    }
}

impl Display for Picture {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.name(), self.digest())
    }
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

choices! {
    /// How a picture is read between its pixels.
    #[non_exhaustive]
    pub enum Filter {
        /// Straight lines between the middles of pixels, along both axes.
        Bilinear "bilinear",
        /// The pixel at the position. Jumps.
        Nearest "nearest",
        /// The cubic of Catmull and Rom (1974) through the middles of pixels: smooth, and beyond the range of the pixels by up to
        /// 9/32 of its width. It has derivatives.
        Bicubic "bicubic",
        /// The quadratic B-spline whose coefficients are the pixels: smooth, and within their range, but not through them. It has
        /// derivatives, and is the filter of [`Picture::wavelet_noise`].
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
    "the path of a picture, relative to the recipe's folder, or blue-noise:SIDE or wavelet-noise:SIDE, which are made",
    ParamType::Path,
);

pub(crate) const FREQUENCY: Key<MaybeEachAxis> = key(
    "frequency",
    "pictures per unit",
    "pictures per unit of domain; one number, or none for 1, is that along x, and pixels are squares",
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
