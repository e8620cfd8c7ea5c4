//! Every kernel becomes a pipeline, on a device that needs no GPU: wgpu's no-op device validates as a real one does.

use wgpu_noise::gpu::{Context, Gpu, Way, wgpu};
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::verify::{self, Case};
use wgpu_noise::{Backend, Grid, Job, Noise};

fn noop(required_limits: wgpu::Limits) -> Context {
    let descriptor = wgpu::DeviceDescriptor {
        required_limits,
        ..Default::default()
    };
    let (device, queue) = wgpu::Device::noop(&descriptor);
    Context::from_device(&device, &queue)
}

fn every_case_in_every_way() -> impl Iterator<Item = (Case, Way)> {
    let ways = [Way::Walk, Way::Tile, Way::Points];
    (verify::cases().into_iter()).flat_map(move |case| ways.map(|way| (case.clone(), way)))
}

fn every_kernel_becomes_a_pipeline(limits: wgpu::Limits) {
    let context = noop(limits);
    for (case, way) in every_case_in_every_way() {
        let label = format!("{} ({})", case.name, case.axes());
        let job = case.job().expect("a case that can be computed");
        let made = Gpu::with_way(&context, job, way);
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

/// What of a noise is a number, none of which compiles anything: a graph of every fractal, and each slot set to another value.
#[test]
fn no_number_of_a_fractal_compiles_a_kernel() {
    let context = noop(wgpu::Limits::default());
    let of = || Noise::perlin().frequency(2.0);
    let lists = |noise: Noise| {
        let noise = noise.set("amplitudes", [1.0, 0.5]);
        noise.set("frequencies", [1.0, 2.0])
    };
    for fractal in [
        of().fbm(),
        of().billow(),
        of().ridged(),
        of().ridged().set("form", "plain"),
        of().ping_pong(),
        of().hybrid(),
        lists(of().fbm()),
        lists(of().hybrid()).set("time_lacunarity", 1.5),
    ] {
        let grid = Grid::new([5, 4]).frames(2);
        let brick = Brick::all(&grid);
        let packing = Packing::samples(1).expect("a right packing");
        let fill = |job: Job| {
            let mut gpu = Gpu::new(&context, job).expect("a backend");
            let mut out = vec![0; (brick.samples() * 4) as usize];
            gpu.fill(&brick, &packing, &mut out).expect("samples");
            context.pipeline_count()
        };
        let job = Job::of(std::slice::from_ref(&fractal), &grid).expect("a right noise");
        let made = fill(job.clone());
        for slot in job.params().slots() {
            for value in [0.0, 1.0, 2.0] {
                let mut other = job.clone();
                // Some are out of the range of some.
                if other.set(&slot.name, value).is_ok() {
                    assert_eq!(fill(other), made, "{} = {value}: {fractal:?}", slot.name);
                }
            }
        }
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
