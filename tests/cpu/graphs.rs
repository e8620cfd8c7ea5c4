//! Fractals, value steps and channels over Perlin noise.

use wgpu_noise::cpu::SimdLevel;
use wgpu_noise::internals::ON_GRID;
use wgpu_noise::noise::{OctavePositions, OctaveTables};
use wgpu_noise::{Backend, Grid, Noise};

use crate::compare::{assert_near, at_level, difference, grids, perlin, perlin_here};
use crate::definition::fbm;

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
