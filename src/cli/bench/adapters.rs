//! The runs on GPUs: each adapter, with and without read-back.

use std::time::{Duration, Instant};

use wgpu_noise::gpu::{AdapterKind, AdapterSummary, Choice, Context, Gpu, adapters};
use wgpu_noise::grid::Brick;
use wgpu_noise::internals::gpu::Strategy;
use wgpu_noise::{Backend as _, Job, Result};

use super::super::terminal::note;
use super::rounds::{Rounds, Run, timed};
use super::workload::fill;
use super::{Measurement, Task};

/// A GPU that was idle has a low clock: it computes for this long before it is measured.
const BUSY: Duration = Duration::from_millis(100);
/// Each submission has about this much work, since the GPU is idle while the host prepares the next one.
const BURST: Duration = Duration::from_millis(10);
const TIMES_MAX: f64 = 200.0;

/// An adapter with its open device.
pub struct OpenAdapter {
    pub name: String,
    pub context: Context,
}

/// Opens the adapters that are named or, if none is, those of hardware GPUs; `cached` as they are remembered on this machine.
pub fn open(named: &[String], cached: bool) -> Result<Vec<OpenAdapter>> {
    if named.is_empty() {
        let found = hardware(&adapters::list_blocking());
        if found.is_empty() {
            note("no GPU in hardware; --adapter NAME measures another");
        }
        let opened = found
            .into_iter()
            .map(|i| OpenAdapter::open(&Choice::Index(i), cached));
        // An adapter that fails to open does not keep the others from being measured.
        let working = opened.filter_map(|adapter| {
            adapter
                .inspect_err(|error| note(&format!("left out: {error}")))
                .ok()
        });
        return Ok(working.collect());
    }
    let choices = named.iter().map(|text| Choice::from(&text[..]));
    choices
        .map(|choice| OpenAdapter::open(&choice, cached))
        .collect()
}

/// Returns the indices of the hardware adapters. One that has several interfaces is taken once.
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

/// Adds the runs of a workload on all adapters to `measurements`.
pub fn add<'a>(
    adapters: &'a [OpenAdapter],
    task: &Task,
    rounds: &mut Rounds<'a>,
    mut measurements: Vec<Measurement>,
) -> Result<Vec<Measurement>> {
    for adapter in adapters {
        measurements.extend(adapter.add(task, rounds)?);
    }
    Ok(measurements)
}

impl OpenAdapter {
    fn open(choice: &Choice, cached: bool) -> Result<OpenAdapter> {
        let context = match cached {
            true => Context::request_blocking(choice)?,
            false => pollster::block_on(Context::uncached(choice))?,
        };
        Ok(OpenAdapter {
            name: context.device().adapter_info().name,
            context,
        })
    }

    /// Adds the runs of a workload, each after its write limit.
    fn add<'a>(&'a self, task: &Task, rounds: &mut Rounds<'a>) -> Result<Vec<Measurement>> {
        let mut measurements = Vec::new();
        for read_back in [true, false] {
            let (limit, _) = self.add_run(task.constant()?, read_back, rounds)?;
            let (run, strategy) = self.add_run(task.job()?, read_back, rounds)?;
            let mut row = task.row("gpu", strategy.name());
            row.adapter = Some(self.name.clone());
            row.read_back = read_back;
            measurements.push(Measurement { run, limit, row });
        }
        Ok(measurements)
    }

    /// Adds one run, and returns how the kernel computes.
    fn add_run<'a>(
        &'a self,
        job: Job,
        read_back: bool,
        rounds: &mut Rounds<'a>,
    ) -> Result<(Run, Strategy)> {
        let mut gpu = Gpu::new(&self.context, job)?;
        let strategy = gpu.strategy();
        let run = rounds.add(move |out| {
            if read_back {
                timed(|| fill(&mut gpu, out))
            } else {
                compute(&mut gpu)
            }
        });
        Ok((run, strategy))
    }
}

/// Computes all frames without read-back, for as long as [`BUSY`], and returns how many seconds it took the last time.
pub fn compute(gpu: &mut Gpu) -> Result<f64> {
    let start = Instant::now();
    let mut times = 1;
    loop {
        let seconds = compute_in_a_row(gpu, times)?;
        if start.elapsed() >= BUSY {
            return Ok(seconds);
        }
        times = (BURST.as_secs_f64() / seconds).clamp(1.0, TIMES_MAX) as usize;
    }
}

/// Computes as often in a row as `times` says, and returns how many seconds it took each time, by the device's clock or, if
/// it has none, by the host's, which also counts the way to the device and back.
fn compute_in_a_row(gpu: &mut Gpu, times: usize) -> Result<f64> {
    let all = Brick::all(gpu.grid());
    let by_host = timed(|| pollster::block_on(gpu.compute_async(&all, times)))?;
    let by_device = (gpu.take_device_times())
        .and_then(|times| times.computing)
        .filter(|time| !time.is_zero());
    let seconds = by_device.map_or(by_host, |time| time.as_secs_f64());
    Ok(seconds / times as f64)
}
