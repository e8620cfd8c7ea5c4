//! A recipe that is written into a texture, frame after frame.

use wgpu_noise::gpu::{Generator, Target, required_usages, texture_format, wgpu};
use wgpu_noise::texel::Format;
use wgpu_noise::{Params, Recipe, Result};

/// A texture of noise, and what writes it.
pub struct Field {
    generator: Generator,
    params: Params,
    texture: wgpu::Texture,
}

impl Field {
    /// The recipe in so many texels along each axis.
    pub fn new(device: &wgpu::Device, recipe: &str, side: u32, format: Format) -> Result<Field> {
        let recipe = Recipe::parse(recipe, "recipe")?.sized(side);
        let job = recipe.job()?;
        let [width, height, depth_or_array_layers] = recipe.grid().size3();
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: match recipe.size.len() {
                3 => wgpu::TextureDimension::D3,
                _ => wgpu::TextureDimension::D2,
            },
            format: texture_format(format),
            usage: required_usages(format) | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let target = Target::texture(&texture).range([0.0, 1.0]);
        Ok(Field {
            params: job.params().clone(),
            generator: Generator::new(device, job, &target)?,
            texture,
        })
    }

    /// Sets a number of the recipe by its name, `node.parameter`, from the next frame on.
    pub fn set(&mut self, name: &str, value: f64) -> Result<()> {
        self.params.set(name, value)
    }

    /// Records the field at a time; it repeats after 1.
    pub fn encode(&mut self, encoder: &mut wgpu::CommandEncoder, time: f64) -> Result<()> {
        self.generator.encode(encoder, &self.params, time)
    }

    pub fn view(&self) -> wgpu::TextureView {
        self.texture.create_view(&Default::default())
    }
}
