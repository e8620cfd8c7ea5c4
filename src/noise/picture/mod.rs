//! The pixels of a picture, or the voxels of a volume, for the source `image`.

mod blue_noise;
mod made;
mod params;
mod wavelet_noise;

use std::fmt::{self, Debug, Display, Formatter};
use std::sync::Arc;

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

pub(crate) use params::{CHANNEL, DECODING, EDGES, FILE, FILTER, FREQUENCY, File};
pub use params::{Channel, Decoding, Edges, Filter};

use crate::texel::srgb::decoded;
use crate::{Error, Result};

/// The pixels of a picture, or the voxels of a volume: numbers of one to four channels, in rows from the top, and slices
/// from z = 0. Clones share them. A volume whose depth is 1 is a picture, and z changes nothing of it.
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
    /// The width, the height and the depth, which is 1 for a picture.
    size: [u32; 3],
    channels: usize,
    numbers: Vec<f32>,
    digest: String,
}

impl Picture {
    /// The most pixels along an axis.
    pub const SIDE_MAX: u32 = 1 << 14;
    /// The most pixels, also of all pictures of a recipe together. A volume of 256 along each axis has as many voxels.
    pub const PIXELS_MAX: u64 = 1 << 24;

    /// Makes a picture of its name, its width and height, and its numbers: `channels` of them for each pixel, from left to right
    /// in rows from the top.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more pixels than [`Picture::PIXELS_MAX`] or [`Picture::SIDE_MAX`]; [`Error::Invalid`] for a
    /// size of 0, for channels other than 1 to 4, for a list of another length, and for a number that is not finite.
    pub fn new(
        name: impl Into<String>,
        [width, height]: [u32; 2],
        channels: usize,
        numbers: Vec<f32>,
    ) -> Result<Picture> {
        Picture::volume(name, [width, height, 1], channels, numbers)
    }

    /// Makes a volume of its name, its width, height and depth, and its numbers: `channels` of them for each voxel, x
    /// fastest, then y, then z, as the samples of a [`Volume`](crate::Volume) lie.
    ///
    /// # Errors
    /// As [`Picture::new`].
    ///
    /// ```
    /// use wgpu_noise::noise::Picture;
    /// use wgpu_noise::{Grid, Noise, cpu};
    ///
    /// let steps = Picture::volume("steps", [1, 1, 2], 1, vec![0.0, 1.0])?;
    /// let noise = Noise::image(steps).set("filter", "nearest");
    /// // The second half of them is the volume again.
    /// let samples = cpu::sample(&noise, &Grid::new([1, 1, 4]))?;
    /// assert_eq!(samples.samples(), [0.0, 1.0, 0.0, 1.0]);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn volume(
        name: impl Into<String>,
        size: [u32; 3],
        channels: usize,
        numbers: Vec<f32>,
    ) -> Result<Picture> {
        Picture::check_size(size)?;
        let pixels = pixels(size);
        if !(1..=4).contains(&channels) || numbers.len() != pixels as usize * channels {
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
        // A picture has no depth to tell.
        let [width, height, depth] = size;
        let depth = (depth > 1).then_some(depth);
        for word in [width, height]
            .into_iter()
            .chain(depth)
            .chain([channels as u32])
        {
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

    /// Refuses the width, the height and the depth of a picture, before its pixels are read.
    ///
    /// # Errors
    /// As [`Picture::new`].
    pub fn check_size(size: [u32; 3]) -> Result<()> {
        let pixels = pixels(size);
        let shown = || {
            let [width, height, depth] = size;
            match depth {
                1 => format!("{width}x{height}"),
                _ => format!("{width}x{height}x{depth}"),
            }
        };
        if pixels == 0 {
            return Err(Error::invalid("picture", shown(), "one pixel or more"));
        }
        if size.iter().any(|&side| side > Picture::SIDE_MAX) || pixels > Picture::PIXELS_MAX {
            return Err(Error::too_large(
                "the picture",
                format!("{} pixels", shown()),
                format!(
                    "{} pixels, {} along a side",
                    Picture::PIXELS_MAX,
                    Picture::SIDE_MAX
                ),
            ));
        }
        Ok(())
    }

    /// Returns the path of the file, as the recipe gives it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the width, the height and the depth in pixels. The depth of a picture is 1.
    pub fn size(&self) -> [u32; 3] {
        self.pixels.size
    }

    /// Returns the numbers, those of a pixel side by side, from left to right in rows from the top, slice after slice.
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

/// Returns the number of pixels of a picture, at most `u64::MAX`.
pub(crate) fn pixels(size: [u32; 3]) -> u64 {
    let [width, height, depth] = size.map(u64::from);
    (width * height).saturating_mul(depth)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_volume_one_voxel_deep_is_a_picture_and_others_are_not() {
        let numbers = || (0..8).map(|i| i as f32).collect();
        let picture = Picture::new("a", [2, 4], 1, numbers()).unwrap();
        let flat = Picture::volume("a", [2, 4, 1], 1, numbers()).unwrap();
        assert_eq!(picture, flat);
        for size in [[2, 2, 2], [2, 1, 4], [1, 2, 4]] {
            let deep = Picture::volume("a", size, 1, numbers()).unwrap();
            assert_ne!(deep.digest(), picture.digest());
            assert_eq!(deep.size(), size);
        }
    }

    #[test]
    fn sizes_are_limited_along_every_axis() {
        assert!(Picture::check_size([256; 3]).is_ok());
        assert!(Picture::check_size([1, 1, Picture::SIDE_MAX]).is_ok());
        for (size, message) in [
            ([257, 256, 256], "257x256x256 pixels"),
            ([1, 1, Picture::SIDE_MAX + 1], "1x1x16385 pixels"),
            ([u32::MAX; 3], "16777216 pixels, 16384 along a side"),
            ([4, 4, 0], "4x4x0"),
            ([4, 0, 1], "4x0;"),
        ] {
            let error = Picture::check_size(size).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
