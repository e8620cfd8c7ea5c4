//! Pictures of the GPU backend, on egui's own device.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use eframe::egui::TextureId;
use eframe::egui_wgpu::{RenderState, wgpu};
use web_time::Instant;
use wgpu_noise::gpu::{Generator, Target, required_usages, texture_format};
use wgpu_noise::texel::Format;
use wgpu_noise::{Grid, Result};

use super::{Draw, Drawn, Shot, Shown};
use crate::camera::Sight;

/// Computes pictures on the device that egui draws with.
pub struct GpuPicture {
    state: RenderState,
    made: Option<Made>,
    /// The bits of the milliseconds that the last picture took, 0 before there is one: written when the queue is done.
    milliseconds: Arc<AtomicU32>,
}

/// A generator and its texture.
struct Made {
    generator: Generator,
    id: TextureId,
    /// What the generator was moved to.
    seen: Option<Sight>,
    shown: Shown,
}

impl GpuPicture {
    /// Makes what draws on egui's device.
    pub fn new(state: &RenderState) -> GpuPicture {
        GpuPicture {
            state: state.clone(),
            made: None,
            milliseconds: Arc::default(),
        }
    }

    /// Makes a texture of the size of a picture, and what computes it.
    fn make(&mut self, shot: &Shot) -> Result<Made> {
        let device = &self.state.device;
        let [x, y, z, _] = shot.sight.brick.size;
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d {
                width: x,
                height: y,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: texture_format(Format::Rgba8Unorm),
            usage: required_usages(Format::Rgba8Unorm)
                | wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        // A generator begins with a grid that is as large as its target.
        let grid = Grid {
            size: [x, y, z][..shot.sight.grid.size.len()].to_vec(),
            ..shot.sight.grid.clone()
        };
        let target = Target::texture(&texture).range([0.0, 1.0]);
        let generator = Generator::new(device, shot.scene.job(&grid)?, &target)?;
        let filter = match shot.coarse {
            true => wgpu::FilterMode::Linear,
            false => wgpu::FilterMode::Nearest,
        };
        let sampler = wgpu::SamplerDescriptor {
            label: Some("picture"),
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            mag_filter: filter,
            min_filter: filter,
            ..Default::default()
        };
        let view = texture.create_view(&Default::default());
        let mut renderer = self.state.renderer.write();
        if let Some(made) = self.made.take() {
            renderer.free_texture(&made.id);
        }
        let id = renderer.register_native_texture_with_sampler_options(device, &view, sampler);
        Ok(Made {
            generator,
            id,
            seen: None,
            shown: shot.shown(),
        })
    }

    /// Has the texture computed, and the time that it takes measured.
    fn compute(&self, made: &mut Made, shot: &Shot) -> Result<()> {
        let (device, queue) = (&self.state.device, &self.state.queue);
        if made.seen.as_ref() != Some(shot.sight) {
            made.generator.show(&shot.sight.grid, shot.sight.brick)?;
            made.seen = Some(shot.sight.clone());
        }
        let mut encoder = device.create_command_encoder(&Default::default());
        made.generator
            .encode(&mut encoder, &shot.scene.params, shot.time)?;
        let begun = Instant::now();
        queue.submit([encoder.finish()]);
        let milliseconds = self.milliseconds.clone();
        queue.on_submitted_work_done(move || {
            let taken = begun.elapsed().as_secs_f32() * 1000.0;
            milliseconds.store(taken.to_bits(), Ordering::Relaxed);
        });
        made.shown = shot.shown();
        Ok(())
    }
}

impl Draw for GpuPicture {
    fn draw(&mut self, shot: &Shot) -> Result<Drawn> {
        let fits = |made: &Made| {
            made.shown.shape == shot.scene.shape
                && made.shown.sight.brick.size == shot.sight.brick.size
                && made.shown.coarse == shot.coarse
        };
        if let Some(mut made) = self.made.take_if(|made| fits(made)) {
            let is_right = shot.is(&made.shown) || self.compute(&mut made, shot).is_ok();
            let id = made.id;
            self.made = Some(made);
            if is_right {
                return Ok(drawn(id, shot));
            }
        }
        // Another kernel or size, or numbers that did not go with the new grid.
        let mut made = self.make(shot)?;
        let computed = self.compute(&mut made, shot);
        let id = made.id;
        self.made = Some(made);
        computed.map(|()| drawn(id, shot))
    }

    fn milliseconds(&self) -> Option<f32> {
        let taken = f32::from_bits(self.milliseconds.load(Ordering::Relaxed));
        (taken > 0.0).then_some(taken)
    }

    fn name(&self) -> String {
        // Browsers keep the adapter's name to themselves.
        let adapter = self.state.adapter.get_info().name;
        let name = if adapter.is_empty() {
            "WebGPU"
        } else {
            &adapter
        };
        format!("GPU, {name}")
    }
}

fn drawn(texture: TextureId, shot: &Shot) -> Drawn {
    Drawn {
        texture,
        shares: shot.sight.shares,
        is_done: true,
    }
}
