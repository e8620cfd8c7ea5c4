//! The CPU backend against a small evaluation in f64, written from the definition.

mod second;
mod support {
    pub mod definition;
}

use rayon::ThreadPoolBuilder;
use support::definition::{Perlin, fbm};
use wgpu_noise::cpu::{Cpu, SimdLevel};
use wgpu_noise::grid::Brick;
use wgpu_noise::internals::{AT_POINTS, Affine, ON_GRID, coordinate};
use wgpu_noise::noise::{Axis, OctavePositions, OctaveTables, of};
use wgpu_noise::program::{Job, Program};
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Backend, Grid, Noise};

fn bound<K>(channels: &[Noise<K>], grid: &Grid) -> Job {
    let program = Program::check(channels, grid.axes()).expect("a right noise");
    program
        .bind(program.params(), grid)
        .expect("a right grid for it")
}

fn at_level<K>(level: SimdLevel, channels: &[Noise<K>], grid: &Grid) -> Cpu {
    Cpu::with_simd_level(bound(channels, grid), level).expect("a level of this CPU")
}

/// The greatest difference between any SIMD level of the backend and `expected`, a function of x, y, z
/// and w.
fn difference<K>(channels: &[Noise<K>], grid: &Grid, expected: &[&dyn Fn([f64; 4]) -> f64]) -> f64 {
    (SimdLevel::available().into_iter())
        .map(|level| difference_of(at_level(level, channels, grid), channels, grid, expected))
        .fold(0.0, f64::max)
}

fn difference_of<K>(
    mut cpu: Cpu,
    channels: &[Noise<K>],
    grid: &Grid,
    expected: &[&dyn Fn([f64; 4]) -> f64],
) -> f64 {
    let mut worst = 0.0f64;
    for frame in 0..grid.frame_count() {
        let volume = cpu.sample(frame).expect("a volume");
        let [nx, ny, _] = volume.size().map(|n| n as usize);
        for (i, sample) in volume.samples().chunks(channels.len()).enumerate() {
            let index = [i % nx, i / nx % ny, i / (nx * ny), frame as usize];
            let point = std::array::from_fn(|axis| {
                let span = grid.span(axis);
                coordinate(span.at(index[axis] as u32), Affine::IDENTITY)
            });
            for (value, expected) in sample.iter().zip(expected) {
                let off = (f64::from(*value) - expected(point)).abs();
                worst = worst.max(if off.is_nan() { f64::INFINITY } else { off });
            }
        }
    }
    worst
}

fn assert_near<K>(
    noise: Noise<K>,
    grid: &Grid,
    expected: impl Fn([f64; 4]) -> f64,
    tolerance: f64,
) {
    let worst = difference(std::slice::from_ref(&noise), grid, &[&expected]);
    assert!(worst <= tolerance, "off by {worst:e}: {noise:?} {grid:?}");
}

fn grids() -> [Grid; 7] {
    [
        Grid::new([1025]).extent([3.0]),
        Grid::new([31]).frames(5),
        Grid::new([33, 29]),
        Grid::new([17, 13, 11]).extent([1.0, 2.0, 1.5]),
        Grid::new([19, 23]).frames(3).origin([-2.0, 0.3, 0.0, 0.7]),
        Grid::new([9, 8, 7])
            .frames(2)
            .origin([-1.0, -2.0, -3.0, 0.25]),
        Grid::new([3, 1, 2]).frames(4).duration(1.7),
    ]
}

fn axes(grid: &Grid) -> Vec<usize> {
    grid.axes().indices().collect()
}

/// `hash` is the word of recipes, which the second writing takes too.
fn perlin(hash: &str, seed: u32) -> Noise<of::Perlin> {
    Noise::perlin().set("hash", hash).seed(seed).frequency(3.7)
}

fn perlin_here(grid: &Grid, hash: &str, seed: u32) -> Perlin {
    Perlin::new(&axes(grid), hash, seed).frequency(3.7)
}

#[test]
fn perlin_in_every_dimension_and_hash() {
    for grid in grids() {
        for hash in ["table", "integer"] {
            for seed in [0, 7, u32::MAX] {
                let expected = perlin_here(&grid, hash, seed);
                assert_near(perlin(hash, seed), &grid, |p| expected.at(0, p), ON_GRID);
            }
        }
    }
}

#[test]
fn another_seed_is_told_apart() {
    for grid in &grids()[..6] {
        for hash in ["table", "integer"] {
            let other = perlin_here(grid, hash, 8);
            let worst = difference(&[perlin(hash, 7).any()], grid, &[&|p| other.at(0, p)]);
            assert!(worst > 0.1, "{hash} {grid:?}: {worst}");
        }
    }
}

#[test]
fn more_than_one_cell_a_sample() {
    for grid in grids() {
        let expected = Perlin::new(&axes(&grid), "table", 1).frequency(61.3);
        let noise = Noise::perlin().seed(1).frequency(61.3);
        assert_near(noise, &grid, |p| expected.at(0, p), ON_GRID);
    }
}

#[test]
fn periods() {
    let grid = Grid::new([40, 30, 6]).origin([-1.3, -0.8, -5.0, 0.0]);
    for hash in ["table", "integer"] {
        for period in [[1, 2, 3], [5, 0, 7], [256, 300, 1]] {
            let expected = perlin_here(&grid, hash, 2).period(period);
            let noise = perlin(hash, 2).period(period);
            assert_near(noise, &grid, |p| expected.at(0, p), ON_GRID);
        }
    }
}

#[test]
fn far_from_the_origin() {
    for origin in [[1e7, -1e7, 3e6, 0.0], [-12_345_678.0, 1e7, -1e7, 0.0]] {
        let grid = Grid::new([37, 11, 5]).origin(origin);
        for hash in ["table", "integer"] {
            let noise = perlin(hash, 1).frequency(4.0);
            let expected = perlin_here(&grid, hash, 1).frequency(4.0);
            assert_near(noise, &grid, |p| expected.at(0, p), ON_GRID);
        }
    }
}

#[test]
fn fbm_of_every_kind() {
    for grid in grids() {
        for (tables, lacunarity) in [(OctaveTables::Distinct, 1.9), (OctaveTables::Shared, 2.0)] {
            let noise = perlin("table", 3)
                .fbm()
                .octaves(4)
                .lacunarity(lacunarity)
                .gain(0.6)
                .octave_tables(tables)
                .octave_positions(OctavePositions::Aligned);
            let source = perlin_here(&grid, "table", 3);
            let octave = |k| if tables == OctaveTables::Shared { 0 } else { k };
            let expected = |p| fbm(4, lacunarity, 0.6, p, |k, p| source.at(octave(k), p));
            assert_near(noise, &grid, expected, 2.0 * ON_GRID);
        }
    }
}

#[test]
fn fbm_of_fbm() {
    let grid = Grid::new([45, 12, 3]);
    let aligned = OctavePositions::Aligned;
    let inner = perlin("integer", 3).fbm().octave_positions(aligned);
    let outer = inner.octaves(2).gain(0.7).fbm().octave_positions(aligned);
    let noise = outer.octaves(3).lacunarity(1.7);
    let source = perlin_here(&grid, "integer", 3);
    let expected = |p| {
        fbm(3, 1.7, 0.5, p, |outer, p| {
            fbm(2, 2.0, 0.7, p, |inner, p| source.at(32 * outer + inner, p))
        })
    };
    assert_near(noise, &grid, expected, 2.0 * ON_GRID);
}

#[test]
fn coordinates_in_a_fold() {
    let grid = Grid::new([21, 6]).origin([0.5, -1.0, 0.0, 0.0]);
    let noise = (perlin("table", 1) * Noise::x() + Noise::y())
        .fbm()
        .octave_positions(OctavePositions::Aligned)
        .octaves(3);
    let source = perlin_here(&grid, "table", 1);
    let expected = |p| {
        fbm(3, 2.0, 0.5, p, |k, p: [f64; 4]| {
            source.at(k, p) * p[0] + p[1]
        })
    };
    assert_near(noise, &grid, expected, 1e-5);
}

#[test]
fn values_from_outside_a_fold() {
    let grid = Grid::new([21, 6]);
    let shift = perlin("table", 5);
    let body = (perlin("table", 1).fbm().octaves(3)).octave_positions(OctavePositions::Aligned);
    let noise = (body.clone().warp([shift.clone()], 0.2) + shift.clone() * 2.0).mix(body, shift);
    let source = perlin_here(&grid, "table", 1);
    let by = perlin_here(&grid, "table", 5);
    let plain = |p| fbm(3, 2.0, 0.5, p, |k, p| source.at(k, p));
    let expected = |p: [f64; 4]| {
        let s = by.at(0, p);
        let a = plain([p[0] + 0.2 * s, p[1], p[2], p[3]]) + 2.0 * s;
        a + s * (plain(p) - a)
    };
    assert_near(noise, &grid, expected, 4e-5);
}

/// The body of a fractal that is summed row by row is never computed, so its numbers have no register to fill.
#[test]
fn numbers_of_summed_rows_leave_other_registers_alone() {
    let fractals = [
        perlin("table", 1).ridged().any(),
        perlin("table", 1).hybrid().any(),
        perlin("table", 1).ping_pong().any(),
    ];
    for fractal in fractals {
        let noises = [Noise::constant(0.25).any(), fractal];
        for level in SimdLevel::available() {
            let volume = (at_level(level, &noises, &Grid::new([5])).sample(0)).expect("a volume");
            let constants = volume.samples().iter().step_by(2);
            assert!(constants.clone().all(|&value| value == 0.25), "{level}");
        }
    }
}

#[test]
fn some_of_the_axes() {
    for some in [
        vec![Axis::Y],
        vec![Axis::W],
        vec![Axis::X, Axis::Z],
        vec![Axis::Y, Axis::W],
        vec![Axis::Y, Axis::Z, Axis::W],
        Axis::ALL.to_vec(),
    ] {
        let own: Vec<usize> = some.iter().map(|axis| axis.index()).collect();
        for grid in grids() {
            for hash in ["table", "integer"] {
                let expected = Perlin::new(&own, hash, 4).frequency(3.7);
                let noise = perlin(hash, 4).axes(&some);
                assert_near(noise, &grid, |p| expected.at(0, p), ON_GRID);
            }
        }
    }
}

#[test]
fn scale_and_translate() {
    let grid = Grid::new([14, 9, 4]).frames(2).origin([0.0, 0.0, 0.0, 0.3]);
    let noise = perlin("table", 1)
        .translate([0.5, -3.25, 1.125])
        .scale([2.0, 0.5, 1.5]);
    let source = perlin_here(&grid, "table", 1);
    let expected =
        |[x, y, z, w]: [f64; 4]| source.at(0, [2.0 * x + 0.5, 0.5 * y - 3.25, 1.5 * z + 1.125, w]);
    assert_near(noise, &grid, expected, ON_GRID);
}

#[test]
fn warped_in_every_dimension_and_hash() {
    for grid in grids() {
        for hash in ["table", "integer"] {
            for period in [0, 3] {
                let by = perlin("table", 9);
                let noise = perlin(hash, 1).period(period).warp([by.clone(), by], 1.3);
                let source = perlin_here(&grid, hash, 1).period([period; 3]);
                let by = perlin_here(&grid, "table", 9);
                let expected = |[x, y, z, w]: [f64; 4]| {
                    let d = 1.3 * by.at(0, [x, y, z, w]);
                    source.at(0, [x + d, y + d, z, w])
                };
                let dimension = axes(&grid).len();
                let slope = [2.7, 3.8, 5.4, 9.0][dimension - 1];
                let tolerance = AT_POINTS + slope * 3.7 * 1.3 * 2.0 * ON_GRID;
                assert_near(noise, &grid, expected, tolerance);
            }
        }
    }
}

#[test]
fn every_step() {
    let grid = Grid::new([25, 7]);
    let [a, b, c] = [1, 2, 3].map(|seed| perlin("table", seed));
    let [fa, fb, fc] = [1, 2, 3].map(|seed| {
        let source = perlin_here(&grid, "table", seed);
        move |p| source.at(0, p)
    });
    let tolerance = 8.0 * ON_GRID;
    assert_near(a.clone() + b.clone(), &grid, |p| fa(p) + fb(p), tolerance);
    assert_near(a.clone() * b.clone(), &grid, |p| fa(p) * fb(p), tolerance);
    let min = a.clone().min(b.clone());
    assert_near(min, &grid, |p| fa(p).min(fb(p)), tolerance);
    let max = a.clone().max(b.clone());
    assert_near(max, &grid, |p| fa(p).max(fb(p)), tolerance);
    let mix = a.clone().mix(b.clone(), c.clone());
    assert_near(mix, &grid, |p| fa(p) + fc(p) * (fb(p) - fa(p)), tolerance);
    assert_near(a.clone().abs(), &grid, |p| fa(p).abs(), tolerance);
    let remap = a.clone().remap([-1.0, 3.0], [5.0, 1.0]);
    assert_near(remap, &grid, |p| 4.0 - fa(p), tolerance);
    let clamp = a.clone().clamp(b.clone(), 0.3);
    assert_near(clamp, &grid, |p| fa(p).max(fb(p)).min(0.3), tolerance);
    let twice = a.clone() + a;
    assert_near(twice, &grid, |p| 2.0 * fa(p), tolerance);
    assert_near(Noise::constant(0.25), &grid, |_| 0.25, 0.0);
}

#[test]
fn several_channels() {
    let grid = Grid::new([1030, 3]);
    let noises: Vec<_> = (0..4).map(|seed| perlin("table", seed)).collect();
    let [a, b, c, d] = [0, 1, 2, 3].map(|seed| {
        let source = perlin_here(&grid, "table", seed);
        move |p| source.at(0, p)
    });
    for channels in [2, 4] {
        let expected: [&dyn Fn([f64; 4]) -> f64; 4] = [&a, &b, &c, &d];
        let worst = difference(&noises[..channels], &grid, &expected[..channels]);
        assert!(worst <= ON_GRID, "off by {worst:e}");
    }
    let swapped: [&dyn Fn([f64; 4]) -> f64; 2] = [&b, &a];
    assert!(difference(&noises[..2], &grid, &swapped) > 0.1);
}

/// Noises that between them take every way through the evaluator.
fn varied() -> Vec<Noise> {
    fn octaves<K>(noise: Noise<K>) -> Noise<of::Fbm> {
        noise.fbm().octaves(3).lacunarity(1.9)
    }
    vec![
        perlin("table", 1).any(),
        octaves(perlin("integer", 1)).any(),
        octaves(octaves(perlin("table", 1))).any(),
        (octaves(perlin("table", 1)).warp([Noise::y() * 0.5, perlin("table", 2).any()], 0.4)).any(),
        octaves(perlin("table", 1) * Noise::x()).abs() + perlin("table", 3).axes([Axis::Y]),
    ]
}

fn whole<K>(level: SimdLevel, noise: &Noise<K>, grid: &Grid) -> Vec<f32> {
    let mut cpu = at_level(level, std::slice::from_ref(noise), grid);
    cpu.sample(0).expect("a volume").into_samples()
}

/// Every noise of [`varied`] at every SIMD level of this machine.
fn varied_at_every_level() -> Vec<(SimdLevel, Noise)> {
    (SimdLevel::available().into_iter())
        .flat_map(|level| varied().into_iter().map(move |noise| (level, noise)))
        .collect()
}

fn bits(samples: &[f32]) -> Vec<u32> {
    samples.iter().map(|v| v.to_bits()).collect()
}

#[test]
fn bricks_have_the_bits_of_the_whole() {
    let grid = Grid::new([2100, 5, 4]).extent([9.0, 1.0, 0.3]);
    let packing = Packing::samples(1).expect("one channel");
    for (level, noise) in varied_at_every_level() {
        let expected = whole(level, &noise, &grid);
        let mut cpu = at_level(level, &[noise], &grid);
        for (start, size) in [
            ([0, 0, 0, 0], [2100, 5, 4, 1]),
            ([1, 2, 1, 0], [1, 3, 2, 1]),
            ([1023, 1, 3, 0], [1077, 4, 1, 1]),
            ([777, 4, 2, 0], [1025, 1, 1, 1]),
        ] {
            let brick = Brick { start, size };
            let mut out = vec![f32::NAN; brick.samples() as usize];
            cpu.fill(&brick, &packing, bytemuck::cast_slice_mut(&mut out))
                .expect("a brick within the grid");
            for (i, value) in out.iter().enumerate() {
                let [nx, ny] = [size[0] as usize, size[1] as usize];
                let [x, y, z] = [i % nx, i / nx % ny, i / (nx * ny)];
                let [x, y, z] = [(x, 0), (y, 1), (z, 2)].map(|(i, a)| i + start[a] as usize);
                let same = expected[(z * 5 + y) * 2100 + x];
                assert_eq!(value.to_bits(), same.to_bits(), "{brick:?} at {i}");
            }
        }
    }
}

#[test]
fn threads_change_no_bit() {
    let pool = |threads| {
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads")
    };
    let [one, many] = [pool(1), pool(7)];
    for grid in [
        Grid::new([100_003]),
        Grid::new([301, 777]),
        Grid::new([90, 80, 70]),
    ] {
        for (level, noise) in varied_at_every_level() {
            let alone = one.install(|| whole(level, &noise, &grid));
            let together = many.install(|| whole(level, &noise, &grid));
            assert!(bits(&alone) == bits(&together), "{noise:?} {grid:?}");
        }
    }
}

#[test]
fn sizes_and_formats() {
    let pairs = |n: u32| [[n, 1, 1], [1, n, 1], [1, 1, n], [n, 3, 1]];
    for size in [1, 3, 1025].into_iter().flat_map(pairs) {
        let grid = Grid::new(size).extent([2.0, 3.0, 1.0]);
        let samples = whole(SimdLevel::detect(), &perlin("table", 1), &grid);
        assert!(samples.iter().all(|v| v.is_finite()));
        for format in Format::ALL {
            for channels in 1..=format.components() {
                let noises = vec![perlin("table", 1); channels as usize];
                let packing = Packing::new(format, channels, [-0.25, 0.25]).expect("right");
                let brick = Brick::whole(&grid, 0);
                let mut out = vec![0xAA; brick.samples() as usize * packing.bytes() as usize];
                let saturated = Cpu::new(bound(&noises, &grid))
                    .fill(&brick, &packing, &mut out)
                    .expect("a fill");
                let texels: Vec<f32> = (samples.iter())
                    .flat_map(|v| vec![*v; channels as usize])
                    .collect();
                let mut expected = vec![0; out.len()];
                let outside = packing.pack(&texels, &mut expected);
                assert!(out == expected, "{format} {channels} {size:?}");
                assert_eq!(saturated, outside);
            }
        }
    }
}

#[test]
fn memory_that_no_f32_fits() {
    let grid = Grid::new([1025, 3]);
    let packing = Packing::samples(1).expect("one channel");
    let samples = whole(SimdLevel::detect(), &perlin("table", 1), &grid);
    let mut bytes = vec![0; samples.len() * 4 + 1];
    Cpu::new(bound(&[perlin("table", 1)], &grid))
        .fill(&Brick::whole(&grid, 0), &packing, &mut bytes[1..])
        .expect("any alignment");
    assert!(bytes[1..] == *bytemuck::cast_slice::<f32, u8>(&samples));
}

/// A large brick is written with non-temporal stores, in vectors that must be aligned: wherever its memory begins, and with
/// rows that each begin elsewhere, it has the bits of its rows alone.
#[test]
fn memory_that_no_vector_fits() {
    let grid = Grid::new([1027, 1024]);
    let several = SimdLevel::available().into_iter();
    let several = several.map(|level| (level, varied().split_off(2)));
    let alone = varied_at_every_level().into_iter();
    for (level, channels) in alone
        .map(|(level, noise)| (level, vec![noise]))
        .chain(several)
    {
        let packing = Packing::samples(channels.len() as u32).expect("at most four channels");
        let row = 1027 * channels.len();
        let mut cpu = at_level(level, &channels, &grid);
        let brick = Brick::whole(&grid, 0);
        let mut rows = vec![0.0f32; row * 1024];
        for (y, row) in rows.chunks_mut(row).enumerate() {
            let brick = Brick {
                start: [0, y as u32, 0, 0],
                size: [1027, 1, 1, 1],
            };
            cpu.fill(&brick, &packing, bytemuck::cast_slice_mut(row))
                .expect("a row");
        }
        for ahead in [0, 1, 4, 15] {
            let mut samples = vec![0.0f32; ahead + rows.len()];
            cpu.fill(
                &brick,
                &packing,
                bytemuck::cast_slice_mut(&mut samples[ahead..]),
            )
            .expect("any alignment");
            assert!(bits(&samples[ahead..]) == bits(&rows), "{level} {ahead}");
        }
    }
}

#[test]
fn wrong_requests_are_refused() {
    let grid = Grid::new([4, 4]);
    let mut cpu = Cpu::new(bound(&[perlin("table", 1)], &grid));
    let packing = |channels| Packing::samples(channels).expect("right");
    let brick = Brick::whole(&grid, 0);
    assert!(cpu.fill(&brick, &packing(1), &mut [0; 63]).is_err());
    assert!(cpu.fill(&brick, &packing(2), &mut [0; 128]).is_err());
    let outside = Brick {
        start: [0, 0, 0, 1],
        ..brick
    };
    assert!(cpu.fill(&outside, &packing(1), &mut [0; 64]).is_err());
}

#[test]
fn forms_that_are_not_there_are_refused() {
    let grid = Grid::new([4, 4]);
    for level in SimdLevel::ALL {
        let cpu = Cpu::with_simd_level(bound(&[perlin("table", 1)], &grid), level);
        assert_eq!(cpu.is_ok(), level.is_available(), "{level}");
    }
    let detected = Cpu::new(bound(&[perlin("table", 1)], &grid)).simd_level();
    assert_eq!(detected, SimdLevel::detect());
}
