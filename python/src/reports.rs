//! Nodes, presets, devices, verification and snippets.

use pyo3::prelude::*;
use serde_json::json;
use wgpu_noise::cpu::SimdLevel;
use wgpu_noise::gpu::adapters;
use wgpu_noise::noise::Kind;
use wgpu_noise::recipe::Preset;
use wgpu_noise::snippet::{Entry, Function, Lang, Options, Parameters, Table, Y};
use wgpu_noise::{Grid, Job, bake, verify as suite};

use crate::backend::Backend;
use crate::engine;
use crate::failure::{Result, invalid};
use crate::interruptible::check_signals;
use crate::recipe::Recipe;

/// Returns the kinds of node with their parameters, as `wgpu-noise nodes --json` prints them.
#[pyfunction]
pub fn nodes() -> String {
    json!(Kind::all().collect::<Vec<_>>()).to_string()
}

/// Returns the names of the presets.
#[pyfunction]
pub fn presets() -> Vec<&'static str> {
    Preset::ALL.iter().map(|preset| preset.name).collect()
}

/// Returns the CPU and the adapters, as `wgpu-noise devices --json` prints them.
#[pyfunction]
pub fn devices(py: Python<'_>) -> String {
    let engine = engine::current(py);
    py.detach(|| {
        // A driver that was loaded before a fork is not asked again.
        let found = match engine.can_have_devices() {
            true => adapters::list_blocking(),
            false => Vec::new(),
        };
        let adapters = found.into_iter().enumerate().map(|(index, adapter)| {
            let mut adapter = json!(adapter);
            adapter["index"] = json!(index);
            adapter
        });
        let forms: Vec<&str> = (SimdLevel::available().into_iter())
            .map(SimdLevel::name)
            .collect();
        json!({
            "cpu": {
                "form": SimdLevel::detect().name(),
                "forms": forms,
                "threads": engine.threads(),
            },
            "adapters": adapters.collect::<Vec<_>>(),
        })
        .to_string()
    })
}

/// Compares a backend with the reference, in every `every`th case. Returns JSON: the backend, the adapter and the outcomes.
#[pyfunction]
pub fn verify(py: Python<'_>, backend: &Backend, every: usize) -> Result<String> {
    let engine = engine::current(py);
    py.detach(|| {
        let usual = Job::of(
            [wgpu_noise::Noise::perlin()],
            &Grid::new([1 << 15, 1 << 15]),
        )?;
        let runs_on = backend.open(&engine, &usual)?;
        let mut outcomes = Vec::new();
        for case in suite::cases().iter().step_by(every.max(1)) {
            check_signals()?;
            let outcome = engine.run(|| suite::run(case, |job| Ok(runs_on.backend(job)?)))?;
            outcomes.push(outcome);
        }
        let report = json!({
            "backend": runs_on.name(),
            "adapter": runs_on.adapter(),
            "outcomes": outcomes,
        });
        Ok(report.to_string())
    })
}

/// Returns a recipe as the source of a shader function.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "they are the options of a snippet"
)]
pub fn snippet(
    recipe: &Recipe,
    name: &str,
    lang: &str,
    entry: &str,
    table: &str,
    parameters: &str,
    y: &str,
    prefix: &str,
    group: u32,
    binding: u32,
) -> Result<Vec<u8>> {
    let job = recipe.recipe.job()?;
    let entry = word("entry", entry, &Entry::ALL, Entry::name)?;
    let mut options = Options::default()
        .lang(word("lang", lang, &Lang::ALL, Lang::name)?)
        .entry(entry)
        .table(word("table", table, &Table::ALL, Table::name)?)
        .parameters(word(
            "parameters",
            parameters,
            &Parameters::ALL,
            Parameters::name,
        )?)
        .y(word("y", y, &Y::ALL, Y::name)?)
        .prefix(prefix)
        .group(group)
        .binding(binding);
    if entry == Entry::Fragment {
        options = options.range(bake::range(&job, recipe.recipe.unorm_range())?);
    }
    let function = Function::new(name, &job).recipe(&recipe.recipe);
    Ok(wgpu_noise::snippet::snippet(&[function], &options)?.bytes())
}

/// Returns the value of that name.
fn word<T: Copy>(field: &str, given: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T> {
    let found = all.iter().copied().find(|&one| name(one) == given);
    found.ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|&one| name(one)).collect();
        invalid(field, given, known.join(", "))
    })
}
