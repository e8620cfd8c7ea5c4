//! The flags of the noise, of the grid and of storage.

use wgpu_noise::noise::Source;
use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::{Codec, Layout, Range, Space};
use wgpu_noise::texel::Format;

use super::params::ParamFlags;
use super::values::{
    Numbers, Part, RampFlag, Seeds, Size, assignment, blur, duration, frames, iterations, numbers,
    part, ramp, ramp_space, range, seeds, size, supersample, whole, word,
};

/// The flags of the noise: what is computed.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Noise")]
pub struct NoiseFlags {
    /// The source, if there is no recipe [default: perlin]
    #[arg(long, value_name = "KIND", conflicts_with = "recipe", value_parser = word(Source::ALL, |source| source.info().name))]
    pub noise: Option<Source>,

    /// The noise as an expression, such as "fbm(perlin(4)) - 0.3*worley(8)". It replaces the channels of a recipe, and may name
    /// the nodes of the recipe and, if it has one channel, the recipe itself
    #[arg(
        long,
        value_name = "EXPRESSION",
        conflicts_with = "noise",
        allow_hyphen_values = true
    )]
    pub expr: Option<String>,

    #[command(flatten)]
    pub params: ParamFlags,

    /// The seed, from 0 to 4294967295: another seed is another noise of the same kind. bake also takes a range such as 0..9,
    /// with both ends included, and writes a file for each seed, named x_seed0.png, x_seed1.png and so on for -o x.png. 5..5 is
    /// the same as 5 [default: 0]
    #[arg(long, value_name = "S|S..S", value_parser = seeds, allow_hyphen_values = true)]
    pub seed: Option<Seeds>,

    /// Set a parameter of a node, its kind, or a parameter of the recipe, NAME=VALUE; may be given several times
    #[arg(long, value_name = "NODE.PARAMETER=VALUE", value_parser = assignment)]
    pub set: Vec<(String, Cell)>,
}

/// The flags of the grid: where the noise is sampled.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Grid")]
pub struct GridFlags {
    /// The number of samples along x, y and z, such as 64, 64x64 or 64x64x64 [default: 256x256]
    #[arg(long, value_name = "XxYxZ", value_parser = size, allow_hyphen_values = true)]
    pub size: Option<Size>,

    /// The length of each axis of the size, in domain units. If y or z is left out, it is what makes texels cubes [default: 1]
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers, allow_hyphen_values = true)]
    pub extent: Option<Numbers>,

    /// The position of the first corner of the box in domain units, and the time of the first frame [default: 0,0,0,0]
    #[arg(long, value_name = "X,Y,Z,W", value_parser = numbers, allow_hyphen_values = true)]
    pub origin: Option<Numbers>,

    /// The number of frames. With this flag, also with 1, time is an axis of the noise
    #[arg(long, value_name = "N", value_parser = frames, allow_hyphen_values = true)]
    pub frames: Option<u32>,

    /// The time from the first frame to the frame that would follow the last, in units of time [default: 1]
    #[arg(long, value_name = "T", value_parser = duration, allow_hyphen_values = true)]
    pub duration: Option<f64>,

    /// Make the noise repeat without a seam after the box and, with --frames, after the duration
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub seamless: Option<bool>,

    /// Put the first and the last sample of each axis on the edges of the box instead of half a texel inside, so that
    /// neighbouring tiles of a terrain share the samples of their common edge: with --size 257x257 at --origin 0,0, the next
    /// tile along x is at --origin 1,0
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub edge_samples: Option<bool>,
}

/// The flags of storage: which texels and which texts the file gets.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct StorageFlags {
    /// The samples to write, such as 0:64,0:64,128:192: along x, y and z the index of the first and of the one after the last, of
    /// the samples of the size. An axis that is left out, or is :, has all. The noise is that of the whole, so that pieces fit
    /// together, also of a seamless one
    #[arg(long = "box", value_name = "X:X,Y:Y,Z:Z", value_parser = part)]
    pub part: Option<Part>,

    /// The format of a texel, or in .ktx2 and .dds of a block of 4x4 texels, such as bc7rgbaunorm [default: the first that
    /// the type of file holds and that has enough components]
    #[arg(long, value_parser = word(&Format::ALL, Format::name))]
    pub format: Option<Format>,

    /// The two values that are stored as 0 and 1 in unorm formats; the greater first inverts the picture. auto takes bounds
    /// of the values on the grid, of which the samples may cover only part; measured takes the least and the greatest sample of
    /// all frames, and computes all samples twice
    /// [default: 0,1 of colours and of a noise that is never negative, such as a distance, else -1,1]
    #[arg(long, value_name = "LO,HI|auto|measured", value_parser = range, allow_hyphen_values = true)]
    pub range: Option<Range>,

    /// Colours for the values of one channel, such as '[[0, "#1b1b2f"], [1, "#f5f5f0"]]'; none stores the values themselves
    #[arg(long, value_name = "STOPS|none", value_parser = ramp)]
    pub ramp: Option<RampFlag>,

    /// How two colours are blended: srgb blends their encoded values as drawing programs do, linear blends their light, constant
    /// blends nothing, so that each colour holds up to the next [default: srgb]
    #[arg(long, value_name = "WORD", value_parser = ramp_space)]
    pub ramp_space: Option<Space>,

    /// What the tiles of one image are: the slices of a volume (atlas), as in every .png, .webp and .exr of a volume, or all
    /// frames in one file (flipbook)
    #[arg(long, value_name = "WORD", value_parser = word(&Layout::ALL, Layout::name))]
    pub layout: Option<Layout>,

    /// The number of tiles in a row. It must divide the number of tiles, unless --pad-sheet is given [default: the divisor with which the longer side of the
    /// image is shortest]
    #[arg(long, value_name = "N", value_parser = whole("columns", 1..=u32::MAX))]
    pub columns: Option<u32>,

    /// Leave tiles of an atlas or a flipbook blank at the end, if there are none to fill them. Importers take a blank tile for a
    /// slice or a frame, unless they are told how many there are
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub pad_sheet: Option<bool>,

    /// The frames per second of a .gif or an .apng, from 1 to 1000, in a .gif to 50 [default: 25]
    #[arg(long, value_name = "N", value_parser = whole("fps", 1..=1000))]
    pub fps: Option<u32>,

    /// Compute 2, 4 or 8 sub-samples along each axis of space for each sample, and store their mean: smooth edges of cells, wood
    /// and ramps, in 4 to 512 times the time. Colours are averaged as light, weighed by their opacity [default: 1]
    #[arg(long, value_name = "1|2|4|8", value_parser = supersample)]
    pub supersample: Option<u32>,

    /// Erode the heights by water and gravity in this many iterations, on coarser grids first, in place of those of the recipe's
    /// [erosion]; 0 erodes nothing
    #[arg(long, value_name = "N", value_parser = iterations, allow_hyphen_values = true)]
    pub erode: Option<u32>,

    /// Blur the samples, after an erosion: the standard deviation in units of the domain; 0 blurs nothing [default: 0]
    #[arg(long, value_name = "LENGTH", value_parser = blur, allow_hyphen_values = true)]
    pub blur: Option<f64>,

    /// Store all mip levels in a .ktx2 or .dds, each half as large as the one before, down to a single texel. A texel is the mean
    /// of what it covers, of colours the mean of their light
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub mips: Option<bool>,

    /// Compress the levels of a .ktx2 with Zstandard, which its readers undo. Temporary files beside it take as much space as the
    /// file
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub supercompress: Option<bool>,

    /// How the chunks of a .zarr are compressed. none stores the texels as they are, which is larger and faster [default: zstd]
    #[arg(long, value_name = "WORD", value_parser = word(&Codec::ALL, Codec::name))]
    pub codec: Option<Codec>,

    /// Write a .json beside a file that has no place for a recipe, such as an .npy. It describes the texels and holds the
    /// recipe, which `info` prints
    #[arg(long)]
    pub sidecar: bool,

    /// A title, stored in the file with the recipe
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// A licence, stored in the file with the recipe
    #[arg(long, value_name = "TEXT", alias = "license")]
    pub licence: Option<String>,
}
