//! The GPUs' runs: each adapter, with read-back and without.

use wgpu_noise::gpu::{AdapterKind, AdapterSummary, Choice, Context, Gpu, Way, adapters};
use wgpu_noise::grid::Brick;
use wgpu_noise::{Backend as _, Job, Result};

use super::super::backend::choice;
use super::super::terminal::note;
use super::rounds::{Rounds, Run};
use super::workload::fill;
use super::{Entry, Task};

/// An adapter, open.
pub struct Adapter {
    name: String,
    context: Context,
}

/// The adapters that are named; if none is, those in hardware.
pub fn open(named: &[String]) -> Result<Vec<Adapter>> {
    if named.is_empty() {
        let found = hardware(&adapters::list_blocking());
        if found.is_empty() {
            note("no GPU in hardware; --adapter NAME measures another");
        }
        let opened = found.into_iter().map(|i| Adapter::open(&Choice::Index(i)));
        // One that does not work is no reason to leave the others unmeasured.
        let working = opened.filter_map(|adapter| {
            adapter
                .inspect_err(|error| note(&format!("left out: {error}")))
                .ok()
        });
        return Ok(working.collect());
    }
    let choices = named.iter().map(|text| choice(text));
    choices.map(|choice| Adapter::open(&choice)).collect()
}

/// The places of the adapters that are hardware, each once though it may have several interfaces.
fn hardware(adapters: &[AdapterSummary]) -> Vec<usize> {
    let is_hardware = |adapter: &AdapterSummary| {
        let kinds = [
            AdapterKind::Discrete,
            AdapterKind::Integrated,
            AdapterKind::Virtual,
        ];
        adapter.max_invocations > 0 && kinds.contains(&adapter.kind)
    };
    let mut places: Vec<usize> = Vec::new();
    for (place, adapter) in adapters.iter().enumerate() {
        let known = places.iter().any(|&known| {
            let known = &adapters[known];
            known.name == adapter.name && known.backend != adapter.backend
        });
        if is_hardware(adapter) && !known {
            places.push(place);
        }
    }
    places
}

/// Enters the runs of a workload on all adapters, after those that are `entered`.
pub fn enter<'a>(
    adapters: &'a [Adapter],
    task: &Task,
    rounds: &mut Rounds<'a>,
    mut entered: Vec<Entry>,
) -> Result<Vec<Entry>> {
    for adapter in adapters {
        entered.extend(adapter.enter(task, rounds)?);
    }
    Ok(entered)
}

impl Adapter {
    fn open(choice: &Choice) -> Result<Adapter> {
        let context = Context::request_blocking(choice)?;
        Ok(Adapter {
            name: context.device().adapter_info().name,
            context,
        })
    }

    /// Enters the runs of a workload, the limits first.
    fn enter<'a>(&'a self, task: &Task, rounds: &mut Rounds<'a>) -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for read_back in [true, false] {
            let (limit, _) = self.add(task.constant()?, read_back, rounds)?;
            let (run, way) = self.add(task.job()?, read_back, rounds)?;
            let mut row = task.row("gpu", name(way));
            row.adapter = Some(self.name.clone());
            row.read_back = read_back;
            entries.push(Entry { run, limit, row });
        }
        Ok(entries)
    }

    fn add<'a>(&'a self, job: Job, read_back: bool, rounds: &mut Rounds<'a>) -> Result<(Run, Way)> {
        let mut gpu = Gpu::new(&self.context, job)?;
        let way = gpu.way();
        let run = rounds.add(move |out| match read_back {
            true => fill(&mut gpu, out),
            false => compute(&mut gpu),
        });
        Ok((run, way))
    }
}

/// Computes all frames, and reads nothing back.
fn compute(gpu: &mut Gpu) -> Result<()> {
    pollster::block_on(gpu.compute_async(&Brick::all(gpu.grid())))
}

fn name(way: Way) -> &'static str {
    match way {
        Way::Walk => "walk",
        Way::Tile => "tile",
        Way::Points => "points",
    }
}
