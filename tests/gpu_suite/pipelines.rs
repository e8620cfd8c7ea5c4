//! Every kernel becomes a pipeline, on a device that needs no GPU: wgpu's no-op device validates as a real one does.

use std::collections::BTreeSet;

use wgpu_noise::gpu::{Context, Gpu, wgpu};
use wgpu_noise::grid::Brick;
use wgpu_noise::internals::gpu::Strategy;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::verify::Case;
use wgpu_noise::{Backend, Grid, Job, Noise};

use crate::support::{few, one_of_each_row};

fn noop(required_limits: wgpu::Limits) -> Context {
    let descriptor = wgpu::DeviceDescriptor {
        required_limits,
        ..Default::default()
    };
    let (device, queue) = wgpu::Device::noop(&descriptor);
    Context::from_device(&device, &queue)
}

fn cases_by_every_strategy() -> impl Iterator<Item = (Case, Strategy)> {
    let strategies = [
        Strategy::Sweep,
        Strategy::March,
        Strategy::Runs,
        Strategy::Tiles,
        Strategy::Points,
    ];
    (few(one_of_each_row()).into_iter())
        .flat_map(move |case| strategies.map(|strategy| (case.clone(), strategy)))
}

fn every_kernel_becomes_a_pipeline(limits: wgpu::Limits) {
    let context = noop(limits);
    for (case, strategy) in cases_by_every_strategy() {
        let label = format!("{} ({})", case.name, case.axes());
        let job = case.job().expect("a case that can be computed");
        let made = Gpu::with_strategy(&context, job, strategy);
        let mut gpu = made.unwrap_or_else(|error| panic!("{label}: {error}"));
        let brick = Brick {
            start: [0; 4],
            size: [1; 4],
        };
        let channels = case.channels.len() as u32;
        let plain = Packing::samples(channels).expect("a right packing");
        let packed =
            Packing::new(Format::Rgba8Unorm, channels, [0.0, 1.0]).expect("a right packing");
        for packing in [plain, packed] {
            let mut out = vec![0; packing.bytes() as usize];
            let filled = gpu.fill(&brick, &packing, &mut out);
            filled.unwrap_or_else(|error| panic!("{label}: {error}"));
        }
    }
    let made = context.pipeline_count();
    assert!(made > 100, "only {made} kernels");
}

#[test]
fn under_the_default_limits() {
    every_kernel_becomes_a_pipeline(wgpu::Limits::default());
}

#[test]
fn under_the_downlevel_limits() {
    every_kernel_becomes_a_pipeline(wgpu::Limits::downlevel_defaults());
}

/// Computes a sample of a job. Returns the strategy, and how many pipelines the context has then.
fn fill(context: &Context, job: Job, strategy: Option<Strategy>) -> (Strategy, usize) {
    let brick = Brick {
        start: [0; 4],
        size: [1; 4],
    };
    let made = match strategy {
        Some(strategy) => Gpu::with_strategy(context, job, strategy),
        None => Gpu::new(context, job),
    };
    let mut gpu = made.expect("a backend");
    let packing = Packing::samples(gpu.channels() as u32).expect("a right packing");
    let mut out = vec![0; packing.bytes() as usize];
    gpu.fill(&brick, &packing, &mut out).expect("samples");
    (gpu.strategy(), context.pipeline_count())
}

/// Sets the numbers of some cases to others, all that take a value together. Returns the names of the numbers.
///
/// Octaves that are too many for a run go by another strategy, point by point, which has a kernel of its own, and a march has a
/// kernel for each class of octaves, whose count may follow from other numbers (`octaves = "auto"`). So octaves are set alone.
fn numbers_compile_nothing(cases: &[Case], strategy: Option<Strategy>) -> BTreeSet<String> {
    let context = noop(wgpu::Limits::default());
    let mut changed = BTreeSet::new();
    for case in cases {
        let job = case.job().expect("a case that can be computed");
        let (usual, mut made) = fill(&context, job.clone(), strategy);
        let slots = job.params().slots().iter().map(|slot| slot.name.as_str());
        let (octaves, others): (Vec<_>, Vec<_>) = slots.partition(|name| name.ends_with("octaves"));
        for value in [0.0, 0.5, 2.0] {
            for names in octaves.chunks(1).chain([&others[..]]) {
                let mut other = job.clone();
                // Some are out of the range of some.
                let set: Vec<&str> = (names.iter().copied())
                    .filter(|name| other.set(name, value).is_ok())
                    .collect();
                if usual == Strategy::March && !other.octaves().eq(job.octaves()) {
                    continue;
                }
                let (other, now) = fill(&context, other, strategy);
                if other == usual {
                    assert_eq!(now, made, "{}: {set:?} = {value}", case.name);
                    changed.extend(set.into_iter().map(str::to_string));
                }
                made = now;
            }
        }
    }
    changed
}

/// A row of the suite for every node and parameter.
#[test]
fn no_number_compiles_a_kernel() {
    let changed = numbers_compile_nothing(&one_of_each_row(), None);
    for name in [
        "worley.jitter",
        "value.centre",
        "perlin.seed",
        "fbm.octaves",
    ] {
        assert!(
            changed.contains(name),
            "{name} was not changed: {changed:?}"
        );
    }
}

#[test]
fn no_number_compiles_a_sweep() {
    let changed = numbers_compile_nothing(&few(one_of_each_row()), Some(Strategy::Sweep));
    assert!(changed.contains("fbm.octaves"), "{changed:?}");
}

#[test]
fn no_number_but_octaves_compiles_a_march() {
    let changed = numbers_compile_nothing(&few(one_of_each_row()), Some(Strategy::March));
    for name in ["perlin.seed", "fbm.gain"] {
        assert!(changed.contains(name), "{name}: {changed:?}");
    }
}

#[test]
fn octaves_of_one_class_share_a_march() {
    let context = noop(wgpu::Limits::default());
    let mut made = 0;
    // Those beyond the registers are one class.
    for (octaves, is_new) in [
        (5, true),
        (6, true),
        (7, true),
        (8, false),
        (9, true),
        (12, false),
        (13, true),
        (16, false),
        (17, true),
        (20, false),
        (21, true),
        (27, false),
        (32, false),
        (3, true),
        (4, false),
        (10, false),
    ] {
        let noise = Noise::perlin().fbm().octaves(octaves).lacunarity(1.2);
        let job = Job::of(&[noise], &Grid::new([64, 64])).expect("a job");
        let (strategy, now) = fill(&context, job, Some(Strategy::March));
        assert_eq!(strategy, Strategy::March);
        assert_eq!(now > made, is_new, "{octaves} octaves");
        made = now;
    }
}

#[test]
fn a_kernel_that_is_no_wgsl_is_noticed() {
    let context = noop(wgpu::Limits::default());
    let refused = pollster::block_on(context.attempt(|device, _| {
        let _ = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl("fn main() { return 1; }".into()),
        });
        Ok(())
    }));
    assert!(refused.is_err());
}
