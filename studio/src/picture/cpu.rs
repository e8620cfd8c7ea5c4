//! Pictures of the CPU backend.

use eframe::egui::{
    Color32, ColorImage, Context, TextureFilter, TextureHandle, TextureId, TextureOptions,
    TextureWrapMode,
};
use web_time::Instant;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Backend, Grid, Result};

use super::{Draw, Shot, Shown};

/// Computes pictures on the CPU.
pub struct CpuPicture {
    context: Context,
    texture: Option<TextureHandle>,
    shown: Option<Shown>,
    milliseconds: Option<f32>,
}

impl CpuPicture {
    /// Makes what draws into textures of egui's context.
    pub fn new(context: &Context) -> CpuPicture {
        CpuPicture {
            context: context.clone(),
            texture: None,
            shown: None,
            milliseconds: None,
        }
    }
}

impl Draw for CpuPicture {
    fn draw(&mut self, shot: &Shot) -> Result<TextureId> {
        if let (Some(texture), Some(shown)) = (&self.texture, &self.shown)
            && shot.is(shown)
        {
            return Ok(texture.id());
        }
        let begun = Instant::now();
        let size = [0, 1].map(|axis| shot.sight.brick.size[axis] as usize);
        let texels = texels(shot)?;
        let pixels = (texels.as_chunks().0.iter())
            .map(|&[r, g, b, a]| Color32::from_rgba_premultiplied(r, g, b, a))
            .collect();
        let image = ColorImage::new(size, pixels);
        self.milliseconds = Some(begun.elapsed().as_secs_f32() * 1000.0);
        let filter = match shot.coarse {
            true => TextureFilter::Linear,
            false => TextureFilter::Nearest,
        };
        let options = TextureOptions {
            magnification: filter,
            minification: filter,
            wrap_mode: TextureWrapMode::Repeat,
            mipmap_mode: None,
        };
        match &mut self.texture {
            Some(texture) => texture.set(image, options),
            None => self.texture = Some(self.context.load_texture("picture", image, options)),
        }
        self.shown = Some(shot.shown());
        self.draw(shot)
    }

    fn milliseconds(&self) -> Option<f32> {
        self.milliseconds
    }

    fn name(&self) -> String {
        "CPU".to_string()
    }
}

/// Computes the texels of a picture: red, green, blue, opacity.
///
/// # Errors
/// Those of [`Program::bind`](wgpu_noise::Program::bind) and of computing.
pub fn texels(shot: &Shot) -> Result<Vec<u8>> {
    let packing = Packing::new(Format::Rgba8Unorm, shot.scene.components(), [0.0, 1.0])?;
    let brick = &shot.sight.brick;
    let mut texels = vec![0; (brick.samples() * u64::from(packing.bytes())) as usize];
    let mut cpu = Cpu::new(shot.scene.job(&at_time(&shot.sight.grid, shot.time))?);
    cpu.fill(brick, &packing, &mut texels)?;
    Ok(texels)
}

/// Returns the grid with its first frame at a time.
fn at_time(grid: &Grid, time: f64) -> Grid {
    let mut grid = grid.clone();
    grid.origin[3] += time;
    grid
}
