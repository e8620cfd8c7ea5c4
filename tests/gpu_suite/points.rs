//! The kernels at points, in both layouts.

use wgpu_noise::gpu::{Context, PointLayout, Points, wgpu};
use wgpu_noise::grid::Point;
use wgpu_noise::noise::{Fade, Hash, of};
use wgpu_noise::program::{Job, Positions, Program};
use wgpu_noise::verify::Case;
use wgpu_noise::{Error, Grid, Noise, Result};

use crate::adapter::context;
use crate::buffers::{buffer, read};
use crate::skip::say;
use crate::support::{
    all_are_asked_for, case, failures_at_points, few, one_of_each_row_off_edges, same_bits,
};

/// Points as a layout has them.
fn bytes(points: &[Point], layout: PointLayout) -> Vec<u8> {
    let float = |point: &Point, axis: usize| point.whole[axis] as f32 + point.fraction[axis];
    if layout == PointLayout::Cells {
        return bytemuck::cast_slice(points).to_vec();
    }
    (points.iter())
        .flat_map(|point| [0, 1, 2, 3].map(|axis| float(point, axis)))
        .flat_map(f32::to_le_bytes)
        .collect()
}

/// The buffers of a caller that computes at points.
struct Caller<'a> {
    context: &'a Context,
    points: wgpu::Buffer,
    values: wgpu::Buffer,
    back: wgpu::Buffer,
}

impl<'a> Caller<'a> {
    fn new(context: &'a Context, points: &[u8], values: usize) -> Caller<'a> {
        use wgpu::BufferUsages as Usage;
        let bytes = 4 * values as u64;
        let buffer = |bytes, usage| buffer(context.device(), bytes, usage);
        let caller = Caller {
            context,
            points: buffer(points.len() as u64, Usage::STORAGE | Usage::COPY_DST),
            values: buffer(bytes, Usage::STORAGE | Usage::COPY_SRC),
            back: buffer(bytes, Usage::MAP_READ | Usage::COPY_DST),
        };
        context.queue().write_buffer(&caller.points, 0, points);
        caller
    }

    fn read(&self, mut encoder: wgpu::CommandEncoder) -> Vec<f32> {
        let bytes = self.back.size();
        encoder.copy_buffer_to_buffer(&self.values, 0, &self.back, 0, bytes);
        self.context.queue().submit([encoder.finish()]);
        bytemuck::pod_collect_to_vec(&read(self.context.device(), &self.back))
    }
}

/// A job's values at points.
fn sampled(context: &Context, job: Job, layout: PointLayout, points: &[Point]) -> Result<Vec<f32>> {
    let values = points.len() * job.program().channels();
    let caller = Caller::new(context, &bytes(points, layout), values);
    let params = job.params().clone();
    let mut made = Points::new(
        context.device(),
        job,
        layout,
        &caller.points,
        &caller.values,
    )?;
    let mut encoder = context.device().create_command_encoder(&Default::default());
    made.encode(&mut encoder, &params, points.len() as u32)?;
    Ok(caller.read(encoder))
}

#[test]
fn the_gpu_agrees_at_points() {
    agrees(PointLayout::Cells, Positions::Points, 0);
}

#[test]
fn the_gpu_agrees_at_points_in_floats() {
    agrees(PointLayout::Floats, Positions::Floats, 1);
}

/// Each case is a kernel to compile, and the grid's kernels compute the same from an axis: a few are enough, every second one for
/// each layout, unless all are asked for.
fn agrees(layout: PointLayout, positions: Positions, first: usize) {
    let Some(context) = context() else { return };
    let (first, step) = match all_are_asked_for() {
        true => (0, 1),
        false => (first, 2),
    };
    let cases = few(one_of_each_row_off_edges()).into_iter().skip(first);
    // The last of 32 octaves has more cells in a unit than are counted.
    let cases: Vec<Case> = (cases.step_by(step))
        .filter(|case| !case.name.starts_with("fbm, 32 octaves"))
        .collect();
    let failed = failures_at_points(&cases, positions, |job, points| {
        sampled(context, job, layout, points)
    });
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    say(&format!("points, {layout:?}: {} cases", cases.len()));
}

fn base() -> Noise<of::Perlin> {
    Noise::perlin().frequency(4.0).period(12)
}

fn solid<K>(noise: &Noise<K>) -> Job {
    Job::of(std::slice::from_ref(noise), &Grid::new([1, 1, 1])).expect("a right job")
}

/// Points of the unit box, moved by so many units.
fn scattered(moved: i32) -> Vec<Point> {
    (0..200)
        .map(|i| {
            let part = |k: i32| (i * k % 199) as f32 / 199.0;
            Point {
                whole: [moved, -moved, moved, 0],
                fraction: [part(7), part(31), part(101), 0.0],
            }
        })
        .collect()
}

#[test]
fn another_noise_is_noticed_at_points() {
    let Some(context) = context() else { return };
    for layout in [PointLayout::Floats, PointLayout::Cells] {
        let own = case(&[base().fbm()], &Grid::new([17, 9, 5]));
        let failed = |noise: Noise<of::Fbm>| {
            let other = |job: Job, points: &[Point]| {
                let program = Program::check(std::slice::from_ref(&noise), job.grid().axes())?;
                let other = program.bind(program.params(), job.grid())?;
                sampled(context, other, layout, points)
            };
            !failures_at_points(std::slice::from_ref(&own), Positions::Floats, other).is_empty()
        };
        assert!(!failed(base().fbm()), "{layout:?}");
        for other in [
            base().seed(1).fbm(),
            base().frequency(3.99).fbm(),
            base().fbm().gain(0.51),
            base().translate(1e-4).fbm(),
        ] {
            assert!(failed(other.clone()), "{layout:?}: {other:?} passed");
        }
    }
}

/// f(p) = f(p + period), to the last bit, on both sides of 0 and far away.
#[test]
fn periods_hold_bit_for_bit_at_points() {
    let Some(context) = context() else { return };
    for noise in [
        base().any(),
        base().hash(Hash::Integer).fbm().any(),
        (Noise::value().fade(Fade::Elias).frequency(4.0).period(12)).any(),
        Noise::worley().frequency(4.0).period(12).any(),
    ] {
        let at = |moved: i32| {
            let points = scattered(moved);
            sampled(context, solid(&noise), PointLayout::Cells, &points).expect("a right job")
        };
        let here = at(0);
        for periods in [-1_900_000, -1, 1, 7, 1_900_000] {
            let there = at(3 * periods);
            assert_eq!(
                same_bits(&there, &here),
                Ok(()),
                "{noise:?}, {periods} periods"
            );
        }
        assert!(same_bits(&at(1), &here).is_err(), "{noise:?}");
    }
}

/// Numbers travel in the encoder: each call has its own, and one more makes no pipeline.
#[test]
fn each_call_has_its_own_numbers() {
    let Some(context) = context() else { return };
    let job = solid(&base().fbm().name("clouds"));
    let places = scattered(0);
    let expected = |gain: f64| {
        let mut job = job.clone();
        job.set("clouds.gain", gain).expect("a right gain");
        sampled(context, job, PointLayout::Floats, &places).expect("a right job")
    };
    let bytes = bytes(&places, PointLayout::Floats);
    let callers = [0; 2].map(|_| Caller::new(context, &bytes, places.len()));
    let (device, layout) = (context.device(), PointLayout::Floats);
    let made = |caller: &Caller| {
        Points::new(device, job.clone(), layout, &caller.points, &caller.values).expect("all fits")
    };
    let mut points = [made(&callers[0]), made(&callers[1])];
    let mut encoder = device.create_command_encoder(&Default::default());
    let mut params = job.params().clone();
    for (gain, which) in [(0.7, 0), (0.3, 1), (0.4, 0)] {
        params.set("clouds.gain", gain).expect("a right gain");
        points[which]
            .encode(&mut encoder, &params, 200)
            .expect("room");
    }
    let first = callers[0].read(encoder);
    let second = callers[1].read(device.create_command_encoder(&Default::default()));
    assert_eq!(same_bits(&first, &expected(0.4)), Ok(()));
    assert_eq!(same_bits(&second, &expected(0.3)), Ok(()));
    assert!(same_bits(&first, &second).is_err());
}

#[test]
fn wrong_buffers_are_named() {
    let Some(context) = context() else { return };
    use wgpu::BufferUsages as Usage;
    let device = context.device();
    let [storage, other] = [64, 64].map(|size| buffer(device, size, Usage::STORAGE));
    let vertices = buffer(device, 64, Usage::VERTEX);
    let new = |points, values, noise: &Noise<of::Perlin>| {
        Points::new(device, solid(noise), PointLayout::Cells, points, values)
    };
    let refused = |points, values, noise: &Noise<of::Perlin>| {
        let error = new(points, values, noise).expect_err("what does not fit");
        assert!(matches!(error, Error::Invalid { .. }), "{error:?}");
        error.to_string()
    };
    let named = refused(&vertices, &storage, &base());
    assert!(
        named.contains("points usage: got BufferUsages(VERTEX)"),
        "{named}"
    );
    assert!(named.contains("STORAGE"), "{named}");
    assert!(refused(&storage, &vertices, &base()).contains("values usage"));
    let fine = Noise::perlin().frequency(5e9);
    assert!(refused(&storage, &other, &fine).contains("cells in a unit"));
    assert!(refused(&storage, &storage, &base()).contains("another one"));
    let small = buffer(device, 28, Usage::STORAGE);
    assert!(refused(&small, &storage, &base()).contains("points size: got 28 bytes"));
    let mut points = new(&storage, &other, &base()).expect("a fit");
    let params = points.job().params().clone();
    let mut encoder = device.create_command_encoder(&Default::default());
    assert!(points.encode(&mut encoder, &params, 2).is_ok());
    assert!(points.encode(&mut encoder, &params, 0).is_ok());
    let error = points
        .encode(&mut encoder, &params, 3)
        .expect_err("too many");
    assert_eq!(
        error.to_string(),
        "count: got 3; allowed: at most 2, for which the buffers have room"
    );
}
