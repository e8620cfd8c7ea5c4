//! A small picture of a recipe.

use std::path::Path;

use image::{ColorType, DynamicImage};
use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{self, Contents, FileType};
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Packing, Transfer};
use wgpu_noise::{Backend, Recipe, Result, Volume};

/// The picture of a recipe: one slice of a volume, one frame of an animation.
pub struct Thumbnail {
    /// Grey or RGBA, 8 bits each.
    pub picture: DynamicImage,
    packing: Packing,
    transfer: Transfer,
}

impl Thumbnail {
    /// Computes the picture within a square of `side` texels.
    pub fn of(recipe: &Recipe, side: u32) -> Result<Thumbnail> {
        let job = recipe.sized(side).job()?;
        let plan = Plan::new(job, Some(FileType::Png), None, recipe.unorm_range())?;
        let packing = *plan.packing();
        let slice = sample(plan.job().clone(), packing.channels())?;
        let color = match packing.components() {
            1 => ColorType::L8,
            _ => ColorType::Rgba8,
        };
        let mut picture = slice.to_image(0, color, packing.range())?;
        // The fourth channel is not shown: it is data, or the opacity of a ramp.
        if let DynamicImage::ImageRgba8(picture) = &mut picture {
            picture.pixels_mut().for_each(|pixel| pixel.0[3] = 255);
        }
        Ok(Thumbnail {
            picture,
            packing,
            transfer: recipe.transfer(),
        })
    }

    /// Writes the picture to a file.
    pub fn write(&self, path: &Path) -> Result<()> {
        let size = [self.picture.width(), self.picture.height()];
        let mut contents = Contents::new(size, self.packing);
        contents.transfer = self.transfer;
        let mut writer = format::create(path, &contents)?;
        writer.write(self.picture.as_bytes())?;
        writer.finish().map(drop)
    }
}

/// Computes one slice of one frame. It is not the middle one, which often lies on the lattice, where gradient noise is flat.
fn sample(job: wgpu_noise::Job, channels: u32) -> Result<Volume> {
    let [x, y, z, w] = Brick::all(job.grid()).size;
    let slice = Brick {
        start: [0, 0, z * 3 / 8, w * 3 / 8],
        size: [x, y, 1, 1],
    };
    let mut samples = vec![0.0; slice.samples() as usize * channels as usize];
    let bytes = bytemuck::cast_slice_mut(&mut samples);
    Cpu::new(job).fill(&slice, &Packing::samples(channels)?, bytes)?;
    Volume::from_samples([x, y, 1], channels as usize, samples)
}
