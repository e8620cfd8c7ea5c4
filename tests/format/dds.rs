//! `.dds`, read back by the crate `ddsfile`.

use ddsfile::{Caps, Caps2, D3D10ResourceDimension, Dds, DxgiFormat};
use wgpu_noise::format::read_recipe;
use wgpu_noise::texel::{Format, Transfer};

use crate::support::*;

const FORMATS: [(Format, DxgiFormat); 9] = [
    (Format::R32Float, DxgiFormat::R32_Float),
    (Format::R16Float, DxgiFormat::R16_Float),
    (Format::R8Unorm, DxgiFormat::R8_UNorm),
    (Format::R16Unorm, DxgiFormat::R16_UNorm),
    (Format::Rg8Unorm, DxgiFormat::R8G8_UNorm),
    (Format::Rgba8Unorm, DxgiFormat::R8G8B8A8_UNorm),
    (Format::Rgba16Unorm, DxgiFormat::R16G16B16A16_UNorm),
    (Format::Rgba16Float, DxgiFormat::R16G16B16A16_Float),
    (Format::Rgba32Float, DxgiFormat::R32G32B32A32_Float),
];

fn open(path: &std::path::Path) -> Dds {
    Dds::read(&std::fs::read(path).unwrap()[..]).unwrap()
}

#[test]
fn another_reader_opens_every_format_and_dimension() {
    assert_eq!(FORMATS.map(|(format, _)| format), Format::TEXELS);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dds");
    for (format, dxgi) in FORMATS {
        for size in [&[5][..], &[5, 3], &[5, 3, 2]] {
            let contents = described(size, None, packing(format));
            let bytes = texels(&contents);
            bake(&path, &contents, &bytes, 4).unwrap();

            let dds = open(&path);
            let extension = dds.header10.as_ref().unwrap();
            assert_eq!(dds.get_dxgi_format(), Some(dxgi));
            assert_eq!(dds.get_width(), 5);
            assert_eq!(dds.get_height(), size.get(1).copied().unwrap_or(1));
            assert_eq!(dds.header.depth, size.get(2).copied());
            let (dimension, is_volume) = match size.len() {
                3 => (D3D10ResourceDimension::Texture3D, true),
                _ => (D3D10ResourceDimension::Texture2D, false),
            };
            assert_eq!(extension.resource_dimension, dimension);
            assert_eq!(dds.header.caps2.contains(Caps2::VOLUME), is_volume);
            assert_eq!(dds.header.caps.contains(Caps::COMPLEX), is_volume);
            assert_eq!((extension.array_size, dds.get_num_mipmap_levels()), (1, 1));
            assert_eq!(dds.get_pitch(), Some(5 * format.bytes()));
            // The length that the other crate derives from its own table of formats.
            assert_eq!(dds.get_main_texture_size(), Some(bytes.len() as u32));
            assert_eq!(dds.data, bytes, "{format} {size:?}");
        }
    }
}

#[test]
fn another_reader_finds_colours_encoded_as_srgb() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dds");
    for (format, dxgi) in FORMATS {
        let mut colours = described(&[5, 3], None, packing(format));
        colours.transfer = Transfer::Srgb;
        bake(&path, &colours, &texels(&colours), 4).unwrap();
        let expected = match format {
            Format::Rgba8Unorm => DxgiFormat::R8G8B8A8_UNorm_sRGB,
            // Direct3D has no other format for such colours.
            _ => dxgi,
        };
        assert_eq!(open(&path).get_dxgi_format(), Some(expected));
    }
}

#[test]
fn a_small_file_byte_by_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dds");
    let contents = described(&[2, 1, 1], None, packing(Format::R16Unorm));
    bake(&path, &contents, &[9, 8, 7, 6], 1).unwrap();
    let mut golden = b"DDS ".to_vec();
    golden.extend(words(&[124, 0x0082_100F, 1, 2, 4, 1, 1]));
    golden.extend([0; 44]);
    golden.extend(words(&[32, 4]));
    golden.extend(b"DX10");
    golden.extend([0; 20]);
    golden.extend(words(&[0x1008, 0x0020_0000, 0, 0, 0]));
    golden.extend(words(&[56, 4, 0, 1, 0]));
    assert_eq!(golden.len(), 148);
    golden.extend([9, 8, 7, 6]);
    assert_eq!(std::fs::read(&path).unwrap(), golden);
}

#[test]
fn frames_are_numbered_files_each_with_its_own_description() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clouds.dds");
    let mut moving = described(&[3, 2, 2], Some(2), packing(Format::R16Float));
    let bytes = texels(&moving);
    bake(&path, &moving, &bytes, 5).unwrap();
    let files = ["clouds_0000.dds", "clouds_0001.dds"];
    assert_eq!(names(folder.path()), files);
    for (name, frame) in files.iter().zip(bytes.chunks(24)) {
        let path = folder.path().join(name);
        assert_eq!(open(&path).data, frame);
        let message = read_recipe(&path).unwrap_err().to_string();
        assert!(message.contains(&format!("{name}.json")), "{message}");
    }

    moving.sidecar = true;
    let written = bake(&path, &moving, &bytes, 5).unwrap();
    let with_json = files
        .iter()
        .flat_map(|name| [name.to_string(), format!("{name}.json")]);
    let with_json: Vec<String> = with_json.collect();
    assert_eq!(names(folder.path()), with_json);
    let expected: Vec<_> = with_json
        .iter()
        .map(|name| folder.path().join(name))
        .collect();
    assert_eq!(written.paths, expected);
    for name in &with_json {
        assert_eq!(read_recipe(&folder.path().join(name)).unwrap(), RECIPE);
    }
    let json = std::fs::read(folder.path().join("clouds_0001.dds.json")).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["frames"], 1);

    // Once there, it goes with its frame; another program's stays as it is.
    moving.sidecar = false;
    moving.recipe = Some("seed = 8\n".into());
    std::fs::write(folder.path().join("clouds_0000.dds.json"), "{}").unwrap();
    bake(&path, &moving, &bytes, 5).unwrap();
    let read = |name| read_recipe(&folder.path().join(name));
    assert_eq!(read("clouds_0001.dds").unwrap(), "seed = 8\n");
    assert!(read("clouds_0000.dds").is_err());
    moving.sidecar = true;
    let message = refusal(&path, &moving).to_string();
    assert!(message.contains("clouds_0000.dds.json"), "{message}");
}

#[test]
fn a_row_that_the_header_cannot_state_is_refused() {
    let path = std::path::Path::new("never.dds");
    let most = u32::MAX / 16;
    let wide = |x| described(&[x, 1], None, packing(Format::Rgba32Float));
    let message = refusal(path, &wide(most + 1)).to_string();
    assert!(message.contains("rows of 4294967296 bytes"), "{message}");
    assert!(wgpu_noise::format::check(wgpu_noise::format::FileType::Dds, &wide(most)).is_ok());
}
