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

/// The same samples without compression, in files of the length of their texels.
#[test]
fn a_store_that_is_not_compressed_is_read_back() {
    let folder = Folder::new();
    let flags = "--size 100x70 --frames 2 --format r16unorm";
    let chunk = |store: &str| folder.read(&format!("{store}/noise/c.0.0.0")).len();
    for (store, more) in [("a.zarr", "--codec none"), ("b.zarr", "")] {
        folder.good(&format!("bake {flags} {more} --backend cpu -o {store}"));
    }
    let texels = 100 * 70 * 2;
    assert!((texels..texels + 100).contains(&chunk("a.zarr")));
    assert!(chunk("b.zarr") < texels);
    let metadata =
        |store: &str| String::from_utf8(folder.read(&format!("{store}/noise/zarr.json")));
    assert!(!metadata("a.zarr").unwrap().contains("zstd"));
    assert!(metadata("b.zarr").unwrap().contains("zstd"));
    // The recipe says it again.
    folder.write("r.toml", folder.good("info a.zarr").text());
    folder.good("bake r.toml --backend cpu -o c.zarr");
    assert_eq!(chunk("c.zarr"), chunk("a.zarr"));
    folder.good("bake r.toml --codec zstd --backend cpu -o d.zarr");
    assert_eq!(chunk("d.zarr"), chunk("b.zarr"));
    let raw = folder.baked(flags, "a.raw");
    if let Some((samples, _)) = read(&folder.path("a.zarr")) {
        assert!(samples == raw);
    }
}

#[test]
fn a_codec_is_in_the_plan_and_has_no_effect_elsewhere() {
    let folder = Folder::new();
    let plan = |flags: &str| {
        let run = folder.good(&format!("bake --size 8 --plan {flags}"));
        run.text().to_string()
    };
    assert!(plan("-o a.zarr").contains("float, compressed with Zstandard"));
    assert!(plan("-o a.zarr --codec none").contains("float, not compressed"));
    for (file, codec) in [("a.zarr", json!("none")), ("a.npy", Value::Null)] {
        let plan = plan(&format!("-o {file} --codec none --json"));
        let plan: Value = serde_json::from_str(&plan).unwrap();
        assert_eq!(plan["codec"], codec, "{file}");
    }
    let run = folder.good("bake --size 8 --codec none -o a.npy");
    assert!(run.stderr.contains("--codec has no effect except in .zarr"));
    folder
        .run("bake --size 8 --codec lz4 -o a.zarr")
        .fails(2, &["lz4", "zstd, none"]);
}

#[test]
fn xarray_gets_names_positions_and_values() {
    let folder = Folder::new();
    let flags = "--size 4x3x2 --origin 1,2,3 --extent 2,3,4 --range 0,10 --format r8unorm";
    folder.good(&format!("bake {flags} --backend cpu -o a.zarr"));
    let x = [1.25_f64, 1.75, 2.25, 2.75].map(f64::to_le_bytes);
    assert_eq!(folder.read("a.zarr/x/c.0"), x.concat());
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

/// The positions of so many samples would take 8 GB. They go to the file, which exceeds its quota.
#[cfg(target_os = "linux")]
#[test]
fn positions_are_written_one_by_one() {
    let run = Folder::new().shell(
        "ulimit -v 1000000; ulimit -f 2000; RAYON_NUM_THREADS=1 \"$NOISE\" bake --size 1000000000 \
         --noise constant --format r8unorm --backend cpu -o a.zarr",
    );
    run.fails(1, &["x/c.0", "too large"]);
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
