//! Encoder order is value order: each frame has its own numbers, however many are recorded before one is submitted.

use wgpu_noise::gpu::{Generator, Target, wgpu};
use wgpu_noise::noise::of;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Grid, Job, Noise, Params};

use crate::device::{Own, own};
use crate::texels::{expected, same, texture};

const SIZE: [u32; 2] = [24, 10];

fn noise(gain: f64) -> Noise<of::Fbm> {
    Noise::perlin()
        .frequency(4.0)
        .fbm()
        .octaves(3)
        .gain(gain)
        .name("clouds")
}

fn grid() -> Grid {
    Grid::new(SIZE).frames(1)
}

struct Scene {
    generator: Generator,
    texture: wgpu::Texture,
    params: Params,
}

impl Scene {
    fn new(own: &Own) -> Scene {
        let texture = texture(&own.device, Format::R32Float, [SIZE[0], SIZE[1], 1], false);
        let job = Job::of(&[noise(0.5)], &grid()).expect("a right job");
        Scene {
            params: job.params().clone(),
            generator: Generator::new(&own.device, job, &Target::texture(&texture))
                .expect("a generator"),
            texture,
        }
    }

    fn encode(&mut self, encoder: &mut wgpu::CommandEncoder, gain: f64, time: f64) {
        self.params.set("clouds.gain", gain).expect("a gain");
        self.generator
            .encode(encoder, &self.params, time)
            .expect("a frame");
    }
}

/// A copy of the texture at this place among commands.
fn snapshot(own: &Own, encoder: &mut wgpu::CommandEncoder, of: &wgpu::Texture) -> wgpu::Texture {
    let copy = own.device.create_texture(&wgpu::TextureDescriptor {
        usage: wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::COPY_DST,
        ..crate::texels::descriptor(Format::R32Float, [SIZE[0], SIZE[1], 1], false, of.usage())
    });
    encoder.copy_texture_to_texture(of.as_image_copy(), copy.as_image_copy(), of.size());
    copy
}

fn holds(own: &Own, texture: &wgpu::Texture, gain: f64, time: f64) -> Result<(), String> {
    let packing = Packing::samples(1).expect("a packing");
    let expected = expected(&[noise(gain)], &grid(), time, &packing);
    same(&own.texels(texture, 0), &expected, &packing, 2e-6)
}

#[test]
fn frames_of_one_submission_do_not_see_each_others_numbers() {
    let Some(own) = own() else { return };
    let (mut a, mut b) = (Scene::new(&own), Scene::new(&own));
    let frames = [(0.5, 0.0), (0.7, 0.0), (0.7, 0.4), (0.3, 0.4), (0.5, 0.0)];
    let mut encoder = own.device.create_command_encoder(&Default::default());
    let mut taken = Vec::new();
    for (gain, time) in frames {
        a.encode(&mut encoder, gain, time);
        b.encode(&mut encoder, 1.0 - gain, time + 1.0);
        let of = [&a, &b].map(|scene| snapshot(&own, &mut encoder, &scene.texture));
        taken.push((of, gain, time));
    }
    own.queue.submit([encoder.finish()]);
    for ([of_a, of_b], gain, time) in taken {
        holds(&own, &of_a, gain, time).expect("the first generator's frame");
        holds(&own, &of_b, 1.0 - gain, time + 1.0).expect("the second generator's frame");
        assert!(holds(&own, &of_a, 1.0 - gain + 0.01, time).is_err());
    }
}

/// The order of submission decides, not that of recording; and a frame that is dropped leaves nothing behind.
#[test]
fn encoders_may_be_submitted_in_any_order_or_never() {
    let Some(own) = own() else { return };
    let mut scene = Scene::new(&own);
    let mut encoders: Vec<_> = (0..3)
        .map(|_| own.device.create_command_encoder(&Default::default()))
        .collect();
    let mut copies = Vec::new();
    for (encoder, time) in encoders.iter_mut().zip([0.1, 0.2, 0.3]) {
        scene.encode(encoder, 0.6, time);
        copies.push(snapshot(&own, encoder, &scene.texture));
    }
    let mut buffers: Vec<_> = encoders
        .into_iter()
        .map(|encoder| encoder.finish())
        .collect();
    drop(buffers.remove(1));
    buffers.reverse();
    own.queue.submit(buffers);
    holds(&own, &copies[0], 0.6, 0.1).expect("the first frame");
    holds(&own, &copies[2], 0.6, 0.3).expect("the last frame");
    holds(&own, &scene.texture, 0.6, 0.1).expect("the frame that was submitted last");
    // The next frame is whole, though nothing of the one before it was submitted.
    drop(own.device.create_command_encoder(&Default::default()));
    own.submit(|encoder| scene.encode(encoder, 0.4, 0.9));
    holds(&own, &scene.texture, 0.4, 0.9).expect("the frame after");
}

/// More octaves need larger tables: frames before the change keep their own.
#[test]
fn tables_may_grow_between_frames() {
    let Some(own) = own() else { return };
    let mut scene = Scene::new(&own);
    let mut encoder = own.device.create_command_encoder(&Default::default());
    scene.encode(&mut encoder, 0.5, 0.0);
    let before = snapshot(&own, &mut encoder, &scene.texture);
    scene.params.set("clouds.octaves", 9.0).expect("octaves");
    scene.encode(&mut encoder, 0.5, 0.0);
    own.queue.submit([encoder.finish()]);
    holds(&own, &before, 0.5, 0.0).expect("three octaves");
    let packing = Packing::samples(1).expect("a packing");
    let expected = expected(&[noise(0.5).octaves(9)], &grid(), 0.0, &packing);
    same(&own.texels(&scene.texture, 0), &expected, &packing, 2e-6).expect("nine octaves");
}

/// The walk's uniform holds more samples of fewer octaves, so pieces grow; so must what they are computed in.
#[test]
fn fewer_octaves_may_make_larger_pieces() {
    let Some(own) = own() else { return };
    let grid = Grid::new([64, 1024]);
    for format in [Format::R32Float, Format::R8Unorm] {
        let frame = |before: u32, octaves: u32| {
            let noise = Noise::perlin().frequency(4.0).fbm().octaves(before);
            let job = Job::of(&[noise.name("clouds")], &grid).expect("a right job");
            let mut params = job.params().clone();
            let texture = texture(&own.device, format, [64, 1024, 1], false);
            let target = Target::texture(&texture);
            let mut generator = Generator::new(&own.device, job, &target).expect("all fits");
            params
                .set("clouds.octaves", f64::from(octaves))
                .expect("octaves");
            let mut encoder = own.device.create_command_encoder(&Default::default());
            generator
                .encode(&mut encoder, &params, 0.0)
                .expect("a frame");
            own.queue.submit([encoder.finish()]);
            own.texels(&texture, 0)
        };
        assert!(frame(9, 4) == frame(4, 4), "{format}");
        assert!(frame(9, 4) != frame(4, 3), "{format}");
    }
}

/// What a frame needs stays until it is done, though its generator has freed its buffers.
#[test]
fn a_generator_may_be_dropped_before_its_frame_is_submitted() {
    let Some(own) = own() else { return };
    let mut scene = Scene::new(&own);
    let mut encoder = own.device.create_command_encoder(&Default::default());
    scene.encode(&mut encoder, 0.6, 0.2);
    let Scene {
        generator, texture, ..
    } = scene;
    drop(generator);
    own.queue.submit([encoder.finish()]);
    holds(&own, &texture, 0.6, 0.2).expect("the frame");
}
