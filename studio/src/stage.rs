//! A recipe's scene, and what draws it.

use eframe::egui::Context;
use eframe::egui_wgpu::RenderState;
use wgpu_noise::{Recipe, Result};

use crate::picture::{CpuPicture, Draw, GpuPicture};
use crate::scene::Scene;
use crate::view::{Computes, Shown};

/// Draws one recipe after the other, and compiles nothing anew while only numbers change.
pub struct Stage {
    gpu: Option<GpuPicture>,
    cpu: CpuPicture,
    /// The milliseconds that were told last.
    told: Option<f32>,
    /// The scene, and what it was made of.
    scene: Option<(Recipe, Shown, Scene)>,
}

impl Stage {
    /// Makes a stage in egui's context, with the device that egui draws with if it has one.
    pub fn new(context: &Context, state: Option<&RenderState>) -> Stage {
        Stage {
            gpu: state.map(GpuPicture::new),
            cpu: CpuPicture::new(context),
            told: None,
            scene: None,
        }
    }

    /// Returns whether it has a GPU.
    pub fn has_gpu(&self) -> bool {
        self.gpu.is_some()
    }

    /// Returns what is drawn with.
    pub fn drawing(&mut self, computes: Computes) -> &mut dyn Draw {
        match (&mut self.gpu, computes) {
            (Some(gpu), Computes::Gpu) => gpu,
            _ => &mut self.cpu,
        }
    }

    /// Returns the milliseconds that a picture took, once for each picture: a GPU says so some frames later.
    pub fn news(&mut self, computes: Computes) -> Option<f32> {
        let taken = self.drawing(computes).milliseconds();
        let before = std::mem::replace(&mut self.told, taken);
        taken.filter(|_| taken != before)
    }

    /// Returns the scene of a recipe, and whether it is another than last time.
    ///
    /// # Errors
    /// Those of [`Scene::new`].
    pub fn scene(&mut self, recipe: &Recipe, shown: Shown) -> Result<(Scene, bool)> {
        if let Some((of, last, scene)) = &self.scene
            && (of, *last) == (recipe, shown)
        {
            return Ok((scene.clone(), false));
        }
        let scene = Scene::new(recipe, shown)?;
        self.scene = Some((recipe.clone(), shown, scene.clone()));
        Ok((scene, true))
    }
}
