//! Perlin noise by itself: every dimension, hash, period and set of axes, near the origin and far from it, moved and warped.

use wgpu_noise::internals::{AT_POINTS, ON_GRID};
use wgpu_noise::noise::Axis;
use wgpu_noise::{Grid, Noise};

use crate::compare::{assert_near, axes, difference, grids, perlin, perlin_here};
use crate::definition::Perlin;

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
