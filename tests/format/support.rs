//! Descriptions, texels and bakes for the other files.

use std::path::Path;

use image::{DynamicImage, ImageReader};
use wgpu_noise::format::{Contents, FileType, WrittenFiles, create, read_recipe};
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Error, Result};

/// Not ASCII alone, and of a length that needs filling up.
pub const RECIPE: &str = "title = \"Wölkchen\"\nseed = 7\n";

pub fn packing(format: Format) -> Packing {
    Packing::new(format, 1, [-1.0, 1.0]).unwrap()
}

pub fn described(size: &[u32], frames: Option<u32>, packing: Packing) -> Contents {
    let mut contents = Contents::new(size, packing);
    contents.frames = frames;
    contents.recipe = Some(RECIPE.into());
    contents
}

/// Bytes that differ from their neighbours on every axis.
pub fn texels(contents: &Contents) -> Vec<u8> {
    let bytes = contents.frame_bytes().unwrap() * u64::from(contents.frames.unwrap_or(1));
    (0..bytes).map(|i| (i * 7 + i / 251) as u8).collect()
}

/// Writes `bytes` in pieces of `piece` texels.
pub fn bake(path: &Path, contents: &Contents, bytes: &[u8], piece: usize) -> Result<WrittenFiles> {
    let mut writer = create(path, contents)?;
    for piece in bytes.chunks(piece * contents.taken().bytes() as usize) {
        writer.write(piece)?;
    }
    writer.finish()
}

/// Words as a file has them, the lowest byte first.
pub fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// An image, by the crate `image`.
pub fn read_image(path: &Path) -> DynamicImage {
    ImageReader::open(path).unwrap().decode().unwrap()
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

/// The types that make one file, and not a folder.
pub fn single_files() -> impl Iterator<Item = FileType> {
    let all = FileType::ALL.into_iter();
    all.filter(|file_type| *file_type != FileType::Zarr)
}

/// Cuts a file with a recipe at every length, and changes each of its bytes. What is cut has its recipe or is an error, more than
/// 100 times.
pub fn damage(path: &Path) {
    let whole = std::fs::read(path).unwrap();
    let mut refused = 0;
    for length in 0..whole.len() {
        std::fs::write(path, &whole[..length]).unwrap();
        match read_recipe(path) {
            Ok(recipe) => assert_eq!(recipe, RECIPE, "cut at {length}"),
            Err(error) => {
                assert!(!error.is_callers_fault(), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused}");
    for i in 0..whole.len() {
        let mut file = whole.clone();
        file[i] ^= 0xFF;
        std::fs::write(path, &file).unwrap();
        let _ = read_recipe(path);
    }
}

/// The refusal of a bake that must not begin.
pub fn refusal(path: &Path, contents: &Contents) -> Error {
    match create(path, contents) {
        Ok(_) => panic!("{} was begun", path.display()),
        Err(e) => e,
    }
}
