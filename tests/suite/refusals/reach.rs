//! Positions, values and octaves out of reach.

use wgpu_noise::noise::Axis;
use wgpu_noise::{Error, Grid, Job, Noise};

use crate::support::job;

/// Positions that even an exact cell cannot count are refused, wherever they come from.
#[test]
fn positions_out_of_reach_are_refused() {
    let plane = Grid::new([4, 4]);
    let perlin = || Noise::perlin().frequency(1.0);
    let scaled =
        |times: u32, noise: Noise| (0..times).fold(noise, |noise, _| noise.scale(1e12).any());
    let outside = || perlin().axes([Axis::Z]);
    for (noise, grid) in [
        (
            perlin().frequency(1e6).any(),
            plane.clone().origin([1e15, 0.0, 0.0, 0.0]),
        ),
        (
            perlin().frequency(1e6).any(),
            plane.clone().origin([0.0, -1e15, 0.0, 0.0]),
        ),
        (
            perlin().scale(1e3).translate(1e15).translate(1e15).any(),
            plane.clone(),
        ),
        (
            perlin()
                .translate(1e15)
                .translate(1e15)
                .translate(1e15)
                .translate(1e15)
                .translate(1e15)
                .any(),
            plane.clone(),
        ),
        (scaled(2, perlin().any()), plane.clone()),
        (scaled(30, perlin().any()), plane.clone()),
        // Infinitely many cells of nothing: the axis has no extent.
        (scaled(30, outside().any()), plane.clone()),
        (
            perlin().fbm().octaves(32).lacunarity(4.0).any(),
            plane.clone(),
        ),
        (
            perlin().fbm().octaves(32).lacunarity(100.0).any(),
            plane.clone(),
        ),
        (
            perlin().time_frequency(1e6).any(),
            Grid::new([4]).frames(2).origin([0.0, 0.0, 0.0, 1e15]),
        ),
    ] {
        let refused = job(&noise, &grid).map(|_| ());
        assert!(
            matches!(refused, Err(Error::Invalid { .. })),
            "{refused:?} for {noise:?}"
        );
    }
    assert!(job(&perlin(), &plane.clone().origin([4e15, 0.0, 0.0, 0.0])).is_err());
    assert!(job(&perlin(), &plane.origin([9e14, 0.0, 0.0, 0.0])).is_ok());
}

/// Those of a fractal of a fractal are multiplied.
#[test]
fn octaves_of_all_sources_are_bounded() {
    let sum = |count: u32| {
        let sum = (0..count).fold(Noise::constant(0.0), |sum, seed| {
            let octaves = Noise::perlin().seed(seed).fbm().octaves(32).lacunarity(1.0);
            sum + octaves.fbm().octaves(32).lacunarity(1.0)
        });
        Job::of(&[sum], &Grid::new([4, 4])).map(|job| job.layer_count())
    };
    assert_eq!(sum(64).ok(), Some(1 << 16));
    let refused = sum(65).expect_err("more than 65536").to_string();
    assert!(
        refused.contains("66560 octaves of all sources"),
        "{refused}"
    );
}

#[test]
fn values_that_leave_f32_are_refused() {
    let huge = (0..4).fold(Noise::x(), |noise, _| noise * 1e18);
    let divided = Noise::x().set("axis", "x").remap([0.0, 0.0], [0.0, 1.0]);
    let crossing = Noise::constant(1.0)
        .remap([-1.0, 1.0], [0.0, 1.0])
        .set("from_high", Noise::perlin());
    for noise in [huge.clone(), huge.fbm().any(), divided, crossing] {
        let refused = job(&noise, &Grid::new([4, 4])).map(|_| ());
        assert!(
            matches!(refused, Err(Error::Invalid { .. })),
            "{refused:?} for {noise:?}"
        );
    }
}

/// What a backend computes on the way must be an f32 too, and a difference more than its rounding.
#[test]
fn steps_whose_middle_leaves_f32_are_refused() {
    let grid = Grid::new([4, 4]);
    let huge = || Noise::constant(1e18) * 1e18;
    let perlin = Noise::perlin;
    for noise in [
        (-(huge() * 300.0)).mix(huge() * 300.0, 0.5),
        perlin().remap([1.0, 1.000_000_01], [0.0, 1.0]),
        perlin().remap([1.0, 1.000_000_06], [0.0, 1.0]),
        perlin().remap([0.0, 1e-46], [2.0, 2.0]),
        perlin().remap([0.0, 1e-30], [0.0, 1e18]),
        perlin().remap([0.5, 0.5], [0.0, 1.0]),
    ] {
        assert!(
            matches!(job(&noise, &grid), Err(Error::Invalid { .. })),
            "{noise:?}"
        );
    }
    for noise in [
        perlin().remap([1.0, 1.001], [0.0, 1.0]),
        perlin().remap([1.0, -1.0], [0.0, 1.0]),
        huge().mix(-huge(), 0.5),
    ] {
        assert!(job(&noise, &grid).is_ok(), "{noise:?}");
    }
}

#[test]
fn displacements_that_an_f32_cannot_hold_are_refused() {
    let warp = |amplitude| {
        Noise::perlin()
            .frequency(1.0)
            .warp([Noise::constant(1.0)], amplitude)
    };
    let grid = Grid::new([4, 4]);
    assert!(job(&warp(4096.0), &grid).is_ok());
    assert!(job(&warp(4097.0), &grid).is_err());
    let fbm = Noise::perlin().frequency(1.0).fbm();
    let warp = |amplitude| fbm.clone().warp([Noise::constant(1.0)], amplitude);
    assert!(job(&warp(256.0), &grid).is_ok());
    let refused = job(&warp(257.0), &grid);
    assert!(refused.is_err(), "the fastest octave has 16 cells a unit");
}

/// A position that operations make is an f32 from the origin on.
#[test]
fn positions_that_an_f32_cannot_hold_are_refused() {
    let perlin = || Noise::perlin().frequency(1.0);
    for (noise, name) in [
        (perlin().rotate([0.0, 0.0, 0.1]), "rotate"),
        (perlin().stretch([1.0, 1.0], 2.0), "stretch"),
        (perlin().plane([0.0], [1.0], [0.0, 1.0]), "plane"),
    ] {
        let at = |origin| Grid::new([4, 4]).origin([origin, origin, 0.0, 0.0]);
        assert!(job(&noise, &at(1000.0)).is_ok(), "{name}");
        match job(&noise, &at(9000.0)).map(|_| ()) {
            Err(Error::Invalid { field, .. }) if field == name => {}
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(job(&perlin().sphere(5000.0), &Grid::new([4, 4])).is_err());
    let nowhere = perlin().stretch([0.0, 0.0], 2.0);
    let refused = job(&nowhere, &Grid::new([4, 4])).map(|_| ());
    assert!(refused.is_err_and(|error| error.to_string().contains("stretch")));
}
