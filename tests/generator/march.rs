//! A march, as on a GPU: which frames compile a kernel, and that all of them are right.

use wgpu_noise::gpu::{Context, Generator, Gpu, Target};
use wgpu_noise::internals::gpu::Strategy;
use wgpu_noise::noise::Axis;
use wgpu_noise::noise::of;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Backend as _, Grid, Job, Noise};

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

/// A small brick is computed in shorter runs than a large one: here of 1, 8 and 4 samples, and of 64 where a backend is given the
/// strategy.
#[test]
fn the_length_of_runs_changes_no_bit() {
    let Some(own) = own() else { return };
    let context = Context::from_device(&own.device, &own.queue);
    let fbm = || Noise::perlin().frequency(3.7).fbm();
    let noises = [
        fbm().into(),
        fbm().partial(Axis::Z),
        fbm() + Noise::worley().frequency(2.3),
    ];
    for (size, noise) in [
        (vec![40, 30, 67], &noises[0]),
        (vec![128, 64, 67], &noises[0]),
        (vec![64, 2041], &noises[0]),
        (vec![128, 64, 67], &noises[1]),
        (vec![40, 30, 67], &noises[2]),
    ] {
        let grid = Grid::new(size.as_slice());
        let job = Job::of(std::slice::from_ref(noise), &grid).expect("a right job");
        let is_volume = size.len() == 3;
        let target = texture(&own.device, Format::R32Float, grid.size3(), is_volume);
        let mut generator = Generator::with_strategy(
            &own.device,
            job.clone(),
            &Target::texture(&target),
            Strategy::March,
        )
        .expect("a generator");
        own.submit(|encoder| {
            generator
                .encode(encoder, job.params(), 0.0)
                .expect("a frame");
        });
        let mut long = Gpu::with_strategy(&context, job, Strategy::March).expect("a backend");
        assert_eq!(long.strategy(), Strategy::March);
        let long = long.sample(0).expect("samples");
        assert!(
            own.texels(&target, 0) == bytemuck::cast_slice::<f32, u8>(long.samples()),
            "{size:?}, {noise:?}"
        );
    }
}
