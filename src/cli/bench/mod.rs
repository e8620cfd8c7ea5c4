//! `wgpu-noise bench`: how fast is this machine?

#[cfg(feature = "gpu")]
mod adapters;
mod cpu;
mod rounds;
mod row;
mod workload;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
#[cfg(feature = "gpu")]
use wgpu_noise::Noise;
use wgpu_noise::{Error, Grid, Job, Result};

use super::backend::check_adapter;
use super::exit::Exit;
use super::terminal::{note, print, print_json};
use rounds::{Rounds, Run};
use row::Row;
use workload::{WORKLOADS, Workload};

/// Samples of a cache line.
const LINE: usize = 16;

/// Along each axis of space, the part of the samples that `--quick` leaves.
const QUICK: u32 = 4;

/// Measure six workloads on this machine: samples a second, and what share that is of writing alone.
///
/// A workload is named by dimensions and octaves: perlin noise in 2-D on 4096x4096 samples, 64 to a cell along each axis; in
/// 3-D on 256x256x256 and in 4-D on 128x128x128 in 8 frames, 32 to a cell. It runs on the CPU, in each form that the machine has, on one thread
/// and on all, and on each GPU in hardware, with read-back to the host and without. All of a workload's runs are measured
/// in turn, each after an unmeasured one of its own; a figure is the median. The
/// memory that is filled begins at a cache line.
///
/// The write limit is measured in the same rounds. For the CPU it is one number stored everywhere in the same memory,
/// around the caches where the machine can, on as many threads. For a GPU it is its kernel for a constant on the same grid,
/// read back or not as the row is.
#[derive(clap::Args)]
pub struct Args {
    /// A workload; may be given several times [default: all]
    #[arg(long, value_name = "NAME", value_parser = workload())]
    workload: Vec<Workload>,

    /// Measured rounds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000), allow_hyphen_values = true)]
    rounds: u32,

    /// In place of the GPUs in hardware, an adapter: a part of its name in any case, or its index in `devices`; may be
    /// given several times
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    adapter: Vec<String>,

    /// Small grids, for a look at the output: caches and start-up distort the figures
    #[arg(long)]
    quick: bool,

    /// Print an array of objects for programs
    #[arg(long)]
    json: bool,
}

fn workload() -> impl clap::builder::TypedValueParser<Value = Workload> {
    let names = PossibleValuesParser::new(WORKLOADS.map(|workload| workload.name));
    names.try_map(|name| {
        let mut all = WORKLOADS.into_iter();
        all.find(|workload| workload.name == name)
            .ok_or("no workload")
    })
}

/// Something to be measured, the run that bounds it, and its row but for the figures.
struct Entry {
    run: Run,
    limit: Run,
    row: Row,
}

/// A workload on its grid.
struct Task {
    workload: Workload,
    grid: Grid,
}

impl Task {
    fn job(&self) -> Result<Job> {
        self.workload.job(&self.grid)
    }

    /// A constant on the same grid.
    #[cfg(feature = "gpu")]
    fn constant(&self) -> Result<Job> {
        Job::of(&[Noise::constant(1.0)], &self.grid)
    }
}

pub fn run(args: &Args) -> Result<Exit> {
    args.adapter
        .iter()
        .try_for_each(|adapter| check_adapter(adapter))?;
    let cpu = cpu::Pools::new()?;
    #[cfg(feature = "gpu")]
    let adapters = adapters::open(&args.adapter)?;
    #[cfg(not(feature = "gpu"))]
    refuse_adapters(&args.adapter)?;

    let workloads = match args.workload.is_empty() {
        true => WORKLOADS.to_vec(),
        false => args.workload.clone(),
    };
    if args.quick {
        note("small grids: the figures are no measure of speed");
    }
    if !args.json {
        print(row::HEAD)?;
    }
    let mut rows = Vec::new();
    for workload in workloads {
        let grid = workload.grid(if args.quick { QUICK } else { 1 });
        let task = Task { workload, grid };
        let mut rounds = Rounds::default();
        let entries = cpu.enter(&task, &mut rounds)?;
        #[cfg(feature = "gpu")]
        let entries = adapters::enter(&adapters, &task, &mut rounds, entries)?;
        let measured = measure(&task, rounds, entries, args.rounds)?;
        if !args.json {
            print(&measured.iter().map(Row::line).collect::<String>())?;
        }
        rows.extend(measured);
    }
    if args.json {
        print_json(&rows)?;
    }
    Ok(Exit::Done)
}

fn measure(task: &Task, rounds: Rounds, entries: Vec<Entry>, count: u32) -> Result<Vec<Row>> {
    let samples = task.grid.samples()?;
    let bytes = samples * size_of::<f32>() as u64;
    let mut memory: Vec<f32> = Vec::new();
    let room = samples as usize + LINE;
    (memory.try_reserve_exact(room)).map_err(|_| Error::OutOfHostMemory { bytes })?;
    memory.resize(room, 0.0);
    let ahead = memory.as_ptr().align_offset(LINE * size_of::<f32>());
    let out = &mut memory[ahead..][..samples as usize];
    let medians = rounds.measure(count, out)?;
    let figures = |entry: Entry| {
        let seconds = medians.seconds(entry.run);
        Row {
            msamples_per_s: samples as f64 / seconds / 1e6,
            write_limit_share: medians.seconds(entry.limit) / seconds,
            ..entry.row
        }
    };
    Ok(entries.into_iter().map(figures).collect())
}

impl Task {
    /// A row that has its figures to come.
    fn row(&self, backend: &'static str, form: &'static str) -> Row {
        let frames = self.grid.frames.map(|frames| format!(" x {frames}"));
        Row {
            workload: self.workload.name,
            size: self.grid.describe_size() + &frames.unwrap_or_default(),
            backend,
            adapter: None,
            form,
            threads: None,
            read_back: true,
            msamples_per_s: 0.0,
            write_limit_share: 0.0,
        }
    }
}

#[cfg(not(feature = "gpu"))]
fn refuse_adapters(adapters: &[String]) -> Result<()> {
    match adapters.first() {
        None => Ok(()),
        Some(adapter) => Err(Error::Invalid {
            field: "--adapter".into(),
            given: adapter.clone(),
            allowed: "none: this build has no GPU backend".into(),
        }),
    }
}
