//! Other crates at random points in 3-D, one thread each, measured in turn with every SIMD level of this one.
//!
//! `cargo run --release --bin points -- 5`: that many rounds, after one that is not measured. A figure is a median.

use std::hint::black_box;
use std::time::Instant;

use fastnoise_lite::{FastNoiseLite, FractalType, NoiseType};
use noise::{Fbm, MultiFractal as _, NoiseFn, Perlin};
use noise_functions::{Noise as _, Sample};
use wgpu_noise::cpu::{Points, SimdLevel};
use wgpu_noise::grid::Point;
use wgpu_noise::{Grid, Job};

/// Few enough to stay in the caches, as a caller's batch does.
const COUNT: usize = 1 << 16;
/// How often they are computed in a round.
const TIMES: usize = 16;
/// The box that the points lie in, in cells of the first octave.
const SIDE: f32 = 64.0;

/// Sets each value to a noise at its point.
type Run = Box<dyn FnMut(&[[f32; 4]], &mut [f32])>;

fn main() {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let one = one.expect("a thread");
    for octaves in [1, 5] {
        one.install(|| table(octaves, rounds.unwrap_or(3)));
    }
}

/// Measures everything at a number of octaves and prints it.
fn table(octaves: u32, rounds: usize) {
    let points = scattered();
    let mut values = vec![0.0; COUNT];
    let mut runs = runs(octaves);
    let mut seconds = vec![Vec::new(); runs.len()];
    for round in 0..=rounds {
        for ((_, run), seconds) in runs.iter_mut().zip(&mut seconds) {
            let start = Instant::now();
            for _ in 0..TIMES {
                run(&points, &mut values);
                black_box(&values);
            }
            if round > 0 {
                seconds.push(start.elapsed().as_secs_f64());
            }
        }
    }
    let million = |mut seconds: Vec<f64>| {
        seconds.sort_by(f64::total_cmp);
        (COUNT * TIMES) as f64 / seconds[seconds.len() / 2] / 1e6
    };
    println!("{octaves} octaves, million points a second on one thread:");
    for ((name, _), seconds) in runs.iter().zip(seconds) {
        println!("{name:>24}{:>8.1}", million(seconds));
    }
}

/// Points in no order.
fn scattered() -> Vec<[f32; 4]> {
    let mut state = 1_u64;
    let mut next = || {
        // Knuth's MMIX generator, its upper bits.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32 * SIDE
    };
    (0..COUNT).map(|_| [next(), next(), next(), 0.0]).collect()
}

fn runs(octaves: u32) -> Vec<(String, Run)> {
    let mut runs = Vec::new();
    for level in SimdLevel::available() {
        let points = ours(octaves, level);
        let run: Run =
            Box::new(move |at, values| points.sample(at, values).expect("points near enough"));
        runs.push((format!("{level}, floats"), run));
        let points = ours(octaves, level);
        let mut cells = Vec::new();
        let run: Run = Box::new(move |at, values| {
            if cells.is_empty() {
                cells = at.iter().map(|&point| Point::from(point)).collect();
            }
            points.sample(&cells, values).expect("points near enough");
        });
        runs.push((format!("{level}, cells"), run));
    }
    let perlin = noise_functions::Perlin;
    runs.push((
        "noise-functions".into(),
        match octaves {
            1 => each(move |[x, y, z, _]| perlin.sample_with_seed([x, y, z], 0)),
            _ => {
                let fbm = perlin.fbm(octaves, 0.5, 2.0);
                each(move |[x, y, z, _]| fbm.sample_with_seed([x, y, z], 0))
            }
        },
    ));
    let mut lite = FastNoiseLite::with_seed(0);
    lite.set_noise_type(Some(NoiseType::Perlin));
    lite.set_frequency(Some(1.0));
    if octaves > 1 {
        lite.set_fractal_type(Some(FractalType::FBm));
        lite.set_fractal_octaves(Some(octaves as i32));
    }
    runs.push((
        "fastnoise-lite".into(),
        each(move |[x, y, z, _]| lite.get_noise_3d(x, y, z)),
    ));
    let perlin = Perlin::new(0);
    let fbm = Fbm::<Perlin>::new(0)
        .set_octaves(octaves as usize)
        .set_frequency(1.0);
    runs.push((
        "noise".into(),
        match octaves {
            1 => each(move |p| perlin.get([p[0], p[1], p[2]].map(f64::from)) as f32),
            _ => each(move |p| fbm.get([p[0], p[1], p[2]].map(f64::from)) as f32),
        },
    ));
    runs
}

fn ours(octaves: u32, level: SimdLevel) -> Points {
    let perlin = wgpu_noise::Noise::perlin().frequency(1.0);
    let noise = match octaves {
        1 => perlin.any(),
        _ => perlin.fbm().octaves(octaves).any(),
    };
    let job = Job::of(&[noise], &Grid::new([1, 1, 1])).expect("a right job");
    Points::with_simd_level(job, level).expect("a level of this CPU")
}

fn each(noise: impl Fn([f32; 4]) -> f32 + 'static) -> Run {
    Box::new(move |points, values| {
        for (value, &point) in values.iter_mut().zip(points) {
            *value = noise(point);
        }
    })
}
