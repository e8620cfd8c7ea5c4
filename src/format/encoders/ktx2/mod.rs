//! The texture container of Khronos, KTX version 2.0.
//!
//! The file has a header, the positions of the levels, a data format descriptor, sorted pairs of keys and values, then the
//! levels, the smallest first. The descriptor says whether they are linear values or colours encoded as sRGB with the
//! primaries of BT.709. Colours of 8 bits also have the Vulkan format that GPUs decode.
//!
//! Source: the KTX File Format Specification 2.0 and the Khronos Data Format Specification 1.3.

mod descriptor;
mod recipe;

use crate::format::contents::Contents;
use crate::format::levels::{Level, Place};
use crate::format::texts::{RECIPE_KEY, WRITER};

use descriptor::{descriptor, vulkan_format};
pub use recipe::read_recipe;

const IDENTIFIER: [u8; 12] = *b"\xABKTX 20\xBB\r\n\x1A\n";

/// The number of bytes before the positions of the levels: identifier and header 48, index 32.
const INDEX: usize = 80;

/// The number of bytes of the position of a level.
const ENTRY: usize = 24;

/// The number of the supercompression scheme of Zstandard.
const ZSTANDARD: u32 = 2;

/// The most bytes of the pairs. No recipe needs as many; a file that claims more is damaged.
const MAX_PAIRS: u32 = 1 << 26;

/// What lies before the levels, without their positions.
#[derive(Clone)]
pub struct Head {
    /// Everything up to the positions.
    index: Vec<u8>,
    /// Everything from the positions to the levels.
    rest: Vec<u8>,
    /// The number of bytes of which the position of each level is a multiple.
    alignment: u64,
}

impl Head {
    pub fn new(contents: &Contents, levels: usize) -> Head {
        let format = contents.packing.format;
        let descriptor = descriptor(format, contents.transfer);
        let pairs = pairs(contents);
        let [width, height, depth] = [0, 1, 2].map(|axis| contents.size.get(axis).copied());
        let start = INDEX + ENTRY * levels;

        let mut index = Vec::with_capacity(INDEX);
        index.extend(IDENTIFIER);
        for word in [
            vulkan_format(format, contents.transfer),
            match format.block_side() {
                1 => format.component().bytes(),
                _ => 1,
            },
            width.unwrap_or(0),
            // 0 if the texture does not have the axis.
            height.unwrap_or(0),
            depth.unwrap_or(0),
            0, // layers: not an array
            1, // faces: not a cube
            levels as u32,
            if contents.supercompress { ZSTANDARD } else { 0 },
            start as u32,
            descriptor.len() as u32,
            (start + descriptor.len()) as u32,
            pairs.len() as u32,
            0, // position and length of the global data of a supercompression
            0,
            0,
            0,
        ] {
            index.extend(word.to_le_bytes());
        }
        Head {
            index,
            rest: [descriptor, pairs].concat(),
            // Of compressed levels none is padded. Sizes of blocks are powers of two.
            alignment: match contents.supercompress {
                true => 1,
                false => format.block_bytes().max(4).into(),
            },
        }
    }

    /// Returns the places of levels of these lengths, the base level first.
    pub fn places(&self, lengths: &[u64]) -> Vec<Place> {
        let mut end = (self.index.len() + ENTRY * lengths.len() + self.rest.len()) as u64;
        let smallest_first = lengths.iter().rev().map(|&bytes| {
            let at = end.next_multiple_of(self.alignment);
            end = at + bytes;
            Place { at, bytes }
        });
        let mut places: Vec<Place> = smallest_first.collect();
        places.reverse();
        places
    }

    /// Returns everything before the levels.
    pub fn bytes(&self, levels: &[Level], places: &[Place]) -> Vec<u8> {
        let mut out = self.index.clone();
        for (level, place) in levels.iter().zip(places) {
            for word in [place.at, place.bytes, level.bytes] {
                out.extend(word.to_le_bytes());
            }
        }
        out.extend(&self.rest);
        out
    }
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
