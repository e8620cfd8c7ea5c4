//! The picture: a scene's samples in a texture of egui's, computed on egui's own device or on the CPU.

mod cpu;
mod gpu;
mod latest;
mod maker;
mod pace;
mod work;

use eframe::egui::TextureId;
use wgpu_noise::Result;

use crate::camera::Sight;
use crate::scene::Scene;
pub use cpu::CpuPicture;
pub use gpu::GpuPicture;
pub use latest::Latest;
pub use maker::{Maker, Times};
pub use pace::Pace;
pub use work::{Work, texels};

/// What one picture shows.
#[derive(Clone, Debug)]
pub struct Shot<'a> {
    /// The colours.
    pub scene: &'a Scene,
    /// The samples.
    pub sight: &'a Sight,
    /// The time from the grid's first frame, in units of w.
    pub time: f64,
    /// Whether samples lie further apart than pixels, and are blended.
    pub coarse: bool,
    /// Whether the last picture may stay until this one is done, so that no frame waits for it.
    pub patient: bool,
}

impl Shot<'_> {
    /// Whether a picture of `other` is one of this.
    pub(crate) fn is(&self, other: &Shown) -> bool {
        other.shape == self.scene.shape
            && other.numbers == self.scene.params.values()
            && other.seed == self.scene.params.seed
            && other.sight == *self.sight
            && other.time == self.time
            && other.coarse == self.coarse
    }

    fn shown(&self) -> Shown {
        Shown {
            shape: self.scene.shape.clone(),
            numbers: self.scene.params.values().to_vec(),
            seed: self.scene.params.seed,
            sight: self.sight.clone(),
            time: self.time,
            coarse: self.coarse,
        }
    }
}

/// What a picture shows, or will show.
#[derive(Clone, Debug)]
pub struct Shown {
    shape: String,
    numbers: Vec<f64>,
    seed: u32,
    pub(crate) sight: Sight,
    time: f64,
    coarse: bool,
}

/// A picture in a texture.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// The texture.
    pub texture: TextureId,
    /// The part of the texture to show, as [`Sight::shares`].
    pub shares: [[f64; 2]; 2],
    /// Whether it is what was asked for, and not the picture before it.
    pub is_done: bool,
}

/// What draws pictures.
pub trait Draw {
    /// Draws a shot, if it does not hold its picture yet.
    ///
    /// # Errors
    /// What the backend refuses, or fails of.
    fn draw(&mut self, shot: &Shot) -> Result<Drawn>;

    /// Returns the milliseconds that the last picture took which was computed.
    fn milliseconds(&self) -> Option<f32>;

    /// Returns the backend's name, and what computes.
    fn name(&self) -> String;
}
