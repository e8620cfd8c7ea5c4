//! Bakes of recipes: samples, positions and names.

use std::path::Path;

use wgpu_noise::Recipe;
use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{FileType, create};
use wgpu_noise::texel::Packing;

use super::expected::packed;
use super::reader::by_hand;
use super::readings;
use crate::support::*;

/// Bakes a recipe on the CPU.
fn baked(recipe: &Recipe, path: &Path) {
    let file_type = FileType::from_path(path).unwrap();
    let plan = Plan::of_recipe(recipe, Some(file_type)).unwrap();
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
fn a_piece_lies_where_it_does_in_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, piece] = ["whole.vdb", "piece.vdb"].map(|name| folder.path().join(name));
    let size = [20, 13, 11];
    let [low, high] = [[3, 0, 5], [17, 13, 11]];
    let keys =
        "channels = [\"a\"]\nsize = [20, 13, 11]\norigin = [-2, 3, -0.5]\nextent = [4, 6.5, 1.1]";
    baked(&recipe(keys), &whole);
    let keys = format!("{keys}\nbox = [[3, 17], [0, 13], [5, 11]]");
    baked(&recipe(&keys), &piece);
    let shape = [0, 1, 2].map(|axis| high[axis] - low[axis]);
    for (whole, piece) in readings(&whole, &size).iter().zip(readings(&piece, &shape)) {
        let (whole, piece) = (&whole.grids[0], &piece.grids[0]);
        assert_eq!(piece.step, whole.step);
        // Whether the piece is where the samples of the whole from an index on are, and has their values.
        let is_at = |start: [usize; 3]| {
            let position = |axis: usize| whole.first[axis] + start[axis] as f64 * whole.step[axis];
            let near = |axis: usize| (piece.first[axis] - position(axis)).abs() < 1e-14;
            let place = |i: usize| {
                let at = [
                    i % shape[0],
                    i / shape[0] % shape[1],
                    i / shape[0] / shape[1],
                ];
                let [x, y, z] = [0, 1, 2].map(|axis| start[axis] + at[axis]);
                (z * size[1] + y) * size[0] + x
            };
            let values = (0..piece.values.len()).map(|i| whole.values[place(i)]);
            [(0..3).all(near), values.eq(piece.values.iter().copied())]
        };
        assert_eq!(is_at(low), [true, true]);
        for other in [[0, 0, 0], [2, 0, 5], [3, 0, 4]] {
            assert_eq!(is_at(other), [false, false], "{other:?}");
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
