//! Grids: one to three axes of space, with time or without, small, near and far, closed and open.

use wgpu_noise::Grid;

use crate::random::Random;

/// The most samples of most grids: the reference computes each from scratch.
const SAMPLES: u32 = 100;

/// A grid of a few samples, whose sizes are no multiples of a SIMD width.
pub fn grid(random: &mut Random) -> Grid {
    let mut size = Vec::new();
    let mut left = SAMPLES;
    for axis in 0..random.whole(1..=3) {
        let sizes: &[u32] = if axis == 0 {
            &[1, 3, 5, 9, 17, 33, 67]
        } else {
            &[1, 2, 3, 4, 7, 19]
        };
        let n = random.pick(sizes).min(left);
        left /= n;
        size.push(n);
    }
    // Now and then a row of more samples than an evaluator takes at a time.
    if size.len() == 1 && random.chance(0.03) {
        size = vec![2100];
    }
    let mut grid = Grid::new(size);
    if random.chance(0.35) {
        grid = grid.frames(random.pick(&[1, 2, 3, 5]).min(left.max(1)));
    }
    match random.chance(0.3) {
        true => closed(random, grid),
        false => open(random, grid),
    }
}

/// Extents and origins of few digits, so that the next box begins exactly where this one ends.
fn closed(random: &mut Random, grid: Grid) -> Grid {
    let extent: Vec<f64> = (grid.size.iter())
        .map(|_| random.pick(&[1.0, 1.0, 2.0, 3.0, 0.5, 0.25]))
        .collect();
    let duration = random.pick(&[1.0, 1.0, 2.0, 0.5]);
    let origin = match random.whole(0..=2) {
        0 => [0.0; 4],
        1 => std::array::from_fn(|_| random.pick(&[0.0, -1.25, 0.375, 5.5])),
        _ => std::array::from_fn(|_| random.sign() * f64::from(random.whole(0..=1_000_000)) / 64.0),
    };
    grid.extent(extent)
        .duration(duration)
        .origin(origin)
        .seamless()
}

fn open(random: &mut Random, mut grid: Grid) -> Grid {
    if random.chance(0.5) {
        let extents = (grid.size.iter())
            .map(|_| length(random))
            .collect::<Vec<f64>>();
        grid = grid.extent(extents);
    }
    if random.chance(0.5) {
        grid = grid.duration(length(random));
    }
    // How many digits the origins have before the point.
    let digits = match random.whole(0..=9) {
        0..=2 => return grid,
        3..=6 => random.between(-2.0, 1.0),
        7 | 8 => random.between(1.0, 7.0),
        _ => random.between(7.0, 15.0),
    };
    grid.origin(std::array::from_fn(|_| {
        random.sign() * 10f64.powf(digits - random.between(0.0, 1.0))
    }))
}

/// How long an axis is: mostly a few units, now and then nothing or a great many.
fn length(random: &mut Random) -> f64 {
    match random.whole(0..=9) {
        0..=3 => random.pick(&[0.5, 1.0, 2.0, 3.0, 4.0]),
        4..=7 => 10f64.powf(random.between(-1.5, 1.5)),
        8 => 10f64.powf(random.between(-5.0, 4.0)),
        _ => 10f64.powf(random.between(-12.0, 12.0)),
    }
}
