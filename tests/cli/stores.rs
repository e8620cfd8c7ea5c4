//! Zarr stores, read back by zarr and xarray.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::Folder;
use crate::readers;

/// Reads a store in Python: its samples, and what xarray says of it. `None` if the readers are not there.
fn read(store: &Path) -> Option<(Vec<u8>, Value)> {
    readers::read("read_zarr.py", store)
}

#[test]
fn every_shape_and_format_is_read_back() {
    let cases = [
        ("--size 70000", json!([70000]), "float32"),
        ("--size 70x33 --format r8unorm", json!([33, 70]), "uint8"),
        (
            "--size 65x3x70 --format r16unorm",
            json!([70, 3, 65]),
            "uint16",
        ),
        (
            "--size 100x70x9 --frames 3 --format r16float",
            json!([3, 9, 70, 100]),
            "float16",
        ),
        (
            "--size 40x30 --frames 2 --format rgba8unorm",
            json!([2, 30, 40, 4]),
            "uint8",
        ),
        (
            "perlin_3d --size 9x8x7 --format rgba32float",
            json!([7, 8, 9, 4]),
            "float32",
        ),
    ];
    for (flags, shape, kind) in cases {
        let folder = Folder::new();
        let flags = flags.replace("perlin_3d", "--octaves 2");
        folder.good(&format!("bake {flags} --backend cpu -o a.zarr"));
        let raw = folder.baked(&flags, "a.raw");
        let Some((samples, seen)) = read(&folder.path("a.zarr")) else {
            return;
        };
        assert!(samples == raw, "{flags}");
        assert_eq!(seen["shape"], shape, "{flags}");
        assert_eq!(seen["type"], kind, "{flags}");
        let recipe = folder.good("info a.zarr");
        assert_eq!(seen["recipe"], recipe.text(), "{flags}");
    }
}

#[test]
fn xarray_gets_names_positions_and_values() {
    let folder = Folder::new();
    let flags = "--size 4x3x2 --origin 1,2,3 --extent 2,3,4 --range 0,10 --format r8unorm";
    folder.good(&format!("bake {flags} --backend cpu -o a.zarr"));
    let Some((samples, seen)) = read(&folder.path("a.zarr")) else {
        return;
    };
    assert_eq!(seen["dimensions"], json!(["z", "y", "x"]));
    assert_eq!(seen["channels"], json!(["perlin"]));
    assert_eq!(seen["x"], json!([1.25, 1.75, 2.25, 2.75]));
    // Bytes count 10/255 each.
    let sum: f64 = samples
        .iter()
        .map(|&byte| f64::from(byte) * 10.0 / 255.0)
        .sum();
    let found = seen["sum"].as_f64().expect("a number");
    assert!((found - sum).abs() < 1e-6, "{found} for {sum}");
}

/// A sample that is changed, or a file that is gone, is noticed by what reads it back here.
#[test]
fn another_store_is_noticed() {
    let folder = Folder::new();
    folder.good("bake --size 32x32x600 --format r8unorm --backend cpu -o a.zarr");
    folder.good("bake --size 32x32x600 --format r8unorm --seed 1 --backend cpu -o b.zarr");
    let Some((a, _)) = read(&folder.path("a.zarr")) else {
        return;
    };
    fs::copy(
        folder.path("b.zarr/noise/c.0.0.0"),
        folder.path("a.zarr/noise/c.0.0.0"),
    )
    .unwrap();
    let (other, _) = read(&folder.path("a.zarr")).expect("the readers");
    assert!(a != other);
    fs::remove_file(folder.path("a.zarr/noise/c.0.0.0")).unwrap();
    let (none, _) = read(&folder.path("a.zarr")).expect("the readers");
    assert!(none.iter().all(|&byte| byte == 0));
}

#[test]
fn a_folder_with_something_else_is_left_alone() {
    let folder = Folder::new();
    fs::create_dir(folder.path("a.zarr")).unwrap();
    folder.write("a.zarr/letter.txt", "Dear");
    let refused = ["a.zarr, which holds something else", "a new name"];
    folder.run("bake --size 8 -o a.zarr").fails(2, &refused);
    assert_eq!(fs::read_dir(folder.path("a.zarr")).unwrap().count(), 1);

    folder.good("bake --size 8 -o b.zarr");
    folder
        .run("bake --size 9 -o b.zarr")
        .fails(2, &["b.zarr, which holds something else"]);
    folder.good("bake --size 8 -o b.zarr");
    folder.write("c.zarr", "a file");
    folder.run("bake --size 8 -o c.zarr").fails(1, &["c.zarr"]);
    folder
        .run("bake --size 8 -o none/d.zarr")
        .fails(1, &["none"]);
    folder
        .run("bake --size 8 -o d.png --init")
        .fails(2, &["--init", ".zarr"]);
}

#[test]
fn init_makes_the_metadata_alone() {
    let folder = Folder::new();
    folder.good("bake --size 8x8 -o a.zarr --init");
    assert!(
        folder.path("a.zarr/zarr.json").exists() && folder.path("a.zarr/noise/zarr.json").exists()
    );
    assert!(!folder.path("a.zarr/noise/c.0.0").exists());
    folder.good("bake --size 8x8 -o a.zarr");
    assert!(folder.path("a.zarr/noise/c.0.0").exists());
}
