//! A small picture of a recipe.

use std::path::Path;

use image::{DynamicImage, GrayImage, RgbaImage};
use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{self, Contents, FileType};
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Packing, Transfer};
use wgpu_noise::{Recipe, Result};

/// Sub-samples of a texel along each axis where a recipe has colours, whose edges would be stairs.
const SUB_SAMPLES: u32 = 4;

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
        let recipe = small(recipe, side);
        let plan = Plan::of_recipe(&recipe, Some(FileType::Png))?;
        let packing = *plan.packing();
        let slice = slice(&plan);
        let mut texels = vec![0; slice.samples() as usize * packing.bytes() as usize];
        plan.fill(
            &mut Cpu::new(plan.job().clone()),
            &slice,
            &packing,
            &mut texels,
        )?;
        let [width, height, ..] = slice.size;
        let picture = match packing.components() {
            1 => GrayImage::from_raw(width, height, texels).map(DynamicImage::from),
            _ => {
                let is_colour = recipe.transfer() == Transfer::Srgb;
                for texel in texels.as_chunks_mut().0 {
                    flatten(texel, is_colour);
                }
                RgbaImage::from_raw(width, height, texels).map(DynamicImage::from)
            }
        };
        Ok(Thumbnail {
            picture: picture.unwrap_or_default(),
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

/// Makes a texel opaque: colours lie on black, and a fourth channel of data is not shown.
fn flatten(texel: &mut [u8; 4], is_colour: bool) {
    let opacity = texel[3];
    if is_colour {
        for part in &mut texel[..3] {
            *part = (u16::from(*part) * u16::from(opacity) / 255) as u8;
        }
    }
    texel[3] = 255;
}

/// Returns a recipe for pictures of 8 bits within a square of `side` texels.
fn small(recipe: &Recipe, side: u32) -> Recipe {
    let supersample = match (recipe.transfer(), recipe.edge_samples) {
        (Transfer::Srgb, false) => SUB_SAMPLES.max(recipe.supersample),
        _ => recipe.supersample,
    };
    Recipe {
        format: None,
        layout: None,
        columns: None,
        pad_sheet: false,
        mips: false,
        supersample,
        ..recipe.sized(side)
    }
}

/// Returns one slice of one frame. It is not the middle one, which often lies on the lattice, where gradient noise is flat.
fn slice(plan: &Plan) -> Brick {
    let [x, y, z, w] = Brick::all(plan.grid()).size;
    Brick {
        start: [0, 0, z * 3 / 8, w * 3 / 8],
        size: [x, y, 1, 1],
    }
}
