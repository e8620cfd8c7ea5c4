//! After warm-up a frame makes nothing: counted by wgpu, not assumed.

use std::time::{Duration, Instant};

use wgpu_noise::gpu::{Generator, Target, wgpu};
use wgpu_noise::noise::of;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Grid, Job, Noise};

use crate::buffers::buffer;
use crate::device::{Own, own};
use crate::texels::{expected, same, texture};

/// Frames until all that is used again is made.
const WARM_UP: usize = 21;
/// The most frames in flight.
const IN_FLIGHT: usize = 3;
const FRAMES: usize = 1000;
const SIZE: u32 = 16;

/// What wgpu counts of a device.
#[derive(Debug, PartialEq)]
struct Count {
    pipelines: isize,
    modules: isize,
    buffers: isize,
    groups: isize,
    views: isize,
    buffer_bytes: isize,
    texture_bytes: isize,
}

fn count(own: &Own) -> Count {
    let hal = own.device.get_internal_counters().hal;
    Count {
        pipelines: hal.compute_pipelines.read(),
        modules: hal.shader_modules.read(),
        buffers: hal.buffers.read(),
        groups: hal.bind_groups.read(),
        views: hal.texture_views.read(),
        buffer_bytes: hal.buffer_memory.read(),
        texture_bytes: hal.texture_memory.read(),
    }
}

/// Four channels, the first of that gain.
fn noises(gain: f64) -> Vec<Noise<of::Fbm>> {
    let noise = |seed: u32| {
        let noise = Noise::perlin().frequency(4.0).time_frequency(2.0);
        let gain = if seed == 0 { gain } else { 0.5 };
        let layers = noise.seed(seed).fbm().octaves(3).gain(gain);
        layers.name(format!("n{seed}"))
    };
    (0..4).map(noise).collect()
}

#[test]
fn a_thousand_frames_make_nothing_after_warm_up() {
    let Some(own) = own() else { return };
    let volume = texture(&own.device, Format::Rgba16Float, [SIZE; 3], true);
    let noises = noises(0.5);
    let grid = Grid::new([SIZE; 3]).frames(1).seamless();
    let job = Job::of(&noises, &grid).expect("a right job");
    let (mut params, bound) = (job.params().clone(), job.tolerance(0));
    let mut generator =
        Generator::new(&own.device, job, &Target::texture(&volume)).expect("a generator");
    let before = count(&own);
    let mut warm = None;
    let mut host = Duration::ZERO;
    let (mut time, mut gain) = (0.0, 0.5);
    let mut recorded = Vec::new();
    let wait = || {
        own.device
            .poll(wgpu::PollType::wait_indefinitely())
            .expect("a poll");
    };
    for frame in 0..WARM_UP + FRAMES {
        // A slider moves now and then.
        if frame % 10 == 0 {
            gain = 0.4 + 0.2 * (frame % 7) as f64 / 7.0;
            params.set("n0.gain", gain).expect("a gain");
        }
        time = frame as f64 / 240.0;
        let mut encoder = own.device.create_command_encoder(&Default::default());
        let start = Instant::now();
        generator
            .encode(&mut encoder, &params, time)
            .expect("a frame");
        host += start.elapsed();
        recorded.push(encoder.finish());
        // Until all is warm, as many are in flight at once as ever will be.
        if frame >= WARM_UP || recorded.len() == IN_FLIGHT {
            own.queue.submit(recorded.drain(..));
        }
        // As presenting does, a renderer waits for a frame some way back.
        if frame % IN_FLIGHT == IN_FLIGHT - 1 {
            wait();
        }
        if frame + 1 == WARM_UP {
            wait();
            warm = Some(count(&own));
        }
    }
    wait();
    let after = count(&own);
    println!(
        "{:?} a frame on the host; {before:?}; {after:?}",
        host / (WARM_UP + FRAMES) as u32
    );
    assert_eq!(warm, Some(after));
    assert_eq!(
        (before.pipelines, before.groups),
        (count(&own).pipelines, count(&own).groups)
    );
    let packing = Packing::new(Format::Rgba16Float, 4, [-1.0, 1.0]).expect("a packing");
    let expected = expected(&self::noises(gain), &grid, time, &packing);
    same(&own.texels(&volume, 0), &expected, &packing, bound).expect("the last frame");
}

/// The counts would notice.
#[test]
fn a_buffer_is_counted() {
    let Some(own) = own() else { return };
    let before = count(&own);
    let kept = buffer(&own.device, 1 << 16, wgpu::BufferUsages::MAP_READ);
    let after = count(&own);
    assert_eq!(after.buffers, before.buffers + 1);
    assert!(after.buffer_bytes > before.buffer_bytes);
    drop(kept);
}
