//! The scene as the shader's numbers: where one looks, where the sun stands, what colours the light has.

use bytemuck::{Pod, Zeroable};

use crate::scene::{DUSK, Mode, Moment, NOON, Scene, TILE};

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
    /// How far the air has moved along x, within a tile.
    air: f32,
}

/// Sunlight, the sky above, the sky at the horizon, and around the sun.
type Colours = [[f32; 3]; 4];

const AT_NOON: Colours = [
    [19.0, 18.2, 17.0],
    [0.10, 0.26, 0.62],
    [0.52, 0.68, 0.86],
    [0.9, 0.85, 0.7],
];
const AT_DUSK: Colours = [
    [19.0, 9.2, 3.4],
    [0.09, 0.15, 0.33],
    [0.62, 0.42, 0.34],
    [2.6, 1.0, 0.28],
];

impl Sky {
    /// The scene at a moment, in a picture of this size.
    pub fn new(scene: &Scene, moment: &Moment, size: [u32; 2]) -> Sky {
        let [width, height] = size.map(|side| side as f32);
        let half = 26f32.to_radians().tan();
        let pitch = 17f32.to_radians();
        let day = ((scene.sun - DUSK) / (NOON - DUSK)).clamp(0.0, 1.0);
        let azimuth = blend(13.0, 62.0, day);
        let [sunlight, zenith, horizon, glow] = colours(day);
        Sky {
            eye: [0.0, 0.2, 0.0],
            cover: scene.cover,
            right: [half * width / height, 0.0, 0.0],
            density: scene.density,
            up: [0.0, half * pitch.cos(), -half * pitch.sin()],
            steps: scene.steps as f32,
            forward: [0.0, pitch.sin(), pitch.cos()],
            rays: scene.rays as f32,
            sun: direction(azimuth.to_radians(), scene.sun.to_radians()),
            is_flat: f32::from(scene.mode == Mode::Flat),
            sunlight,
            frame: moment.frame as f32,
            zenith,
            width,
            horizon,
            height,
            glow,
            air: moment.air.rem_euclid(TILE) as f32,
        }
    }
}

/// Between dusk, 0, and noon, 1. Light reddens low over the horizon.
fn colours(day: f32) -> Colours {
    let mut colours = AT_DUSK;
    for (colour, noon) in colours.iter_mut().zip(AT_NOON) {
        for (part, noon) in colour.iter_mut().zip(noon) {
            *part = blend(*part, noon, day.sqrt());
        }
    }
    colours
}

fn blend(from: f32, to: f32, t: f32) -> f32 {
    from + t * (to - from)
}

/// Azimuth from straight ahead to the right, elevation over the horizon.
fn direction(azimuth: f32, elevation: f32) -> [f32; 3] {
    let flat = elevation.cos();
    [flat * azimuth.sin(), elevation.sin(), flat * azimuth.cos()]
}
