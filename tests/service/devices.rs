//! On a device, and when it is lost.

use futures::executor::block_on;
use futures::future::try_join_all;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::gpu::{Choice, Gpu};
use wgpu_noise::service::{Options, Service};
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Backend, Error, Grid, Job, Noise, Volume};

use crate::adapter;
use crate::hand::{ByHand, large, of_size, small};

/// A service on the adapter of the tests, beside what `options` has; `None` where there is none.
pub fn with_adapter(options: Options) -> Option<Options> {
    adapter::context().map(|_| options.gpu(adapter::choice()))
}

fn alone(job: &Job) -> Volume {
    let context = adapter::context().expect("it was there before");
    let mut gpu = Gpu::new(context, job.clone()).expect("a backend");
    gpu.sample(0).expect("samples")
}

#[test]
fn values_are_those_of_the_gpu_backend() {
    let Some(options) = with_adapter(Options::default()) else {
        return;
    };
    let service = Service::start(options).expect("a device");
    for job in [small(1), large(2)] {
        assert_eq!(
            *block_on(service.volume(&job)).expect("a volume"),
            alone(&job)
        );
    }
}

#[test]
fn small_requests_share_a_submission_and_keep_their_bits() {
    let Some(options) = with_adapter(Options::default()) else {
        return;
    };
    let mut by_hand = ByHand::new(options);
    let service = by_hand.service.clone();
    // An odd number of bytes, so that results do not all begin at a whole word.
    let jobs: Vec<Job> = (0..10).map(|seed| of_size(seed, &[31, 7])).collect();
    let volumes: Vec<_> = jobs.iter().map(|job| service.volume(job)).collect();
    let packing = Packing::new(Format::R8Unorm, 1, [-1.0, 1.0]).expect("a packing");
    let texels: Vec<_> = (jobs.iter())
        .map(|job| service.texels(job, &packing))
        .collect();
    for (job, pending) in jobs.iter().zip(volumes) {
        assert_eq!(*by_hand.finish(pending).expect("a volume"), alone(job));
    }
    for (job, pending) in jobs.iter().zip(texels) {
        let expected: Vec<u8> = (alone(job).samples().iter())
            .map(|v| ((v * 0.5 + 0.5) * 255.0 + 0.5) as u8)
            .collect();
        let texels = by_hand.finish(pending).expect("texels");
        let is_near = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= 1;
        assert!(texels.len() == 31 * 7 && texels.iter().zip(&expected).all(is_near));
    }
    let metrics = service.metrics();
    assert!(metrics.shared_submissions > 0, "{metrics:?}");
    assert!(metrics.compute.count < 10, "{metrics:?}");
}

#[test]
fn a_lost_device_costs_time_only() {
    let Some(options) = with_adapter(Options::default().cache_bytes(0)) else {
        return;
    };
    let service = Service::start(options).expect("a device");
    for round in 0..4 {
        let jobs: Vec<Job> = (0..6).map(|seed| small(10 * round + seed)).collect();
        let bake = large(round);
        let pending = try_join_all(jobs.iter().map(|job| service.volume(job)));
        let large = service.volume(&bake);
        service.destroy_devices();
        for (job, volume) in jobs.iter().zip(block_on(pending).expect("volumes")) {
            assert_eq!(*volume, alone(job));
        }
        assert_eq!(*block_on(large).expect("a volume"), alone(&bake));
    }
    let metrics = service.metrics();
    assert!(
        metrics.devices_lost > 0 && metrics.failed == 0,
        "{metrics:?}"
    );
}

#[test]
fn a_device_that_is_lost_in_a_turn_of_several_requests_is_made_anew_once() {
    let Some(options) = with_adapter(Options::default().cache_bytes(0)) else {
        return;
    };
    let mut by_hand = ByHand::new(options);
    let service = by_hand.service.clone();
    for round in 0..2 {
        let jobs: Vec<Job> = (0..5).map(|seed| small(10 * round + seed)).collect();
        // Points are computed on the CPU, beside the submission of the others.
        let points = service.points(&small(round), vec![[0.5; 4]]);
        let volumes: Vec<_> = jobs.iter().map(|job| service.volume(job)).collect();
        if round == 1 {
            // The backends of the first round are used again, and notice only as they compute.
            service.destroy_devices();
        }
        assert!(by_hand.finish(points).is_ok());
        for (job, volume) in jobs.iter().zip(volumes) {
            assert_eq!(*by_hand.finish(volume).expect("a volume"), alone(job));
        }
        assert!(service.metrics().shared_submissions > 0);
    }
    assert_eq!(service.metrics().devices_lost, 1);
}

#[test]
fn a_device_that_cannot_be_made_anew_is_an_error_or_the_cpu() {
    let Some(context) = adapter::context() else {
        return;
    };
    // The caller's own device, which the service does not make anew.
    let name = context.device().adapter_info().name;
    let own = wgpu_noise::gpu::Context::request_blocking(&Choice::Named(name)).expect("a device");
    let service = Service::start(Options::default().device(&own)).expect("the device");
    assert!(block_on(service.volume(&small(1))).is_ok());
    own.device().destroy();
    for seed in 2..5 {
        let lost = block_on(service.volume(&small(seed)));
        assert!(matches!(lost, Err(Error::DeviceLost(_))), "{lost:?}");
        let fallback = block_on(service.cpu_fallback(true).volume(&small(seed)));
        let cpu = Cpu::new(small(seed)).sample(0).expect("samples");
        assert_eq!(*fallback.expect("the CPU's volume"), cpu);
    }
    assert_eq!(service.metrics().devices_lost, 1);
}

#[test]
fn the_cpu_beside_a_lost_device_takes_its_work() {
    let Some(context) = adapter::context() else {
        return;
    };
    let name = context.device().adapter_info().name;
    let own = wgpu_noise::gpu::Context::request_blocking(&Choice::Named(name)).expect("a device");
    let service = Service::start(Options::default().device(&own).cpu()).expect("the device");
    own.device().destroy();
    for seed in 0..20 {
        assert!(block_on(service.volume(&small(seed))).is_ok());
    }
}

/// A worker with a device gets it, whoever else is there.
#[test]
fn what_is_too_large_for_a_kernel_is_an_error_or_the_cpus() {
    let Some(options) = with_adapter(Options::default()) else {
        return;
    };
    let sum = (0..100).fold(Noise::constant(0.0), |sum, seed| {
        sum + Noise::perlin().seed(seed)
    });
    let job = Job::of(&[sum], &Grid::new([4, 4])).expect("a right job");
    let cpu = Cpu::new(job.clone()).sample(0).expect("samples");
    let mut alone = ByHand::new(options.clone());
    let pending = alone.service.volume(&job);
    let refused = alone.finish(pending);
    assert!(
        matches!(refused, Err(Error::TooLarge { .. })),
        "{refused:?}"
    );
    assert_eq!(alone.service.metrics().shared_submissions, 0);
    let pending = alone.service.cpu_fallback(true).volume(&job);
    assert_eq!(*alone.finish(pending).expect("the CPU's volume"), cpu);

    let mut beside = ByHand::new(options.cpu());
    let pending = beside.service.volume(&job);
    assert_eq!(*beside.finish(pending).expect("the CPU's volume"), cpu);
}
