//! `.r16` and `.r32`: maps of heights, a row after the other.

use std::path::Path;

use wgpu_noise::format::read_recipe;
use wgpu_noise::texel::{Format, Packing};

use crate::support::*;

/// A map of 3 x 2 heights from -1 to 1, which the formats store as 0 and 1.
const HEIGHTS: [f32; 6] = [-1.0, -0.5, 0.0, 0.5, 0.75, 1.0];

fn packed(packing: Packing) -> Vec<u8> {
    let mut bytes = vec![0; 6 * packing.bytes() as usize];
    packing.pack(&HEIGHTS, &mut bytes);
    bytes
}

#[test]
fn integers_of_16_bits_from_the_first_row_down_low_byte_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tile.r16");
    let packing = packing(Format::R16Unorm);
    let map = described(&[3, 2], None, packing);
    let written = bake(&path, &map, &packed(packing), 4).unwrap();
    let json = folder.path().join("tile.r16.json");
    assert_eq!(written.paths, [path.clone(), json]);
    let heights = [0x0000_u16, 0x4000, 0x8000, 0xBFFF, 0xDFFF, 0xFFFF];
    assert_eq!(
        std::fs::read(&path).unwrap(),
        heights.map(u16::to_le_bytes).as_flattened()
    );
    assert_eq!(read_recipe(&path).unwrap(), RECIPE);
}

#[test]
fn floats_are_the_heights_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tile.r32");
    let packing = packing(Format::R32Float);
    let map = described(&[3, 2], None, packing);
    bake(&path, &map, &packed(packing), 4).unwrap();
    assert_eq!(
        std::fs::read(&path).unwrap(),
        HEIGHTS.map(f32::to_le_bytes).as_flattened()
    );
    let json = std::fs::read(folder.path().join("tile.r32.json")).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["size"], serde_json::json!([3, 2]));
    assert_eq!(json["component"], "float32");
}

#[test]
fn frames_are_numbered_files_with_a_description_each() {
    let folder = tempfile::tempdir().unwrap();
    let moving = described(&[3, 2], Some(2), packing(Format::R16Unorm));
    let bytes = texels(&moving);
    bake(&folder.path().join("sea.r16"), &moving, &bytes, 5).unwrap();
    let files = [
        "sea_0000.r16",
        "sea_0000.r16.json",
        "sea_0001.r16",
        "sea_0001.r16.json",
    ];
    assert_eq!(names(folder.path()), files);
    assert_eq!(
        std::fs::read(folder.path().join(files[2])).unwrap(),
        bytes[12..]
    );
    assert_eq!(read_recipe(&folder.path().join(files[2])).unwrap(), RECIPE);
}

#[test]
fn only_planes_of_their_own_format() {
    for (name, own, other) in [
        ("never.r16", Format::R16Unorm, Format::R32Float),
        ("never.r32", Format::R32Float, Format::R16Unorm),
    ] {
        let message =
            refusal(Path::new(name), &described(&[4, 4], None, packing(other))).to_string();
        assert!(message.contains(&format!("allowed: {own}")), "{message}");
        let message =
            refusal(Path::new(name), &described(&[4, 4, 4], None, packing(own))).to_string();
        assert!(message.contains("size: got three axes for .r"), "{message}");
        assert!(
            message.contains(".ktx2, .dds, .vdb, .raw and .zarr hold volumes"),
            "{message}"
        );
    }
}
