//! What snippets are made of here: every preset, and every node, in the cases of the shared suite.

use std::collections::BTreeSet;

use wgpu_noise::gpu::compose::grid_kernel;
use wgpu_noise::noise::Value;
use wgpu_noise::recipe::Preset;
use wgpu_noise::snippet::{Options, snippet};
use wgpu_noise::verify::Case;
use wgpu_noise::{Job, Noise};

use crate::support::one_of_each_row_off_edges;

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
pub fn structures() -> Vec<Case> {
    let mut seen = BTreeSet::new();
    let mut cases = one_of_each_row_off_edges();
    cases.retain(|case| {
        let job = case.job().expect("a case is right");
        snippet(&job, &Options::new("mine")).is_ok() && seen.insert(grid_kernel(job.program()))
    });
    cases
}

/// Those of them that bring a node, a parameter of one, or a number of axes that none before had.
pub fn of_nodes() -> Vec<Case> {
    let mut seen = BTreeSet::new();
    let mut cases = structures();
    cases.retain(|case| {
        let known = seen.len();
        let dimension = case.dimension();
        case.channels
            .iter()
            .for_each(|noise| visit(noise, dimension, &mut seen));
        seen.len() > known
    });
    cases
}

fn visit(noise: &Noise, dimension: usize, seen: &mut BTreeSet<String>) {
    let node = noise.node();
    seen.insert(format!("{} in {dimension}-D", node.kind.name()));
    for (param, value) in &node.params {
        seen.insert(format!("{}.{param}", node.kind.name()));
        if let Value::Noise(input) = value {
            visit(input, dimension, seen);
        }
    }
}

/// The job of each structure, by name and axes.
pub fn of_structures() -> Vec<(String, Job)> {
    let job = |case: Case| {
        let job = case.job().expect("a case is right");
        (format!("{} ({})", case.name, case.axes()), job)
    };
    structures().into_iter().map(job).collect()
}
