//! A march, as on a GPU: which frames compile a kernel, and that all of them are right.

use wgpu_noise::gpu::{Generator, Target};
use wgpu_noise::internals::gpu::Strategy;
use wgpu_noise::noise::of;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Grid, Job, Noise};

use crate::device::{Own, own};
use crate::texels::{expected, same, texture};

const SIZE: u32 = 24;

fn noise(octaves: u32, gain: f64) -> Noise<of::Fbm> {
    let fbm = Noise::perlin().frequency(3.0).fbm().lacunarity(1.2);
    fbm.octaves(octaves).gain(gain).name("clouds")
}

fn pipelines(own: &Own) -> isize {
    let counters = own.device.get_internal_counters();
    counters.hal.compute_pipelines.read()
}

/// The first kernel has room for the class of the first job. One that the octaves outgrow is followed by one with room for
/// twice as many, or without a bound where registers are not enough.
#[test]
fn a_slider_compiles_nothing_inside_a_class() {
    let Some(own) = own() else { return };
    let target = texture(&own.device, Format::R32Float, [SIZE, SIZE, 1], false);
    let grid = Grid::new([SIZE, SIZE]);
    let job = Job::of(&[noise(3, 0.5)], &grid).expect("a right job");
    let mut params = job.params().clone();
    let mut generator =
        Generator::with_strategy(&own.device, job, &Target::texture(&target), Strategy::March)
            .expect("a generator");
    let packing = Packing::samples(1).expect("a packing");
    let mut frame = |octaves: u32, gain: f64| {
        let before = pipelines(&own);
        params
            .set("clouds.octaves", octaves.into())
            .expect("octaves");
        params.set("clouds.gain", gain).expect("a gain");
        own.submit(|encoder| {
            generator.encode(encoder, &params, 0.0).expect("a frame");
        });
        let noises = [noise(octaves, gain)];
        let bound = Job::of(&noises, &grid).expect("a job").tolerance(0);
        let expected = expected(&noises, &grid, 0.0, &packing);
        let found = own.texels(&target, 0);
        same(&found, &expected, &packing, bound)
            .unwrap_or_else(|error| panic!("{octaves}: {error}"));
        pipelines(&own) - before
    };
    for (first, last, compiled) in [
        (3, 4, 0),
        (1, 2, 0),
        (5, 12, 1),
        (13, 16, 1),
        (17, 20, 1),
        (21, 32, 1),
        (1, 1, 0),
    ] {
        assert_eq!(frame(first, 0.5), compiled, "{first} octaves");
        for octaves in first..=last {
            assert_eq!(frame(octaves, 0.6), 0, "{octaves} octaves");
        }
    }
}
