//! A small picture of a recipe.

use wgpu_noise::bake::packing;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::FileType;
use wgpu_noise::grid::Brick;
use wgpu_noise::{Backend, Recipe, Result};

/// A picture, and how wide it is.
pub struct Thumbnail {
    pub width: usize,
    /// Row by row, from the top.
    pub colours: Vec<[u8; 3]>,
}

impl Thumbnail {
    /// The picture of a recipe within a square of that many texels: all that it shows, of a volume one slice, of an
    /// animation one frame.
    pub fn of(recipe: &Recipe, side: u32) -> Result<Thumbnail> {
        let (job, _) = recipe.sized(side).job()?;
        let packing = packing(&job, Some(FileType::Png), None, recipe.unorm_range())?;
        let brick = slice(&Brick::all(job.grid()));
        let mut texels = vec![0; brick.samples() as usize * packing.bytes() as usize];
        Cpu::new(job).fill(&brick, &packing, &mut texels)?;
        let colours = texels.chunks_exact(packing.bytes() as usize);
        Ok(Thumbnail {
            width: brick.size[0] as usize,
            colours: colours.map(colour).collect(),
        })
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

/// A texel of one component is grey; of four, the last is left out: data, or the opacity of a ramp.
fn colour(texel: &[u8]) -> [u8; 3] {
    match *texel {
        [red, green, blue, ..] => [red, green, blue],
        _ => [texel[0]; 3],
    }
}
