//! Far from the origin a noise is as good as near it.

use wgpu_noise::noise::{Axis, Hash};
use wgpu_noise::{Grid, Noise};

use crate::support::{Make, case, cpu, outcome, reference, same_bits, samples};

fn grids() -> [Grid; 4] {
    [
        Grid::new([129]),
        Grid::new([33, 17]),
        Grid::new([17, 9, 5]),
        Grid::new([9, 7, 5]).frames(2),
    ]
}

/// A table repeats after 256 cells, so a shift by 256·k cells shows what distance alone does to a sample: nothing.
#[test]
fn a_shift_by_whole_tables_changes_no_bit() {
    let perlin = Noise::perlin().frequency(4.0).time_frequency(4.0);
    let warped = perlin.clone().warp([perlin.clone().seed(1)], 0.3);
    let noises = [
        perlin.clone().any(),
        perlin.clone().fbm().any(),
        perlin.fbm().lacunarity(3.0).octaves(4).any(),
        warped.clone().any(),
        warped.fbm().octaves(3).any(),
    ];
    for grid in grids() {
        for noise in &noises {
            for make in [&reference as Make, &cpu] {
                let here = samples(noise, &grid, make);
                for k in [1.0, -1.0, 3.0, -1024.0, 65_537.0, 4_194_304.0, -4_194_304.0] {
                    let away = 256.0 * k / 4.0;
                    let there = grid.clone().origin([away, -away, 3.0 * away, away]);
                    let there = samples(noise, &there, make);
                    assert_eq!(
                        same_bits(&there, &here),
                        Ok(()),
                        "{k} tables away, {noise:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_shift_by_a_part_of_a_table_is_noticed() {
    let noise = Noise::perlin().frequency(4.0);
    for grid in grids() {
        let there = grid.clone().origin([255.0 / 4.0, 0.0, 0.0, 0.0]);
        let [here, there] = [&grid, &there].map(|grid| samples(&noise, grid, &cpu));
        assert!(same_bits(&there, &here).is_err());
    }
}

/// 10¹³ cells off, where an f64 number of cells has lost three digits of the fraction.
#[test]
fn a_skewed_lattice_is_right_far_away() {
    let simplex = || Noise::simplex().frequency(10.14);
    for noise in [
        simplex().scale(1e12).any(),
        simplex().scale([1e12, 3e11, 7e11]).partial(Axis::X) / 1e12,
        (Noise::simplex().frequency(1.3).fbm())
            .frequencies(vec![1.0, 2.5e11, 1e12])
            .any(),
    ] {
        for grid in [
            Grid::new([1, 1]),
            Grid::new([7, 5, 3]),
            Grid::new([5, 3]).frames(2),
        ] {
            let outcome = outcome(&case(std::slice::from_ref(&noise), &grid), &cpu);
            assert!(outcome.passed, "{noise:?}: {outcome}");
        }
    }
}

/// Cells on both sides of what 32 bits count: keys wrap, and nothing overflows.
#[test]
fn cells_around_the_ends_of_32_bits() {
    for hash in [Hash::Table, Hash::Integer] {
        let noise = Noise::perlin().frequency(1.0).time_frequency(1.0);
        let noise = noise.hash(hash);
        let warped = noise.clone().warp([noise.clone()], 3.0).any();
        let noise = noise.any();
        for end in [
            2f64.powi(31),
            -(2f64.powi(31)),
            2f64.powi(32),
            -(2f64.powi(32)),
            2f64.powi(44),
        ] {
            for grid in grids() {
                let extent = vec![7.0; grid.size.len()];
                let grid = grid.extent(extent).origin([end - 3.3; 4]).duration(7.0);
                for noise in [&noise, &warped] {
                    let outcome = outcome(&case(std::slice::from_ref(noise), &grid), &cpu);
                    assert!(outcome.passed, "{hash} at {end:e}: {outcome}");
                }
            }
        }
    }
}

/// The contribution of octave k, at 0.1·2ᵏ cells.
#[test]
fn every_octave_contributes() {
    let grid = Grid::new([33])
        .extent([0.0125])
        .origin([0.1, 0.0, 0.0, 0.0]);
    let sum = |octaves| {
        let fbm = Noise::perlin().frequency(1.0).fbm().octaves(octaves);
        samples(&fbm.gain(1.0).normalize(false), &grid, &cpu)
    };
    for octaves in 1..32 {
        let [below, with] = [sum(octaves), sum(octaves + 1)];
        let differing = below.iter().zip(&with).filter(|(a, b)| a != b).count();
        assert!(
            differing >= 16,
            "octave {octaves} changes {differing} of 33 samples"
        );
    }
}

/// The slope of a noise bounds its steps, across 0 too: a cell from truncation instead of floor would jump there.
#[test]
fn nothing_jumps_at_zero() {
    // The supremum of |∂noise/∂x| a cell, 1-D to 4-D, as the error analysis has it for all axes together.
    let slopes = [2.7, 3.75, 5.4, 8.99];
    for (dimension, slope) in (1..).zip(slopes) {
        for hash in [Hash::Table, Hash::Integer] {
            let plain = Noise::perlin()
                .frequency(1.0)
                .axes(&Axis::ALL[..dimension])
                .hash(hash);
            // x once more by displacement: two cells a unit, by way of points.
            let warped = plain.clone().warp([Noise::x()], 1.0);
            for (noise, speed) in [
                (plain.clone().any(), 1.0),
                (plain.period(3).any(), 1.0),
                (warped.any(), 2.0),
            ] {
                let grid = Grid::new([8001])
                    .extent([8.001])
                    .origin([-4.0, -0.4, -1.3, -0.7]);
                let samples = samples(&noise, &grid, &cpu);
                let step = largest_step(&samples);
                let most = 1e-3 * slope * speed + 1e-5;
                assert!(
                    step <= most,
                    "a step of {step:e}, at most {most:e}: {noise:?}"
                );
                assert!(step >= 1e-4, "hardly any step: {noise:?}");
            }
        }
    }
}

fn largest_step(samples: &[f32]) -> f64 {
    let steps = samples
        .windows(2)
        .map(|pair| f64::from((pair[1] - pair[0]).abs()));
    steps.fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a })
}

#[test]
fn a_jump_is_noticed() {
    assert!(largest_step(&[0.0, 0.001, 0.3, 0.301]) > 0.29);
    assert!(largest_step(&[0.0, f32::NAN]).is_nan());
}

/// The octaves of a source with a period have greater ones, up to 10²¹ cells.
#[test]
fn a_period_beyond_all_cells_is_none() {
    let value = Noise::value().period(1 << 30);
    let noise = value.fbm().frequencies([1e12]);
    let grid = Grid::new([7]).origin([-0.08, 0.0, 0.0, 0.0]);
    let outcome = outcome(&case(&[noise], &grid), &cpu);
    assert!(outcome.passed, "{outcome}");
}
