//! The smaller levels of a texture, from its first.

use super::buffers::Owned;
use super::context;
use super::formats::{check_format, format_of, required_usages};
use super::layout::MipWords;
use super::mip_pass::MipPass;
use super::pipelines::Pipelines;
use super::sink::{Place, Sink};
use super::target::check_texture;
use super::upload::{Staging, loaded};
use super::work::{scoped, scoped_now};
use crate::Result;
use crate::grid::Brick;
use crate::texel::Packing;

/// Fills the mip levels of a 2-D or 3-D texture, of every layer, each from the one before: the mean over the box that a
/// texel covers, of odd sizes too.
///
/// Made once for a texture of any format that a [`Generator`](super::Generator) writes; then [`Mips::encode`] follows it in
/// the same encoder.
#[derive(Debug)]
pub struct Mips {
    pieces: Vec<Piece>,
    staging: Staging,
    device: wgpu::Device,
}

/// A part of a level of a layer that one dispatch averages.
#[derive(Debug)]
struct Piece {
    brick: Brick,
    words: MipWords,
    average: MipPass,
    sink: Sink,
}

impl Mips {
    /// For all levels and layers of a texture, which needs the usages `TEXTURE_BINDING` and those of
    /// [`required_usages`]. It compiles its kernels. In a browser [`Mips::new_async`] says why that failed, and this does not.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for a texture that does not fit; those of the device as in
    /// [`Generator::new`](super::Generator::new).
    pub fn new(device: &wgpu::Device, texture: &wgpu::Texture) -> Result<Mips> {
        scoped_now(device, || Mips::make(device, texture))?
    }

    /// The same, which in a browser waits for what the device says of it. Elsewhere the future is ready at once.
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
        context::check_limits(&device.limits())?;
        let format = format_of(texture)?;
        check_format(device, format)?;
        let usages = required_usages(format) | wgpu::TextureUsages::TEXTURE_BINDING;
        check_texture(texture, 0, usages, size(texture, 0))?;
        let packing = Packing::new(format, format.components(), [0.0, 1.0])?;
        let mut made = Mips {
            pieces: pieces(device, texture, &packing),
            staging: Staging::new(device)?,
            device: device.clone(),
        };
        made.reserve();
        // Never submitted: whatever wgpu has to say about it, it says here.
        let mut encoder = device.create_command_encoder(&Default::default());
        made.encode(&mut encoder)?;
        encoder.finish();
        Ok(made)
    }

    /// Records the averaging of every level. It makes no buffer, binding or pipeline after warm-up.
    ///
    /// # Errors
    /// [`Error::DeviceLost`](crate::Error::DeviceLost).
    pub fn encode(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<()> {
        self.staging.check()?;
        let words = loaded(size_of::<MipWords>());
        let bytes = (self.pieces.iter()).map(|piece| words + piece.sink.loaded());
        if self.pieces.is_empty() {
            return Ok(());
        }
        let mut load = self.staging.load(&self.device, encoder, bytes.sum())?;
        for piece in &self.pieces {
            let Piece {
                brick,
                average,
                sink,
                ..
            } = piece;
            average.upload(&piece.words, &mut load)?;
            sink.upload(brick, &mut load)?;
            load.run([average.pass(brick), sink.pass(brick)]);
            sink.copy(load.encoder, brick);
        }
        load.finish();
        Ok(())
    }

    /// Makes room for all pieces and binds the kernels. Call under error scopes.
    fn reserve(&mut self) {
        let values = |piece: &Piece| piece.brick.samples() * u64::from(piece.words.channels);
        let Some(most) = self.pieces.iter().map(values).max() else {
            return;
        };
        let samples = Owned::new(self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("mip samples"),
            size: 4 * most,
            usage: wgpu::BufferUsages::STORAGE,
            mapped_at_creation: false,
        }));
        let pipelines = Pipelines::default();
        for piece in &mut self.pieces {
            piece.average.reserve(&self.device, &pipelines, &samples);
            (piece.sink).reserve(&self.device, &pipelines, &samples, &piece.brick);
        }
    }
}

/// The size of a level; layers do not count.
fn size(texture: &wgpu::Texture, level: u32) -> [u32; 3] {
    let size = (texture.size()).mip_level_size(level, texture.dimension());
    match texture.dimension() {
        wgpu::TextureDimension::D3 => [size.width, size.height, size.depth_or_array_layers],
        _ => [size.width, size.height, 1],
    }
}

/// Every level of every layer, each after the one that it is made from, in pieces that fit a binding.
fn pieces(device: &wgpu::Device, texture: &wgpu::Texture, packing: &Packing) -> Vec<Piece> {
    let layers = match texture.dimension() {
        wgpu::TextureDimension::D3 => 1,
        _ => texture.depth_or_array_layers(),
    };
    // Packed in rows of 256 bytes, a texel takes that at most; and one dispatch is short.
    let most = device.limits().max_storage_buffer_binding_size / 512;
    let levels = (0..layers)
        .flat_map(|layer| (1..texture.mip_level_count()).map(move |level| (layer, level)));
    levels
        .flat_map(|(layer, level)| {
            let [x, y, z] = size(texture, level);
            let whole = Brick {
                start: [0; 4],
                size: [x, y, z, 1],
            };
            whole.pieces(most).map(move |brick| (layer, level, brick))
        })
        .map(|(layer, level, brick)| {
            let place = Place::Texture {
                texture: texture.clone(),
                layer,
                level,
            };
            let first3 = |of: [u32; 4]| [of[0], of[1], of[2]];
            Piece {
                brick,
                words: MipWords {
                    size: first3(brick.size),
                    channels: packing.channels,
                    first: first3(brick.start),
                    whole: size(texture, level),
                    above: size(texture, level - 1),
                    ..Default::default()
                },
                average: MipPass::new(texture, layer, level),
                sink: Sink::new(&place, *packing),
            }
        })
        .collect()
}
