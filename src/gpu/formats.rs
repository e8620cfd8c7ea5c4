//! How a texture of each format is written, and what a device and a texture need for that.

use crate::texel::Format;
use crate::{Error, Result};

/// The form of a texel in wgpu.
pub fn texture_format(format: Format) -> wgpu::TextureFormat {
    use wgpu::TextureFormat as To;
    match format {
        Format::R32Float => To::R32Float,
        Format::R16Float => To::R16Float,
        Format::R8Unorm => To::R8Unorm,
        Format::R16Unorm => To::R16Unorm,
        Format::Rg8Unorm => To::Rg8Unorm,
        Format::Rgba8Unorm => To::Rgba8Unorm,
        Format::Rgba16Float => To::Rgba16Float,
        Format::Rgba32Float => To::Rgba32Float,
    }
}

/// The format of a texture.
///
/// # Errors
/// [`Error::Invalid`] for a format that is none of [`Format::ALL`].
pub(super) fn format_of(texture: &wgpu::Texture) -> Result<Format> {
    let found = Format::ALL
        .into_iter()
        .find(|&format| texture_format(format) == texture.format());
    found.ok_or_else(|| {
        let allowed = Format::ALL.map(Format::name).join(", ");
        Error::invalid("target format", name(texture.format()), allowed)
    })
}

/// The name that WebGPU gives a format.
fn name(format: wgpu::TextureFormat) -> String {
    format!("{format:?}").to_lowercase()
}

/// Whether every device can write a texture of that format from a shader; the others are packed into a buffer, and copied.
pub(super) fn is_stored(format: Format) -> bool {
    matches!(
        format,
        Format::R32Float | Format::Rgba8Unorm | Format::Rgba16Float | Format::Rgba32Float
    )
}

/// Whether a device can hold a texture of that format. Ask before one is made: in a browser, which has no `r16unorm`, wgpu 30
/// panics at it.
///
/// # Errors
/// [`Error::Invalid`] names the feature that the device lacks.
pub fn check_format(device: &wgpu::Device, format: Format) -> Result<()> {
    let missing = required_features(format) - device.features();
    match missing.is_empty() {
        true => Ok(()),
        false => {
            let allowed = format!("a device with {missing:?}");
            Err(Error::invalid("target format", format, allowed))
        }
    }
}

/// The features that a device needs for a target of that format: none, but for `r16unorm`.
pub fn required_features(format: Format) -> wgpu::Features {
    match format {
        Format::R16Unorm => wgpu::Features::TEXTURE_FORMAT_16BIT_NORM,
        _ => wgpu::Features::empty(),
    }
}

/// The usages that a texture of that format needs as a target of a [`Generator`](super::Generator). For
/// [`Mips`](super::Mips) it needs `TEXTURE_BINDING` too.
pub fn required_usages(format: Format) -> wgpu::TextureUsages {
    match is_stored(format) {
        true => wgpu::TextureUsages::STORAGE_BINDING,
        false => wgpu::TextureUsages::COPY_DST,
    }
}

/// The limits that a device needs for a target of that size: those that nearly every device has
/// ([`wgpu::Limits::downlevel_defaults`]), and room for such a texture.
///
/// Larger buffers ([`wgpu::Limits::max_storage_buffer_binding_size`]) let it compute a target of more than eight million
/// texels in fewer pieces.
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
            assert_eq!(size, Some(format.bytes()));
        }
    }

    #[test]
    fn a_format_is_stored_where_every_device_can() {
        for format in Format::ALL {
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
