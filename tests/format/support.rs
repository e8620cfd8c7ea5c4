//! Descriptions, texels and bakes for the other files.

use std::path::Path;

use wgpu_noise::format::{Description, Written, create};
use wgpu_noise::texel::{Format, Packing, Transfer};
use wgpu_noise::{Error, Result};

/// Not ASCII alone, and of a length that needs filling up.
pub const RECIPE: &str = "title = \"Wölkchen\"\nseed = 7\n";

pub fn packing(format: Format) -> Packing {
    Packing::new(format, 1, [-1.0, 1.0]).unwrap()
}

pub fn described(size: &[u32], frames: Option<u32>, packing: Packing) -> Description {
    Description {
        size: size.into(),
        frames,
        packing,
        transfer: Transfer::Linear,
        sidecar: false,
        recipe: Some(RECIPE.into()),
    }
}

/// Bytes that differ from their neighbours on every axis.
pub fn texels(description: &Description) -> Vec<u8> {
    let bytes = description.frame_bytes().unwrap() * u64::from(description.frames.unwrap_or(1));
    (0..bytes).map(|i| (i * 7 + i / 251) as u8).collect()
}

/// Writes `bytes` in pieces of `piece` texels.
pub fn bake(path: &Path, description: &Description, bytes: &[u8], piece: usize) -> Result<Written> {
    let mut writer = create(path, description)?;
    for piece in bytes.chunks(piece * description.packing.bytes() as usize) {
        writer.write(piece)?;
    }
    writer.finish()
}

/// The names in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The refusal of a bake that must not begin.
pub fn refusal(path: &Path, description: &Description) -> Error {
    match create(path, description) {
        Ok(_) => panic!("{} was begun", path.display()),
        Err(e) => e,
    }
}
