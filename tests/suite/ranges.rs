//! The documented ranges: never left, by any rounding, and reached.

use wgpu_noise::cpu::Cpu;
use wgpu_noise::internals::hash::{PERLIN_2002, Permutation};
use wgpu_noise::internals::{AT_POINTS, set_table};
use wgpu_noise::noise::{Axis, Fade, RidgedForm, of};
use wgpu_noise::{Backend, Grid, Noise};

use crate::second::{grad_3d, grad_4d};
use crate::support::{case, case_samples, cases, cpu, job, outcome};

#[test]
fn no_sample_leaves_the_range_of_its_program() {
    for case in cases() {
        let job = case.job().expect("a case that can be computed");
        let samples = case_samples(&case, &cpu);
        for (i, sample) in samples.iter().enumerate() {
            let channel = i % case.channels.len();
            let [low, high] = job.range(channel);
            let within = low <= f64::from(*sample) && f64::from(*sample) <= high;
            assert!(
                within,
                "{} ({}): {sample} in {low}..{high}",
                case.name,
                case.axes()
            );
        }
    }
}

/// A value at one end of its ramp is known to lie there, and with it that all of it may jump.
#[test]
fn a_smoothstep_has_the_range_of_its_part() {
    let smooth = |low, high| Noise::x().smoothstep(low, high);
    let grid = Grid::new([64]);
    for (noise, [low, high]) in [
        (smooth(0.0, 1.0), [0.0, 1.0]),
        (smooth(-3.0, 1.0), [0.844, 1.0]),
        (smooth(-3796.0, 1.0), [0.999_999, 1.0]),
        (smooth(0.0, 2.0), [0.0, 0.5]),
    ] {
        let range = job(&noise, &grid).expect("a right noise").range(0);
        let near = (range[0] - low).abs() < 2e-2 && (range[1] - high).abs() < 2e-2;
        assert!(near && range[0] > 0.999 * low, "{range:?}: {noise:?}");
    }
    let gathered = case(&[smooth(-3796.0, 1.0).fract()], &grid);
    let outcome = outcome(&gathered, &cpu);
    assert!(outcome.passed, "{outcome}");
}

/// The ranges of [`Fractal`](wgpu_noise::noise::Fractal)'s docs, of a value that goes from -1 to 1.
#[test]
fn fractals_have_the_ranges_that_they_say() {
    let n = || Noise::perlin().clamp(-1.0, 1.0);
    let plain = || n().ridged().form(RidgedForm::Plain);
    for (noise, [low, high]) in [
        (n().fbm().any(), [-1.0, 1.0]),
        (n().billow().any(), [0.0, 1.0]),
        (n().ridged().any(), [0.0, 1.0]),
        (n().ridged().octaves(32).gain(1.0).any(), [0.0, 1.0]),
        (n().ridged().offset(0.25).any(), [0.0, 0.5625]),
        (n().ridged().offset(2.0).any(), [1.0, 4.0]),
        (plain().any(), [0.0, 1.0]),
        (plain().offset(0.25).any(), [-0.75, 0.25]),
        (n().ping_pong().any(), [-1.0, 1.0]),
        (n().ping_pong().strength(0.0).any(), [-1.0, -1.0]),
        (n().hybrid().any(), [-0.356, 1.546]),
        (n().hybrid().octaves(1).any(), [-0.3, 1.7]),
        (n().eroded().any(), [-1.0, 1.0]),
    ] {
        let range = job(&noise, &Grid::new([8, 8]))
            .expect("a right noise")
            .range(0);
        let near = (range[0] - low).abs() < 1e-3 && (range[1] - high).abs() < 1e-3;
        assert!(near, "{range:?}, not {low}..{high}: {noise:?}");
    }
}

/// One cell a unit.
fn perlin() -> Noise<of::Perlin> {
    Noise::perlin().frequency(1.0).time_frequency(1.0)
}

/// Where the noise is largest, by dimension: along each axis a fraction of the cell.
const PEAKS: [(&[f64], f64); 4] = [
    (&[0.5], 1.0),
    (&[0.5, 0.5], 1.0),
    (&[0.5, 0.4815, 0.3553], 1.036_354),
    (&[0.492, 0.356, 0.482, 0.5], 1.536_582),
];

/// A table can be made so that every corner of a cell has the gradient that raises the peak most.
#[test]
fn an_adversarial_table_reaches_the_range() {
    for (at, supremum) in PEAKS {
        for sign in [1.0, -1.0] {
            let table = adversarial_table(at, &|way, hash| sign * product(hash, way));
            let value = sign * peak(&perlin(), at, &table);
            assert!(
                (value - supremum).abs() < 3e-6,
                "{value} of {supremum} at {at:?}"
            );
            let program = job(&perlin(), &grid(at)).expect("a right noise");
            assert!(value <= program.range(0)[1], "{value} at {at:?}");
        }
    }
}

#[test]
fn an_ordinary_table_does_not() {
    let (at, supremum) = PEAKS[2];
    let table = &PERLIN_2002;
    assert!(peak(&perlin(), at, table).abs() < 0.9 * supremum);
    let (at, supremum) = STEEPEST[2];
    assert!(peak(&perlin().partial(Axis::X), at, table).abs() < 0.9 * supremum);
}

/// Where the noise is steepest along x, by dimension.
const STEEPEST: [(&[f64], f64); 4] = [
    (&[0.7887], 2.694_302),
    (&[0.5, 0.5], 2.75),
    (&[0.5, 0.5, 0.5], 3.75),
    (&[0.5, 0.5, 0.5, 0.5], 5.625),
];

#[test]
fn an_adversarial_table_reaches_the_range_of_a_derivative() {
    for (at, supremum) in STEEPEST {
        let slope = perlin().partial(Axis::X);
        for sign in [1.0, -1.0] {
            let table = adversarial_table(at, &|way, hash| sign * steepness(hash, at, way));
            let value = sign * peak(&slope, at, &table);
            assert!(
                (value - supremum).abs() < 3e-5,
                "{value} of {supremum} at {at:?}"
            );
            let program = job(&slope, &grid(at)).expect("a right noise");
            assert!(value <= program.range(0)[1], "{value} at {at:?}");
        }
    }
}

/// The greatest slopes of the docs, along x: among thousands of cells some come near them, and none is steeper.
#[test]
fn derivatives_come_near_their_ranges() {
    let value = |fade| Noise::value().fade(fade);
    fn slope<K: of::Source>(noise: Noise<K>) -> Noise {
        noise.frequency(1.0).seed(3).partial(Axis::X)
    }
    for (slope, supremum) in [
        (slope(Noise::classic()), 1.684_283),
        (slope(value(Fade::Quintic)), 3.75),
        (slope(value(Fade::Cubic)), 3.0),
        (slope(value(Fade::Cosine)), std::f64::consts::PI),
        (slope(value(Fade::Linear)), 2.0),
        (slope(value(Fade::Elias)), 4.5),
        (slope(Noise::simplex()), 6.464_102),
    ] {
        let grid = Grid::new([600, 600]).extent([60.1, 60.1]);
        let program = job(&slope, &grid).expect("a right noise");
        let bound = program.range(0)[1];
        let rounding = 2.0 * AT_POINTS * supremum;
        assert!(
            (bound - supremum).abs() < rounding,
            "{bound}, not {supremum}"
        );
        let volume = Cpu::new(program).sample(0).expect("samples");
        let steepest =
            (volume.samples().iter()).fold(0.0, |most: f64, s| most.max(f64::from(s.abs())));
        assert!(
            steepest > 0.6 * supremum && steepest <= supremum + 1e-4,
            "{steepest} of {supremum}: {slope:?}"
        );
    }
}

/// The change along x of a corner's contribution: of its weight, and of its product.
fn steepness(hash: u8, at: &[f64], way: &[f64]) -> f64 {
    let fade = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let rise = |t: f64| 30.0 * t * t * (t - 1.0) * (t - 1.0);
    let (mut weight, mut rising) = (1.0, 1.0);
    for (axis, (&t, &way)) in at.iter().zip(way).enumerate() {
        // The corner is the high one where the way there is back.
        let (own, change) = match way < 0.0 {
            true => (fade(t), rise(t)),
            false => (1.0 - fade(t), -rise(t)),
        };
        weight *= own;
        rising *= if axis == 0 { change } else { own };
    }
    let mut one = vec![0.0; at.len()];
    one[0] = 1.0;
    rising * product(hash, way) + weight * product(hash, &one)
}

/// One sample at that place of cell 0.
fn grid(at: &[f64]) -> Grid {
    let space = at.len().min(3);
    let extent: Vec<f64> = at[..space].iter().map(|fraction| 2.0 * fraction).collect();
    let grid = Grid::new(vec![1; space]).extent(extent);
    match at.get(3) {
        Some(&w) => grid.frames(1).origin([0.0, 0.0, 0.0, w]),
        None => grid,
    }
}

/// The value there of a noise with a table of its own.
fn peak<K>(noise: &Noise<K>, at: &[f64], table: &Permutation) -> f64 {
    let mut job = job(noise, &grid(at)).expect("a right noise");
    set_table(&mut job, *table);
    let volume = Cpu::new(job).sample(0).expect("a sample");
    f64::from(volume.samples()[0])
}

/// A table (no permutation) whose chained look-ups end, for each corner of cell 0, in the hash with the largest score; it
/// is given the way from the corner.
fn adversarial_table(at: &[f64], score: &dyn Fn(&[f64], u8) -> f64) -> Permutation {
    let mut table = [0; 256];
    // 2-D is the plane z = 0 of 3-D: a third look-up, of key 0.
    let look_ups = if at.len() == 2 { 3 } else { at.len() };
    let mut free = 2;
    for corner in 0..1 << at.len() {
        let side = |axis: usize| corner >> axis & 1;
        let mut base = 0;
        for axis in 0..look_ups - 1 {
            let slot = &mut table[base + side(axis)];
            if *slot == 0 {
                *slot = free;
                free += 2;
            }
            base = usize::from(*slot);
        }
        let last = look_ups - 1;
        let key = if last < at.len() { side(last) } else { 0 };
        let way: Vec<f64> = (at.iter().enumerate())
            .map(|(axis, fraction)| fraction - side(axis) as f64)
            .collect();
        table[base + key] = (0..=255)
            .max_by(|&a, &b| score(&way, a).total_cmp(&score(&way, b)))
            .unwrap_or_default();
    }
    table
}

/// The product of a hash's gradient with the way from its corner.
fn product(hash: u8, way: &[f64]) -> f64 {
    let hash = usize::from(hash);
    match *way {
        [x] => 2.0 * (2.0 * hash as f64 - 255.0) / 255.0 * x,
        [x, y] => grad_3d(hash, x, y, 0.0),
        [x, y, z] => grad_3d(hash, x, y, z),
        [x, y, z, w] => grad_4d(hash, x, y, z, w),
        _ => unreachable!("one to four dimensions"),
    }
}
