//! `wgpu-noise bench`: measures how fast this machine computes noise.

#[cfg(feature = "gpu")]
mod adapters;
mod cpu;
mod rounds;
mod row;
#[cfg(feature = "gpu")]
mod tune;
mod workload;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use rayon::ThreadPool;
#[cfg(feature = "gpu")]
use wgpu_noise::Noise;
use wgpu_noise::{Error, Grid, Job, Result};

use super::backend::check_adapter;
use super::exit::Exit;
use super::terminal::{note, print, print_json};
use super::values::whole_number;
use rounds::{Rounds, Run};
use row::Row;
use workload::{OTHERS, WORKLOADS, Workload};

/// The number of samples in a cache line.
const CACHE_LINE: usize = 16;

/// `--quick` divides the number of samples along each axis of space by this.
const QUICK: u32 = 4;

/// Measure how many samples per second this machine computes, and compare with writing memory alone.
///
/// A workload is named by its dimensions and octaves: perlin noise in 2-D on 4096x4096 samples with 64 samples per cell along
/// each axis, in 3-D on 256x256x256 and in 4-D on 128x128x128 with 8 frames, both with 32 samples per cell. With --all, the
/// other sources and fractals follow, perlin noise that is warped by perlin noise along each axis of space, and some presets.
/// Each runs on the CPU with each level of SIMD instructions, on one thread and on all, and on each hardware GPU with
/// read-back to the host and without it; without it, the device's own clock counts if there is one, after it was busy for a
/// tenth of a second. All runs of a workload are measured in turn, each after a run that is not measured. The figures are
/// medians. The memory that is filled begins at a cache line.
///
/// The write limit is measured in the same rounds. On the CPU it is the time to store one number everywhere in the same memory
/// with as many threads, with non-temporal stores if the CPU has them. On a GPU it is the time of the kernel for a constant on
/// the same grid, with or without read-back as the row; a kernel whose invocations write many samples may be faster.
#[derive(clap::Args)]
pub struct Args {
    /// A workload to measure; may be given several times [default: those of perlin noise]
    #[arg(long, value_name = "NAME", value_parser = workload())]
    workload: Vec<Workload>,

    /// Measure all workloads, with those of other sources and fractals, and of presets
    #[arg(long, conflicts_with = "workload")]
    all: bool,

    /// The number of rounds to measure
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole_number(1..=1000_u32), allow_hyphen_values = true)]
    rounds: u32,

    /// An adapter to measure in place of the hardware GPUs: a part of its name in any case, or its index in `devices`; may be
    /// given several times
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    adapter: Vec<String>,

    /// Leave the CPU out, whose slowest levels take most of the time
    #[cfg(feature = "gpu")]
    #[arg(long)]
    no_cpu: bool,

    /// Measure instead which kernels are fastest on each adapter, and remember it: the GPU backend uses them from then on, with
    /// this driver and version. The file is `tuning.toml` in the folder WGPU_NOISE_CACHE, which is by default `wgpu-noise` in the
    /// user's cache folder; if the variable is empty, nothing is read or remembered
    #[cfg(feature = "gpu")]
    #[arg(long, conflicts_with_all = ["workload", "all", "no_cpu"])]
    tune: bool,

    /// With --tune, only print what is fastest: nothing is read from the cache folder or remembered in it
    #[cfg(feature = "gpu")]
    #[arg(long, requires = "tune")]
    no_cache: bool,

    /// Use small grids, to see what the output looks like. The figures are no measure of speed
    #[arg(long)]
    quick: bool,

    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

fn workload() -> impl clap::builder::TypedValueParser<Value = Workload> {
    let names = PossibleValuesParser::new(all_workloads().map(|workload| workload.name));
    names.try_map(|name| {
        all_workloads()
            .find(|workload| workload.name == name)
            .ok_or("no workload")
    })
}

fn all_workloads() -> impl Iterator<Item = Workload> {
    WORKLOADS.into_iter().chain(OTHERS)
}

/// A run to be measured, the run that is its write limit, and its row, which gets the figures later.
struct Measurement {
    run: Run,
    limit: Run,
    row: Row,
}

/// A workload on its grid.
struct Task {
    workload: Workload,
    grid: Grid,
}

impl Args {
    /// Returns the threads that the CPU is measured with.
    fn pools(&self) -> Result<Vec<ThreadPool>> {
        #[cfg(feature = "gpu")]
        if self.no_cpu {
            return Ok(Vec::new());
        }
        cpu::pools()
    }
}

impl Task {
    fn job(&self) -> Result<Job> {
        self.workload.job(&self.grid)
    }

    /// Returns the job of a constant in as many channels on the same grid.
    #[cfg(feature = "gpu")]
    fn constant(&self) -> Result<Job> {
        let channels = self.job()?.program().channels();
        Job::of(vec![Noise::constant(1.0); channels], &self.grid)
    }
}

pub fn run(args: &Args) -> Result<Exit> {
    args.adapter
        .iter()
        .try_for_each(|adapter| check_adapter(adapter))?;
    #[cfg(feature = "gpu")]
    let adapters = adapters::open(&args.adapter, !args.no_cache)?;
    #[cfg(feature = "gpu")]
    if args.tune {
        return tune::run(args, &adapters);
    }
    #[cfg(not(feature = "gpu"))]
    refuse_adapters(&args.adapter)?;
    let cpu = args.pools()?;

    let workloads = match &args.workload[..] {
        [] if args.all => all_workloads().collect(),
        [] => WORKLOADS.to_vec(),
        given => given.to_vec(),
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
        let measurements = cpu::add(&cpu, &task, &mut rounds)?;
        #[cfg(feature = "gpu")]
        let measurements = adapters::add(&adapters, &task, &mut rounds, measurements)?;
        let measured = measure(&task, rounds, measurements, args.rounds)?;
        if !args.json {
            print(measured.iter().map(Row::line).collect::<String>())?;
        }
        rows.extend(measured);
    }
    if args.json {
        print_json(&rows)?;
    }
    Ok(Exit::Done)
}

fn measure(
    task: &Task,
    rounds: Rounds,
    measurements: Vec<Measurement>,
    count: u32,
) -> Result<Vec<Row>> {
    let samples = task.grid.samples()?;
    let numbers = samples * task.job()?.program().channels() as u64;
    let bytes = numbers * size_of::<f32>() as u64;
    let mut memory: Vec<f32> = Vec::new();
    let room = numbers as usize + CACHE_LINE;
    (memory.try_reserve_exact(room)).map_err(|_| Error::OutOfHostMemory { bytes })?;
    memory.resize(room, 0.0);
    let ahead = memory.as_ptr().align_offset(CACHE_LINE * size_of::<f32>());
    let out = &mut memory[ahead..][..numbers as usize];
    let medians = rounds.measure(count, out)?;
    let figures = |measurement: Measurement| {
        let seconds = medians.seconds(measurement.run);
        Row {
            msamples_per_s: samples as f64 / seconds / 1e6,
            write_limit_share: medians.seconds(measurement.limit) / seconds,
            ..measurement.row
        }
    };
    Ok(measurements.into_iter().map(figures).collect())
}

impl Task {
    /// Returns a row without figures.
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
        Some(adapter) => Err(Error::invalid(
            "--adapter",
            adapter,
            "none: this build has no GPU backend",
        )),
    }
}
