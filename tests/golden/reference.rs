//! The reference's Perlin noise and its sums over octaves, their values and their slopes.

use serde_json::Value;
use wgpu_noise::Noise;
use wgpu_noise::noise::{Axis, OctavePositions};

use crate::files::{golden, list, natural, naturals, real, word};
use crate::near::{at_point, near, perlin};

/// Perlin noise in an octave of its own: the last of octaves that all lie at the same position.
fn perlin_in_octave<K>(noise: &Noise<K>, octave: u32, value: impl Fn(&Noise) -> f64) -> f64 {
    if octave == 0 {
        return value(&noise.into());
    }
    let sum = |octaves| {
        let fbm = noise
            .clone()
            .fbm()
            .octaves(octaves)
            .octave_positions(OctavePositions::Aligned)
            .lacunarity(1.0)
            .gain(1.0);
        value(&fbm.normalize(false).any())
    };
    sum(octave + 1) - sum(octave)
}

/// The reference's value, at a golden point, of what `of` makes of a noise of one cell a unit.
fn at_golden<K>(of: &Noise<K>, axes: &str, point: &Value, seed: u32) -> f64 {
    let cells: Vec<f64> = (list(&point["cell"]).iter())
        .map(|cell| cell.as_i64().expect("a cell") as f64)
        .collect();
    let fraction: Vec<f64> = list(&point["fraction"]).iter().map(real).collect();
    // A cell and a fraction are more than one f64 holds: the fraction comes as an offset.
    let along = |axis: usize| fraction.get(axis).copied().unwrap_or(0.0);
    let moved = of.clone().translate([along(0), along(1), along(2)]);
    at_point(&moved.time_offset(along(3)), axes, &cells, seed)
}

#[test]
fn the_reference_is_the_golden_perlin() {
    let document = golden("perlin.json");
    let mut compared = 0;
    for case in list(&document["cases"]) {
        let axes = &"xyzw"[..natural(&case["axes"]) as usize];
        let (seed, octave) = (natural(&case["seed"]), natural(&case["octave"]));
        for point in list(&case["points"]) {
            let noise = perlin(word(&case["hash"]), &naturals(&point["period"]));
            let found =
                perlin_in_octave(&noise, octave, |noise| at_golden(noise, axes, point, seed));
            if let Err(error) = near(found, real(&point["value"]), 1e-12) {
                panic!("{error} at {point} (seed {seed}, octave {octave})");
            }
            compared += 1;
        }
    }
    assert!(compared >= 600, "only {compared} values were compared");
}

#[test]
fn the_references_partials_are_the_golden_ones() {
    let document = golden("perlin_gradient.json");
    let mut compared = 0;
    for case in list(&document["cases"]) {
        let axes = &"xyzw"[..natural(&case["axes"]) as usize];
        for point in list(&case["points"]) {
            let noise = perlin(word(&case["hash"]), &naturals(&point["period"]));
            for (axis, slope) in Axis::ALL.iter().zip(list(&point["gradient"])) {
                let partial = noise.clone().partial(*axis);
                let found = at_golden(&partial, axes, point, natural(&case["seed"]));
                if let Err(error) = near(found, real(slope), 1e-12) {
                    panic!("{error} along {axis} at {point} of {axes}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared >= 400, "only {compared} values were compared");
}

#[test]
fn the_reference_is_the_golden_fbm() {
    let document = golden("fbm.json");
    let mut compared = 0;
    for case in list(&document["cases"]) {
        let axes = word(&case["axes"]);
        // The file has a period for each letter of `axes`, a noise one for each of x, y, z, w.
        let mut period = [0; 4];
        for (letter, cells) in axes.chars().zip(naturals(&case["period"])) {
            period["xyzw".find(letter).expect("an axis")] = cells;
        }
        let fbm = perlin(word(&case["hash"]), &period)
            .fbm()
            .octaves(natural(&case["octaves"]))
            .gain(real(&case["gain"]))
            .lacunarity(real(&case["lacunarity"]))
            .time_lacunarity(real(&case["time_lacunarity"]))
            .set("octave_tables", word(&case["octave_tables"]))
            .set("octave_positions", word(&case["octave_positions"]))
            .set("octave_period", word(&case["octave_period"]));
        for point in list(&case["points"]) {
            let at: Vec<f64> = list(&point["point"]).iter().map(real).collect();
            let found = at_point(&fbm, axes, &at, natural(&case["seed"]));
            if let Err(error) = near(found, real(&point["value"]), 1e-12) {
                panic!("{error} at {point} of {axes}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 180, "only {compared} values were compared");
}

/// What ports of the 2002 Java program print for noise(3.14, 42, 7).
#[test]
#[expect(
    clippy::approx_constant,
    reason = "the published point, which is not pi"
)]
fn the_published_value() {
    let value = at_point(&perlin("table", &[]), "xyz", &[3.14, 42.0, 7.0], 0);
    assert_eq!(near(value, 0.136_919_958_784_000_12, 1e-15), Ok(()));
}
