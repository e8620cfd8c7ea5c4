//! A generator on egui's device that goes from picture to picture, and how long each takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use eframe::egui_wgpu::{RenderState, wgpu};
use web_time::Instant;
use wgpu_noise::gpu::{Generator, Target};
use wgpu_noise::{Grid, Result};

use super::{Shot, Shown};
use crate::camera::Sight;

/// Computes the samples of one shape and size into a target.
pub struct Maker {
    generator: Generator,
    /// What the generator was moved to.
    seen: Option<Sight>,
    /// What the target holds.
    shown: Option<Shown>,
    /// What it was made for.
    shape: String,
    size: [u32; 4],
}

impl Maker {
    /// Makes what computes a shot, and others that [fit](Maker::fits), into a target of the shot's samples.
    ///
    /// # Errors
    /// Those of [`Program::bind`](wgpu_noise::Program::bind) and [`Generator::new`].
    pub fn new(device: &wgpu::Device, shot: &Shot, target: &Target) -> Result<Maker> {
        let [x, y, z, _] = shot.sight.brick.size;
        // A generator begins with a grid that is as large as its target.
        let grid = Grid {
            size: [x, y, z][..shot.sight.grid.size.len()].to_vec(),
            ..shot.sight.grid.clone()
        };
        Ok(Maker {
            generator: Generator::new(device, shot.scene.job(&grid)?, target)?,
            seen: None,
            shown: None,
            shape: shot.scene.shape.clone(),
            size: shot.sight.brick.size,
        })
    }

    /// Whether it can compute a shot without compiling anything, into a target of that size.
    pub fn fits(&self, shot: &Shot) -> bool {
        self.shape == shot.scene.shape && self.size == shot.sight.brick.size
    }

    /// Has a shot computed, unless the target holds it, and its time measured.
    ///
    /// # Errors
    /// Those of [`Generator::show`] and [`Generator::encode`].
    pub fn compute(&mut self, state: &RenderState, shot: &Shot, times: &Times) -> Result<()> {
        if self.shown.as_ref().is_some_and(|shown| shot.is(shown)) {
            return Ok(());
        }
        let RenderState { device, queue, .. } = state;
        if self.seen.as_ref() != Some(shot.sight) {
            self.generator.show(&shot.sight.grid, shot.sight.brick)?;
            self.seen = Some(shot.sight.clone());
        }
        let mut encoder = device.create_command_encoder(&Default::default());
        self.generator
            .encode(&mut encoder, &shot.scene.params, shot.time)?;
        let begun = Instant::now();
        queue.submit([encoder.finish()]);
        let times = times.clone();
        queue.on_submitted_work_done(move || times.note(begun));
        self.shown = Some(shot.shown());
        Ok(())
    }
}

/// The time that the last picture took: noted when the queue is done, some frames later.
#[derive(Clone, Default)]
pub struct Times(Arc<AtomicU32>);

impl Times {
    fn note(&self, begun: Instant) {
        let taken = begun.elapsed().as_secs_f32() * 1000.0;
        self.0.store(taken.to_bits(), Ordering::Relaxed);
    }

    /// Returns the milliseconds; `None` before there is a picture.
    pub fn milliseconds(&self) -> Option<f32> {
        let taken = f32::from_bits(self.0.load(Ordering::Relaxed));
        (taken > 0.0).then_some(taken)
    }
}

/// Returns the name of what computes on a device.
pub fn name(state: &RenderState) -> String {
    // Browsers keep the adapter's name to themselves.
    match state.adapter.get_info().name.as_str() {
        "" => "GPU, WebGPU".to_string(),
        name => format!("GPU, {name}"),
    }
}
