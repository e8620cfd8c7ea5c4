//! The smaller mip levels of a texture, from its first.

use super::device::buffers::Owned;
use super::device::formats::{check_format, format_of, required_usages};
use super::device::limits::{check_limits, storage_bytes};
use super::device::pipelines::Pipelines;
use super::device::scopes::{rehearse, scoped, scoped_now};
use super::device::upload::{Staging, staged_bytes};
use super::pass::mip::{MipPass, MipWords};
use super::pass::write::{Destination, TargetWriter};
use super::target::check_texture;
use crate::Result;
use crate::grid::Brick;
use crate::texel::Packing;

/// Fills the mip levels of a 2-D or 3-D texture, in every layer of an array.
///
/// A texel is the mean of the level before over the box that it covers, also where a size is odd. It is a mean of the numbers of
/// texels as they are: neither of light, nor weighed by opacity, nor of the length 1 for normals.
///
/// It is made once for a texture of any format that a [`Generator`](super::Generator) writes. Then [`Mips::encode`] follows
/// the generator in the same encoder.
///
/// It keeps buffers: one for the samples of the largest level, and in formats that a shader cannot store (all but `r32float`,
/// `rgba8unorm`, `rgba16float` and `rgba32float`) one for the texels of each level of each layer.
#[derive(Debug)]
pub struct Mips {
    parts: Vec<Part>,
    staging: Staging,
    device: wgpu::Device,
}

/// What one dispatch averages: a brick of a level in a layer.
#[derive(Debug)]
struct Part {
    brick: Brick,
    words: MipWords,
    average: MipPass,
    writer: TargetWriter,
}

impl Mips {
    /// Makes it for all levels and layers of a texture, and compiles its kernels. The texture needs the usage
    /// `TEXTURE_BINDING` and those of [`required_usages`].
    ///
    /// In a browser a device reports later whether it accepts all that. [`Mips::new_async`] waits for the report; this
    /// function does not, and an error is dropped.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for a texture that does not fit; errors of the device as in
    /// [`Generator::new`](super::Generator::new).
    pub fn new(device: &wgpu::Device, texture: &wgpu::Texture) -> Result<Mips> {
        scoped_now(device, || Mips::make(device, texture))?
    }

    /// Makes it as [`Mips::new`] does, and in a browser waits for the device's report. Elsewhere the future is ready at once.
    ///
    /// # Errors
    /// As [`Mips::new`].
    pub async fn new_async(device: &wgpu::Device, texture: &wgpu::Texture) -> Result<Mips> {
        let mut made = scoped(device, || Mips::make(device, texture)).await??;
        made.staging.answer().await?;
        Ok(made)
    }

    /// Call under error scopes.
    fn make(device: &wgpu::Device, texture: &wgpu::Texture) -> Result<Mips> {
        check_limits(&device.limits())?;
        let format = format_of(texture)?;
        check_format(device, format)?;
        let usages = required_usages(format) | wgpu::TextureUsages::TEXTURE_BINDING;
        check_texture(texture, 0, usages, size(texture, 0))?;
        let packing = Packing::new(format, format.components(), [0.0, 1.0])?;
        let mut made = Mips {
            parts: parts(device, texture, &packing),
            staging: Staging::new(device)?,
            device: device.clone(),
        };
        made.reserve();
        rehearse(device, |encoder| made.encode(encoder))?;
        Ok(made)
    }

    /// Records the averaging of every level. It makes no buffer, binding or pipeline.
    ///
    /// # Errors
    /// [`Error::DeviceLost`](crate::Error::DeviceLost).
    pub fn encode(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<()> {
        self.staging.check()?;
        if self.parts.is_empty() {
            return Ok(());
        }
        let words = staged_bytes(size_of::<MipWords>());
        let bytes = (self.parts.iter()).map(|part| words + part.writer.staged_bytes());
        let mut load = self.staging.load(&self.device, encoder, bytes.sum())?;
        for part in &self.parts {
            let Part {
                brick,
                words,
                average,
                writer,
            } = part;
            average.upload(words, &mut load)?;
            writer.upload(brick, &mut load)?;
            load.dispatch([average.dispatch(brick), writer.dispatch(brick)]);
            writer.copy(load.encoder, brick);
        }
        load.finish();
        Ok(())
    }

    /// Makes room for all bricks and binds the kernels. Call under error scopes.
    fn reserve(&mut self) {
        let values = |part: &Part| part.brick.samples() * u64::from(part.words.channels);
        let Some(most) = self.parts.iter().map(values).max() else {
            return;
        };
        // All bricks use one buffer of samples, one after the other.
        let samples = Owned::new(self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("mip samples"),
            size: 4 * most,
            usage: wgpu::BufferUsages::STORAGE,
            mapped_at_creation: false,
        }));
        let pipelines = Pipelines::default();
        for part in &mut self.parts {
            part.average.reserve(&self.device, &pipelines, &samples);
            (part.writer).reserve(&self.device, &pipelines, &samples, &part.brick);
        }
    }
}

/// Returns the size of a level in texels, without layers.
fn size(texture: &wgpu::Texture, level: u32) -> [u32; 3] {
    let size = (texture.size()).mip_level_size(level, texture.dimension());
    match texture.dimension() {
        wgpu::TextureDimension::D3 => [size.width, size.height, size.depth_or_array_layers],
        _ => [size.width, size.height, 1],
    }
}

/// Cuts every level of every layer into bricks that fit a binding, each level after the one from which it is made.
fn parts(device: &wgpu::Device, texture: &wgpu::Texture, packing: &Packing) -> Vec<Part> {
    let layers = match texture.dimension() {
        wgpu::TextureDimension::D3 => 1,
        _ => texture.depth_or_array_layers(),
    };
    // A packed row of a single texel takes 256 bytes. Half of the bound keeps dispatches short.
    let most = storage_bytes(&device.limits()) / 512;
    let mut parts = Vec::new();
    for layer in 0..layers {
        for level in 1..texture.mip_level_count() {
            let [x, y, z] = size(texture, level);
            let whole = Brick {
                start: [0; 4],
                size: [x, y, z, 1],
            };
            let destination = Destination::Texture {
                texture: texture.clone(),
                layer,
                level,
            };
            parts.extend(whole.pieces(most).map(|brick| Part {
                brick,
                words: mip_words(texture, level, &brick, packing),
                average: MipPass::new(texture, layer, level),
                writer: TargetWriter::new(&destination, *packing),
            }));
        }
    }
    parts
}

fn mip_words(texture: &wgpu::Texture, level: u32, brick: &Brick, packing: &Packing) -> MipWords {
    let space = |[x, y, z, _]: [u32; 4]| [x, y, z];
    MipWords {
        size: space(brick.size),
        channels: packing.channels,
        first: space(brick.start),
        whole: size(texture, level),
        above: size(texture, level - 1),
        ..Default::default()
    }
}
