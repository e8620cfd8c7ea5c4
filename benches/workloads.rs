//! Samples a second for six workloads of 16.8 million samples each, beside what memory allows.
//!
//! `cargo bench` runs everything; `cargo bench -- 3d-5` one workload; `NOISE_ADAPTER=NAME` picks
//! the adapter (part of its name), which is otherwise the hardware one, if there is any.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::Packing;
use wgpu_noise::{Backend, Grid, Job, Noise, cpu::Cpu};

struct Workload {
    name: &'static str,
    grid: Grid,
    octaves: u32,
}

/// The workloads: dimensions and octaves, by the names that results use.
fn workloads() -> Vec<Workload> {
    let plane = || Grid::new([4096, 4096]);
    let volume = || Grid::new([256, 256, 256]);
    let animated = || Grid::new([128, 128, 128]).frames(8);
    [
        ("2d-1", plane(), 1),
        ("2d-6", plane(), 6),
        ("3d-1", volume(), 1),
        ("3d-5", volume(), 5),
        ("4d-1", animated(), 1),
        ("4d-4", animated(), 4),
    ]
    .map(|(name, grid, octaves)| Workload {
        name,
        grid,
        octaves,
    })
    .into()
}

impl Workload {
    fn job(&self) -> Job {
        let noise = Noise::perlin().frequency(8.0).fbm().octaves(self.octaves);
        Job::of(&[noise], &self.grid).expect("the workload is right")
    }

    fn samples(&self) -> u64 {
        self.grid.samples().expect("the workload fits")
    }
}

/// Fills every frame, one after the other, into warm memory.
fn fill(backend: &mut dyn Backend, out: &mut [f32]) {
    let packing = Packing::samples(1).expect("one channel");
    let frames = backend.grid().frame_count();
    let length = out.len() / frames as usize;
    for (frame, out) in (0..frames).zip(out.chunks_exact_mut(length)) {
        let brick = Brick::whole(backend.grid(), frame);
        let filled = backend.fill(&brick, &packing, bytemuck::cast_slice_mut(out));
        filled.expect("the backend works");
    }
}

/// Computes every frame on the device, one after the other, and reads nothing back.
#[cfg(feature = "gpu")]
fn compute(gpu: &mut wgpu_noise::gpu::Gpu) {
    for frame in 0..gpu.grid().frame_count() {
        let brick = Brick::whole(gpu.grid(), frame);
        pollster::block_on(gpu.compute_async(&brick)).expect("the backend works");
    }
}

fn bench(criterion: &mut Criterion) {
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a thread");
    #[cfg(feature = "gpu")]
    let context = context();
    for workload in workloads() {
        let mut out = vec![0.0; workload.samples() as usize];
        let source = out.clone();
        let mut group = criterion.benchmark_group(workload.name);
        group
            .sample_size(10)
            .throughput(Throughput::Elements(workload.samples()));

        group.bench_function("store", |b| {
            b.iter(|| black_box(&mut out).fill(black_box(1.0)))
        });
        group.bench_function("copy", |b| {
            b.iter(|| black_box(&mut out).copy_from_slice(black_box(&source)))
        });
        let mut cpu = Cpu::new(workload.job());
        group.bench_function("cpu, one thread", |b| {
            b.iter(|| one.install(|| fill(&mut cpu, &mut out)))
        });
        group.bench_function("cpu, all threads", |b| b.iter(|| fill(&mut cpu, &mut out)));
        #[cfg(feature = "gpu")]
        if let Some(context) = &context {
            use wgpu_noise::gpu::{Gpu, Way};
            for (way, name) in [(Way::Walk, "walk"), (Way::Points, "points")] {
                let mut gpu = Gpu::with_way(context, workload.job(), way)
                    .expect("the workload fits the device");
                group.bench_function(format!("gpu {name}, with read-back"), |b| {
                    b.iter(|| fill(&mut gpu, &mut out))
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
