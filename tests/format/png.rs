//! `.png`, read back by the crate `image`.

use std::path::Path;

use image::DynamicImage;
use wgpu_noise::format::read_recipe;
use wgpu_noise::texel::{Format, Packing, Transfer};

use crate::support::*;

#[test]
fn planes_and_lines_are_images_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.PNG");
    for size in [&[7, 5][..], &[300]] {
        for piece in [1, 7, 1000] {
            let grey = described(size, None, packing(Format::R8Unorm));
            let bytes = texels(&grey);
            let written = bake(&path, &grey, &bytes, piece).unwrap();
            assert_eq!(written.sheet, None);
            let DynamicImage::ImageLuma8(image) = read_image(&path) else {
                panic!("not 8-bit grey");
            };
            let height = size.get(1).copied().unwrap_or(1);
            assert_eq!(image.dimensions(), (size[0], height));
            assert_eq!(image.into_raw(), bytes);

            let deep = described(size, None, packing(Format::R16Unorm));
            let bytes = texels(&deep);
            bake(&path, &deep, &bytes, piece).unwrap();
            let DynamicImage::ImageLuma16(image) = read_image(&path) else {
                panic!("not 16-bit grey");
            };
            let words = bytes.as_chunks().0.iter();
            let words: Vec<u16> = words.map(|pair| u16::from_le_bytes(*pair)).collect();
            assert_eq!(image.into_raw(), words);

            let deep = described(size, None, packing(Format::Rgba16Unorm));
            let bytes = texels(&deep);
            bake(&path, &deep, &bytes, piece).unwrap();
            let DynamicImage::ImageRgba16(image) = read_image(&path) else {
                panic!("not 16-bit RGBA");
            };
            let words = bytes.as_chunks().0.iter();
            let words: Vec<u16> = words.map(|pair| u16::from_le_bytes(*pair)).collect();
            assert_eq!(image.into_raw(), words);

            let colour = described(size, None, packing(Format::Rgba8Unorm));
            let bytes = texels(&colour);
            bake(&path, &colour, &bytes, piece).unwrap();
            let DynamicImage::ImageRgba8(image) = read_image(&path) else {
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
    for (slices, columns, rows) in [(1, 1, 1), (2, 1, 2), (5, 1, 5), (10, 2, 5), (12, 2, 6)] {
        for piece in [1, 5, 21, 10_000] {
            let volume = described(&[7, 3, slices], None, packing(Format::R8Unorm));
            let bytes: Vec<u8> = texels(&volume).iter().map(|b| b | 1).collect();
            let written = bake(&path, &volume, &bytes, piece).unwrap();
            let layout = written.sheet.unwrap().to_string();
            let tiles = format!("{columns} x {rows} tiles of 7 x 3, {slices} slices");
            assert!(layout.contains(&tiles), "{layout}");

            let image = read_image(&path).into_luma8();
            assert_eq!(image.dimensions(), (7 * columns, 3 * rows));
            for (x, y, pixel) in image.enumerate_pixels() {
                let slice = y / 3 * columns + x / 7;
                let i = x % 7 + 7 * (y % 3 + 3 * slice);
                assert_eq!(pixel.0[0], bytes[i as usize], "{x} {y} of {slices}");
            }
        }
    }
}

#[test]
fn texts_tell_recipe_sheet_and_transfer_and_data_claims_no_gamma() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let volume = described(&[4, 6, 5], None, packing(Format::R16Unorm));
    bake(&path, &volume, &texels(&volume), 9).unwrap();
    assert_eq!(read_recipe(&path).unwrap(), RECIPE);

    let info = info(&path);
    assert!(info.srgb.is_none() && info.gama_chunk.is_none() && info.chrm_chunk.is_none());
    let recipe = &info.utf8_text[0];
    assert_eq!(recipe.keyword, "wgpu-noise:recipe");
    assert_eq!(recipe.get_text().unwrap(), RECIPE);
    let sheet = r#"{"layout":"atlas","tile":[4,6],"columns":5,"rows":1,"tiles":5,"blank":0}"#;
    assert_eq!(latin1(&info, "wgpu-noise:sheet"), sheet);
    assert_eq!(latin1(&info, "wgpu-noise:transfer"), "linear");
}

#[test]
fn colours_are_said_to_be_srgb() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let mut colours = described(&[4, 6], None, packing(Format::Rgba8Unorm));
    colours.transfer = Transfer::Srgb;
    bake(&path, &colours, &texels(&colours), 9).unwrap();
    let info = info(&path);
    assert_eq!(info.srgb, Some(::png::SrgbRenderingIntent::Perceptual));
    assert_eq!(latin1(&info, "wgpu-noise:transfer"), "srgb");
    // The bytes stay as they are.
    assert_eq!(read_image(&path).into_bytes(), texels(&colours));
}

/// What another reader finds before the pixels.
fn info(path: &Path) -> ::png::Info<'static> {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let reader = ::png::Decoder::new(file).read_info().unwrap();
    reader.info().clone()
}

/// The text of that name.
fn latin1(info: &::png::Info, keyword: &str) -> String {
    let mut texts = info.uncompressed_latin1_text.iter();
    let found = texts.find(|text| text.keyword == keyword);
    found.expect(keyword).text.clone()
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
        assert_eq!(read_image(path).into_luma8().into_raw(), frame);
    }

    let many = described(&[1], Some(10_001), packing(Format::R8Unorm));
    let folder = tempfile::tempdir().unwrap();
    let mut writer = wgpu_noise::format::create(&folder.path().join("a.png"), &many).unwrap();
    writer.write(&[1]).unwrap();
    assert_eq!(names(folder.path()), ["a_00000.png"]);
}

#[test]
fn what_an_image_cannot_hold_is_refused() {
    let path = Path::new("never.png");
    let two = Packing::new(Format::Rg8Unorm, 2, [0.0, 1.0]).unwrap();
    for packing in [packing(Format::R32Float), packing(Format::Rgba16Float), two] {
        let message = refusal(path, &described(&[4, 4], None, packing)).to_string();
        let expected = format!("format: got {} for .png;", packing.format());
        assert!(message.starts_with(&expected), "{message}");
        assert!(
            message.contains("r8unorm, r16unorm, rgba8unorm, rgba16unorm"),
            "{message}"
        );
    }
    let r8 = packing(Format::R8Unorm);
    for size in [&[1 << 31, 1][..], &[1, 1 << 31], &[1 << 30, 1 << 30, 5]] {
        let message = refusal(path, &described(size, None, r8)).to_string();
        assert!(message.contains("2147483647 pixels"), "{message}");
    }
    // An encoder keeps whole rows.
    let message = refusal(path, &described(&[2_000_000_000, 1], None, r8)).to_string();
    assert!(message.contains("rows of 2000000000 bytes"), "{message}");
    let message = refusal(path, &described(&[128, 128, 131], None, r8)).to_string();
    assert!(message.contains("such as 130 or 132"), "{message}");
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
    assert!(!error.is_callers_fault(), "{error}");
}
