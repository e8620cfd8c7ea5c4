//! What is seen of a noise, and what computes it.

use eframe::egui::Rect;
use serde::{Deserialize, Serialize};

use crate::camera::Sight;
use crate::scene::Scene;

/// How the noise is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum View {
    /// As a plane that one moves over.
    #[default]
    Plane,
    /// The recipe's own picture, three by three times, to judge its seams.
    Tiled,
    /// The recipe's box as a lit surface, as high as it is bright.
    Relief,
    /// The recipe's volume, looked through.
    Volume,
}

/// Which values become colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    /// All channels, or the ramp's colours.
    #[default]
    Colours,
    /// One channel in grey.
    Channel(usize),
    /// The derivatives of the first channel along x, y and z as red, green and blue, of which 0 is in the middle.
    Gradient,
    /// The normals of the first channel's surface as red, green (upwards) and blue, where the steepest slope is 45 degrees.
    Normals,
}

/// What computes the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Computes {
    /// The GPU that egui draws with.
    Gpu,
    /// The CPU.
    Cpu,
}

/// What the picture shows, and where it is.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The place in the window, in points.
    pub place: Rect,
    /// The colours.
    pub scene: Scene,
    /// The samples.
    pub sight: Sight,
    /// The time from the first frame, in units of w.
    pub time: f64,
    /// The octaves in effect of each fractal, in words.
    pub octaves: String,
}

impl Seen {
    /// Whether another picture's program would have other octaves than this one's.
    pub(crate) fn is_of(&self, scene: &Scene, sight: &Sight) -> bool {
        self.sight.grid == sight.grid
            && self.scene.shape == scene.shape
            && self.scene.params.values() == scene.params.values()
    }
}
