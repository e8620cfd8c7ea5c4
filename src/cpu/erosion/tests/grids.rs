//! A terrain is eroded on coarser grids first.

use crate::cpu::erode;
use crate::erosion::{self, Erosion, Site, Task};

/// Erodes hills of this many samples along each axis; returns their heights as the means of 32×32 squares.
fn eroded(side: u32, coarsest: u32) -> Vec<f32> {
    let site = Site {
        size: [side; 2],
        wraps: true,
        step: 1.0 / f64::from(side),
        seed: 5,
    };
    let erosion = Erosion {
        coarsest,
        ..Erosion::default()
    };
    let height = |i: u32| {
        let at = |n: u32, turns: f32| {
            let turn = (n as f32 + 0.5) / side as f32 * turns;
            (turn * std::f32::consts::TAU).sin()
        };
        let (x, y) = (i % side, i / side);
        at(x, 1.0) * at(y, 2.0) + 0.5 * at(x, 5.0) * at(y, 3.0)
    };
    let mut heights: Vec<f32> = (0..side * side).map(height).collect();
    erosion::erode(&erosion, &site, &mut heights, erode).unwrap();
    let mut means = vec![0.0; 32 * 32];
    let square = side / 32;
    for (i, height) in (0..).zip(heights) {
        let at = i / side / square * 32 + i % side / square;
        means[at as usize] += height / (square * square) as f32;
    }
    means
}

/// Returns the root of the mean square of the differences.
fn difference(a: &[f32], b: &[f32]) -> f32 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
    (squares / a.len() as f32).sqrt()
}

#[test]
fn a_terrain_of_more_samples_has_the_same_valleys() {
    let small = eroded(32, 32);
    let on_grids = difference(&small, &eroded(128, 32));
    let on_one = difference(&small, &eroded(128, 128));
    assert!(on_grids < on_one / 2.0, "{on_grids} beside {on_one}");
}

#[test]
fn each_grid_is_eroded_from_the_coarsest_on() {
    let sizes = |size, coarsest| {
        let site = Site {
            size,
            wraps: false,
            step: 0.01,
            seed: 0,
        };
        let erosion = Erosion {
            coarsest,
            ..Erosion::default()
        };
        let mut heights = vec![0.5; (size[0] * size[1]) as usize];
        let mut sizes = Vec::new();
        let run = |task: &Task, soil: &mut [u32]| {
            assert_eq!(soil.len(), task.terrain.size.iter().product::<usize>());
            sizes.push(task.terrain.size);
            Ok(())
        };
        erosion::erode(&erosion, &site, &mut heights, run).unwrap();
        sizes
    };
    assert_eq!(sizes([90, 70], 16), [[21, 16], [41, 32], [90, 70]]);
    assert_eq!(sizes([90, 70], 64), [[90, 70]]);
}
