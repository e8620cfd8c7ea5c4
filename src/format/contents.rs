//! What a file holds.

use crate::grid::Brick;
use crate::recipe::{Codec, Tiling};
use crate::texel::{Packing, Transfer};
use crate::{Error, Grid, Recipe, Result};

/// What a file, or a numbered sequence of files, holds.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contents {
    /// Samples along x, y and z: one to three numbers, each at least 1.
    pub size: Vec<u32>,
    /// The number of frames, at least 1; `None` if time is not an axis.
    pub frames: Option<u32>,
    /// The position of the first sample along x, y and z, in units of domain.
    pub first: [f64; 3],
    /// The distance from one sample to the next along x, y and z, in units of domain; along an axis that is not there, as along
    /// x.
    pub step: [f64; 3],
    /// How samples became texels.
    pub packing: Packing,
    /// The name of each channel, for files that name them; empty if they have none. A `.vdb` calls a single channel `density`, an
    /// `.exr` calls it `Y`, and several `R`, `G`, `B` and `A`.
    pub names: Vec<String>,
    /// What the numbers of the texels mean.
    pub transfer: Transfer,
    /// Whether the channels are the components of unit normals: those of mip levels then have the length 1, too.
    pub is_normal: bool,
    /// Which sheet an image is that holds several pictures. A flipbook is one file instead of a file for each frame.
    pub tiling: Tiling,
    /// The frames per second of an animation, from 1 to 1000, and at most 50 in a `.gif`.
    pub fps: u32,
    /// Whether a `.ktx2` or `.dds` holds all mip levels. They are made of samples, before these are rounded; see
    /// [`Contents::taken`].
    pub mips: bool,
    /// Whether the levels of a `.ktx2` are compressed with Zstandard.
    pub supercompress: bool,
    /// How the chunks of a `.zarr` are compressed.
    pub codec: Codec,
    /// Whether a file of a type with [`RecipePlace::OnRequest`](super::RecipePlace::OnRequest) gets a `.json` beside it. If
    /// there already is one that this program wrote, it is replaced in any case, because it describes the file that is replaced.
    pub sidecar: bool,
    /// The complete recipe, seed included, as TOML; `None` if there is no recipe.
    pub recipe: Option<String>,
}

impl Contents {
    /// Describes linear values without time, names, a layout, a sidecar or a recipe, in a box that is one unit of domain
    /// long in x.
    pub fn new(size: impl Into<Vec<u32>>, packing: Packing) -> Contents {
        let size = size.into();
        let grid = Grid::new(size.clone());
        Contents {
            size,
            ..Contents::of(&grid, &Brick::all(&grid), packing)
        }
    }

    /// Describes linear values of a brick of a grid, without names, a sidecar or a recipe.
    pub(crate) fn of(grid: &Grid, brick: &Brick, packing: Packing) -> Contents {
        let spans = [0, 1, 2].map(|axis| grid.span(axis));
        let along_x = spans[0].step();
        Contents {
            size: brick.size.into_iter().take(grid.size.len()).collect(),
            frames: grid.frames.map(|_| brick.size[3]),
            first: [0, 1, 2].map(|axis| {
                let span = &spans[axis];
                span.origin + (span.first + f64::from(brick.start[axis])) * span.step()
            }),
            step: [0, 1, 2].map(|axis| match grid.size.get(axis) {
                Some(_) => spans[axis].step(),
                None => along_x,
            }),
            packing,
            names: Vec::new(),
            transfer: Transfer::Linear,
            is_normal: false,
            tiling: Tiling::default(),
            fps: Recipe::FPS_DEFAULT,
            mips: false,
            supercompress: false,
            codec: Codec::default(),
            sidecar: false,
            recipe: None,
        }
    }

    /// Returns how samples become what a [`Writer`](super::Writer) takes: the texels of [`Contents::packing`], or with mip
    /// levels the samples themselves, as 32-bit floats, one for each channel.
    pub fn taken(&self) -> Packing {
        match self.mips {
            true => self.packing.of_samples(),
            false => self.packing,
        }
    }

    /// Returns the number of frames; 1 if time is not an axis.
    pub(super) fn frame_count(&self) -> u32 {
        self.frames.unwrap_or(1)
    }

    /// Returns the number of samples along x, y and z; 1 along an axis that is not there.
    pub(super) fn size3(&self) -> [u32; 3] {
        std::array::from_fn(|axis| self.size.get(axis).copied().unwrap_or(1))
    }

    /// Returns the number of samples along x, y and z, and of frames; 1 along an axis that is not there.
    pub(super) fn size4(&self) -> [u32; 4] {
        let [x, y, z] = self.size3();
        [x, y, z, self.frame_count()]
    }

    /// Returns the size as the command line writes it: `64x64x64`.
    pub(super) fn describe_size(&self) -> String {
        let sizes: Vec<String> = self.size.iter().map(u32::to_string).collect();
        sizes.join("x")
    }

    /// Returns the number of bytes that a writer takes for all frames.
    ///
    /// # Errors
    /// Those of [`Contents::frame_bytes`].
    pub(crate) fn bytes(&self) -> Result<u64> {
        Ok(self.frame_bytes()? * u64::from(self.frame_count()))
    }

    /// Returns the number of bytes that a [`Writer`](super::Writer) takes for one frame.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there are not one to three axes with at least one sample each, or if there are no frames;
    /// [`Error::TooLarge`] if all frames together have 2⁶³ bytes or more.
    pub fn frame_bytes(&self) -> Result<u64> {
        if !(1..=3).contains(&self.size.len()) || self.size.contains(&0) {
            let allowed = "one to three numbers, each at least 1";
            return Err(Error::invalid("size", format!("{:?}", self.size), allowed));
        }
        if self.frames == Some(0) {
            return Err(Error::invalid("frames", 0, "1 or more"));
        }
        let frame = self
            .size
            .iter()
            .try_fold(u64::from(self.taken().bytes()), |bytes, n| {
                bytes.checked_mul(u64::from(*n))
            });
        let all = frame.and_then(|bytes| bytes.checked_mul(u64::from(self.frame_count())));
        match (frame, all) {
            (Some(frame), Some(all)) if i64::try_from(all).is_ok() => Ok(frame),
            _ => {
                Err(
                    Error::too_large(self.describe_size(), "2^63 bytes or more", "2^63 - 1 bytes")
                        .with_field("size"),
                )
            }
        }
    }
}
