//! The other flags of `bake`, and how their values are read.

use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use wgpu_noise::noise::Source;
use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::ramp::{self, Space};
use wgpu_noise::recipe::{Bounds, Ramp, Range, cell};
use wgpu_noise::texel::Format;
use wgpu_noise::{Recipe, Result};

use super::params::ParamFlags;

/// What is computed.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Noise")]
pub struct NoiseFlags {
    /// The source, where there is no recipe [default: perlin]
    #[arg(long, value_name = "KIND", conflicts_with = "recipe", value_parser = source())]
    pub noise: Option<Source>,

    #[command(flatten)]
    pub params: ParamFlags,

    /// Selects the tables: 0 to 4294967295; of bake also a range, both ends included, such as 0..9: a file for each, whose
    /// name has _seed0, _seed1 and so on before the dot [default: 0]
    #[arg(long, value_name = "S|S..S", value_parser = seeds, allow_hyphen_values = true)]
    pub seed: Option<Seeds>,

    /// Any parameter of any node, or its kind; may be given several times
    #[arg(long, value_name = "NODE.PARAMETER=VALUE", value_parser = assignment)]
    pub set: Vec<(String, Cell)>,
}

/// Where it is sampled.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Grid")]
pub struct GridFlags {
    /// Samples along x, y and z, such as 64, 64x64 or 64x64x64 [default: 256x256]
    #[arg(long, value_name = "XxYxZ", value_parser = size, allow_hyphen_values = true)]
    pub size: Option<Size>,

    /// Units of domain along each axis of the size; where those of y or z are left out texels are cubes [default: 1]
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers, allow_hyphen_values = true)]
    pub extent: Option<Numbers>,

    /// The corner of the box in units of domain, and of time [default: 0,0,0,0]
    #[arg(long, value_name = "X,Y,Z,W", value_parser = numbers, allow_hyphen_values = true)]
    pub origin: Option<Numbers>,

    /// The number of times; with it, even with 1, time is an axis of the noise
    #[arg(long, value_name = "N", value_parser = frames, allow_hyphen_values = true)]
    pub frames: Option<u32>,

    /// Units of time from the first frame to the one after the last [default: 1]
    #[arg(long, value_name = "T", value_parser = duration, allow_hyphen_values = true)]
    pub duration: Option<f64>,

    /// Make the noise close over the box, and over the duration where there are frames
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub seamless: Option<bool>,

    /// Lay the first and the last sample of each axis on the edges of the box, as tiles of terrain need it that share
    /// their edges: sizes are then a power of two and one, such as 257x257, and the next tile has --origin 1
    #[arg(long)]
    pub edge_samples: bool,
}

/// How it is stored.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputFlags {
    /// The form of a texel [default: r32float for .npy, .raw and -; 8 bits a channel for .png and .ktx2]
    #[arg(long, value_parser = format())]
    pub format: Option<Format>,

    /// What becomes 0 and 1 in unorm formats, the greater first to invert; auto: the least and greatest value that the noise
    /// can have anywhere; measured: those that the samples of all frames have, for which all are computed twice
    /// [default: 0,1 of a ramp and of a noise that is never negative, such as a distance, else -1,1]
    #[arg(long, value_name = "LO,HI|auto|measured", value_parser = range, allow_hyphen_values = true)]
    pub range: Option<Range>,

    /// Colours for the values of one channel, such as '[[0, "#1b1b2f"], [1, "#f5f5f0"]]'; none: the bare values
    #[arg(long, value_name = "STOPS|none", value_parser = ramp)]
    pub ramp: Option<RampFlag>,

    /// What is blended between two colours: srgb, their numbers, or linear, their light [default: srgb]
    #[arg(long, value_name = "WORD", value_parser = ramp_space)]
    pub ramp_space: Option<Space>,

    /// Write a .json beside an .npy, as beside every .raw: what the array holds, and the recipe for `info`
    #[arg(long)]
    pub sidecar: bool,

    /// What it shows, kept in the file
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// Under which licence it may be used, kept in the file
    #[arg(long, value_name = "TEXT", alias = "license")]
    pub licence: Option<String>,
}

/// A ramp, or none in place of the recipe's.
#[derive(Clone, Debug)]
pub struct RampFlag(pub Option<Ramp>);

/// One to three numbers of samples: a type of its own, as clap takes a `Vec` for several values.
#[derive(Clone, Debug)]
pub struct Size(pub Vec<u32>);

/// A seed, or a range of them, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct Seeds {
    pub first: u32,
    pub last: u32,
}

/// Numbers with commas between.
#[derive(Clone, Debug)]
pub struct Numbers(pub Vec<f64>);

fn source() -> impl clap::builder::TypedValueParser<Value = Source> {
    let names = Source::ALL.iter().map(|source| source.info().name);
    PossibleValuesParser::new(names).try_map(|name| {
        let named = |source: &&Source| source.info().name == name;
        (Source::ALL.iter().find(named).copied()).ok_or("no source of this name")
    })
}

fn format() -> impl clap::builder::TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
        .try_map(|name| Format::from_name(&name))
}

fn seeds(text: &str) -> Result<Seeds, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(Seeds { first, last }),
        _ => Err(format!(
            "{}, or two, the lower first, such as 0..9",
            allowed("seed")
        )),
    }
}

fn frames(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| allowed("frames"))
}

fn duration(text: &str) -> Result<f64, String> {
    text.trim().parse().map_err(|_| allowed("duration"))
}

/// What a flag that stands for a key of recipes may hold.
fn allowed(key: &str) -> String {
    Recipe::allowed(key).unwrap_or_else(|| unreachable!("`{key}` is a key of recipes"))
}

fn size(text: &str) -> Result<Size, String> {
    let sizes: Result<_, _> = text.split(['x', 'X']).map(str::parse).collect();
    sizes
        .map(Size)
        .map_err(|_| format!("{}, such as 64x64x64", allowed("size")))
}

fn numbers(text: &str) -> Result<Numbers, String> {
    let numbers: Result<_, _> = text
        .split(',')
        .map(|number| number.trim().parse())
        .collect();
    numbers
        .map(Numbers)
        .map_err(|_| "numbers with commas between, such as 0,2.5".to_string())
}

fn range(text: &str) -> Result<Range, String> {
    match text {
        "auto" => return Ok(Range::Bounds(Bounds::Auto)),
        "measured" => return Ok(Range::Bounds(Bounds::Measured)),
        _ => {}
    }
    let is_f32 = |number: &f64| (*number as f32).is_finite();
    match numbers(text).map(|Numbers(numbers)| numbers).as_deref() {
        Ok(both @ &[low, high]) if both.iter().all(is_f32) => {
            Ok(Range::Of([low as f32, high as f32]))
        }
        _ => Err(
            "two numbers from -3.4e38 to 3.4e38 that differ, such as -1,1, or auto, or measured"
                .to_string(),
        ),
    }
}

fn ramp(text: &str) -> Result<RampFlag, String> {
    match text {
        "none" => Ok(RampFlag(None)),
        _ => match serde_json::from_str(text) {
            Ok(ramp) => Ok(RampFlag(Some(ramp))),
            Err(_) => Err(format!("{}, or none", ramp::ALLOWED)),
        },
    }
}

fn ramp_space(text: &str) -> Result<Space, &'static str> {
    match text {
        "srgb" => Ok(Space::Srgb),
        "linear" => Ok(Space::Linear),
        _ => Err("srgb, linear"),
    }
}

fn assignment(text: &str) -> Result<(String, Cell), String> {
    match text.split_once('=') {
        Some((path, value)) if path.contains('.') => Ok((path.trim().to_string(), cell(value))),
        _ => Err("node.parameter=value, such as perlin.hash=integer".to_string()),
    }
}
