//! Textures with mip levels, blocks and compressed levels.

use ddsfile::{Dds, DxgiFormat};
use ktx2::{Format, Reader, SupercompressionScheme};
use serde_json::Value;

use crate::program::Folder;

fn json(folder: &Folder, flags: &str) -> Value {
    let run = folder.good(&format!("bake {flags} --backend cpu --json"));
    serde_json::from_slice(&run.stdout).expect("JSON")
}

#[test]
fn colours_have_levels_that_are_encoded_as_srgb() {
    let folder = Folder::new();
    let report = json(&folder, "wood_rings --size 20x12 --mips -o a.ktx2");
    assert_eq!(report["bytes"], 4 * (20 * 12 + 10 * 6 + 5 * 3 + 2 + 1));
    let file = folder.read("a.ktx2");
    let reader = Reader::new(&file[..]).expect("a texture");
    assert_eq!(reader.header().level_count, 5);
    assert_eq!(reader.header().format, Some(Format::R8G8B8A8_SRGB));
    let recipe = folder.good("info a.ktx2");
    assert!(recipe.text().contains("mips = true"), "{}", recipe.text());
    // The recipe inside makes the same file.
    folder.write("a.toml", recipe.text());
    folder.good("bake a.toml -o b.ktx2 --backend cpu");
    assert_eq!(folder.read("b.ktx2"), file);
    let one = folder.baked("a.toml --mips=false", "c.ktx2");
    let one = Reader::new(&one[..]).expect("a texture");
    assert_eq!(one.header().level_count, 1);
    let base = |reader: &Reader<&[u8]>| reader.levels().next().map(|level| level.data.to_vec());
    assert_eq!(base(&one), base(&reader));

    let plan = folder.good("bake a.toml -o d.dds --plan");
    assert!(
        plan.text()
            .contains("rgba8unorm, 0..1 becomes 0..1, in 5 mip levels"),
        "{}",
        plan.text()
    );
    let blocks = folder.baked("a.toml --format bc7rgbaunorm", "e.dds");
    let blocks = Dds::read(&blocks[..]).expect("a texture");
    assert_eq!(blocks.get_dxgi_format(), Some(DxgiFormat::BC7_UNorm_sRGB));
    // 5 by 3 blocks, 3 by 2, 2 by 1, and one for each of the last two levels.
    assert_eq!(blocks.data.len(), 16 * (15 + 6 + 2 + 1 + 1));
}

/// The maps of a material as textures of an engine: colours are marked, and normals keep their length.
#[test]
fn a_material_becomes_textures() {
    let folder = Folder::new();
    folder.good("bake granite --size 16x16 --type ktx2 --mips --backend cpu -o stone/");
    let level = |name: &str, index: usize| {
        let file = folder.read(&format!("stone/granite_{name}.ktx2"));
        let reader = Reader::new(&file[..]).expect("a texture");
        assert_eq!(reader.header().level_count, 5, "{name}");
        let texels = reader.levels().nth(index).expect("a level").data.to_vec();
        (reader.header().format, texels)
    };
    assert_eq!(level("albedo", 0).0, Some(Format::R8G8B8A8_SRGB));
    let (format, normals) = level("normal", 3);
    assert_eq!(format, Some(Format::R8G8B8A8_UNORM));
    for normal in normals.chunks_exact(4) {
        let parts = [0, 1, 2].map(|part| f64::from(normal[part]) / 127.5 - 1.0);
        let length = parts.map(|part| part * part).iter().sum::<f64>().sqrt();
        assert!((length - 1.0).abs() < 0.02, "{length}");
    }
    let file = folder.run("bake granite --type ktx2 -o granite.png");
    file.fails(2, &["--type: got ktx2 without a folder", "-o FOLDER/"]);
}

/// Whether values are counted as samples or as texels makes no difference.
#[test]
fn a_bake_with_levels_counts_the_same_values() {
    let folder = Folder::new();
    let flags = "--size 50x40x3 --frequency 3 --format r8unorm --range";
    let [with, without] = ["--mips -o a.dds", "-o b.dds"].map(|output| {
        let report = json(&folder, &format!("{flags} -0.3,0.4 {output}"));
        (report["saturated"].clone(), report["used"].clone())
    });
    assert_eq!(with, without);
    assert!(with.0.as_u64() > Some(100), "{with:?}");
    // The control: another range.
    let other = json(&folder, &format!("{flags} -0.2,0.4 --mips -o a.dds"));
    assert!(other["saturated"] != with.0);
}

#[test]
fn frames_with_levels_are_checked() {
    let folder = Folder::new();
    let bake = "bake --size 24x20x6 --frames 3 --format bc4runorm --backend cpu --resume -o a.ktx2";
    folder.good(&format!("{bake} --mips --supercompress"));
    let file = folder.read("a_0001.ktx2");
    let reader = Reader::new(&file[..]).expect("a texture");
    let scheme = reader.header().supercompression_scheme;
    assert_eq!(scheme, Some(SupercompressionScheme::Zstandard));
    assert_eq!(reader.header().format, Some(Format::BC4_UNORM_BLOCK));
    let check = "check a.ktx2 --all --backend cpu";
    assert!(folder.good(check).text().contains("all are right"));

    let mut damaged = file.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    folder.write("a_0001.ktx2", damaged);
    let run = folder.run(check);
    assert_eq!(run.code, Some(1));
    assert!(
        run.text().contains("1 of 3 files differ or are missing: 1"),
        "{}",
        run.text()
    );
    folder.good(&format!("{bake} --mips --supercompress"));
    assert_eq!(folder.read("a_0001.ktx2"), file);
    folder
        .run(bake)
        .fails(2, &["another recipe", "a.ktx2.journal"]);
}

#[test]
fn other_files_have_no_levels_and_no_blocks() {
    let folder = Folder::new();
    let run = folder.good("bake --size 8 --mips --supercompress -o a.png");
    assert!(
        run.stderr
            .contains("--mips has no effect except in .ktx2 and .dds"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .contains("--supercompress has no effect except in .ktx2")
    );
    for output in ["a.png", "a.zarr", "-"] {
        let run = folder.run(&format!(
            "bake --size 8x8 --format bc5rgunorm -o {output} --backend cpu"
        ));
        run.fails(2, &["bc5rgunorm"]);
    }
}
