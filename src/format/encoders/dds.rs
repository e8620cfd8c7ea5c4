//! The texture container of Direct3D, DDS, with the header of Direct3D 10.
//!
//! The file has a magic number, a header, the extension that states the DXGI format, then the levels, the base level first.
//! A line is a texture of two dimensions and height 1, as most readers have none of one dimension. Colours of four bytes,
//! and blocks of colours, have the sRGB format that GPUs decode. The header has no place for a recipe.
//!
//! Source: Microsoft, "Programming Guide for DDS", with the reference pages of `DDS_HEADER`, `DDS_PIXELFORMAT` and
//! `DDS_HEADER_DXT10`.

use crate::format::contents::Contents;
use crate::texel::{Format, Transfer};
use crate::{Error, Result};

/// The number of bytes before the first texel: magic number 4, header 124, extension 20.
const HEAD: usize = 148;

/// The bits of `dwFlags`: which fields of the header are valid.
mod valid {
    pub const CAPS: u32 = 0x1;
    pub const HEIGHT: u32 = 0x2;
    pub const WIDTH: u32 = 0x4;
    pub const PITCH: u32 = 0x8;
    pub const PIXEL_FORMAT: u32 = 0x1000;
    pub const LEVELS: u32 = 0x2_0000;
    pub const LINEAR_SIZE: u32 = 0x8_0000;
    pub const DEPTH: u32 = 0x80_0000;
}

/// The bit of `ddspf.dwFlags` for a format that `dwFourCC` names.
const FOUR_CC: u32 = 0x4;

/// The bits of `dwCaps`: that of every texture, that of several levels, and that of both these and of volumes; and that of
/// `dwCaps2` for a volume.
const TEXTURE: u32 = 0x1000;
const LEVELS: u32 = 0x40_0000;
const COMPLEX: u32 = 0x8;
const VOLUME: u32 = 0x20_0000;

/// The values of `resourceDimension`.
const TEXTURE_2D: u32 = 3;
const TEXTURE_3D: u32 = 4;

/// Returns everything before the levels.
///
/// # Errors
/// [`Error::TooLarge`] for a row of 4 GiB or more, or a slice of as many bytes of blocks, whose length the header cannot state.
pub fn header(contents: &Contents, levels: usize) -> Result<Vec<u8>> {
    let format = contents.packing.format;
    let ([width, height, _], depth) = (contents.size3(), contents.size.get(2).copied());
    let (of_length, length) = length(format, width, height)?;
    let (of_depth, caps_2, dimension) = match depth {
        Some(_) => (valid::DEPTH, VOLUME, TEXTURE_3D),
        None => (0, 0, TEXTURE_2D),
    };
    let flags = valid::CAPS
        | valid::HEIGHT
        | valid::WIDTH
        | of_length
        | valid::PIXEL_FORMAT
        | valid::LEVELS
        | of_depth;

    let depth = depth.unwrap_or(0);
    let mut words = vec![124, flags, height, width, length, depth, levels as u32];
    words.extend([0; 11]); // reserved
    words.extend([32, FOUR_CC, u32::from_le_bytes(*b"DX10")]);
    words.extend([0; 5]); // bits and masks, which the extension replaces
    let caps = match (levels, depth) {
        (2.., _) => TEXTURE | LEVELS | COMPLEX,
        (_, 1..) => TEXTURE | COMPLEX,
        _ => TEXTURE,
    };
    words.extend([caps, caps_2, 0, 0, 0]);
    // One texture that is not a cube, and whose alpha may mean anything.
    words.extend([dxgi_format(format, contents.transfer), dimension, 0, 1, 0]);

    let mut out = Vec::with_capacity(HEAD);
    out.extend(b"DDS ");
    out.extend(words.into_iter().flat_map(u32::to_le_bytes));
    Ok(out)
}

/// Returns the length that the header states, and its flag: of a row of texels, or of a slice of blocks, as Microsoft's
/// DirectXTex writes it for volumes, too.
fn length(format: Format, width: u32, height: u32) -> Result<(u32, u32)> {
    let side = format.block_side();
    let row = u64::from(width.div_ceil(side)) * u64::from(format.block_bytes());
    let (flag, what, length) = match side {
        1 => (valid::PITCH, "rows", row),
        _ => (
            valid::LINEAR_SIZE,
            "slices",
            row * u64::from(height.div_ceil(side)),
        ),
    };
    match u32::try_from(length) {
        Ok(length) => Ok((flag, length)),
        Err(_) => Err(Error::too_large(
            format!("{width}x{height} as a .dds"),
            format!("{what} of {length} bytes"),
            format!("{} bytes each", u32::MAX),
        )
        .with_field("size")),
    }
}

/// Returns the number of the DXGI format. Only those of four bytes and of blocks of colours have one for sRGB.
fn dxgi_format(format: Format, transfer: Transfer) -> u32 {
    match (format, transfer) {
        (Format::Rgba32Float, _) => 2,
        (Format::Rgba16Float, _) => 10,
        (Format::Rgba16Unorm, _) => 11,
        (Format::Rgba8Unorm, Transfer::Linear) => 28,
        (Format::Rgba8Unorm, Transfer::Srgb) => 29,
        (Format::R32Float, _) => 41,
        (Format::Rg8Unorm, _) => 49,
        (Format::R16Float, _) => 54,
        (Format::R16Unorm, _) => 56,
        (Format::R8Unorm, _) => 61,
        (Format::Bc4RUnorm, _) => 80,
        (Format::Bc5RgUnorm, _) => 83,
        (Format::Bc7RgbaUnorm, Transfer::Linear) => 98,
        (Format::Bc7RgbaUnorm, Transfer::Srgb) => 99,
    }
}
