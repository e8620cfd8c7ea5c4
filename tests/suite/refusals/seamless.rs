//! What does not close on a seamless grid.

use wgpu_noise::noise::of;
use wgpu_noise::{Error, Grid, Noise};

use crate::support::job;

/// A cylinder wraps around. A picture of a sphere ends at the poles; over a whole turn of the polar angle it closes.
#[test]
fn only_mappings_that_close_are_seamless() {
    let perlin = || Noise::perlin().frequency(3.0);
    let grid = |height| {
        Grid::new([8, height])
            .extent([1.0, f64::from(height) / 8.0])
            .seamless()
    };
    assert!(job(&perlin().sphere(0.5), &grid(4)).is_err());
    assert!(job(&perlin().sphere(0.5), &grid(8)).is_ok());
    assert!(job(&perlin().cylinder(0.5), &grid(4)).is_err());
    assert!(job(&perlin().cylinder(0.5), &grid(8)).is_ok());
}

fn perlin_in_space() -> Noise<of::Perlin> {
    Noise::perlin().frequency(3.0).time_frequency(1.0 / 1.7)
}

#[test]
fn what_does_not_close_is_refused() {
    let grid = Grid::new([4, 4]).frames(2).duration(1.7).seamless();
    let closed = || Noise::perlin().cells(3.0).time_frequency(1.0 / 1.7);
    assert!(job(&closed(), &grid).is_ok());
    for (noise, field) in [
        (Noise::perlin().frequency(4.3).any(), "perlin.frequency"),
        (Noise::perlin().cells(3.5).any(), "perlin.cells"),
        (Noise::perlin().cells([3.0, 0.5]).any(), "perlin.cells.y"),
        (closed().time_frequency(1.0).any(), "perlin.time_frequency"),
        (closed().fbm().lacunarity(1.9).any(), "fbm.lacunarity"),
        (closed().period(2).any(), "perlin.period"),
        (closed().scale(1.1).any(), "perlin.cells"),
        (Noise::x(), "coordinate"),
        (Noise::x().scale(1e-12).any(), "coordinate"),
        (closed().warp([Noise::x()], 1.0).any(), "warp"),
        (closed().rotate([0.0, 0.0, 0.25]), "rotate"),
        (closed().stretch([1.0, 1.0], 2.0), "stretch"),
        (perlin_in_space().plane([0.0], [1.0], [0.0, 1.0]), "plane"),
    ] {
        match job(&noise, &grid).map(|_| ()) {
            Err(Error::Invalid { field: named, .. }) if named == field => {}
            other => panic!("{field}: {other:?}"),
        }
    }
}

/// What an error advises is accepted, in the units of the parameter that it names.
#[test]
fn the_nearest_that_close_do_close() {
    let grid = Grid::new([4, 4]).extent([2.0, 2.0]).seamless();
    for (noise, nearest) in [
        (Noise::perlin().cells(2.5), [2.0, 3.0]),
        (Noise::perlin().frequency(1.2), [1.0, 1.5]),
    ] {
        let message = job(&noise, &grid).expect_err("it is open").to_string();
        let advised = format!("{} or {}", nearest[0], nearest[1]);
        assert!(message.ends_with(&advised), "{message}");
        for number in nearest {
            let closed = match message.contains("cells: got") {
                true => noise.clone().cells(number),
                false => noise.clone().frequency(number),
            };
            assert!(job(&closed, &grid).is_ok(), "{number}");
        }
    }
    let slow = Noise::perlin().cells(2.0).time_frequency(0.2);
    let moving = Grid::new([4, 4]).frames(2).duration(3.0).seamless();
    let message = job(&slow, &moving).expect_err("it is open").to_string();
    assert!(
        message.ends_with("0.333333333333 is the least"),
        "{message}"
    );
}

/// A product in f64 is a whole period, whatever its last bits.
#[test]
fn periods_of_octaves_are_whole_but_for_rounding() {
    let grid = Grid::new([4, 4]);
    for (period, lacunarity) in [(100, 1.1), (50, 1.1), (20, 1.1), (300, 1.63)] {
        let noise = Noise::perlin().frequency(4.0).period(period);
        let noise = noise.fbm().lacunarity(lacunarity).octaves(2);
        assert!(job(&noise, &grid).is_ok(), "{period} x {lacunarity}");
    }
    for (period, lacunarity, cells) in [(100, 1.101, "110.1"), (1_000_001, 1.5, "1500001.5")] {
        let open = Noise::perlin().period(period).fbm().lacunarity(lacunarity);
        let message = job(&open, &grid).expect_err(cells).to_string();
        let said = format!("a period of {cells} cells");
        assert!(message.contains(&said), "{message}");
    }
}
