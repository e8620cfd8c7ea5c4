//! `.ktx2`, read back by the crate `ktx2`.

use ::ktx2::dfd::Basic;
use ::ktx2::{Format as Vulkan, Reader};
use wgpu_noise::format::read_recipe;
use wgpu_noise::texel::{Format, Packing, Transfer};

use crate::support::*;

const FORMATS: [(Format, Vulkan); 9] = [
    (Format::R32Float, Vulkan::R32_SFLOAT),
    (Format::R16Float, Vulkan::R16_SFLOAT),
    (Format::R8Unorm, Vulkan::R8_UNORM),
    (Format::R16Unorm, Vulkan::R16_UNORM),
    (Format::Rg8Unorm, Vulkan::R8G8_UNORM),
    (Format::Rgba8Unorm, Vulkan::R8G8B8A8_UNORM),
    (Format::Rgba16Unorm, Vulkan::R16G16B16A16_UNORM),
    (Format::Rgba16Float, Vulkan::R16G16B16A16_SFLOAT),
    (Format::Rgba32Float, Vulkan::R32G32B32A32_SFLOAT),
];

#[test]
fn another_reader_opens_every_format_and_dimension() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ktx2");
    for (format, vulkan) in FORMATS {
        for size in [&[5][..], &[5, 3], &[5, 3, 2]] {
            let contents = described(size, None, packing(format));
            let bytes = texels(&contents);
            bake(&path, &contents, &bytes, 4).unwrap();

            let file = std::fs::read(&path).unwrap();
            let reader = Reader::new(&file[..]).unwrap();
            let header = reader.header();
            assert_eq!(header.format, Some(vulkan));
            let side = |axis| size.get(axis).copied().unwrap_or(0);
            assert_eq!(header.pixel_width, 5);
            assert_eq!(header.pixel_height, side(1));
            assert_eq!(header.pixel_depth, side(2));
            assert_eq!(header.layer_count, 0);
            assert_eq!((header.face_count, header.level_count), (1, 1));
            assert_eq!(header.supercompression_scheme, None);

            // The other crate's own description of the format, which it tests against Khronos's.
            let (descriptor, type_size) = Basic::from_format(vulkan).unwrap();
            assert_eq!(reader.basic_dfd(), Some(&descriptor), "{format}");
            assert_eq!(header.type_size, type_size);

            let levels: Vec<_> = reader.levels().collect();
            assert_eq!(levels.len(), 1);
            assert_eq!(levels[0].data, bytes);
            let start = file.len() - bytes.len();
            assert_eq!(start % 4, 0);
            assert_eq!(start % format.bytes() as usize, 0);

            let pairs: Vec<_> = reader.key_value_data().collect();
            assert_eq!(pairs[0].0, "KTXwriter");
            assert!(pairs[0].1.starts_with(b"wgpu-noise ") && pairs[0].1.ends_with(b"\0"));
            assert_eq!(pairs[1].0, "wgpu-noise:recipe");
            assert_eq!(pairs.len(), 2);
            assert_eq!(read_recipe(&path).unwrap(), RECIPE);
        }
    }
}

#[test]
fn another_reader_finds_colours_encoded_as_srgb() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ktx2");
    for (format, vulkan) in [
        (Format::R8Unorm, Vulkan::R8_SRGB),
        (Format::Rg8Unorm, Vulkan::R8G8_SRGB),
        (Format::Rgba8Unorm, Vulkan::R8G8B8A8_SRGB),
    ] {
        let mut colours = described(&[5, 3], None, packing(format));
        colours.transfer = Transfer::Srgb;
        let bytes = texels(&colours);
        bake(&path, &colours, &bytes, 4).unwrap();
        let reader = Reader::new(std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(reader.header().format, Some(vulkan));
        let (descriptor, _) = Basic::from_format(vulkan).unwrap();
        assert_eq!(reader.basic_dfd(), Some(&descriptor), "{format}");
        assert_eq!(reader.levels().next().unwrap().data, bytes);
    }
    // Halves have no such format; the description says it.
    let mut colours = described(&[5, 3], None, packing(Format::Rgba16Float));
    colours.transfer = Transfer::Srgb;
    bake(&path, &colours, &texels(&colours), 4).unwrap();
    let reader = Reader::new(std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(reader.header().format, Some(Vulkan::R16G16B16A16_SFLOAT));
    let transfer = reader.transfer_function();
    assert_eq!(transfer, Some(::ktx2::TransferFunction::SRGB));
}

#[test]
fn a_small_file_byte_by_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ktx2");
    let mut contents = described(&[2, 1], None, packing(Format::R8Unorm));
    contents.recipe = Some("a=1".into());
    bake(&path, &contents, &[9, 8], 1).unwrap();

    let writer = concat!("KTXwriter\0wgpu-noise ", env!("CARGO_PKG_VERSION"), "\0");
    let writer_end = 148 + 4 + writer.len().next_multiple_of(4) as u32;
    let recipe = "wgpu-noise:recipe\0a=1\0";
    let end = writer_end + 4 + recipe.len().next_multiple_of(4) as u32;

    let mut golden = b"\xABKTX 20\xBB\r\n\x1A\n".to_vec();
    golden.extend(words(&[9, 1, 2, 1, 0, 0, 1, 1, 0])); // format, type size, sides, counts
    golden.extend(words(&[104, 44, 148, end - 148, 0, 0, 0, 0])); // index
    golden.extend(words(&[end, 0, 2, 0, 2, 0])); // the level
    golden.extend(words(&[44, 0, 2 | 40 << 16])); // descriptor
    golden.extend([1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    golden.extend([0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0]);
    golden.extend(words(&[writer.len() as u32]));
    golden.extend(writer.as_bytes());
    golden.resize(writer_end as usize, 0);
    golden.extend(words(&[recipe.len() as u32]));
    golden.extend(recipe.as_bytes());
    golden.resize(end as usize, 0);
    golden.extend([9, 8]);
    assert_eq!(std::fs::read(&path).unwrap(), golden);
}

#[test]
fn frames_are_numbered_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clouds.ktx2");
    let moving = described(&[3, 2, 2], Some(2), packing(Format::R16Float));
    let bytes = texels(&moving);
    bake(&path, &moving, &bytes, 5).unwrap();
    assert_eq!(
        names(folder.path()),
        ["clouds_0000.ktx2", "clouds_0001.ktx2"]
    );
    for (name, frame) in names(folder.path()).iter().zip(bytes.chunks(24)) {
        let file = std::fs::read(folder.path().join(name)).unwrap();
        let reader = Reader::new(file).unwrap();
        assert_eq!(reader.levels().next().unwrap().data, frame);
    }
}

#[test]
fn texels_without_a_format_are_refused() {
    let samples = described(&[4], None, Packing::samples(3).unwrap());
    let message = refusal("never.ktx2".as_ref(), &samples).to_string();
    assert!(
        message.contains("3 of r32float a texel for .ktx2"),
        "{message}"
    );
}

#[test]
fn damaged_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ktx2");
    let contents = described(&[2], None, packing(Format::R8Unorm));
    bake(&path, &contents, &[1, 2], 1).unwrap();
    damage(&path);
}
