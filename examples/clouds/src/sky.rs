//! The scene as numbers: where one looks, where the sun stands, what the weather is.

use bytemuck::{Pod, Zeroable};

use crate::Options;

/// The time of day.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::ValueEnum)]
pub enum Light {
    #[default]
    Noon,
    Dusk,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::ValueEnum)]
pub enum Mode {
    /// Rays through volumes.
    #[default]
    Volume,
    /// A plane of clouds: a few texels a pixel.
    Flat,
}

/// `Sky` of `clouds.wgsl`. Lengths in kilometres, y up.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Sky {
    eye: [f32; 3],
    cover: f32,
    right: [f32; 3],
    density: f32,
    up: [f32; 3],
    steps: f32,
    forward: [f32; 3],
    rays: f32,
    /// Towards the sun.
    sun: [f32; 3],
    is_flat: f32,
    sunlight: [f32; 3],
    frame: f32,
    zenith: [f32; 3],
    width: f32,
    horizon: [f32; 3],
    height: f32,
    /// The sky's light around the sun.
    glow: [f32; 3],
    /// How far the erosion has drifted, in its own tiles: whole in a loop.
    drift: f32,
}

impl Sky {
    /// The scene at a time; what moves repeats after 1.
    pub fn new(options: &Options, time: f64, frame: u32) -> Sky {
        let [width, height] = options.size.map(|side| side as f32);
        let half = 30f32.to_radians().tan();
        let pitch = 20f32.to_radians();
        let (azimuth, elevation) = match options.light {
            Light::Noon => (62f32, 48f32),
            Light::Dusk => (13f32, 5f32),
        };
        let colours = match options.light {
            Light::Noon => [
                [19.0, 18.2, 17.0],
                [0.10, 0.26, 0.62],
                [0.52, 0.68, 0.86],
                [0.9, 0.85, 0.7],
            ],
            Light::Dusk => [
                [19.0, 9.2, 3.4],
                [0.09, 0.15, 0.33],
                [0.62, 0.42, 0.34],
                [2.6, 1.0, 0.28],
            ],
        };
        let [sunlight, zenith, horizon, glow] = colours;
        Sky {
            eye: [0.0, 0.2, 0.0],
            cover: options.cover,
            right: [half * width / height, 0.0, 0.0],
            density: options.density,
            up: [0.0, half * pitch.cos(), -half * pitch.sin()],
            steps: options.steps as f32,
            forward: [0.0, pitch.sin(), pitch.cos()],
            rays: options.rays.max(1) as f32,
            sun: direction(azimuth.to_radians(), elevation.to_radians()),
            is_flat: f32::from(options.mode == Mode::Flat),
            sunlight,
            frame: frame as f32,
            zenith,
            width,
            horizon,
            height,
            glow,
            drift: time.rem_euclid(1.0) as f32,
        }
    }
}

/// Azimuth from straight ahead to the right, elevation over the horizon.
fn direction(azimuth: f32, elevation: f32) -> [f32; 3] {
    let flat = elevation.cos();
    [flat * azimuth.sin(), elevation.sin(), flat * azimuth.cos()]
}
