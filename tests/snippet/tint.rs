//! The WGSL through Tint, the compiler of Chromium: snippets, files, and the kernels of the GPU backend.
//!
//! Tint comes with the npm package `webgpu`, which `npm ci --prefix tests/tint` installs.

use std::path::{Path, PathBuf};
use std::process::Command;

use wgpu_noise::gpu::PointLayout;
use wgpu_noise::internals::gpu::{
    KERNELS_OF_EROSION, Strategy, grid_kernel, point_kernel, run_kernel,
};
use wgpu_noise::snippet::{Lang, Table};
use wgpu_noise::wgsl;

use crate::files::{files, whole};
use crate::jobs;
use crate::programs::folder;
use crate::skip::{self, say};
use crate::together::two;
use crate::validity::{for_each, text};

/// What Tint refuses of some modules, with their labels; `None`, and a line that says so, where there is no Tint.
fn refused(test: &str, modules: &[(String, String)]) -> Option<Vec<String>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tint");
    if !package.join("node_modules/webgpu").exists() {
        skip::without_tool("there is no Tint, which `npm ci --prefix tests/tint` installs");
        return None;
    }
    let folder = folder().join(test);
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |i: usize| -> PathBuf { folder.join(format!("{i:04}.wgsl")) };
    for (i, (_, text)) in modules.iter().enumerate() {
        std::fs::write(path(i), text).expect("a file");
    }
    let output = Command::new("node")
        .arg(package.join("check.js"))
        .arg(&folder)
        .output()
        .expect("node");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaints = String::from_utf8_lossy(&output.stderr);
    let mut lines: Vec<&str> = said.lines().collect();
    let counted = format!("{} files", modules.len());
    assert_eq!(lines.pop(), Some(&counted[..]), "{complaints}");
    say(&format!("{test}: {} modules in Tint", modules.len()));
    let labelled = |line: &str| {
        let number: usize = line[..4].parse().expect("a file's number");
        format!("{}: {line}", modules[number].0)
    };
    Some(lines.into_iter().map(labelled).collect())
}

fn accepts(test: &str, modules: &[(String, String)]) {
    assert!(!modules.is_empty());
    if let Some(refused) = refused(test, modules) {
        assert!(refused.is_empty(), "{}", refused.join("\n"));
    }
}

#[test]
fn tint_takes_every_snippet() {
    let mut modules = Vec::new();
    for_each(Lang::Wgsl, |label, _, code| {
        modules.push((label.to_string(), text(code).to_string()));
    });
    accepts("snippets", &modules);
}

/// Two noises in one file; the negative control: not without a prefix.
#[test]
fn tint_takes_two_noises_in_one_file() {
    let mut modules = Vec::new();
    for table in Table::ALL {
        modules.extend(two(Lang::Wgsl, table).right);
    }
    accepts("two", &modules);
    let colliding: Vec<(String, String)> = (Table::ALL.iter())
        .map(|&table| ("colliding".to_string(), two(Lang::Wgsl, table).colliding))
        .collect();
    if let Some(refused) = refused("colliding", &colliding) {
        assert!(refused.len() >= Table::ALL.len(), "{refused:?}");
    }
}

#[test]
fn tint_takes_every_file_and_constant() {
    let tables = [wgsl::TABLE_CONST, wgsl::TABLE_STORAGE];
    let of_files = files("noise")
        .into_iter()
        .flat_map(|(name, _)| tables.map(|table| (name.clone(), whole(&name, table))));
    let of_constants = (wgsl::ALL.iter())
        .flat_map(|&(name, text)| tables.map(|table| (name.to_string(), [table, text].concat())));
    let modules: Vec<(String, String)> = of_files.chain(of_constants).collect();
    accepts("files", &modules);
}

#[test]
fn tint_takes_every_kernel() {
    let mut modules: Vec<(String, String)> = Vec::new();
    for (name, job) in jobs::presets()
        .into_iter()
        .chain(jobs::of_cases(Lang::Wgsl))
    {
        let mut add = |kind: &str, text: String| modules.push((format!("{name}, {kind}"), text));
        add("points", grid_kernel(job.program()));
        for layout in [PointLayout::Floats, PointLayout::Cells] {
            add("positions", point_kernel(job.program(), layout));
        }
        for (kind, way) in [
            ("runs", Strategy::Runs),
            ("tiles", Strategy::Tiles),
            ("march", Strategy::March),
            ("sweep", Strategy::Sweep),
        ] {
            if let Some(text) = run_kernel(&job, way, 1024) {
                add(kind, text);
            }
        }
    }
    // Packing stands by itself; storing and averaging have one function before them, by the texture.
    let kernel = |name: &str| {
        let (_, text) = (files("kernels").into_iter())
            .find(|(file, _)| file == name)
            .expect("a kernel");
        text
    };
    modules.push(("pack".into(), kernel("pack.wgsl")));
    modules.extend(KERNELS_OF_EROSION.map(|text| ("erosion".into(), text.into())));
    for (dimension, place) in [("2d", "at.xy"), ("3d", "at")] {
        let put = format!(
            "@group(0) @binding(2) var texels: texture_storage_{dimension}<rgba8unorm, write>;
            fn put(at: vec3<u32>, value: vec4<f32>) {{ textureStore(texels, {place}, value); }}\n"
        );
        let texel = format!(
            "@group(0) @binding(2) var above: texture_{dimension}<f32>;
            fn texel(at: vec3<u32>) -> vec4<f32> {{ return textureLoad(above, {place}, 0); }}\n"
        );
        modules.push((format!("store, {dimension}"), put + &kernel("store.wgsl")));
        modules.push((format!("mip, {dimension}"), texel + &kernel("mip.wgsl")));
    }
    accepts("kernels", &modules);
}

/// The negative control: what is wrong is refused, where it is.
#[test]
fn tint_refuses_what_is_wrong() {
    let right = [wgsl::TABLE_CONST, wgsl::PERLIN_3D].concat();
    let wrong = [
        right.replace("fn noise_lerp(", "fn noise_lost("),
        right.replace("a + t * (b - a)", "a + t * (b - 1u)"),
        wgsl::PERLIN_3D.to_string(),
    ];
    let labelled = |(i, text): (usize, String)| (format!("wrong {i}"), text);
    let mut modules: Vec<(String, String)> = wrong.into_iter().enumerate().map(labelled).collect();
    modules.push(("right".into(), right));
    let Some(refused) = refused("wrong", &modules) else {
        return;
    };
    for (label, _) in &modules {
        let is_refused = refused
            .iter()
            .any(|line| line.starts_with(&format!("{label}: ")));
        assert_eq!(is_refused, label != "right", "{label}: {refused:?}");
    }
}
