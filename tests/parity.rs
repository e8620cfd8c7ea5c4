//! The programs of the classic texts, written once more from the texts, against graphs of our nodes.

mod second;

use second::{Coordinate, Hash};
use wgpu_noise::cpu::Cpu;
use wgpu_noise::noise::{self, Fade, OctavePeriod, OctavePositions, OctaveTables, of};
use wgpu_noise::reference::Reference;
use wgpu_noise::{Backend, Grid, Job, Noise};

/// A hundred samples along each axis, at i/n · extent from the origin: where the texts take theirs.
fn grid(dimension: usize, origin: f64, extent: f64) -> Grid {
    let n = if dimension == 3 { 25 } else { 100 };
    let corner = origin - 0.5 * extent / f64::from(n);
    Grid::new(vec![n; dimension])
        .extent(vec![extent; dimension])
        .origin([corner, corner, corner, 0.0])
}

/// Holds a graph to a program at every sample: the reference closely, the CPU within 1e-6 of its amplitudes.
fn parity<K>(
    noise: &Noise<K>,
    grid: &Grid,
    amplitudes: f64,
    program: impl Fn([f64; 3]) -> f64,
) -> Result<(), String> {
    let job = Job::of(std::slice::from_ref(noise), grid).expect("a right noise");
    let reference = Reference::new(&job).expect("numbers as they were built");
    let fast = Cpu::new(job).sample(0).expect("samples");
    let size = grid.size3();
    for z in 0..size[2] {
        for y in 0..size[1] {
            for x in 0..size[0] {
                let along = |axis: usize, i: u32| {
                    let span = grid.span(axis);
                    span.origin + (span.first + f64::from(i)) * span.extent / f64::from(span.count)
                };
                let expected = program([along(0, x), along(1, y), along(2, z)]);
                let exact = reference.values([x, y, z, 0])[0];
                let found = f64::from(fast.get(x, y, z).expect("a sample")[0]);
                for (value, within) in [(exact, 1e-9), (found, 1e-6)] {
                    let is_near = (value - expected).abs() < within * amplitudes;
                    if !is_near {
                        return Err(format!("{value} is not {expected}"));
                    }
                }
            }
        }
    }
    Ok(())
}

// ---- Hugo Elias, Perlin Noise, 1998

/// `Noise1` of an n = x, or x + 57·y.
fn elias_noise(n: i32) -> f64 {
    let n = (n << 13) ^ n;
    let square = n.wrapping_mul(n).wrapping_mul(15731).wrapping_add(789_221);
    let bits = n.wrapping_mul(square).wrapping_add(1_376_312_589) & 0x7fff_ffff;
    1.0 - f64::from(bits) / 1_073_741_824.0
}

fn cosine_interpolate(a: f64, b: f64, x: f64) -> f64 {
    let f = (1.0 - (x * std::f64::consts::PI).cos()) * 0.5;
    a * (1.0 - f) + b * f
}

fn smooth_noise_1(x: i32) -> f64 {
    elias_noise(x) / 2.0 + elias_noise(x - 1) / 4.0 + elias_noise(x + 1) / 4.0
}

fn interpolated_noise_1(x: f64) -> f64 {
    let whole = x.floor() as i32;
    cosine_interpolate(
        smooth_noise_1(whole),
        smooth_noise_1(whole + 1),
        x - x.floor(),
    )
}

fn perlin_noise_1d(x: f64, octaves: i32, persistence: f64) -> f64 {
    (0..octaves)
        .map(|i| interpolated_noise_1(x * 2_f64.powi(i)) * persistence.powi(i))
        .sum()
}

/// `centre` is the weight of the middle: 1/4 in Elias's text.
fn smooth_noise_2(x: i32, y: i32, centre: f64) -> f64 {
    let at = |dx: i32, dy: i32| elias_noise(x + dx + (y + dy) * 57);
    let corners = (at(-1, -1) + at(1, -1) + at(-1, 1) + at(1, 1)) / 16.0;
    let sides = (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)) / 8.0;
    corners + sides + at(0, 0) * centre
}

fn interpolated_noise_2(x: f64, y: f64, centre: f64) -> f64 {
    let (i, j) = (x.floor() as i32, y.floor() as i32);
    let (u, v) = (x - x.floor(), y - y.floor());
    let row = |j| {
        cosine_interpolate(
            smooth_noise_2(i, j, centre),
            smooth_noise_2(i + 1, j, centre),
            u,
        )
    };
    cosine_interpolate(row(j), row(j + 1), v)
}

fn perlin_noise_2d(x: f64, y: f64, octaves: i32, persistence: f64, centre: f64) -> f64 {
    (0..octaves)
        .map(|i| {
            let frequency = 2_f64.powi(i);
            interpolated_noise_2(x * frequency, y * frequency, centre) * persistence.powi(i)
        })
        .sum()
}

/// The graph of both: Elias's noise, smoothed, summed with his persistence.
fn elias(octaves: u32, persistence: f64) -> Noise<of::Fbm> {
    elias_of(elias_source(), octaves, persistence)
}

fn elias_source() -> Noise<of::Value> {
    let noise = Noise::value().frequency(1.0).hash(noise::Hash::Elias);
    noise.fade(Fade::Cosine).smooth(true)
}

fn elias_of(source: Noise<of::Value>, octaves: u32, persistence: f64) -> Noise<of::Fbm> {
    let fbm = source
        .fbm()
        .octaves(octaves)
        .set("persistence", persistence);
    let fbm = fbm.octave_positions(OctavePositions::Aligned);
    fbm.normalize(false).octave_tables(OctaveTables::Shared)
}

#[test]
fn perlin_noise_1d_of_elias() {
    for (octaves, persistence) in [(1, 0.5), (4, 0.25), (6, 0.5), (5, 1.0)] {
        let noise = elias(octaves, persistence);
        let amplitudes = (0..octaves).map(|k| persistence.powi(k as i32)).sum();
        let found = parity(&noise, &grid(1, -17.3, 40.0), amplitudes, |[x, ..]| {
            perlin_noise_1d(x, octaves as i32, persistence)
        });
        assert_eq!(found, Ok(()));
    }
}

#[test]
fn perlin_noise_2d_of_elias() {
    for (octaves, persistence) in [(1, 0.5), (4, 0.5), (4, 0.25)] {
        let noise = elias(octaves, persistence);
        let amplitudes = (0..octaves).map(|k| persistence.powi(k as i32)).sum();
        let found = parity(&noise, &grid(2, -3.7, 11.0), amplitudes, |[x, y, _]| {
            perlin_noise_2d(x, y, octaves as i32, persistence, 0.25)
        });
        assert_eq!(found, Ok(()));
    }
}

/// The variant whose middle weighs 1 and whose octaves grow by 1.02, at i/n.
#[test]
fn perlin2d_of_the_third_text() {
    let noise = elias_of(elias_source().centre(1.0), 4, 1.02);
    let amplitudes = 1.75 * (0..4).map(|k| 1.02_f64.powi(k)).sum::<f64>();
    let found = parity(&noise, &grid(2, 0.0, 1.0), amplitudes, |[x, y, _]| {
        perlin_noise_2d(x, y, 4, 1.02, 1.0)
    });
    assert_eq!(found, Ok(()));
}

// ---- OctavePerlin, with repeat

/// The sum over octaves of the popular port of Perlin noise, from 0 to 1: every corner wraps at `repeat`, in each octave. Cells
/// come from floor, where the port truncates.
fn octave_perlin(at: [f64; 3], octaves: u32, persistence: f64, repeat: u32) -> f64 {
    let hash = Hash::table(0, 0);
    second::fbm(octaves, persistence, |k| {
        let at = at.map(|v| Coordinate::at(v * 2_f64.powi(k as i32), repeat));
        (second::perlin(&hash, &at) + 1.0) / 2.0
    })
}

/// The graph of it, with values from 0 to 1.
fn octaves_of_perlin(octaves: u32, persistence: f64, repeat: u32) -> Noise {
    let noise = Noise::perlin().frequency(1.0).period(repeat);
    let fbm = noise.fbm().octaves(octaves).set("persistence", persistence);
    let fbm = fbm
        .octave_tables(OctaveTables::Shared)
        .octave_positions(OctavePositions::Aligned)
        .octave_period(OctavePeriod::Same);
    (fbm + 1.0) * 0.5
}

#[test]
fn octave_perlin_with_repeat() {
    for (octaves, persistence, repeat) in [(1, 0.5, 0), (5, 0.5, 0), (4, 0.7, 3), (4, 0.5, 7)] {
        let noise = octaves_of_perlin(octaves, persistence, repeat);
        let found = parity(&noise, &grid(3, -4.3, 9.0), 1.0, |at| {
            octave_perlin(at, octaves, persistence, repeat)
        });
        assert_eq!(found, Ok(()));
    }
}

/// The negative control: graphs that are each a little apart from a text.
#[test]
fn what_differs_from_the_texts_is_noticed() {
    let line = parity(&elias(4, 0.501), &grid(1, -17.3, 40.0), 2.0, |[x, ..]| {
        perlin_noise_1d(x, 4, 0.5)
    });
    assert!(line.is_err());
    for wrong in [
        elias(4, 0.501),
        elias(5, 0.5),
        elias_of(elias_source().centre(0.26), 4, 0.5),
        elias_of(elias_source().fade(Fade::Cubic), 4, 0.5),
        elias(4, 0.5).octave_tables(OctaveTables::Distinct),
        elias(4, 0.5).octave_positions(OctavePositions::Shifted),
    ] {
        let plane = parity(&wrong, &grid(2, -3.7, 11.0), 2.0, |[x, y, _]| {
            perlin_noise_2d(x, y, 4, 0.5, 0.25)
        });
        assert!(plane.is_err(), "{wrong:?}");
    }
    let other_growth = elias_of(elias_source().centre(1.0), 4, 1.021);
    let third = parity(&other_growth, &grid(2, 0.0, 1.0), 8.0, |[x, y, _]| {
        perlin_noise_2d(x, y, 4, 1.02, 1.0)
    });
    assert!(third.is_err());
    for wrong in [
        octaves_of_perlin(4, 0.7, 4),
        octaves_of_perlin(4, 0.701, 3),
        octaves_of_perlin(5, 0.7, 3),
    ] {
        let solid = parity(&wrong, &grid(3, -4.3, 9.0), 1.0, |at| {
            octave_perlin(at, 4, 0.7, 3)
        });
        assert!(solid.is_err(), "{wrong:?}");
    }
}
