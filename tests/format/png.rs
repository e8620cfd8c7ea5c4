use std::path::Path;

use image::{DynamicImage, ImageReader};
use wgpu_noise::format::read_recipe;
use wgpu_noise::texel::{Format, Packing};

use super::support::*;

fn open(path: &Path) -> DynamicImage {
    ImageReader::open(path).unwrap().decode().unwrap()
}

#[test]
fn planes_and_lines_are_images_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.PNG");
    for size in [&[7, 5][..], &[300]] {
        for piece in [1, 7, 1000] {
            let grey = described(size, None, packing(Format::R8Unorm));
            let bytes = texels(&grey);
            let written = bake(&path, &grey, &bytes, piece).unwrap();
            assert_eq!(written.layout, None);
            let DynamicImage::ImageLuma8(image) = open(&path) else {
                panic!("not 8-bit grey");
            };
            let height = size.get(1).copied().unwrap_or(1);
            assert_eq!(image.dimensions(), (size[0], height));
            assert_eq!(image.into_raw(), bytes);

            let deep = described(size, None, packing(Format::R16Unorm));
            let bytes = texels(&deep);
            bake(&path, &deep, &bytes, piece).unwrap();
            let DynamicImage::ImageLuma16(image) = open(&path) else {
                panic!("not 16-bit grey");
            };
            let words = bytes.as_chunks().0.iter();
            let words: Vec<u16> = words.map(|pair| u16::from_le_bytes(*pair)).collect();
            assert_eq!(image.into_raw(), words);

            let colour = described(size, None, packing(Format::Rgba8Unorm));
            let bytes = texels(&colour);
            bake(&path, &colour, &bytes, piece).unwrap();
            let DynamicImage::ImageRgba8(image) = open(&path) else {
                panic!("not RGBA");
            };
            assert_eq!(image.into_raw(), bytes);
        }
    }
}

#[test]
fn a_volume_is_an_atlas_of_its_slices() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    for (slices, columns, rows) in [(1, 1, 1), (2, 2, 1), (4, 2, 2), (5, 3, 2), (10, 4, 3)] {
        for piece in [1, 5, 21, 10_000] {
            let volume = described(&[7, 3, slices], None, packing(Format::R8Unorm));
            let bytes: Vec<u8> = texels(&volume).iter().map(|b| b | 1).collect();
            let written = bake(&path, &volume, &bytes, piece).unwrap();
            let layout = written.layout.unwrap();
            let tiles = format!("{columns} x {rows} tiles of 7 x 3, {slices} slices");
            assert!(layout.contains(&tiles), "{layout}");

            let image = open(&path).into_luma8();
            assert_eq!(image.dimensions(), (7 * columns, 3 * rows));
            for (x, y, pixel) in image.enumerate_pixels() {
                let slice = y / 3 * columns + x / 7;
                let i = x % 7 + 7 * (y % 3 + 3 * slice);
                let expected = bytes.get(i as usize).copied().unwrap_or(0);
                assert_eq!(pixel.0[0], expected, "{x} {y} of {slices}");
            }
        }
    }
}

#[test]
fn texts_tell_recipe_and_atlas_and_nothing_claims_srgb() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let volume = described(&[4, 6, 5], None, packing(Format::R16Unorm));
    bake(&path, &volume, &texels(&volume), 9).unwrap();
    assert_eq!(read_recipe(&path).unwrap(), RECIPE);

    let file = std::io::BufReader::new(std::fs::File::open(&path).unwrap());
    let reader = ::png::Decoder::new(file).read_info().unwrap();
    let info = reader.info();
    assert!(info.srgb.is_none() && info.source_gamma.is_none());
    let recipe = &info.utf8_text[0];
    assert_eq!(recipe.keyword, "wgpu-noise:recipe");
    assert_eq!(recipe.get_text().unwrap(), RECIPE);
    let atlas = &info.uncompressed_latin1_text[0];
    assert_eq!(atlas.keyword, "wgpu-noise:atlas");
    let expected = r#"{"tile":[4,6],"columns":3,"rows":2,"slices":5}"#;
    assert_eq!(atlas.text, expected);
}

#[test]
fn frames_are_numbered_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clouds.v2.png");
    let moving = described(&[3, 2], Some(3), packing(Format::R8Unorm));
    let bytes = texels(&moving);
    let written = bake(&path, &moving, &bytes, 4).unwrap();
    let expected = [0, 1, 2].map(|i| format!("clouds.v2_000{i}.png"));
    assert_eq!(names(folder.path()), expected);
    assert_eq!(written.paths, expected.map(|name| folder.path().join(name)));
    for (path, frame) in written.paths.iter().zip(bytes.chunks(6)) {
        assert_eq!(open(path).into_luma8().into_raw(), frame);
    }

    let many = described(&[1], Some(10_001), packing(Format::R8Unorm));
    let folder = tempfile::tempdir().unwrap();
    let writer = wgpu_noise::format::create(&folder.path().join("a.png"), &many);
    let partial = names(folder.path()).remove(0);
    assert!(partial.starts_with(".a_00000.png.partial."), "{partial}");
    drop(writer);
}

#[test]
fn what_an_image_cannot_hold_is_refused() {
    let path = Path::new("never.png");
    let two = Packing::new(Format::Rg8Unorm, 2, [0.0, 1.0]).unwrap();
    for packing in [packing(Format::R32Float), packing(Format::Rgba16Float), two] {
        let message = refusal(path, &described(&[4, 4], None, packing)).to_string();
        let expected = format!("format: {} for .png is not allowed", packing.format);
        assert!(message.starts_with(&expected), "{message}");
        assert!(
            message.contains("r8unorm, r16unorm, rgba8unorm"),
            "{message}"
        );
    }
    for size in [&[1 << 31, 1][..], &[1, 1 << 31], &[1 << 30, 1, 5]] {
        let message = refusal(path, &described(size, None, packing(Format::R8Unorm))).to_string();
        assert!(message.contains("2147483647 pixels"), "{message}");
    }
}

#[test]
fn a_recipe_that_inflates_without_end_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let file = std::fs::File::create(&path).unwrap();
    let mut info = ::png::Info::with_size(1, 1);
    let text = "a".repeat(8 << 20);
    let mut chunk = ::png::text_metadata::ITXtChunk::new("wgpu-noise:recipe", text);
    chunk.compressed = true;
    info.utf8_text.push(chunk);
    let writer = ::png::Encoder::with_info(file, info)
        .unwrap()
        .write_header();
    writer.unwrap().write_image_data(&[0]).unwrap();
    assert!(std::fs::metadata(&path).unwrap().len() < 1 << 20);
    let error = read_recipe(&path).unwrap_err();
    assert!(!error.is_callers(), "{error}");
}
