//! A small picture of a recipe.

use std::path::Path;

use wgpu_noise::bake::{Plan, packing};
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{self, Description, FileType};
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Packing, Transfer};
use wgpu_noise::{Backend, Recipe, Result};

/// The picture of a recipe: all that it shows, of a volume one slice, of an animation one frame.
pub struct Thumbnail {
    size: [u32; 2],
    packing: Packing,
    transfer: Transfer,
    texels: Vec<u8>,
}

impl Thumbnail {
    /// The picture within a square of that many texels.
    pub fn of(recipe: &Recipe, side: u32) -> Result<Thumbnail> {
        let (job, _) = recipe.sized(side).job()?;
        let packing = packing(&job, Some(FileType::Png), None, recipe.unorm_range())?;
        let job = Plan::new(job, Some(FileType::Png), packing)?.job;
        let brick = slice(&Brick::all(job.grid()));
        let mut texels = vec![0; brick.samples() as usize * packing.bytes() as usize];
        Cpu::new(job).fill(&brick, &packing, &mut texels)?;
        // Without the fourth component: data, or the opacity of a ramp.
        if packing.components == 4 {
            (texels.chunks_exact_mut(4)).for_each(|texel| texel[3] = 255);
        }
        Ok(Thumbnail {
            size: [brick.size[0], brick.size[1]],
            packing,
            transfer: recipe.transfer(),
            texels,
        })
    }

    /// Width and height.
    pub fn size(&self) -> [usize; 2] {
        self.size.map(|n| n as usize)
    }

    /// Red, green and blue of each texel, row by row.
    pub fn colours(&self) -> impl Iterator<Item = [u8; 3]> {
        let texels = self.texels.chunks_exact(self.packing.bytes() as usize);
        texels.map(|texel| match *texel {
            [red, green, blue, ..] => [red, green, blue],
            _ => [texel[0]; 3],
        })
    }

    /// Writes it to a file.
    pub fn write(&self, path: &Path) -> Result<()> {
        let description = Description {
            size: self.size.to_vec(),
            frames: None,
            packing: self.packing,
            transfer: self.transfer,
            sidecar: false,
            recipe: None,
        };
        let mut writer = format::create(path, &description)?;
        writer.write(&self.texels)?;
        writer.finish().map(drop)
    }
}

/// One slice at one time: not in the middle, which lies on the lattice too often, where gradient noise is flat.
fn slice(all: &Brick) -> Brick {
    let [x, y, z, w] = all.size;
    Brick {
        start: [0, 0, z * 3 / 8, w * 3 / 8],
        size: [x, y, 1, 1],
    }
}
