//! Volumes of OpenVDB, read by OpenVDB and by a reader that shares no code with the library.

mod expected;
mod reader;

use std::path::Path;

use wgpu_noise::Recipe;
use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{Contents, FileType, create, read_recipe};
use wgpu_noise::texel::{Format, Packing};

use super::support::*;
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

/// Bakes a recipe on the CPU.
fn baked(recipe: &Recipe, path: &Path) {
    let file_type = FileType::from_path(path).unwrap();
    let job = recipe.job().unwrap();
    let plan = Plan::new(job, Some(file_type), recipe.format, None).unwrap();
    let mut writer = create(path, &plan.contents(recipe)).unwrap();
    let mut cpu = Cpu::new(plan.job().clone());
    plan.bake(&mut cpu, &mut writer, &mut |_| ()).unwrap();
    writer.finish().unwrap();
}

fn recipe(keys: &str) -> Recipe {
    let nodes = "[nodes.a]\nkind = \"perlin\"\n[nodes.b]\nkind = \"value\"\n";
    Recipe::parse(&format!("{keys}\n{nodes}"), "the test").unwrap()
}

#[test]
fn a_bake_has_the_samples_of_an_npy_at_their_positions() {
    let folder = tempfile::tempdir().unwrap();
    let [vdb, npy] = ["a.vdb", "a.npy"].map(|name| folder.path().join(name));
    let (half, third) = (1.0 / 18.0, 1.0 / 9.0);
    for (keys, first, step) in [
        (
            "size = [9, 13, 6]\norigin = [-2, 3, -0.5]",
            [-2.0 + half, 3.0 + half, -0.5 + half],
            [third; 3],
        ),
        (
            "size = [9, 13, 6]\nextent = [4.5, 6.5, 12]",
            [0.25, 0.25, 1.0],
            [0.5, 0.5, 2.0],
        ),
        (
            "size = [9, 13, 5]\norigin = [-1, 0, 0]\nedge_samples = true",
            [-1.0, 0.0, 0.0],
            [0.125; 3],
        ),
        (
            "size = [8, 4]\norigin = [0, 0, 7]",
            [0.0625, 0.0625, 7.0],
            [0.125; 3],
        ),
    ] {
        let recipe = recipe(&format!("channels = [\"a\"]\n{keys}"));
        baked(&recipe, &vdb);
        baked(&recipe, &npy);
        let array = std::fs::read(&npy).unwrap();
        let array = npyz::NpyFile::new(&array[..]).unwrap();
        let array = array.into_vec::<f32>().unwrap();
        let expected: Vec<u32> = array.iter().map(|value| (value + 0.0).to_bits()).collect();
        let is_uniform = step[0] == step[2];
        for found in readings(&vdb, &recipe.grid().size3().map(|n| n as usize)) {
            let grid = &found.grids[0];
            assert_eq!(grid.values, expected, "{keys}");
            for axis in 0..3 {
                assert!((grid.first[axis] - first[axis]).abs() < 1e-15, "{keys}");
                assert!((grid.step[axis] - step[axis]).abs() < 1e-15, "{keys}");
            }
            assert_eq!(grid.map.starts_with("Uniform"), is_uniform, "{keys}");
            assert_eq!(found.metadata["wgpu-noise:recipe"], recipe.to_toml());
        }
    }
}

#[test]
fn grids_are_named_after_the_channels() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.vdb");
    let ramp = "[[0, \"#000000\"], [1, \"#ffffff80\"]]";
    for (keys, names) in [
        ("channels = [\"a\"]", &["density"][..]),
        ("channels = [\"b\", \"a\"]", &["b", "a"]),
        ("channels = [\"a\", \"b\", \"a\"]", &["a", "b", "a"]),
        (
            "channels = [\"a\"]\noutput = \"gradient\"",
            &["a", "a_dx", "a_dy", "a_dz"],
        ),
        (
            &format!("channels = [\"a\"]\nramp = {ramp}"),
            &["red", "green", "blue", "alpha"],
        ),
        (
            &format!("channels = [\"a\"]\nramp = {}", ramp.replace("80\"", "\"")),
            &["red", "green", "blue"],
        ),
    ] {
        baked(&recipe(&format!("size = [3, 4, 5]\n{keys}")), &path);
        let in_file = by_hand(&path, &[]).grids.into_iter().map(|grid| grid.name);
        assert_eq!(in_file.collect::<Vec<_>>(), names);
        for found in readings(&path, &[]) {
            let sorted = |mut names: Vec<&str>| -> Vec<String> {
                // OpenVDB lists grids by name.
                names.sort_unstable();
                names.into_iter().map(String::from).collect()
            };
            let found = found.grids.iter().map(|grid| &grid.name[..]).collect();
            assert_eq!(sorted(found), sorted(names.to_vec()));
        }
    }
    let unnamed = described(&[2, 2, 2], None, Packing::samples(2).unwrap());
    bake(&path, &unnamed, &packed(&unnamed), 1).unwrap();
    let found = by_hand(&path, &[]);
    assert_eq!(found.grids[1].name, "channel_1");
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
        "format: r8unorm for .vdb is not allowed; allowed: r32float, r16float, one for each channel"
    );
    let long = described(&[4, 65_537], None, packing(Format::R16Float));
    assert!(message(&long).starts_with("size 4x65537 as a .vdb needs 65537 voxels along an axis"));
    let mut named = described(&[4], None, packing(Format::R16Float));
    named.names = vec!["a".into(), "b".into()];
    assert!(message(&named).starts_with("names: 2 for 1 channels"));
}

#[test]
fn damaged_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.vdb");
    let contents = described(&[2], None, packing(Format::R32Float));
    bake(&path, &contents, &packed(&contents), 1).unwrap();
    let whole = std::fs::read(&path).unwrap();
    for length in 0..300 {
        std::fs::write(&path, &whole[..length]).unwrap();
        if let Ok(recipe) = read_recipe(&path) {
            assert_eq!(recipe, RECIPE, "cut at {length}");
        }
    }
    for i in 0..300 {
        let mut file = whole.clone();
        file[i] ^= 0xFF;
        std::fs::write(&path, &file).unwrap();
        let _ = read_recipe(&path);
    }
    std::fs::write(&path, "no tree").unwrap();
    assert!(
        read_recipe(&path)
            .unwrap_err()
            .to_string()
            .contains("damaged")
    );
}
