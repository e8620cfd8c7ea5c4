//! What may be moved while clouds are drawn, by flags and by sliders, and moments of it.

use std::ops::RangeInclusive;

/// Seconds after which the noise repeats.
pub const LOOP: f64 = 120.0;
/// Kilometres that the shape's volume covers, and whole parts of it the erosion's: after so much wind all is where it was.
pub const TILE: f64 = 5.1;

pub const COVER: RangeInclusive<f32> = 0.0..=1.0;
pub const DENSITY: RangeInclusive<f32> = 0.0..=3.0;
pub const SUN: RangeInclusive<f32> = 2.0..=60.0;
pub const WIND: RangeInclusive<f64> = 0.0..=500.0;
pub const GAIN: RangeInclusive<f64> = 0.3..=0.8;
pub const STEPS: RangeInclusive<u32> = 16..=256;
pub const RAYS: RangeInclusive<u32> = 1..=16;

/// The sun's height at noon and at dusk.
pub const NOON: f32 = 48.0;
pub const DUSK: f32 = 5.0;

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::ValueEnum)]
pub enum Mode {
    /// Rays through volumes.
    #[default]
    Volume,
    /// A plane of clouds: a few texels a pixel.
    Flat,
}

#[derive(Clone, Debug, clap::Args)]
pub struct Scene {
    /// Volumes to march through, or a plane
    #[arg(long, value_enum, default_value_t)]
    pub mode: Mode,
    /// How much of the sky is clouds, 0 to 1
    #[arg(long, default_value_t = 0.6, value_parser = |text: &str| within(text, COVER))]
    pub cover: f32,
    /// How dense they are, 0 to 3
    #[arg(long, default_value_t = 1.0, value_parser = |text: &str| within(text, DENSITY))]
    pub density: f32,
    /// The sun's height: noon, dusk, or 2 to 60 degrees
    #[arg(long, default_value = "noon", value_parser = sun)]
    pub sun: f32,
    /// Metres that the air moves in a second, 0 to 500; a loop takes the nearest that closes
    #[arg(long, default_value_t = 85.0, value_parser = |text: &str| within(text, WIND))]
    pub wind: f64,
    /// How rough the clouds' shape is: the gain of its wisps, 0.3 to 0.8
    #[arg(long, default_value_t = 0.55, value_parser = |text: &str| within(text, GAIN))]
    pub gain: f64,
    /// Steps of a ray through the clouds, 16 to 256
    #[arg(long, default_value_t = 96, value_parser = |text: &str| within(text, STEPS))]
    pub steps: u32,
    /// Rays a pixel, 1 to 16
    #[arg(long, default_value_t = 4, value_parser = |text: &str| within(text, RAYS))]
    pub rays: u32,
}

fn sun(text: &str) -> Result<f32, String> {
    match text {
        "noon" => Ok(NOON),
        "dusk" => Ok(DUSK),
        _ => within(text, SUN).map_err(|allowed| format!("noon, dusk, or {allowed}")),
    }
}

fn within<T>(text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    let value = text.parse().ok().filter(|value| range.contains(value));
    value.ok_or_else(|| format!("{} to {}", range.start(), range.end()))
}

/// A frame's place in time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    pub seconds: f64,
    /// Kilometres that the air has moved.
    pub air: f64,
    /// Where rays begin differs from frame to frame.
    pub frame: u32,
}

impl Moment {
    /// So many seconds after the start, in steady wind.
    pub fn at(seconds: f64, wind: f64) -> Moment {
        Moment {
            seconds,
            air: seconds * wind / 1000.0,
            frame: 0,
        }
    }

    /// The next frame, so many seconds later.
    pub fn after(&self, seconds: f64, wind: f64) -> Moment {
        Moment {
            seconds: self.seconds + seconds,
            air: self.air + seconds * wind / 1000.0,
            frame: self.frame.wrapping_add(1) % 1024,
        }
    }
}

/// The wind nearest to this one that is whole tiles in a loop.
pub fn closing(wind: f64) -> f64 {
    let tiles = (wind * LOOP / 1000.0 / TILE).round();
    tiles * TILE * 1000.0 / LOOP
}
