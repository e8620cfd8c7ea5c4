//! Where a generator writes: a texture, a layer of one, or a range of a buffer.

use std::ops::Range;

use super::formats::{check_format, format_of, required_usages};
use super::sink::Place;
use crate::texel::{Format, Packing};
use crate::{Error, Result};

/// Where a [`Generator`](super::Generator) writes, and which values become 0 and 1 there.
#[derive(Clone, Debug)]
pub struct Target {
    place: Place,
    /// The format of a buffer's texels; a texture has its own.
    format: Option<Format>,
    range: [f32; 2],
}

impl Target {
    /// A 2-D or 3-D texture, its first mip level.
    pub fn texture(texture: &wgpu::Texture) -> Target {
        Target::layer(texture, 0)
    }

    /// A layer of an array of 2-D textures, its first mip level.
    pub fn layer(texture: &wgpu::Texture, layer: u32) -> Target {
        let place = Place::Texture {
            texture: texture.clone(),
            layer,
            level: 0,
        };
        Target {
            place,
            format: None,
            range: [-1.0, 1.0],
        }
    }

    /// A range of a buffer, in bytes: texels one after the other, x fastest, then y, then z. It begins at a multiple of
    /// 4, and is as long as the texels are, rounded up to a multiple of 4.
    pub fn buffer(buffer: &wgpu::Buffer, bytes: Range<u64>, format: Format) -> Target {
        let place = Place::Buffer {
            buffer: buffer.clone(),
            bytes,
        };
        Target {
            place,
            format: Some(format),
            range: [-1.0, 1.0],
        }
    }

    /// The values that become 0 and 1 in unorm formats; −1 and 1 by default. Floats are stored as they are.
    pub fn range(mut self, range: [f32; 2]) -> Target {
        self.range = range;
        self
    }

    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    /// How samples of so many channels become its texels, if it is fit to be written on this device, and of this size.
    pub(super) fn check(
        &self,
        device: &wgpu::Device,
        size: [u32; 3],
        channels: u32,
    ) -> Result<Packing> {
        let format = match (&self.place, self.format) {
            (Place::Texture { texture, layer, .. }, _) => {
                let format = format_of(texture)?;
                check_format(device, format)?;
                check_texture(texture, *layer, required_usages(format), size)?;
                format
            }
            (Place::Buffer { .. }, Some(format)) => format,
            (Place::Buffer { .. }, None) => unreachable!("a buffer comes with a format"),
        };
        let packing = Packing::new(format, channels, self.range)?;
        if let Place::Buffer { buffer, bytes } = &self.place {
            check_buffer(buffer, bytes, size, &packing)?;
        }
        Ok(packing)
    }
}

/// Whether a texture has these usages, this size, and that layer.
pub(super) fn check_texture(
    texture: &wgpu::Texture,
    layer: u32,
    usages: wgpu::TextureUsages,
    size: [u32; 3],
) -> Result<()> {
    let missing = usages - texture.usage();
    if !missing.is_empty() {
        let (given, allowed) = (
            format!("{:?}", texture.usage()),
            format!("with {missing:?}"),
        );
        return Err(Error::invalid("target usage", given, allowed));
    }
    let layers = match texture.dimension() {
        wgpu::TextureDimension::D2 => texture.depth_or_array_layers(),
        wgpu::TextureDimension::D3 => 1,
        wgpu::TextureDimension::D1 => {
            return Err(Error::invalid("target dimension", "1-D", "2-D or 3-D"));
        }
    };
    if texture.sample_count() > 1 {
        let allowed = "one sample a texel";
        return Err(Error::invalid(
            "target sample_count",
            texture.sample_count(),
            allowed,
        ));
    }
    if layer >= layers {
        let allowed = format!("0 to {} in this texture", layers - 1);
        return Err(Error::invalid("target layer", layer, allowed));
    }
    let depth = texture.depth_or_array_layers() / layers;
    let found = [texture.width(), texture.height(), depth];
    match found == size {
        true => Ok(()),
        false => Err(Error::invalid(
            "target size",
            sizes(found),
            format!("{}, as the grid is", sizes(size)),
        )),
    }
}

fn check_buffer(
    buffer: &wgpu::Buffer,
    bytes: &Range<u64>,
    size: [u32; 3],
    packing: &Packing,
) -> Result<()> {
    let usage = wgpu::BufferUsages::COPY_DST;
    if !buffer.usage().contains(usage) {
        let (given, allowed) = (format!("{:?}", buffer.usage()), format!("with {usage:?}"));
        return Err(Error::invalid("target usage", given, allowed));
    }
    let texels = size
        .iter()
        .fold(1u64, |texels, &n| texels.saturating_mul(n.into()));
    let needed = texels
        .saturating_mul(packing.bytes().into())
        .div_ceil(4)
        .saturating_mul(4);
    let length = bytes.end.saturating_sub(bytes.start);
    if !bytes.start.is_multiple_of(4) || length != needed || bytes.end > buffer.size() {
        let allowed = format!(
            "{needed} bytes from a multiple of 4 on, within the {} of the buffer",
            buffer.size()
        );
        return Err(Error::invalid(
            "target range",
            format!("{bytes:?}"),
            allowed,
        ));
    }
    Ok(())
}

fn sizes([x, y, z]: [u32; 3]) -> String {
    format!("{x}x{y}x{z}")
}
