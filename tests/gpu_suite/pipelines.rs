//! Every kernel becomes a pipeline, on a device that needs no GPU: wgpu's no-op device validates as a real one does.

use std::collections::BTreeSet;

use wgpu_noise::gpu::{Context, Gpu, wgpu};
use wgpu_noise::grid::Brick;
use wgpu_noise::internals::gpu::Strategy;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::verify::Case;
use wgpu_noise::{Backend, Job};

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

/// A row of the suite for every node and parameter, each of its numbers set to others. Octaves that are too many for a run
/// go by another strategy, point by point, which has a kernel of its own.
#[test]
fn no_number_compiles_a_kernel() {
    let context = noop(wgpu::Limits::default());
    let fill = |job: Job| {
        let brick = Brick {
            start: [0; 4],
            size: [1; 4],
        };
        let mut gpu = Gpu::new(&context, job).expect("a backend");
        let packing = Packing::samples(gpu.channels() as u32).expect("a right packing");
        let mut out = vec![0; packing.bytes() as usize];
        gpu.fill(&brick, &packing, &mut out).expect("samples");
        (gpu.strategy(), context.pipeline_count())
    };
    let mut changed = BTreeSet::new();
    for case in one_of_each_row() {
        let job = case.job().expect("a case that can be computed");
        let (strategy, mut made) = fill(job.clone());
        for slot in job.params().slots() {
            for value in [0.0, 0.5, 2.0] {
                let mut other = job.clone();
                // Some are out of the range of some.
                if other.set(&slot.name, value).is_err() {
                    continue;
                }
                let (other, now) = fill(other);
                if other == strategy {
                    assert_eq!(now, made, "{}: {} = {value}", case.name, slot.name);
                    changed.insert(slot.name.clone());
                }
                made = now;
            }
        }
    }
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
