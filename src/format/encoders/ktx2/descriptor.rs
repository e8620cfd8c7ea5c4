//! What the bits of a texel or a block mean.

use crate::texel::{Component, Format, Transfer};

/// Returns the number of the Vulkan format. Only formats of 8 bits, and of blocks of colours, have one for sRGB.
pub fn vulkan_format(format: Format, transfer: Transfer) -> u32 {
    match (format, transfer) {
        (Format::R8Unorm, Transfer::Linear) => 9,
        (Format::R8Unorm, Transfer::Srgb) => 15,
        (Format::Rg8Unorm, Transfer::Linear) => 16,
        (Format::Rg8Unorm, Transfer::Srgb) => 22,
        (Format::Rgba8Unorm, Transfer::Linear) => 37,
        (Format::Rgba8Unorm, Transfer::Srgb) => 43,
        (Format::R16Unorm, _) => 70,
        (Format::R16Float, _) => 76,
        (Format::Rgba16Unorm, _) => 91,
        (Format::Rgba16Float, _) => 97,
        (Format::R32Float, _) => 100,
        (Format::Rgba32Float, _) => 109,
        (Format::Bc4RUnorm, _) => 139,
        (Format::Bc5RgUnorm, _) => 141,
        (Format::Bc7RgbaUnorm, Transfer::Linear) => 145,
        (Format::Bc7RgbaUnorm, Transfer::Srgb) => 146,
    }
}

/// Returns the basic data format descriptor, version 1.3, with its length before it.
pub fn descriptor(format: Format, transfer: Transfer) -> Vec<u8> {
    const BT709: u8 = 1;
    let samples = samples(format, transfer);
    let block = 24 + 16 * samples.len();
    let side = format.block_side() as u8;
    let mut out = Vec::new();
    out.extend((4 + block as u32).to_le_bytes());
    out.extend(0_u32.to_le_bytes()); // vendor Khronos, type basic
    out.extend(2_u16.to_le_bytes()); // version 1.3
    out.extend((block as u16).to_le_bytes());
    let transfer = match transfer {
        Transfer::Linear => 1,
        Transfer::Srgb => 2,
    };
    out.extend([model(format), BT709, transfer, 0]);
    out.extend([side - 1, side - 1, 0, 0]); // sizes are stored minus 1
    out.extend([format.block_bytes() as u8, 0, 0, 0, 0, 0, 0, 0]);
    for Sample {
        at,
        bits,
        channel,
        lower,
        upper,
    } in samples
    {
        out.extend((at as u16).to_le_bytes());
        out.extend([(bits - 1) as u8, channel]);
        out.extend([0; 4]); // position of the sample in the block
        out.extend(lower.to_le_bytes());
        out.extend(upper.to_le_bytes());
    }
    out
}

/// Returns the number of the colour model.
fn model(format: Format) -> u8 {
    match format {
        Format::Bc4RUnorm => 131,
        Format::Bc5RgUnorm => 132,
        Format::Bc7RgbaUnorm => 134,
        _ => 1, // red, green, blue, alpha
    }
}

/// Where the bits of a component lie in a block.
struct Sample {
    at: u32,
    bits: u32,
    /// The component, and qualifiers.
    channel: u8,
    /// What stands for 0, or -1 in floats, and for 1.
    lower: u32,
    upper: u32,
}

fn samples(format: Format, transfer: Transfer) -> Vec<Sample> {
    const ALPHA: u8 = 15;
    const SIGNED_FLOAT: u8 = 0x80 | 0x40;
    const LINEAR_IN_SRGB: u8 = 0x10;
    let (count, bits) = match format {
        Format::Bc7RgbaUnorm => (1, 128),
        Format::Bc4RUnorm | Format::Bc5RgUnorm => (format.components(), 64),
        _ => (format.components(), 8 * format.component().bytes()),
    };
    let (qualifiers, lower, upper) = match format.component() {
        _ if format.block_side() > 1 => (0, 0, u32::MAX),
        Component::Unorm8 => (0, 0, 0xFF),
        Component::Unorm16 => (0, 0, 0xFFFF),
        // Floats of every width have the bits of -1 and 1 in single precision here.
        Component::Float16 | Component::Float32 => {
            (SIGNED_FLOAT, (-1.0_f32).to_bits(), 1.0_f32.to_bits())
        }
    };
    let of_alpha = match transfer {
        Transfer::Linear => 0,
        Transfer::Srgb => LINEAR_IN_SRGB,
    };
    let channels = [0, 1, 2, ALPHA | of_alpha];
    let sample = |(i, channel): (u32, u8)| Sample {
        at: i * bits,
        bits,
        channel: channel | qualifiers,
        lower,
        upper,
    };
    (0..count).zip(channels).map(sample).collect()
}
