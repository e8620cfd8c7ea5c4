//! What closes, closes exactly: over the box, over time, over periods.

use wgpu_noise::noise::{Axis, Hash, OctavePeriod, of};
use wgpu_noise::{Grid, Noise};

use crate::support::{Make, cpu, reference, same_bits, samples};

const BACKENDS: [Make; 2] = [&reference, &cpu];

fn grids() -> [Grid; 7] {
    [
        Grid::new([67]),
        Grid::new([67, 19]),
        Grid::new([33, 9]).edge_samples(),
        Grid::new([19, 11, 7]),
        Grid::new([67]).frames(5).duration(1.7),
        Grid::new([37, 11]).frames(3).duration(0.3),
        Grid::new([13, 7, 5]).frames(3).duration(2.0),
    ]
}

/// The same grid, one box further along an axis: its samples lie where the next box's would.
fn next_box(grid: &Grid, axis: usize) -> Grid {
    let mut next = grid.clone();
    next.origin[axis] += grid.span(axis).extent;
    next
}

fn assert_closes<K>(noise: &Noise<K>, grid: &Grid, label: &str) {
    assert_closes_on(&BACKENDS, noise, grid, label);
}

fn assert_closes_on<K>(backends: &[Make], noise: &Noise<K>, grid: &Grid, label: &str) {
    for make in backends {
        let here = samples(noise, grid, make);
        for axis in grid.axes().indices() {
            let next = samples(noise, &next_box(grid, axis), make);
            assert_eq!(
                same_bits(&next, &here),
                Ok(()),
                "{label}: axis {axis} of {grid:?}"
            );
        }
    }
}

/// As many cells in the box along each axis, and in the duration.
fn closed(grid: &Grid, cells: f64) -> Noise<of::Perlin> {
    Noise::perlin()
        .cells(cells)
        .time_frequency(cells / grid.duration)
}

#[test]
fn seamless_noise_wraps_exactly() {
    for grid in grids() {
        let grid = grid.seamless();
        for cells in [1.0, 2.0, 3.0, 5.0, 6.0, 7.0, 256.0, 257.0] {
            let table = closed(&grid, cells);
            assert_closes(&table, &grid, &format!("{cells} cells"));
            let integer = table.hash(Hash::Integer);
            assert_closes(&integer, &grid, &format!("{cells} cells, integer hash"));
        }
    }
}

#[test]
fn seamless_graphs_wrap_exactly() {
    for grid in grids() {
        let grid = grid.seamless();
        let base = closed(&grid, 3.0);
        let by = [1, 2, 3, 4].map(|seed| base.clone().seed(seed));
        let same = base.clone().fbm().octave_period(OctavePeriod::Same);
        for (label, noise) in [
            ("fbm", base.clone().fbm().any()),
            (
                "fbm, lacunarity 3",
                base.clone().fbm().lacunarity(3.0).octaves(4).any(),
            ),
            ("fbm, same periods", same.any()),
            ("ridged", base.clone().ridged().any()),
            ("hybrid", base.clone().hybrid().any()),
            ("eroded", base.clone().eroded().any()),
            (
                "fbm of frequencies",
                (base.clone().fbm()).frequencies([1.0, 3.0, 2.0]).any(),
            ),
            (
                "fbm of fbm",
                base.clone().fbm().octaves(2).fbm().octaves(2).any(),
            ),
            ("scale", base.clone().scale(2.0).any()),
            (
                "translate",
                base.clone().translate(0.3).time_offset(-0.7).any(),
            ),
            ("warp", base.clone().warp(by.clone(), 0.4).any()),
            (
                "fbm of warp",
                base.clone().warp(by, 0.1).fbm().octaves(3).any(),
            ),
            ("steps", (base.clone().abs() * 0.5 + base).clamp(-0.2, 0.4)),
        ] {
            assert_closes(&noise, &grid, label);
        }
    }
}

/// Angles of whole turns: the CPU's alone, since the reference closes to the rounding of f64 and no further.
#[test]
fn turns_wrap_exactly() {
    let perlin = || Noise::perlin().frequency(2.3);
    for grid in [
        Grid::new([67, 19]).extent([1.0, 1.0]),
        Grid::new([19, 11, 7]).extent([3.0, 2.0, 1.0]),
        Grid::new([37, 11])
            .extent([0.3, 0.7])
            .frames(3)
            .duration(1.7),
    ] {
        let whole = [0, 1, 2].map(|axis| match grid.span(axis).extent {
            0.0 => 1.0,
            extent => 2.0 / extent,
        });
        let grid = grid.seamless();
        let turning = |noise: Noise| noise.scale(whole).time_factor(2.0 / grid.duration);
        for (label, noise) in [
            ("cylinder", perlin().axes([Axis::X, Axis::Z]).cylinder(0.4)),
            (
                "sphere",
                perlin().axes([Axis::X, Axis::Y, Axis::Z]).sphere(0.4),
            ),
            ("sine and cosine", Noise::x().sin() + Noise::y().cos()),
            ("triangle", Noise::x().triangle()),
            ("fract", (Noise::x() - Noise::y()).fract()),
            ("sine in time", Noise::w().sin()),
            (
                "sine of multiples",
                (Noise::x() * 3.0 - (Noise::y() + 0.3) * 2.0).sin(),
            ),
            ("sine of pieces", Noise::x().sin().piecewise().sin()),
            (
                "a pushed sine",
                (Noise::x() + perlin().axes([Axis::X, Axis::Z]).cylinder(0.4)).sin(),
            ),
        ] {
            assert_closes_on(&[&cpu], &turning(noise), &grid, label);
        }
    }
}

/// Of the loop of N frames, frame N is frame 0.
#[test]
fn the_frame_after_the_last_is_the_first() {
    let grid = Grid::new([37, 11]).frames(24).duration(2.0).seamless();
    let noise = closed(&grid, 3.0).fbm();
    let after = Grid::new([37, 11]).frames(1).origin([0.0, 0.0, 0.0, 2.0]);
    let all = samples(&noise, &grid, &cpu);
    let first = &all[..37 * 11];
    let after = samples(&noise, &after.duration(2.0).seamless(), &cpu);
    assert_eq!(same_bits(&after, first), Ok(()));
}

#[test]
fn what_does_not_close_is_noticed() {
    for grid in grids() {
        let open = Noise::perlin().frequency(3.0).time_frequency(3.0);
        let here = samples(&open, &grid, &cpu);
        for axis in grid.axes().indices() {
            let next = samples(&open, &next_box(&grid, axis), &cpu);
            assert!(same_bits(&next, &here).is_err(), "axis {axis} of {grid:?}");
        }
    }
}

/// A source's own period, from a negative origin, on a grid that is not seamless.
#[test]
fn periods_wrap_exactly() {
    for period in [1, 2, 3, 5, 7, 256, 257] {
        for hash in [Hash::Table, Hash::Integer] {
            let noise = Noise::perlin()
                .frequency(1.0)
                .time_frequency(1.0)
                .hash(hash)
                .period(period)
                .time_period(period);
            for noise in [
                noise.clone().warp([noise.clone()], 0.7).any(),
                noise.clone().fbm().any(),
                noise.any(),
            ] {
                for grid in grids() {
                    let extent = vec![5.25; grid.size.len()];
                    let grid = grid.extent(extent).origin([-3.75; 4]).duration(5.25);
                    let here = samples(&noise, &grid, &cpu);
                    for axis in grid.axes().indices() {
                        let mut further = grid.clone();
                        further.origin[axis] += f64::from(period);
                        let found = same_bits(&samples(&noise, &further, &cpu), &here);
                        assert_eq!(
                            found,
                            Ok(()),
                            "period {period}, {hash}, axis {axis}, {grid:?}"
                        );
                    }
                }
            }
        }
    }
}
