//! The backend at every SIMD level beside a function of a position.

use wgpu_noise::cpu::{Cpu, SimdLevel};
use wgpu_noise::internals::{Affine, coordinate};
use wgpu_noise::noise::of;
use wgpu_noise::program::{Job, Program};
use wgpu_noise::{Backend, Grid, Noise};

use crate::definition::Perlin;

pub fn bound<K>(channels: &[Noise<K>], grid: &Grid) -> Job {
    let program = Program::check(channels, grid.axes()).expect("a right noise");
    program
        .bind(program.params(), grid)
        .expect("a right grid for it")
}

pub fn at_level<K>(level: SimdLevel, channels: &[Noise<K>], grid: &Grid) -> Cpu {
    Cpu::with_simd_level(bound(channels, grid), level).expect("a level of this CPU")
}

/// The greatest difference between any SIMD level of the backend and `expected`, a function of x, y, z
/// and w.
pub fn difference<K>(
    channels: &[Noise<K>],
    grid: &Grid,
    expected: &[&dyn Fn([f64; 4]) -> f64],
) -> f64 {
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

pub fn assert_near<K>(
    noise: Noise<K>,
    grid: &Grid,
    expected: impl Fn([f64; 4]) -> f64,
    tolerance: f64,
) {
    let worst = difference(std::slice::from_ref(&noise), grid, &[&expected]);
    assert!(worst <= tolerance, "off by {worst:e}: {noise:?} {grid:?}");
}

pub fn grids() -> [Grid; 7] {
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

pub fn axes(grid: &Grid) -> Vec<usize> {
    grid.axes().indices().collect()
}

/// `hash` is the word of recipes, which the second writing takes too.
pub fn perlin(hash: &str, seed: u32) -> Noise<of::Perlin> {
    Noise::perlin().set("hash", hash).seed(seed).frequency(3.7)
}

pub fn perlin_here(grid: &Grid, hash: &str, seed: u32) -> Perlin {
    Perlin::new(&axes(grid), hash, seed).frequency(3.7)
}
