//! The texture container of Khronos, KTX version 2.0: one level of one texture, not compressed.
//!
//! The file has a header, the position of the level, a data format descriptor, sorted pairs of keys and values, then the
//! texels. The descriptor says whether they are linear values or colours encoded as sRGB with the primaries of BT.709.
//! Colours of 8 bits also have the Vulkan format that GPUs decode.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::contents::{Contents, RECIPE_KEY, WRITER, damaged};
use crate::texel::{Component, Format, Transfer};
use crate::{Error, Result};

const IDENTIFIER: [u8; 12] = *b"\xABKTX 20\xBB\r\n\x1A\n";

/// The number of bytes before the data format descriptor: identifier and header 48, index 32, one level 24.
const HEAD: usize = 104;

/// The most bytes of the pairs. No recipe needs as many; a file that claims more is damaged.
const MAX_PAIRS: u32 = 1 << 26;

/// Returns everything before the first texel.
///
/// # Errors
/// [`Error::TooLarge`] for a recipe over 64 MiB.
pub fn header(contents: &Contents) -> Result<Vec<u8>> {
    let format = contents.packing.format;
    let descriptor = descriptor(format, contents.transfer);
    let pairs = pairs(contents);
    let pairs_length = u32::try_from(pairs.len())
        .ok()
        .filter(|n| *n <= MAX_PAIRS)
        .ok_or_else(|| Error::TooLarge {
            what: "the recipe".into(),
            needed: format!("{} bytes", pairs.len()),
            limit: format!("{MAX_PAIRS} bytes"),
        })?;
    let level_bytes = contents.frame_bytes()?;
    let level_start = (HEAD + descriptor.len() + pairs.len())
        .next_multiple_of(format.bytes().next_multiple_of(4) as usize);
    let [width, height, depth] = [0, 1, 2].map(|axis| contents.size.get(axis).copied());

    let mut out = Vec::with_capacity(level_start);
    out.extend(IDENTIFIER);
    for word in [
        vulkan_format(format, contents.transfer),
        format.component().bytes(),
        width.unwrap_or(0),
        // 0 if the texture does not have the axis.
        height.unwrap_or(0),
        depth.unwrap_or(0),
        0, // layers: not an array
        1, // faces: not a cube
        1, // levels
        0, // supercompression: none
        HEAD as u32,
        descriptor.len() as u32,
        (HEAD + descriptor.len()) as u32,
        pairs_length,
    ] {
        out.extend(word.to_le_bytes());
    }
    for word in [
        0, // position and length of the global data of a supercompression
        0,
        level_start as u64,
        level_bytes,
        level_bytes,
    ] {
        out.extend(word.to_le_bytes());
    }
    out.extend(descriptor);
    out.extend(pairs);
    out.resize(level_start, 0);
    Ok(out)
}

/// Returns the number of the Vulkan format. Only 8-bit formats have one for sRGB.
fn vulkan_format(format: Format, transfer: Transfer) -> u32 {
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
    }
}

/// Returns the basic data format descriptor, version 1.3, with its length before it.
fn descriptor(format: Format, transfer: Transfer) -> Vec<u8> {
    const RGBSDA: u8 = 1;
    const BT709: u8 = 1;
    const ALPHA: u8 = 15;
    const SIGNED_FLOAT: u8 = 0x80 | 0x40;
    const LINEAR_IN_SRGB: u8 = 0x10;
    let (transfer, of_alpha) = match transfer {
        Transfer::Linear => (1, 0),
        Transfer::Srgb => (2, LINEAR_IN_SRGB),
    };
    let bits = format.component().bytes() * 8;
    let (qualifiers, lower, upper) = match format.component() {
        Component::Unorm8 => (0, 0, 0xFF),
        Component::Unorm16 => (0, 0, 0xFFFF),
        // Floats of every width have the bits of -1 and 1 in single precision here.
        Component::Float16 | Component::Float32 => {
            (SIGNED_FLOAT, (-1.0_f32).to_bits(), 1.0_f32.to_bits())
        }
    };
    let block = 24 + 16 * format.components();
    let mut out = Vec::new();
    out.extend((4 + block).to_le_bytes());
    out.extend(0_u32.to_le_bytes()); // vendor Khronos, type basic
    out.extend(2_u16.to_le_bytes()); // version 1.3
    out.extend((block as u16).to_le_bytes());
    out.extend([RGBSDA, BT709, transfer, 0]);
    out.extend([0; 4]); // a block is one texel; sizes are stored minus 1
    out.extend([format.bytes() as u8, 0, 0, 0, 0, 0, 0, 0]);
    // R, G, B, A
    for (i, channel) in (0..format.components()).zip([0, 1, 2, ALPHA | of_alpha]) {
        out.extend(((i * bits) as u16).to_le_bytes());
        out.extend([(bits - 1) as u8, channel | qualifiers]);
        out.extend([0; 4]); // position of the sample in the block
        out.extend(lower.to_le_bytes());
        out.extend(upper.to_le_bytes());
    }
    out
}

/// Returns the pairs of keys and values, sorted by key, each padded to a multiple of 4 bytes.
fn pairs(contents: &Contents) -> Vec<u8> {
    let mut out = Vec::new();
    let recipe = contents.recipe.as_deref();
    let recipe = recipe.map(|recipe| (RECIPE_KEY, recipe));
    for (key, value) in [("KTXwriter", WRITER)].into_iter().chain(recipe) {
        let length = key.len() + 1 + value.len() + 1;
        out.extend((length as u32).to_le_bytes());
        for text in [key, value] {
            out.extend(text.as_bytes());
            out.push(0);
        }
        out.resize(out.len().next_multiple_of(4), 0);
    }
    out
}

/// Reads the recipe from the pairs of the file.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    let mut file = File::open(path)?;
    let mut head = [0; HEAD];
    file.read_exact(&mut head)?;
    let word = |at| {
        let bytes: Option<[u8; 4]> = head[at..].first_chunk().copied();
        bytes.map_or(0, u32::from_le_bytes)
    };
    let (start, length) = (word(56), word(60));
    if !head.starts_with(&IDENTIFIER) || length > MAX_PAIRS {
        return Err(damaged("it is not a KTX 2.0 file"));
    }
    file.seek(SeekFrom::Start(start.into()))?;
    let mut pairs = Vec::new();
    file.take(length.into()).read_to_end(&mut pairs)?;
    find_recipe(&pairs)
}

fn find_recipe(mut pairs: &[u8]) -> io::Result<Option<String>> {
    while let Some((length, rest)) = pairs.split_first_chunk() {
        let length = u32::from_le_bytes(*length) as usize;
        let pair = rest
            .get(..length)
            .ok_or_else(|| damaged("its keys and values are cut short"))?;
        if let Some(value) = pair
            .strip_prefix(RECIPE_KEY.as_bytes())
            .and_then(|value| value.strip_prefix(b"\0"))
        {
            let text = value.strip_suffix(b"\0").unwrap_or(value);
            let text = String::from_utf8(text.into());
            return text
                .map(Some)
                .map_err(|_| damaged("its recipe is not UTF-8"));
        }
        pairs = rest.get(length.next_multiple_of(4)..).unwrap_or_default();
    }
    Ok(None)
}
