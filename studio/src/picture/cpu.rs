//! Pictures of the CPU backend.

use eframe::egui::{
    Color32, ColorImage, Context, TextureFilter, TextureHandle, TextureOptions, TextureWrapMode,
};
use wgpu_noise::Result;

use super::{Draw, Drawn, Shot, Shown, Work};

/// Computes pictures on the CPU.
pub struct CpuPicture {
    context: Context,
    /// The last picture that is done, and what it shows.
    made: Option<(TextureHandle, Shown)>,
    /// The next one.
    work: Option<Work>,
    milliseconds: Option<f32>,
}

impl CpuPicture {
    /// Makes what draws into textures of egui's context.
    pub fn new(context: &Context) -> CpuPicture {
        CpuPicture {
            context: context.clone(),
            made: None,
            work: None,
            milliseconds: None,
        }
    }

    /// Makes a texture of the picture that is done.
    fn finish(&mut self, work: Work) -> (TextureHandle, Shown) {
        self.milliseconds = Some(work.taken.as_secs_f32() * 1000.0);
        let shown = work.of.clone();
        let size = [0, 1].map(|axis| shown.sight.brick.size[axis] as usize);
        let pixels = (work.into_texels().as_chunks().0.iter())
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
        match self.made.take() {
            Some((mut texture, _)) => {
                texture.set(image, options);
                (texture, shown)
            }
            None => (self.context.load_texture("picture", image, options), shown),
        }
    }
}

impl Draw for CpuPicture {
    fn draw(&mut self, shot: &Shot) -> Result<Drawn> {
        let is_made = matches!(&self.made, Some((_, shown)) if shot.is(shown));
        if !is_made {
            let mut work = match self.work.take().filter(|work| shot.is(&work.of)) {
                Some(work) => work,
                None => Work::new(shot)?,
            };
            // There must be something to show.
            let patient = shot.patient && self.made.is_some();
            match work.advance(patient)? {
                true => self.made = Some(self.finish(work)),
                false => self.work = Some(work),
            }
        }
        let Some((texture, shown)) = &self.made else {
            unreachable!("without patience it is done");
        };
        Ok(Drawn {
            texture: texture.id(),
            shares: shown.sight.shares,
            is_done: self.work.is_none(),
        })
    }

    fn milliseconds(&self) -> Option<f32> {
        self.milliseconds
    }

    fn name(&self) -> String {
        "CPU".to_string()
    }
}
