//! The mip levels of a texture, and where a file holds them.

use super::contents::Contents;
use crate::texel::Packing;

/// A level of a texture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Texels along x, y and z; 1 along an axis that the texture does not have.
    pub size: [u32; 3],
    /// The number of bytes of its texels or blocks, before any supercompression.
    pub bytes: u64,
}

/// Where the bytes of a level lie in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub at: u64,
    pub bytes: u64,
}

/// Returns the levels of a frame: the base level, and with mips all others down to a single texel, each half as large as the one
/// before, rounded down.
pub fn levels(contents: &Contents) -> Vec<Level> {
    let whole = contents.size3();
    let longest = whole.into_iter().max().unwrap_or(1);
    let count = match contents.mips {
        true => u32::BITS - longest.leading_zeros(),
        false => 1,
    };
    let size = |level: u32| whole.map(|side| (side >> level).max(1));
    (0..count)
        .map(|level| Level::new(size(level), &contents.packing))
        .collect()
}

/// Returns the number of bytes of all levels of all frames.
pub fn stored_bytes(contents: &Contents) -> u64 {
    let frame: u64 = levels(contents).iter().map(|level| level.bytes).sum();
    // No bake that is not refused comes near the limit of the type.
    frame.saturating_mul(contents.frame_count().into())
}

impl Level {
    /// Blocks at an edge that the level fills in part are stored whole.
    fn new(size: [u32; 3], packing: &Packing) -> Level {
        let side = packing.format.block_side();
        let [x, y, z] = size;
        let blocks = u64::from(x.div_ceil(side)) * u64::from(y.div_ceil(side)) * u64::from(z);
        let bytes = match side {
            // Some files have fewer components than the format.
            1 => packing.bytes(),
            _ => packing.format.block_bytes(),
        };
        Level {
            size,
            bytes: blocks * u64::from(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texel::Format;

    fn of(size: &[u32], format: Format) -> Vec<Level> {
        let packing = Packing::new(format, 1, [0.0, 1.0]).unwrap();
        let mut contents = Contents::new(size, packing);
        contents.mips = true;
        levels(&contents)
    }

    #[test]
    fn every_size_is_halved_down_to_one() {
        let sizes = |size: &[u32]| -> Vec<[u32; 3]> {
            (of(size, Format::R8Unorm).iter().map(|level| level.size)).collect()
        };
        assert_eq!(sizes(&[5]), [[5, 1, 1], [2, 1, 1], [1, 1, 1]]);
        assert_eq!(sizes(&[1, 4]), [[1, 4, 1], [1, 2, 1], [1, 1, 1]]);
        assert_eq!(sizes(&[6, 3, 2]), [[6, 3, 2], [3, 1, 1], [1, 1, 1]]);
        assert_eq!(sizes(&[u32::MAX]).len(), 32);
        assert_eq!(sizes(&[1, 1, 1]), [[1, 1, 1]]);
    }

    #[test]
    fn blocks_are_whole() {
        let bytes = |size: &[u32], format| -> Vec<u64> {
            of(size, format).iter().map(|level| level.bytes).collect()
        };
        assert_eq!(bytes(&[8, 5], Format::Bc4RUnorm), [32, 8, 8, 8]);
        assert_eq!(bytes(&[4, 4, 3], Format::Bc7RgbaUnorm), [48, 16, 16]);
        assert_eq!(bytes(&[4, 4, 3], Format::R16Unorm), [96, 8, 2]);
    }
}
