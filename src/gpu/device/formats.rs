//! What each texel format is in wgpu, and what a device and a texture need so that it can be written.

use std::fmt::Display;

use crate::texel::Format;
use crate::{Error, Result};

/// Returns the wgpu format of a texel format.
pub fn texture_format(format: Format) -> wgpu::TextureFormat {
    use wgpu::TextureFormat as To;
    match format {
        Format::R32Float => To::R32Float,
        Format::R16Float => To::R16Float,
        Format::R8Unorm => To::R8Unorm,
        Format::R16Unorm => To::R16Unorm,
        Format::Rg8Unorm => To::Rg8Unorm,
        Format::Rgba8Unorm => To::Rgba8Unorm,
        Format::Rgba16Unorm => To::Rgba16Unorm,
        Format::Rgba16Float => To::Rgba16Float,
        Format::Rgba32Float => To::Rgba32Float,
        Format::Bc4RUnorm => To::Bc4RUnorm,
        Format::Bc5RgUnorm => To::Bc5RgUnorm,
        Format::Bc7RgbaUnorm => To::Bc7RgbaUnorm,
    }
}

/// Returns the format of a texture.
///
/// # Errors
/// [`Error::Invalid`] if it is not one of [`Format::TEXELS`].
pub(crate) fn format_of(texture: &wgpu::Texture) -> Result<Format> {
    let found = Format::TEXELS
        .into_iter()
        .find(|&format| texture_format(format) == texture.format());
    found.ok_or_else(|| no_target(name(texture.format())))
}

/// Returns the refusal of a format that no shader writes.
fn no_target(format: impl Display) -> Error {
    let allowed = Format::TEXELS.map(Format::name).join(", ");
    Error::invalid("target format", format, allowed)
}

/// Returns the name of a format in WebGPU.
pub(crate) fn name(format: wgpu::TextureFormat) -> String {
    format!("{format:?}").to_lowercase()
}

/// Whether every device can store texels of this format from a shader. Other formats are packed into a buffer and copied.
pub(crate) fn is_stored(format: Format) -> bool {
    matches!(
        format,
        Format::R32Float | Format::Rgba8Unorm | Format::Rgba16Float | Format::Rgba32Float
    )
}

/// Checks that a device supports textures of a format. Call this before making one: wgpu 30 panics in a browser when it makes
/// a texture of the format `r16unorm` or `rgba16unorm`, which browsers do not have.
///
/// # Errors
/// [`Error::Invalid`] names the feature that the device lacks, and refuses a block format, in which no shader writes.
pub fn check_format(device: &wgpu::Device, format: Format) -> Result<()> {
    check_is_written(format)?;
    let missing = required_features(format) - device.features();
    if missing.is_empty() {
        return Ok(());
    }
    let allowed = format!("a device with {missing:?}");
    Err(Error::invalid("target format", format, allowed))
}

/// Refuses a block format, in which no shader writes.
///
/// # Errors
/// [`Error::Invalid`] names the formats that may be given.
pub(crate) fn check_is_written(format: Format) -> Result<()> {
    match Format::TEXELS.contains(&format) {
        true => Ok(()),
        false => Err(no_target(format)),
    }
}

/// Returns the features that a device needs for a target of a format: none, except for `r16unorm` and `rgba16unorm`.
pub fn required_features(format: Format) -> wgpu::Features {
    match format {
        Format::R16Unorm | Format::Rgba16Unorm => wgpu::Features::TEXTURE_FORMAT_16BIT_NORM,
        _ => wgpu::Features::empty(),
    }
}

/// Returns the usages that a texture of a format needs as the target of a [`Generator`](crate::gpu::Generator). For
/// [`Mips`](crate::gpu::Mips) it also needs `TEXTURE_BINDING`.
pub fn required_usages(format: Format) -> wgpu::TextureUsages {
    if is_stored(format) {
        wgpu::TextureUsages::STORAGE_BINDING
    } else {
        wgpu::TextureUsages::COPY_DST
    }
}

/// Returns the limits that a device needs for a target of a size in texels: those that nearly every device has
/// ([`wgpu::Limits::downlevel_defaults`]), with textures as long as the target.
///
/// A larger [`wgpu::Limits::max_storage_buffer_binding_size`] lets a generator compute a target of more than eight million
/// texels in fewer dispatches.
pub fn required_limits(size: [u32; 3]) -> wgpu::Limits {
    let mut limits = wgpu::Limits::downlevel_defaults();
    let [x, y, z] = size;
    let longest = match z {
        0 | 1 => &mut limits.max_texture_dimension_2d,
        _ => &mut limits.max_texture_dimension_3d,
    };
    *longest = (*longest).max(x).max(y).max(z);
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_named_as_wgpu_names_them() {
        for format in Format::ALL {
            assert_eq!(name(texture_format(format)), format.name());
            let size = texture_format(format).block_copy_size(None);
            assert_eq!(size, Some(format.block_bytes()));
            let side = format.block_side();
            assert_eq!(texture_format(format).block_dimensions(), (side, side));
        }
    }

    #[test]
    fn a_format_is_stored_where_every_device_can() {
        for format in Format::TEXELS {
            let features = texture_format(format).guaranteed_format_features(Default::default());
            let usages = features.allowed_usages;
            let can = usages.contains(wgpu::TextureUsages::STORAGE_BINDING);
            let can = can && required_features(format).is_empty();
            assert_eq!(is_stored(format), can, "{format}");
        }
    }

    #[test]
    fn a_large_target_needs_large_textures() {
        assert_eq!(
            required_limits([512, 512, 512]).max_texture_dimension_3d,
            512
        );
        assert_eq!(
            required_limits([4096, 16, 1]).max_texture_dimension_2d,
            4096
        );
        assert_eq!(
            required_limits([16, 16, 16]),
            wgpu::Limits::downlevel_defaults()
        );
    }
}
