//! Pictures of the CPU backend.

use eframe::egui::{
    Color32, ColorImage, Context, TextureFilter, TextureHandle, TextureOptions, TextureWrapMode,
};
use wgpu_noise::Result;

use super::{Draw, Drawn, Latest, Shot, Shown};

/// Computes pictures on the CPU.
pub struct CpuPicture {
    context: Context,
    latest: Latest<TextureHandle>,
}

impl CpuPicture {
    /// Makes what draws into textures of egui's context.
    pub fn new(context: &Context) -> CpuPicture {
        CpuPicture {
            context: context.clone(),
            latest: Latest::default(),
        }
    }
}

impl Draw for CpuPicture {
    fn draw(&mut self, shot: &Shot) -> Result<Drawn> {
        let (shown, texture) = self.latest.show(shot, |before, shown, texels| {
            load(&self.context, before, shown, &texels)
        })?;
        Ok(Drawn {
            texture: texture.id(),
            shares: shown.sight.shares,
            is_done: self.latest.is_done(),
        })
    }

    fn milliseconds(&self) -> Option<f32> {
        self.latest.milliseconds()
    }

    fn name(&self) -> String {
        "CPU".to_string()
    }
}

/// Makes a texture of a picture's texels, or takes the texture of the one before.
fn load(
    context: &Context,
    before: Option<TextureHandle>,
    shown: &Shown,
    texels: &[u8],
) -> TextureHandle {
    let size = [0, 1].map(|axis| shown.sight.brick.size[axis] as usize);
    let pixels = (texels.as_chunks().0.iter())
        .map(|&[r, g, b, a]| Color32::from_rgba_premultiplied(r, g, b, a))
        .collect();
    let image = ColorImage::new(size, pixels);
    let filter = match shown.coarse {
        true => TextureFilter::Linear,
        false => TextureFilter::Nearest,
    };
    let options = TextureOptions {
        magnification: filter,
        minification: filter,
        wrap_mode: TextureWrapMode::Repeat,
        mipmap_mode: None,
    };
    match before {
        Some(mut texture) => {
            texture.set(image, options);
            texture
        }
        None => context.load_texture("picture", image, options),
    }
}
