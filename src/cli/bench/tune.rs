//! `bench --tune`: which strategy of kernels is fastest on an adapter.

use serde::Serialize;
use wgpu_noise::gpu::{Context, Gpu};
use wgpu_noise::internals::gpu::{Strategy, Tuning, remember};
use wgpu_noise::{Job, Result};

use super::super::exit::Exit;
use super::super::terminal::{note, print, print_json};
use super::adapters::{OpenAdapter, compute};
use super::rounds::Rounds;
use super::workload::{WORKLOADS, Workload};
use super::{Args, QUICK};

const STRATEGIES: [Strategy; 4] = [
    Strategy::Runs,
    Strategy::Tiles,
    Strategy::March,
    Strategy::Sweep,
];

/// An adapter that computes a small grid in less than this many seconds is measured on the large ones.
const SHORT: f64 = 0.01;

/// What was measured on an adapter.
#[derive(Serialize)]
struct Report {
    adapter: String,
    /// The size of the grids, as a part of those of `bench` along each axis of space.
    shrink: u32,
    workloads: Vec<Figures>,
    tuning: Tuning,
}

/// Millions of samples in a second for a workload, without read-back; `None` for a strategy that its kernel cannot have.
#[derive(Serialize)]
struct Figures {
    workload: &'static str,
    runs: Option<f64>,
    tiles: Option<f64>,
    march: Option<f64>,
    sweep: Option<f64>,
}

pub fn run(args: &Args, adapters: &[OpenAdapter]) -> Result<Exit> {
    let mut reports = Vec::new();
    for adapter in adapters {
        let report = measure(adapter, args)?;
        if !args.json {
            print(report.table())?;
        }
        if !args.no_cache {
            match remember(&adapter.context.device().adapter_info(), report.tuning)? {
                Some(path) => note(&format!("remembered in {}", path.display())),
                None => note(
                    "not remembered: WGPU_NOISE_CACHE is empty, or this user has no cache folder",
                ),
            }
        }
        reports.push(report);
    }
    if args.json {
        print_json(&reports)?;
    }
    Ok(Exit::Done)
}

fn measure(adapter: &OpenAdapter, args: &Args) -> Result<Report> {
    let shrink = match args.quick || is_slow(&adapter.context)? {
        true => QUICK,
        false => 1,
    };
    let workloads = (WORKLOADS.iter())
        .map(|workload| Figures::measure(&adapter.context, workload, shrink, args.rounds))
        .collect::<Result<Vec<_>>>()?;
    // Two workloads for each number of axes, in this order.
    let best = |pair: usize| fastest(&workloads[2 * pair..2 * pair + 2]);
    Ok(Report {
        adapter: adapter.name.clone(),
        shrink,
        tuning: Tuning {
            plane: best(0),
            space: best(1),
            animation: best(2),
        },
        workloads,
    })
}

/// Whether small grids are enough to measure an adapter.
fn is_slow(context: &Context) -> Result<bool> {
    let mut gpu = Gpu::new(context, job(&WORKLOADS[3], QUICK)?)?;
    // The first time compiles the kernel.
    compute(&mut gpu)?;
    Ok(compute(&mut gpu)? > SHORT)
}

fn job(workload: &Workload, shrink: u32) -> Result<Job> {
    workload.job(&workload.grid(shrink))
}

/// Returns the strategy with the greatest product of its figures.
fn fastest(workloads: &[Figures]) -> Strategy {
    let product = |strategy: Strategy| -> f64 {
        let figures = workloads
            .iter()
            .map(|figures| figures.of(strategy).unwrap_or(0.0));
        figures.product()
    };
    let greatest = STRATEGIES
        .into_iter()
        .max_by(|&a, &b| product(a).total_cmp(&product(b)));
    greatest.unwrap_or(Strategy::Runs)
}

impl Figures {
    /// Measures the strategies in turn.
    fn measure(
        context: &Context,
        workload: &Workload,
        shrink: u32,
        rounds: u32,
    ) -> Result<Figures> {
        let mut works = Rounds::default();
        let mut runs = Vec::new();
        for strategy in STRATEGIES {
            let mut gpu = Gpu::with_strategy(context, job(workload, shrink)?, strategy)?;
            // A kernel that cannot be of this strategy is of another.
            runs.push((gpu.strategy() == strategy).then(|| works.add(move |_| compute(&mut gpu))));
        }
        let medians = works.measure(rounds, &mut [])?;
        let samples = workload.grid(shrink).samples()? as f64;
        let rate = |run: usize| runs[run].map(|run| samples / medians.seconds(run) / 1e6);
        Ok(Figures {
            workload: workload.name,
            runs: rate(0),
            tiles: rate(1),
            march: rate(2),
            sweep: rate(3),
        })
    }

    fn of(&self, strategy: Strategy) -> Option<f64> {
        match strategy {
            Strategy::Runs => self.runs,
            Strategy::Tiles => self.tiles,
            Strategy::March => self.march,
            Strategy::Sweep => self.sweep,
            Strategy::Points => None,
        }
    }
}

impl Report {
    fn table(&self) -> String {
        let cell = |figure: Option<f64>| figure.map_or("-".into(), |figure| format!("{figure:.1}"));
        let mut table = format!("{}\nMsamples/s", self.adapter);
        for strategy in STRATEGIES {
            table += &format!("  {:>10}", strategy.name());
        }
        table.push('\n');
        for figures in &self.workloads {
            table += &format!("{:<10}", figures.workload);
            for strategy in STRATEGIES {
                table += &format!("  {:>10}", cell(figures.of(strategy)));
            }
            table.push('\n');
        }
        let Tuning {
            plane,
            space,
            animation,
        } = self.tuning;
        let [plane, space, animation] = [plane, space, animation].map(Strategy::name);
        table + &format!("fastest: 2-D {plane}, 3-D {space}, 4-D {animation}\n\n")
    }
}
