//! What snippets are made of here: every preset, and every node, in the cases of the shared suite.

use std::collections::BTreeSet;

use wgpu_noise::Job;
use wgpu_noise::gpu::compose::grid_kernel;
use wgpu_noise::recipe::Preset;
use wgpu_noise::snippet::{Options, snippet};
use wgpu_noise::verify::{self, Case};

/// Every preset's job, by its name.
pub fn presets() -> Vec<(String, Job)> {
    let job = |preset: &Preset| {
        let recipe = preset.recipe().expect("a preset is a recipe");
        let (job, _) = recipe.job().expect("a preset is right");
        (preset.name.to_string(), job)
    };
    Preset::ALL.iter().map(job).collect()
}

/// A case of each structure that a snippet can hold: cases that differ in numbers alone are one.
pub fn structures() -> Vec<(String, Job)> {
    let job = |case: Case| {
        let job = case.job().expect("a case is right");
        (format!("{} ({})", case.name, case.axes()), job)
    };
    let mut seen = BTreeSet::new();
    let is_new = |(_, job): &(String, Job)| {
        snippet(job, &Options::new("mine")).is_ok() && seen.insert(grid_kernel(job.program()))
    };
    cases().into_iter().map(job).filter(is_new).collect()
}

/// One case of each name, its axes another's turn each time: each is compiled anew.
pub fn cases() -> Vec<Case> {
    let all = verify::cases();
    let names = all.chunk_by(|a, b| a.name == b.name).enumerate();
    names
        .map(|(i, of_name)| of_name[i % of_name.len()].clone())
        .collect()
}
