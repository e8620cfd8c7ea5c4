//! Pictures of the GPU backend, on egui's own device.

use eframe::egui::TextureId;
use eframe::egui_wgpu::{RenderState, wgpu};
use wgpu_noise::Result;
use wgpu_noise::gpu::{Target, required_usages, texture_format};
use wgpu_noise::texel::Format;

use super::maker::{self, Maker, Times};
use super::{Draw, Drawn, Shot};

/// Computes pictures on the device that egui draws with.
pub struct GpuPicture {
    state: RenderState,
    made: Option<Made>,
    times: Times,
}

/// A texture, and what computes it.
struct Made {
    maker: Maker,
    id: TextureId,
    /// Whether its texels are blended.
    coarse: bool,
}

impl GpuPicture {
    /// Makes what draws on egui's device.
    pub fn new(state: &RenderState) -> GpuPicture {
        GpuPicture {
            state: state.clone(),
            made: None,
            times: Times::default(),
        }
    }

    /// Makes a texture of the size of a picture, and what computes it.
    fn make(&mut self, shot: &Shot) -> Result<Made> {
        let device = &self.state.device;
        let [x, y, ..] = shot.sight.brick.size;
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
        let target = Target::texture(&texture).range([0.0, 1.0]);
        let maker = Maker::new(device, shot, &target)?;
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
            maker,
            id,
            coarse: shot.coarse,
        })
    }
}

impl Draw for GpuPicture {
    fn draw(&mut self, shot: &Shot) -> Result<Drawn> {
        let fits = |made: &Made| made.maker.fits(shot) && made.coarse == shot.coarse;
        if let Some(made) = self.made.as_mut().filter(|made| fits(made))
            && made.maker.compute(&self.state, shot, &self.times).is_ok()
        {
            return Ok(drawn(made.id, shot));
        }
        // Another kernel or size, or numbers that did not go with the new grid.
        let made = self.make(shot)?;
        let made = self.made.insert(made);
        made.maker.compute(&self.state, shot, &self.times)?;
        Ok(drawn(made.id, shot))
    }

    fn milliseconds(&self) -> Option<f32> {
        self.times.milliseconds()
    }

    fn name(&self) -> String {
        maker::name(&self.state)
    }
}

fn drawn(texture: TextureId, shot: &Shot) -> Drawn {
    Drawn {
        texture,
        shares: shot.sight.shares,
        is_done: true,
    }
}
