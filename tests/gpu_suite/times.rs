//! Where the time of a device goes.

use std::time::{Duration, Instant};

use wgpu_noise::gpu::{Gpu, wgpu};
use wgpu_noise::grid::Brick;
use wgpu_noise::program::Job;
use wgpu_noise::texel::Packing;
use wgpu_noise::{Backend, Grid, Noise};

use crate::adapter::context;
use crate::skip::say;

#[test]
fn a_device_says_how_long_it_computed() {
    let Some(context) = context() else { return };
    if !(context.device().features()).contains(wgpu::Features::TIMESTAMP_QUERY) {
        say("skipped: the adapter has no timestamps");
        return;
    }
    let job = Job::of(&[Noise::perlin().fbm()], &Grid::new([64, 64])).expect("a job");
    let mut gpu = Gpu::new(context, job).expect("a backend");
    let times = |gpu: &mut Gpu| gpu.take_device_times().expect("the times of a device");
    assert_eq!(times(&mut gpu).computing, None, "no pass was timed yet");

    // More passes than are timed at a time.
    let packing = Packing::samples(1).expect("a packing");
    let start = Instant::now();
    for x in 0..1100 {
        let brick = Brick {
            start: [x % 64, x / 64, 0, 0],
            size: [1; 4],
        };
        gpu.fill(&brick, &packing, &mut [0; 4]).expect("a sample");
    }
    let of_many = times(&mut gpu);
    let elapsed = start.elapsed();
    let computing = of_many.computing.expect("a time");
    assert!(
        computing > Duration::ZERO && computing < elapsed,
        "{computing:?} of {elapsed:?}"
    );
    assert!(
        of_many.copying > Duration::ZERO && of_many.copying < elapsed,
        "{of_many:?}"
    );

    let of_none = times(&mut gpu);
    assert_eq!(of_none.computing, Some(Duration::ZERO));
    assert_eq!(of_none.copying, Duration::ZERO);

    gpu.sample(0).expect("a volume");
    let of_one = times(&mut gpu).computing.expect("a time");
    assert!(
        of_one > Duration::ZERO && of_one < computing,
        "{of_one:?} of {computing:?}"
    );
}
