//! How far a number may lie from a golden one, and the reference's number at one point.

use wgpu_noise::noise::of;
use wgpu_noise::reference::Reference;
use wgpu_noise::{Grid, Noise, Program};

/// How far two numbers may lie apart; a NaN is near nothing.
pub fn near(found: f64, expected: f64, tolerance: f64) -> Result<(), String> {
    match (found - expected).abs() <= tolerance {
        true => Ok(()),
        false => Err(format!("{found} is not {expected}")),
    }
}

/// The reference's value of a noise at one point, exactly: axes by their letters.
pub fn at_point<K>(noise: &Noise<K>, axes: &str, point: &[f64], seed: u32) -> f64 {
    let mut origin = [0.0; 4];
    for (letter, at) in axes.chars().zip(point) {
        origin["xyzw".find(letter).expect("an axis")] = *at;
    }
    let space = axes.trim_end_matches('w').len();
    let grid = Grid::new(vec![1; space])
        .extent(vec![1.0; space])
        .origin(origin);
    let grid = if axes.ends_with('w') {
        grid.frames(1)
    } else {
        grid
    };
    // The one sample lies half a unit from the corner, in space.
    let noise = noise.clone().translate(-0.5);
    let with_seed =
        |program: Program| program.bind(&program.params().clone().with_seed(seed), &grid);
    let reference = (Program::check([noise], grid.axes()).and_then(with_seed))
        .and_then(|job| Reference::new(&job))
        .unwrap_or_else(|error| panic!("{error}"));
    reference.values([0; 4])[0]
}

/// Perlin noise of one cell a unit.
/// `hash` is the word of recipes.
pub fn perlin(hash: &str, period: &[u32]) -> Noise<of::Perlin> {
    let along = |axis: usize| period.get(axis).copied().unwrap_or(0);
    let noise = Noise::perlin().frequency(1.0).time_frequency(1.0);
    noise
        .set("hash", hash)
        .period([along(0), along(1), along(2)])
        .time_period(along(3))
}

#[test]
fn a_wrong_value_is_noticed() {
    assert!(near(0.25, 0.25 + 0.5e-12, 1e-12).is_ok());
    for wrong in [0.25 + 2e-12, -0.25, f64::NAN, f64::INFINITY] {
        assert!(near(wrong, 0.25, 1e-12).is_err(), "{wrong}");
    }
}
