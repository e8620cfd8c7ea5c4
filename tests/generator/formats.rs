//! Every format, in every kind of target, holds what the definition says.

use wgpu_noise::gpu::{Generator, Target, required_limits, wgpu};
use wgpu_noise::noise::{Axis, of};
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Grid, Job, Noise};

use crate::buffers::{buffer, read};
use crate::device::{Own, own, own_with};
use crate::texels::{expected, same, texture};

const RANGE: [f32; 2] = [-0.6, 0.7];
const TIME: f64 = 0.3;

/// As many channels as a format has components, up to three: so that a fourth is filled up.
fn noises(format: Format) -> Vec<Noise<of::Fbm>> {
    let channels = format.components().min(3);
    (0..channels)
        .map(|seed| {
            let noise = Noise::perlin()
                .frequency(3.0)
                .time_frequency(2.0)
                .seed(seed);
            noise.fbm().octaves(2).name(format!("n{seed}"))
        })
        .collect()
}

/// A target, and how its bytes are read.
struct Case<'a> {
    size: Vec<u32>,
    target: Target,
    read: Box<dyn Fn() -> Vec<u8> + 'a>,
}

fn cases(own: &Own, format: Format) -> Vec<Case<'_>> {
    let picture = texture(&own.device, format, [37, 9, 1], false);
    let volume = texture(&own.device, format, [13, 6, 7], true);
    let array = texture(&own.device, format, [21, 5, 4], false);
    let texels = 13 * 3 * 5;
    let bytes = u64::from(texels * format.bytes()).next_multiple_of(4);
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    let buffer = buffer(&own.device, 64 + bytes, usage);
    let all = |texture: &wgpu::Texture| {
        let texture = texture.clone();
        move || own.texels(&texture, 0)
    };
    let layer = (21 * 5 * format.bytes()) as usize;
    let whole = all(&array);
    vec![
        Case {
            size: vec![37, 9],
            target: Target::texture(&picture),
            read: Box::new(all(&picture)),
        },
        Case {
            size: vec![13, 6, 7],
            target: Target::texture(&volume),
            read: Box::new(all(&volume)),
        },
        Case {
            size: vec![21, 5],
            target: Target::layer(&array, 2),
            read: Box::new(move || {
                let layers = whole();
                let others = [&layers[..2 * layer], &layers[3 * layer..]].concat();
                assert!(
                    others.iter().all(|&byte| byte == 0),
                    "another layer was written"
                );
                layers[2 * layer..3 * layer].to_vec()
            }),
        },
        Case {
            size: vec![13, 3, 5],
            target: Target::buffer(&buffer, 32..32 + bytes, format),
            read: Box::new(move || {
                let read = read(&own.device, &buffer);
                let around = [&read[..32], &read[32 + bytes as usize..]].concat();
                assert!(
                    around.iter().all(|&byte| byte == 0),
                    "written around the range"
                );
                read[32..][..(texels * format.bytes()) as usize].to_vec()
            }),
        },
    ]
}

#[test]
fn texels_are_the_definitions() {
    let Some(own) = own() else { return };
    for format in Format::TEXELS {
        let missing = wgpu_noise::gpu::required_features(format) - own.device.features();
        if !missing.is_empty() {
            continue;
        }
        let noises = noises(format);
        let packing = Packing::new(format, noises.len() as u32, RANGE).expect("a packing");
        for case in cases(&own, format) {
            let grid = Grid::new(case.size).frames(1).origin([0.1, 0.2, 0.3, 0.4]);
            let job = Job::of(&noises, &grid).expect("a right job");
            let (params, bound) = (job.params().clone(), job.tolerance(0));
            let mut generator = Generator::new(&own.device, job, &case.target.range(RANGE))
                .unwrap_or_else(|error| panic!("{format}: {error}"));
            own.submit(|encoder| {
                generator.encode(encoder, &params, TIME).expect("a frame");
            });
            let found = (case.read)();
            let at = |time| expected(&noises, &grid, time, &packing);
            let whole = same(&found, &at(TIME), &packing, bound);
            assert!(
                whole.is_ok(),
                "{format}, {}: {whole:?}",
                grid.describe_size()
            );
            let other = same(&found, &at(TIME + 0.1), &packing, bound);
            assert!(other.is_err(), "{format}: another time is as good");
        }
    }
}

/// A coordinate of time, a node that names the axis w on a grid without frames, and a picture out of a volume's noise.
#[test]
fn time_reaches_every_node() {
    let Some(own) = own() else { return };
    let packing = Packing::samples(1).expect("a packing");
    let still = Grid::new([16, 8]);
    let slice = Grid::new([16, 8, 1]).frames(3).duration(2.0);
    for (noise, grid) in [
        (
            Noise::w() + Noise::perlin().frequency(3.0),
            still.clone().frames(1),
        ),
        (
            Noise::perlin()
                .frequency(3.0)
                .axes([Axis::X, Axis::Y, Axis::W])
                .any(),
            still,
        ),
        (Noise::perlin().frequency(3.0).fbm().any(), slice),
        (
            Noise::worley().frequency(3.0).name("swings").any(),
            Grid::new([16, 8]).frames(1),
        ),
    ] {
        let target = texture(&own.device, Format::R32Float, [16, 8, 1], false);
        let noises = [noise];
        let job = Job::of(&noises, &grid).expect("a right job");
        let (params, bound) = (job.params().clone(), job.tolerance(0));
        let mut generator =
            Generator::new(&own.device, job, &Target::texture(&target)).expect("a generator");
        for time in [0.0, 0.7, -3.2, 0.7] {
            own.submit(|encoder| {
                generator.encode(encoder, &params, time).expect("a frame");
            });
            let found = own.texels(&target, 0);
            same(
                &found,
                &expected(&noises, &grid, time, &packing),
                &packing,
                bound,
            )
            .unwrap_or_else(|error| panic!("{noises:?} at {time}: {error}"));
        }
    }
}

/// What does not fit a binding is computed in pieces, also where most of the packed bytes lie between short rows.
#[test]
fn a_large_texture_is_computed_in_pieces() {
    let small = wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 16,
        ..required_limits([64, 32, 24])
    };
    let Some(own) = own_with(small) else { return };
    for (format, size) in [
        (Format::R32Float, [64, 32, 24]),
        (Format::Rgba8Unorm, [64, 32, 24]),
        (Format::R16Float, [64, 32, 24]),
        (Format::R8Unorm, [8, 32, 24]),
    ] {
        let noises = noises(format);
        let packing = Packing::new(format, noises.len() as u32, RANGE).expect("a packing");
        let target = texture(&own.device, format, size, true);
        let grid = Grid::new(size).frames(1);
        let job = Job::of(&noises, &grid).expect("a right job");
        let (params, bound) = (job.params().clone(), job.tolerance(0));
        let place = Target::texture(&target).range(RANGE);
        let mut generator = Generator::new(&own.device, job, &place).expect("a generator");
        own.submit(|encoder| {
            generator.encode(encoder, &params, TIME).expect("a frame");
        });
        let expected = expected(&noises, &grid, TIME, &packing);
        same(&own.texels(&target, 0), &expected, &packing, bound).expect("the definition's texels");
    }
}
