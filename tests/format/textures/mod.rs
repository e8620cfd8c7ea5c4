//! Mip levels, blocks and compressed levels of textures, read back by other people's readers and decoders.

mod blocks;
mod compressed;
mod levels;
mod refusals;

use std::path::Path;

use ddsfile::Dds;
use ktx2::Reader;
use wgpu_noise::format::Contents;
use wgpu_noise::texel::{Format, Packing};

use crate::support::*;

pub const NAMES: [&str; 2] = ["a.ktx2", "a.dds"];

/// A texture with all levels, of as many channels as the format has components.
pub fn mipped(size: &[u32], format: Format) -> Contents {
    let packing = Packing::new(format, format.components(), [-1.0, 1.0]).unwrap();
    let mut contents = described(size, None, packing);
    contents.mips = true;
    contents
}

/// Smooth samples, some of them outside the range.
pub fn samples(contents: &Contents) -> Vec<f32> {
    let [x, y, z] = sides(contents).map(u64::from);
    let channels = u64::from(contents.packing.channels());
    (0..x * y * z * channels)
        .map(|i| {
            let (channel, texel) = (i % channels, i / channels);
            let [i, j, k] = [texel % x, texel / x % y, texel / x / y].map(|n| n as f32);
            let wave = (0.31 * i + channel as f32).sin() * (0.23 * j - 0.4 * k).cos();
            1.1 * wave
        })
        .collect()
}

pub fn sides(contents: &Contents) -> [u32; 3] {
    [0, 1, 2].map(|axis| contents.size.get(axis).copied().unwrap_or(1))
}

pub fn bytes_of(samples: &[f32]) -> Vec<u8> {
    samples.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// The levels of a file, the base level first.
pub fn levels(path: &Path, contents: &Contents) -> Vec<Vec<u8>> {
    let file = std::fs::read(path).unwrap();
    if path.extension().unwrap() == "ktx2" {
        let reader = Reader::new(&file[..]).unwrap();
        let levels: Vec<Vec<u8>> = reader.levels().map(|level| level.data.to_vec()).collect();
        assert_eq!(reader.header().level_count as usize, levels.len());
        // The smallest lies first.
        assert!(file.ends_with(&levels[0]));
        return levels;
    }
    let dds = Dds::read(&file[..]).unwrap();
    let mut rest = dds.get_data(0).unwrap();
    let mut size = sides(contents);
    let format = contents.packing.format();
    let side = format.block_side();
    let levels: Vec<Vec<u8>> = (0..dds.get_num_mipmap_levels())
        .map(|_| {
            let [x, y, z] = size;
            let length = x.div_ceil(side) * y.div_ceil(side) * z * format.block_bytes();
            let (level, others) = rest.split_at(length as usize);
            (size, rest) = (size.map(|side| (side / 2).max(1)), others);
            level.to_vec()
        })
        .collect();
    assert!(rest.is_empty());
    levels
}
