//! Samples a second for workloads of 16.8 million samples each, beside what memory allows.
//!
//! `cargo bench` runs everything; `cargo bench -- 3d-5` one workload; `NOISE_ADAPTER=NAME` picks
//! the adapter (part of its name), which is otherwise the hardware one, if there is any.

use std::hint::black_box;

#[path = "../src/cli/bench/workload.rs"]
mod workload;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use wgpu_noise::cpu::Cpu;
use wgpu_noise::{Backend, Job, internals};
use workload::{OTHERS, WORKLOADS, Workload};

fn job(workload: &Workload) -> Job {
    let job = workload.job(&workload.grid(1));
    job.expect("the workload is right")
}

/// Fills all frames, into warm memory.
fn fill(backend: &mut dyn Backend, out: &mut [f32]) {
    workload::fill(backend, out).expect("the backend works");
}

/// Computes all frames on the device, and reads nothing back.
#[cfg(feature = "gpu")]
fn compute(gpu: &mut wgpu_noise::gpu::Gpu) {
    use wgpu_noise::grid::Brick;
    let all = Brick::all(gpu.grid());
    pollster::block_on(gpu.compute_async(&all, 1)).expect("the backend works");
}

fn bench(criterion: &mut Criterion) {
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a thread");
    #[cfg(feature = "gpu")]
    let context = context();
    for workload in WORKLOADS.into_iter().chain(OTHERS) {
        let samples = workload.grid(1).samples().expect("the workload fits");
        let mut cpu = Cpu::new(job(&workload));
        let mut out = vec![0.0; samples as usize * cpu.channels()];
        let source = out.clone();
        let mut group = criterion.benchmark_group(workload.name);
        group
            .sample_size(10)
            .throughput(Throughput::Elements(samples));

        group.bench_function("store", |b| {
            b.iter(|| black_box(&mut out).fill(black_box(1.0)));
        });
        group.bench_function("store, non-temporal", |b| {
            b.iter(|| one.install(|| internals::fill_memory(1.0, black_box(&mut out))));
        });
        group.bench_function("copy", |b| {
            b.iter(|| black_box(&mut out).copy_from_slice(black_box(&source)));
        });
        group.bench_function("cpu, one thread", |b| {
            b.iter(|| one.install(|| fill(&mut cpu, &mut out)));
        });
        group.bench_function("cpu, all threads", |b| b.iter(|| fill(&mut cpu, &mut out)));
        #[cfg(feature = "gpu")]
        if let Some(context) = &context {
            use wgpu_noise::gpu::Gpu;
            use wgpu_noise::internals::gpu::Strategy;
            let strategies = [
                Strategy::Runs,
                Strategy::Tiles,
                Strategy::March,
                Strategy::Sweep,
                Strategy::Points,
            ];
            for strategy in strategies {
                let mut gpu = Gpu::with_strategy(context, job(&workload), strategy)
                    .expect("the workload fits the device");
                // A kernel that cannot be of this strategy is of another.
                if gpu.strategy() != strategy {
                    continue;
                }
                let name = strategy.name();
                group.bench_function(format!("gpu {name}, with read-back"), |b| {
                    b.iter(|| fill(&mut gpu, &mut out));
                });
                group.bench_function(format!("gpu {name}"), |b| b.iter(|| compute(&mut gpu)));
            }
        }
        group.finish();
    }
}

/// The adapter at hand.
#[cfg(feature = "gpu")]
fn context() -> Option<wgpu_noise::gpu::Context> {
    use wgpu_noise::gpu::{Choice, Context};
    let choice = match std::env::var("NOISE_ADAPTER") {
        Ok(name) => Choice::Named(name),
        Err(_) => Choice::Hardware,
    };
    Context::request_blocking(&choice)
        .inspect_err(|error| eprintln!("gpu left out: {error}"))
        .ok()
}

criterion_group!(benches, bench);
criterion_main!(benches);
