//! The programs of the classic texts, written once more from the texts, against graphs of our nodes.

use wgpu_noise::cpu::Cpu;
use wgpu_noise::reference::Reference;
use wgpu_noise::{Backend, Grid, Job, Noise};

#[path = "second/mod.rs"]
mod second;

/// A hundred samples along each axis, at i/n · extent from the origin: where the texts take theirs.
fn grid(dimension: usize, origin: f64, extent: f64) -> Grid {
    let n = if dimension == 3 { 25 } else { 100 };
    let corner = origin - 0.5 * extent / f64::from(n);
    Grid::new(vec![n; dimension])
        .extent(vec![extent; dimension])
        .origin([corner, corner, corner, 0.0])
}

/// Holds a graph to a program at every sample: the reference closely, the CPU within 1e-6 of its amplitudes.
fn assert_parity(noise: &Noise, grid: &Grid, amplitudes: f64, program: impl Fn([f64; 3]) -> f64) {
    let reference = Reference::new(std::slice::from_ref(noise), grid, 0).expect("a right noise");
    let job = Job::of(std::slice::from_ref(noise), grid).expect("a right noise");
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
                assert!(
                    (exact - expected).abs() < 1e-9 * amplitudes,
                    "{exact} is not {expected}"
                );
                assert!(
                    (found - expected).abs() < 1e-6 * amplitudes,
                    "{found} is not {expected}"
                );
            }
        }
    }
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
fn elias(octaves: u32, persistence: f64) -> Noise {
    elias_of(elias_source(), octaves, persistence)
}

fn elias_source() -> Noise {
    let noise = Noise::value().frequency(1.0).set("hash", "elias");
    noise.set("fade", "cosine").set("smooth", true)
}

fn elias_of(source: Noise, octaves: u32, persistence: f64) -> Noise {
    let fbm = source
        .fbm()
        .octaves(octaves)
        .set("persistence", persistence);
    fbm.set("normalize", false).set("octave_tables", "shared")
}

#[test]
fn perlin_noise_1d_of_elias() {
    for (octaves, persistence) in [(1, 0.5), (4, 0.25), (6, 0.5), (5, 1.0)] {
        let noise = elias(octaves, persistence);
        let amplitudes = (0..octaves).map(|k| persistence.powi(k as i32)).sum();
        assert_parity(&noise, &grid(1, -17.3, 40.0), amplitudes, |[x, ..]| {
            perlin_noise_1d(x, octaves as i32, persistence)
        });
    }
}

#[test]
fn perlin_noise_2d_of_elias() {
    for (octaves, persistence) in [(1, 0.5), (4, 0.5), (4, 0.25)] {
        let noise = elias(octaves, persistence);
        let amplitudes = (0..octaves).map(|k| persistence.powi(k as i32)).sum();
        assert_parity(&noise, &grid(2, -3.7, 11.0), amplitudes, |[x, y, _]| {
            perlin_noise_2d(x, y, octaves as i32, persistence, 0.25)
        });
    }
}

/// The variant whose middle weighs 1 and whose octaves grow by 1.02, at i/n.
#[test]
fn perlin2d_of_the_third_text() {
    let noise = elias_of(elias_source().set("centre", 1.0), 4, 1.02);
    let amplitudes = 1.75 * (0..4).map(|k| 1.02_f64.powi(k)).sum::<f64>();
    assert_parity(&noise, &grid(2, 0.0, 1.0), amplitudes, |[x, y, _]| {
        perlin_noise_2d(x, y, 4, 1.02, 1.0)
    });
}

// ---- OctavePerlin, with repeat

/// Perlin noise as its popular port has it, from 0 to 1: every corner wraps at `repeat`. Cells come from floor, where the
/// port truncates.
fn perlin(p: &[u8; 256], [x, y, z]: [f64; 3], repeat: i64) -> f64 {
    let wrap = |cell: i64| {
        if repeat > 0 {
            cell.rem_euclid(repeat)
        } else {
            cell
        }
    };
    let cell = [x, y, z].map(|v| v.floor() as i64);
    let [xf, yf, zf] = [x - x.floor(), y - y.floor(), z - z.floor()];
    let fade = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let lerp = |a: f64, b: f64, t: f64| a + t * (b - a);
    let corner = |i: i64, j: i64, k: i64| {
        let byte = |v: i64| (wrap(v) & 255) as usize;
        let step = |hash: usize, v: i64| usize::from(p[(hash + byte(v)) & 255]);
        let hash = step(step(step(0, cell[0] + i), cell[1] + j), cell[2] + k);
        second::grad_3d(hash, xf - i as f64, yf - j as f64, zf - k as f64)
    };
    let face = |k| {
        let row = |j| lerp(corner(0, j, k), corner(1, j, k), fade(xf));
        lerp(row(0), row(1), fade(yf))
    };
    (lerp(face(0), face(1), fade(zf)) + 1.0) / 2.0
}

fn octave_perlin(at: [f64; 3], octaves: u32, persistence: f64, repeat: i64) -> f64 {
    let table = second::table(0, 0);
    let (mut total, mut most) = (0.0, 0.0);
    for i in 0..octaves as i32 {
        let amplitude = persistence.powi(i);
        total += perlin(&table, at.map(|v| v * 2_f64.powi(i)), repeat) * amplitude;
        most += amplitude;
    }
    total / most
}

#[test]
fn octave_perlin_with_repeat() {
    for (octaves, persistence, repeat) in [(1, 0.5, 0), (5, 0.5, 0), (4, 0.7, 3), (4, 0.5, 7)] {
        let noise = Noise::perlin().frequency(1.0).period(repeat);
        let fbm = noise.fbm().octaves(octaves).set("persistence", persistence);
        let fbm = fbm
            .set("octave_tables", "shared")
            .set("octave_period", "same");
        let mapped = (fbm + 1.0) * 0.5;
        assert_parity(&mapped, &grid(3, -4.3, 9.0), 1.0, |at| {
            octave_perlin(at, octaves, persistence, repeat.into())
        });
    }
}

/// The negative control: a little of another persistence, another repeat, another middle.
#[test]
fn what_differs_from_the_texts_is_noticed() {
    let square = grid(2, -3.7, 11.0);
    let at = |noise: &Noise| {
        let reference = Reference::new(std::slice::from_ref(noise), &square, 0);
        reference.expect("a right noise").values([37, 11, 0, 0])[0]
    };
    let right = at(&elias(4, 0.5));
    for wrong in [
        elias(4, 0.501),
        elias(5, 0.5),
        elias_of(elias_source().set("centre", 0.26), 4, 0.5),
        elias_of(elias_source().set("fade", "cubic"), 4, 0.5),
        elias(4, 0.5).set("octave_tables", "distinct"),
    ] {
        assert!((at(&wrong) - right).abs() > 1e-5, "{wrong:?}");
    }
}
