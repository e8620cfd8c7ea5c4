//! What snippets are made of here: every preset, and cases of the shared suite.
//!
//! A plain run takes those cases that bring something which no case before them had: for validity and the values of WGSL a
//! node, a parameter of one, or a number of axes; for the validity of HLSL and the values of other languages, which take longer
//! to compile, a node. `NOISE_CASES=all` takes a case of every structure for validity, one of every row of the suite for the
//! values of WGSL, and those with a new parameter for the values of other languages.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use wgpu_noise::internals::gpu::grid_kernel;
use wgpu_noise::noise::Value;
use wgpu_noise::recipe::Preset;
use wgpu_noise::snippet::{Function, Lang, Options, snippet};
use wgpu_noise::verify::Case;
use wgpu_noise::{Job, Noise};

use crate::support::{all_are_asked_for, one_of_each_row_off_edges};

/// Every preset's job, by its name.
pub fn presets() -> Vec<(String, Job)> {
    let job = |preset: &Preset| {
        let recipe = preset.recipe().expect("a preset is a recipe");
        let job = recipe.job().expect("a preset is right");
        (preset.name.to_string(), job)
    };
    Preset::ALL.iter().map(job).collect()
}

/// The jobs of the cases for validity, by name and axes.
pub fn of_cases(lang: Lang) -> Vec<(String, Job)> {
    let cases = match (all_are_asked_for(), lang) {
        (true, _) => structures().to_vec(),
        (false, Lang::Hlsl) => bringing(Brought::Nodes),
        (false, _) => bringing(Brought::Parameters),
    };
    let job = |case: Case| {
        let job = case.job().expect("a case is right");
        (format!("{} ({})", case.name, case.axes()), job)
    };
    cases.into_iter().map(job).collect()
}

/// The cases for the values of WGSL.
pub fn for_values() -> Vec<Case> {
    match all_are_asked_for() {
        true => one_of_each_row_off_edges(),
        false => bringing(Brought::Parameters),
    }
}

/// The cases for the values of the other languages.
pub fn for_languages() -> Vec<Case> {
    bringing(match all_are_asked_for() {
        true => Brought::Parameters,
        false => Brought::Nodes,
    })
}

/// A case of each structure that a snippet can hold: cases that differ in numbers alone are one.
fn structures() -> &'static [Case] {
    static STRUCTURES: OnceLock<Vec<Case>> = OnceLock::new();
    STRUCTURES.get_or_init(|| {
        let mut seen = BTreeSet::new();
        let mut cases = one_of_each_row_off_edges();
        cases.retain(|case| {
            let job = case.job().expect("a case is right");
            let made = snippet(&[Function::new("mine", &job)], &Options::default());
            made.is_ok() && seen.insert(grid_kernel(job.program()))
        });
        cases
    })
}

/// What a case may bring that none before it had.
#[derive(Clone, Copy, PartialEq)]
enum Brought {
    Nodes,
    /// Nodes in each number of axes, and their parameters.
    Parameters,
}

fn bringing(what: Brought) -> Vec<Case> {
    let mut seen = BTreeSet::new();
    let mut brings = |case: &&Case| {
        let known = seen.len();
        for noise in &case.channels {
            visit(noise, case.dimension(), what, &mut seen);
        }
        seen.len() > known
    };
    structures()
        .iter()
        .filter(|case| brings(case))
        .cloned()
        .collect()
}

fn visit(noise: &Noise, dimension: usize, what: Brought, seen: &mut BTreeSet<String>) {
    let node = noise.node();
    let kind = node.kind.name();
    seen.insert(match what {
        Brought::Nodes => kind.to_string(),
        Brought::Parameters => format!("{kind} in {dimension}-D"),
    });
    for (param, value) in &node.params {
        if what == Brought::Parameters {
            seen.insert(format!("{kind}.{param}"));
        }
        if let Value::Noise(input) = value {
            visit(input, dimension, what, seen);
        }
    }
}
