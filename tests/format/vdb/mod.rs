//! Volumes of OpenVDB, read by OpenVDB and by a reader that shares no code with the library.

mod bakes;
mod expected;
mod reader;

use std::path::Path;

use wgpu_noise::format::{Contents, read_recipe};
use wgpu_noise::texel::{Format, Packing, Transfer};

use crate::support::*;
use expected::{difference, packed, sides};
use reader::{File, by_hand, by_openvdb};

/// What each reader finds in a file, OpenVDB's last.
fn readings(path: &Path, size: &[usize]) -> Vec<File> {
    let openvdb = by_openvdb(path, size);
    [by_hand(path, size)].into_iter().chain(openvdb).collect()
}

#[test]
fn both_readers_find_every_voxel() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.vdb");
    let halves = |channels| Packing::unpadded(Format::R16Float, channels).unwrap();
    let samples = |channels| Packing::samples(channels).unwrap();
    for (size, packing) in [
        (&[1, 1, 1][..], samples(1)),
        (&[8, 8, 8], samples(1)),
        (&[9, 17, 5], samples(1)),
        (&[9, 17, 5], halves(1)),
        (&[130, 7, 12], samples(2)),
        (&[7, 130, 12], halves(3)),
        (&[3, 11, 140], samples(3)),
        (&[3, 2, 4], samples(4)),
        (&[4100, 3, 2], halves(1)),
        (&[3, 4100], samples(1)),
        (&[11], samples(1)),
    ] {
        let contents = described(size, None, packing);
        let texels = packed(&contents);
        for piece in [1, 100, texels.len()] {
            bake(&path, &contents, &texels, piece).unwrap();
        }
        for found in readings(&path, &sides(&contents)) {
            difference(&found, &contents, &texels).unwrap();
        }
        assert_eq!(read_recipe(&path).unwrap(), RECIPE);
    }
}

#[test]
fn colours_are_light_and_their_opacity_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.vdb");
    for format in [Format::R32Float, Format::R16Float] {
        let mut colours = described(&[2, 1], None, Packing::unpadded(format, 4).unwrap());
        colours.transfer = Transfer::Srgb;
        let mut bytes = vec![0; colours.frame_bytes().unwrap() as usize];
        let samples = [0.0, 0.04, 0.5, 0.5, 1.0, 0.75, 0.25, 1.0];
        colours.packing.pack(&samples, &mut bytes);
        bake(&path, &colours, &bytes, 3).unwrap();
        let expected = [
            [0.0, 1.0],
            [0.003_095_98, 0.522_521_56],
            [0.214_041_14, 0.050_876_09],
            [0.5, 1.0],
        ];
        for found in readings(&path, &sides(&colours)) {
            for (grid, expected) in found.grids.iter().zip(expected) {
                for (&bits, expected) in grid.values.iter().zip(expected) {
                    let light = f32::from_bits(bits);
                    assert!(
                        (light - expected).abs() <= 1e-3 * expected,
                        "{light} {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_volume_that_no_memory_needs_to_hold() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.vdb");
    let contents = described(&[261, 250, 145], None, packing(Format::R32Float));
    let texels = packed(&contents);
    assert!(texels.len() > 32 << 20, "temporary files stay in memory");
    bake(&path, &contents, &texels, 1_000_003).unwrap();
    let found = by_hand(&path, &sides(&contents));
    difference(&found, &contents, &texels).unwrap();
    assert_eq!(names(folder.path()), ["a.vdb"]);
}

#[test]
fn the_comparison_notices_every_kind_of_fault() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.vdb");
    let contents = described(&[9, 17, 5], None, packing(Format::R32Float));
    let texels = packed(&contents);
    bake(&path, &contents, &texels, 7).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let find = |bytes: &[u8]| {
        whole
            .windows(bytes.len())
            .position(|at| at == bytes)
            .unwrap()
    };
    let after = |text: &str| find(text.as_bytes()) + text.len();
    for (what, at, bit) in [
        ("values", whole.len() - 4, 1),
        ("the recipe", find(b"seed = 7") + 7, 1),
        ("bounds", after("file_bbox_max") + 4 + 5 + 4, 1),
        (
            "the number of active voxels",
            after("file_voxel_count") + 4 + 5 + 4,
            1,
        ),
        ("the class", find(b"fog volume"), 1),
    ] {
        let mut file = whole.clone();
        file[at] ^= bit;
        std::fs::write(&path, &file).unwrap();
        for found in readings(&path, &sides(&contents)) {
            let said = difference(&found, &contents, &texels).unwrap_err();
            assert!(said.starts_with(what), "{said}");
        }
    }
    std::fs::write(&path, &whole).unwrap();
    for found in readings(&path, &sides(&contents)) {
        let mut moved = contents.clone();
        moved.first[2] += 1e-9;
        let said = difference(&found, &moved, &texels).unwrap_err();
        assert!(said.starts_with("the transform"), "{said}");
        let mut other = texels.clone();
        // The first voxel, which is not 0, becomes inactive.
        other[..4].fill(0);
        assert!(difference(&found, &contents, &other).is_err());
    }
}

#[test]
fn one_value_becomes_tiles_and_zeros_become_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.vdb");
    let of = |size: &[u32], format, value: f32| {
        let contents = described(size, None, packing(format));
        let count = sides(&contents).iter().product();
        let mut texels = vec![0; count * format.bytes() as usize];
        contents.packing.pack(&vec![value; count], &mut texels);
        bake(&path, &contents, &texels, 5000).unwrap();
        let bytes = std::fs::metadata(&path).unwrap().len();
        (contents, texels, bytes)
    };
    // All leaves but those that the volume does not fill.
    for (size, leaves) in [
        ([24, 40, 16], 0),
        ([24, 41, 16], 3 * 2),
        ([20, 16, 16], 2 * 2),
    ] {
        for format in [Format::R32Float, Format::R16Float] {
            let (contents, texels, _) = of(&size, format, 0.25);
            for found in readings(&path, &sides(&contents)) {
                difference(&found, &contents, &texels).unwrap();
                assert_eq!(found.grids[0].leaves, leaves, "{size:?}");
            }
        }
    }
    // Two lower nodes are tiles themselves: two masks of an upper node, and two values.
    let (.., bytes) = of(&[128, 128, 256], Format::R32Float, 3.0);
    assert!((8192..9300).contains(&bytes), "{bytes}");
    for found in readings(&path, &[]) {
        assert_eq!((found.grids[0].voxels, found.grids[0].leaves), (1 << 22, 0));
    }
    // Nothing but the root.
    for zero in [0.0, -0.0] {
        let (contents, texels, bytes) = of(&[40, 9, 140], Format::R16Float, zero);
        assert!(bytes < 1100, "{bytes}");
        for found in readings(&path, &sides(&contents)) {
            difference(&found, &contents, &texels).unwrap();
        }
    }
}

#[test]
fn frames_are_numbered_files_with_tags_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clouds.vdb");
    let contents = described(&[3, 10, 2], Some(2), packing(Format::R16Float));
    let one = described(&[3, 10, 2], None, packing(Format::R16Float));
    let first = packed(&one);
    let second: Vec<u8> = first.iter().rev().copied().collect();
    bake(&path, &contents, &[&first[..], &second].concat(), 7).unwrap();
    assert_eq!(names(folder.path()), ["clouds_0000.vdb", "clouds_0001.vdb"]);
    let paths = ["clouds_0000.vdb", "clouds_0001.vdb"].map(|name| folder.path().join(name));
    for (path, texels) in paths.iter().zip([first, second]) {
        for found in readings(path, &sides(&one)) {
            difference(&found, &one, &texels).unwrap();
        }
    }
    let tags = paths.map(|path| std::fs::read(path).unwrap()[21..57].to_vec());
    assert_ne!(tags[0], tags[1]);
}

#[test]
fn what_a_tree_cannot_hold_is_refused() {
    let path = Path::new("never.vdb");
    let message = |contents: &Contents| refusal(path, contents).to_string();
    let bytes = described(&[4], None, packing(Format::R8Unorm));
    assert_eq!(
        message(&bytes),
        "format: got r8unorm for .vdb; allowed: r32float, r16float, one for each channel"
    );
    let long = described(&[4, 65_537], None, packing(Format::R16Float));
    assert!(message(&long).starts_with("size: 4x65537 as a .vdb needs 65537 voxels along an axis"));
    // Those that hold this plane are more than those that hold the volume below.
    assert!(message(&long).contains("; .npy, .exr, .tif, .ktx2, .dds, .raw"));
    let deep = described(&[512, 512, 65_537], None, packing(Format::R16Float));
    assert!(message(&deep).contains("; .npy, .ktx2, .dds, .raw"));
    let mut named = described(&[4], None, packing(Format::R16Float));
    named.names = vec!["a".into(), "b".into()];
    assert!(message(&named).starts_with("names: got 2 for 1 channels"));
}

#[test]
fn damaged_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.vdb");
    let contents = described(&[2], None, packing(Format::R32Float));
    bake(&path, &contents, &packed(&contents), 1).unwrap();
    damage(&path);
    std::fs::write(&path, "no tree").unwrap();
    assert!(
        read_recipe(&path)
            .unwrap_err()
            .to_string()
            .contains("damaged")
    );
}
