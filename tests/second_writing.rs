//! Holds the second writing (`second`) against the golden values, so that tests may trust it at points of their own.

#[allow(dead_code, reason = "the other test reads more")]
#[path = "support/golden.rs"]
mod files;
mod second;

use files::{golden, list, natural, real};
use second::{Coordinate, Hash};
use serde_json::Value;

fn close(found: f64, expected: f64, tolerance: f64, what: &Value) {
    let error = (found - expected).abs();
    assert!(
        error <= tolerance,
        "{found} is not {expected} (off by {error:e}) at {what}"
    );
}

/// The hash of a case in an octave.
fn hash(case: &Value, octave: u32) -> Hash {
    let name = case["hash"].as_str().expect("a name");
    Hash::named(name, natural(&case["seed"]), octave)
}

#[test]
fn tables_are_the_golden_ones() {
    let document = golden("tables.json");
    for case in list(&document["tables"]) {
        let found = second::permutation(natural(&case["seed"]), natural(&case["octave"]));
        let expected: Vec<u32> = list(&case["permutation"]).iter().map(natural).collect();
        assert_eq!(found.map(u32::from).as_slice(), expected);
    }
}

#[test]
fn perlin_is_the_golden_one() {
    let document = golden("perlin.json");
    let mut compared = 0;
    for case in list(&document["cases"]) {
        let hash = hash(case, natural(&case["octave"]));
        for point in list(&case["points"]) {
            let (cells, fractions) = (list(&point["cell"]), list(&point["fraction"]));
            let at: Vec<Coordinate> = cells
                .iter()
                .zip(fractions)
                .zip(list(&point["period"]))
                .map(|((cell, fraction), period)| Coordinate {
                    cell: cell.as_i64().expect("a cell"),
                    fraction: real(fraction),
                    period: natural(period),
                })
                .collect();
            close(
                second::perlin(&hash, &at),
                real(&point["value"]),
                1e-14,
                point,
            );
            compared += 1;
        }
    }
    assert!(compared >= 400, "only {compared} values were compared");
}

#[test]
fn fbm_is_the_golden_one() {
    let document = golden("fbm.json");
    let mut compared = 0;
    for case in list(&document["cases"]) {
        for point in list(&case["points"]) {
            let found = match case["axes"].as_str().expect("axes").len() {
                1 => fbm::<1>(case, point),
                2 => fbm::<2>(case, point),
                3 => fbm::<3>(case, point),
                _ => fbm::<4>(case, point),
            };
            // Positions are products in f64 here: a few hundred cells, rounded a few times.
            close(found, real(&point["value"]), 2e-12, point);
            compared += 1;
        }
    }
    assert!(compared >= 150, "only {compared} values were compared");
}

fn fbm<const N: usize>(case: &Value, point: &Value) -> f64 {
    let axes = case["axes"].as_str().expect("axes").as_bytes();
    let scaled = case["octave_period"] == "scaled";
    let distinct = case["octave_tables"] == "distinct";
    let shifted = case["octave_positions"] == "shifted";
    second::fbm(natural(&case["octaves"]), real(&case["gain"]), |k| {
        let shift = second::octave_shift(natural(&case["seed"]), k);
        let at: [Coordinate; N] = std::array::from_fn(|axis| {
            let lacunarity = match axes[axis] {
                b'w' => real(&case["time_lacunarity"]),
                _ => real(&case["lacunarity"]),
            };
            let factor = lacunarity.powi(k as i32);
            let period = natural(&case["period"][axis]);
            let period = if scaled {
                period * factor as u32
            } else {
                period
            };
            let shift = match axes[axis] {
                _ if !shifted => 0.0,
                b'w' => shift[3],
                letter => shift[usize::from(letter - b'x')],
            };
            Coordinate::at(real(&point["point"][axis]) * factor + shift, period)
        });
        second::perlin(&hash(case, if distinct { k } else { 0 }), &at)
    })
}

#[test]
fn a_wrong_table_is_noticed() {
    let at = Coordinate::at(0.3, 0);
    let right = second::perlin(&Hash::table(0, 0), &[at; 3]);
    let wrong = second::perlin(&Hash::table(0, 1), &[at; 3]);
    assert!((right - wrong).abs() > 1e-3);
}
