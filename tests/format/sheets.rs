//! Slices and frames as the tiles of one image.

use std::path::Path;

use image::ImageReader;
use wgpu_noise::format::{FileType, encode, read_sheet};
use wgpu_noise::recipe::{Layout, Tiling};
use wgpu_noise::texel::{Format, Packing};

use crate::support::*;

fn flipbook(columns: u32, pad: bool) -> Tiling {
    Tiling {
        layout: Some(Layout::Flipbook),
        columns: Some(columns),
        pad,
    }
}

#[test]
fn frames_are_tiles_of_one_file_whatever_the_pieces() {
    let folder = tempfile::tempdir().unwrap();
    for extension in ["png", "webp"] {
        let path = folder.path().join("a").with_extension(extension);
        for (columns, rows) in [(1, 6), (2, 3), (3, 2), (6, 1), (4, 2), (5, 2)] {
            for piece in [1, 5, 21, 10_000] {
                let mut moving = described(&[7, 3], Some(6), packing(Format::R8Unorm));
                moving.tiling = flipbook(columns, columns * rows > 6);
                let bytes: Vec<u8> = texels(&moving).iter().map(|b| b | 1).collect();
                let written = bake(&path, &moving, &bytes, piece).unwrap();
                assert_eq!(written.paths, [&*path]);
                let sheet = written.sheet.unwrap();
                let found = [sheet.columns, sheet.rows, sheet.tiles, sheet.blank];
                assert_eq!(found, [columns, rows, 6, columns * rows - 6]);
                assert_eq!(
                    read_sheet(&path).unwrap().unwrap().to_string(),
                    sheet.to_string()
                );

                let image = ImageReader::open(&path)
                    .unwrap()
                    .decode()
                    .unwrap()
                    .into_luma8();
                assert_eq!(image.dimensions(), (7 * columns, 3 * rows));
                for (x, y, pixel) in image.enumerate_pixels() {
                    let frame = y / 3 * columns + x / 7;
                    let i = x % 7 + 7 * (y % 3 + 3 * frame);
                    // What is blank is 0, which no texel is.
                    let expected = bytes.get(i as usize).copied().unwrap_or(0);
                    assert_eq!(pixel.0[0], expected, "{x} {y} in {columns} columns");
                }
            }
        }
        assert_eq!(names(folder.path()), [format!("a.{extension}")]);
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn an_exr_says_its_sheet_in_an_attribute() {
    use ::exr::prelude::*;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.exr");
    let packing = Packing::unpadded(Format::R32Float, 1).unwrap();
    let mut moving = described(&[2, 1], Some(4), packing);
    moving.tiling = flipbook(2, false);
    let samples: Vec<u8> = (0..8).flat_map(|i| (i as f32).to_le_bytes()).collect();
    bake(&path, &moving, &samples, 3).unwrap();
    let image = read_first_flat_layer_from_file(&path).unwrap();
    let layer = image.layer_data;
    assert_eq!(layer.size, Vec2(4, 2));
    let found: Vec<f32> = layer.channel_data.list[0]
        .sample_data
        .values_as_f32()
        .collect();
    assert_eq!(found, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    let Some(AttributeValue::Text(text)) =
        layer.attributes.other.get(&Text::from("wgpu-noise:sheet"))
    else {
        panic!("no sheet");
    };
    let expected = r#"{"layout":"flipbook","tile":[2,1],"columns":2,"rows":2,"tiles":4,"blank":0}"#;
    assert_eq!(text.to_string(), expected);
    let sheet = read_sheet(&path).unwrap().unwrap();
    assert_eq!((sheet.layout, sheet.tile), (Some(Layout::Flipbook), [2, 1]));
}

#[test]
fn a_sheet_is_encoded_in_memory_as_well() {
    let mut moving = described(&[7, 3], Some(6), packing(Format::R8Unorm));
    let bytes = texels(&moving);
    assert!(encode(FileType::Png, &moving, &bytes).is_err(), "six files");
    moving.tiling = flipbook(3, false);
    let file = encode(FileType::Png, &moving, &bytes).unwrap();
    let image = image::load_from_memory(&file).unwrap();
    assert_eq!((image.width(), image.height()), (21, 6));
}

#[test]
fn a_sheet_that_is_not_filled_is_refused_before_any_texel() {
    let mut moving = described(&[7, 3], Some(6), packing(Format::R8Unorm));
    moving.tiling = flipbook(4, false);
    let message = refusal(Path::new("never.png"), &moving).to_string();
    let expected = "columns: got 4 for 6 tiles; allowed: a divisor of 6, such as 1, 2, 3, 6";
    assert!(message.starts_with(expected), "{message}");
    moving.tiling = flipbook(3, false);
    for file_type in single_files().filter(|file_type| !file_type.is_image()) {
        let mut moving = moving.clone();
        moving.packing = match file_type.formats()[0] {
            format if file_type.is_unpadded() => Packing::unpadded(format, 1).unwrap(),
            format => packing(format),
        };
        let path = Path::new("never").with_extension(file_type.extension());
        let message = refusal(&path, &moving).to_string();
        assert!(
            message.starts_with("layout: got flipbook of a ."),
            "{message}"
        );
        assert!(
            message.ends_with("that of .png, .webp or .exr"),
            "{message}"
        );
    }
}
