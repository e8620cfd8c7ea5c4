//! The target of a generator: a texture, a layer of one, or a range of a buffer.

use std::ops::Range;

use super::device::formats::{check_format, check_is_written, format_of, required_usages};
use super::pass::write::Destination;
use crate::texel::{Format, Packing};
use crate::{Error, Result};

/// What a [`Generator`](super::Generator) writes, and which values become 0 and 1 there.
#[derive(Clone, Debug)]
pub struct Target {
    destination: Destination,
    /// The format of a buffer's texels; a texture has its own.
    format: Option<Format>,
    range: [f32; 2],
}

impl Target {
    /// The first mip level of a 2-D or 3-D texture. For colours, as those of a ramp, make the texture in `Rgba8Unorm` with
    /// `Rgba8UnormSrgb` among its `view_formats`, and show it through a view of that format.
    pub fn texture(texture: &wgpu::Texture) -> Target {
        Target::layer(texture, 0)
    }

    /// The first mip level of one layer in an array of 2-D textures.
    pub fn layer(texture: &wgpu::Texture, layer: u32) -> Target {
        let destination = Destination::Texture {
            texture: texture.clone(),
            layer,
            level: 0,
        };
        Target {
            destination,
            format: None,
            range: [-1.0, 1.0],
        }
    }

    /// A range of a buffer, in bytes. Texels lie there one after the other, x fastest, then y, then z. The range must begin at
    /// a multiple of 4 and be as long as all texels, rounded up to a multiple of 4.
    pub fn buffer(buffer: &wgpu::Buffer, bytes: Range<u64>, format: Format) -> Target {
        let destination = Destination::Buffer {
            buffer: buffer.clone(),
            bytes,
        };
        Target {
            destination,
            format: Some(format),
            range: [-1.0, 1.0],
        }
    }

    /// Sets the values that become 0 and 1 in unorm formats; −1 and 1 by default, whatever the noise. A
    /// [`bake`](crate::bake) takes 0 to 1 for a noise that is never negative: see [`bake::range`](fn@crate::bake::range). Float
    /// formats are not affected.
    pub fn range(mut self, range: [f32; 2]) -> Target {
        self.range = range;
        self
    }

    pub(super) fn destination(&self) -> &Destination {
        &self.destination
    }

    /// Checks that it can be written on a device and has this size, and returns how samples of this many channels become its
    /// texels.
    pub(super) fn check(
        &self,
        device: &wgpu::Device,
        size: [u32; 3],
        channels: u32,
    ) -> Result<Packing> {
        let format = match (&self.destination, self.format) {
            (Destination::Texture { texture, layer, .. }, _) => {
                let format = format_of(texture)?;
                check_format(device, format)?;
                check_texture(texture, *layer, required_usages(format), size)?;
                format
            }
            (Destination::Buffer { .. }, Some(format)) => {
                check_is_written(format)?;
                format
            }
            (Destination::Buffer { .. }, None) => unreachable!("a buffer comes with a format"),
        };
        let packing = Packing::new(format, channels, self.range)?;
        if let Destination::Buffer { buffer, bytes } = &self.destination {
            check_buffer(buffer, bytes, size, &packing)?;
        }
        Ok(packing)
    }
}

/// Checks that a texture has these usages, this size, and this layer.
pub(super) fn check_texture(
    texture: &wgpu::Texture,
    layer: u32,
    usages: wgpu::TextureUsages,
    size: [u32; 3],
) -> Result<()> {
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
    let missing = usages - texture.usage();
    if !missing.is_empty() {
        let (given, allowed) = (
            format!("{:?}", texture.usage()),
            format!("with {missing:?}"),
        );
        return Err(Error::invalid("target usage", given, allowed));
    }
    if layer >= layers {
        let allowed = format!("0 to {} in this texture", layers - 1);
        return Err(Error::invalid("target layer", layer, allowed));
    }
    let depth = texture.depth_or_array_layers() / layers;
    let found = [texture.width(), texture.height(), depth];
    if found != size {
        let allowed = match size[2] > 1 && size[2] == layers {
            true => format!("{}, as the grid is, in a 3-D texture", sizes(size)),
            false => format!("{}, as the grid is", sizes(size)),
        };
        return Err(Error::invalid("target size", sizes(found), allowed));
    }
    Ok(())
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
