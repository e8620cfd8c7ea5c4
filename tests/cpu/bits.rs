//! Neither bricks nor threads, formats or the memory that is written change a bit.

use rayon::ThreadPoolBuilder;
use wgpu_noise::cpu::{Cpu, SimdLevel};
use wgpu_noise::grid::Brick;
use wgpu_noise::noise::{Axis, of};
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Backend, Grid, Noise};

use crate::compare::{at_level, bound, perlin};

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
        Grid::new([60, 50, 40]),
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
    // Portable code has no such stores.
    let alone = varied_at_every_level().into_iter();
    let alone = alone.filter(|(level, _)| *level != SimdLevel::Portable);
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
