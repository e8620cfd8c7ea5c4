//! A picture of animated noise among egui's widgets.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use eframe::egui::{self, Image, Slider};
use eframe::egui_wgpu::{self, CallbackResources, CallbackTrait, ScreenDescriptor, wgpu};
use wgpu_noise::gpu::{Generator, Target, required_usages, texture_format};
use wgpu_noise::recipe::Preset;
use wgpu_noise::texel::Format;
use wgpu_noise::{Params, Recipe, Result};

/// Texels along each side.
pub const SIDE: u32 = 256;
/// Seconds after which the picture is what it was.
pub const LOOP: f64 = 30.0;

/// What is shown: three channels from 0 to 1, in a loop of time.
///
/// # Errors
/// None, as a preset is a right recipe.
pub fn recipe() -> Result<Recipe> {
    Ok(Preset::find("lava")?.recipe()?.sized(SIDE))
}

/// A texture that egui shows, and what its noise is made with.
pub struct Lava {
    texture: egui::TextureId,
    source: Arc<Mutex<Source>>,
    params: Params,
    /// The slider's.
    pub gain: f64,
}

/// What writes the texture, and what it said last.
struct Source {
    generator: Generator,
    outcome: Result<()>,
}

impl Lava {
    /// Makes the texture and what writes it, and has egui's renderer show it.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn new(device: &wgpu::Device, renderer: &mut egui_wgpu::Renderer) -> Result<Lava> {
        let job = recipe()?.job()?;
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("lava"),
            size: wgpu::Extent3d {
                width: SIDE,
                height: SIDE,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: texture_format(Format::Rgba8Unorm),
            usage: required_usages(Format::Rgba8Unorm) | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let view = texture.create_view(&Default::default());
        let target = Target::texture(&texture).range([0.0, 1.0]);
        Ok(Lava {
            texture: renderer.register_native_texture(device, &view, wgpu::FilterMode::Linear),
            params: job.params().clone(),
            source: Arc::new(Mutex::new(Source {
                generator: Generator::new(device, job, &target)?,
                outcome: Ok(()),
            })),
            gain: 0.6,
        })
    }

    /// A slider, and the picture at egui's time.
    ///
    /// # Errors
    /// A device that was lost, or is out of memory.
    pub fn ui(&mut self, ui: &mut egui::Ui) -> Result<()> {
        ui.add(Slider::new(&mut self.gain, 0.3..=0.8).text("gain"));
        self.params.set("crust.gain", self.gain)?;
        let side = SIDE as f32 / ui.pixels_per_point();
        let image = ui.add(Image::new((self.texture, egui::Vec2::splat(side))));
        let frame = Frame {
            source: self.source.clone(),
            params: self.params.clone(),
            time: ui.input(|input| input.time) / LOOP,
        };
        ui.painter()
            .add(egui_wgpu::Callback::new_paint_callback(image.rect, frame));
        std::mem::replace(&mut locked(&self.source).outcome, Ok(()))
    }
}

fn locked(source: &Mutex<Source>) -> MutexGuard<'_, Source> {
    source.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One frame of the picture, recorded where egui records its own.
struct Frame {
    source: Arc<Mutex<Source>>,
    params: Params,
    time: f64,
}

impl CallbackTrait for Frame {
    fn prepare(
        &self,
        _: &wgpu::Device,
        _: &wgpu::Queue,
        _: &ScreenDescriptor,
        encoder: &mut wgpu::CommandEncoder,
        _: &mut CallbackResources,
    ) -> Vec<wgpu::CommandBuffer> {
        let mut source = locked(&self.source);
        source.outcome = source.generator.encode(encoder, &self.params, self.time);
        Vec::new()
    }

    /// The image of the texture is egui's to paint.
    fn paint(
        &self,
        _: egui::PaintCallbackInfo,
        _: &mut wgpu::RenderPass<'static>,
        _: &CallbackResources,
    ) {
    }
}
