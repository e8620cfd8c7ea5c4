//! Files of one graph that are computed together, with more channels than a texel has, hold what the CPU computes.

use wgpu_noise::bake::{Plan, Together};
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{self, FileType};
use wgpu_noise::gpu::Gpu;
use wgpu_noise::{Backend, Recipe};

use crate::adapter::context;

/// The nodes and the outputs of a material: five maps with nine channels that differ.
const MAPS: &str = include_str!("../support/maps.toml");

type Map = (String, Recipe);

fn plan((_, map): &Map) -> Plan {
    Plan::of_recipe(map, Some(FileType::Png)).expect("a plan")
}

/// Bakes maps together, and returns their pixels.
fn pixels(maps: &[Map], together: &Together, backend: &mut dyn Backend) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let create = |map: &Map| {
        let path = folder.path().join(format!("{}.png", map.0));
        format::create(&path, &plan(map).contents(&map.1)).expect("a writer")
    };
    let mut writers: Vec<_> = maps.iter().map(create).collect();
    let baked = together.bake(backend, &mut writers, &mut |_| ());
    baked.expect("a bake");
    let pixels = |writer: format::Writer| {
        let paths = writer.finish().expect("files").paths;
        let picture = image::open(&paths[0]).expect("a picture");
        picture.to_rgba8().into_raw()
    };
    writers.into_iter().map(pixels).collect()
}

fn farthest(a: &[u8], b: &[u8]) -> Option<u8> {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max()
}

#[test]
fn maps_of_a_material_are_those_of_the_cpu() {
    let Some(context) = context() else { return };
    let recipe = Recipe::parse(&format!("size = [48, 40]\n{MAPS}"), "maps.toml").expect("a recipe");
    let maps = recipe.each_output();
    let plans: Vec<Plan> = maps.iter().map(plan).collect();
    let together = Together::of(&plans).expect("one graph");
    let job = together.job();
    assert!(job.program().channels() > 4);
    let mut gpu = Gpu::new(context, job.clone()).expect("a backend");
    let found = pixels(&maps, &together, &mut gpu);
    let expected = pixels(&maps, &together, &mut Cpu::new(job.clone()));
    for ((found, expected), (name, _)) in found.iter().zip(&expected).zip(&maps) {
        // A value beside the border between two steps may be rounded to either.
        let apart = farthest(found, expected);
        assert!(apart <= Some(1), "{name}: {apart:?} steps of 255");
    }
    // One map is not another.
    assert!(farthest(&found[0], &expected[4]) > Some(1));
}
