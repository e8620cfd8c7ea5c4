//! The reference's fractals.

use std::collections::BTreeSet;

use serde_json::Value;
use wgpu_noise::Noise;
use wgpu_noise::noise::{Fractal, Kind};

use crate::files::{golden, list, natural, real, word};
use crate::near::{at_point, near, perlin};

/// A list, or the ratio in its place.
fn per_octave(fractal: Noise, case: &Value, list: &str, ratio: &str) -> Noise {
    match &case[list] {
        Value::Array(_) => {
            let numbers: Vec<f64> = self::list(&case[list]).iter().map(real).collect();
            fractal.set(list, numbers)
        }
        number => fractal.set(ratio, real(number)),
    }
}

#[test]
fn the_reference_has_the_golden_fractals() {
    let document = golden("fractals.json");
    let mut known = BTreeSet::from(["fbm"]);
    for case in list(&document["cases"]) {
        let name = word(&case["kind"]);
        let kind = Kind::from_name(name).expect("a fractal");
        let fractal = Noise::of_kind(kind).set("of", perlin("table", &[]));
        let fractal = fractal.set("octaves", natural(&case["octaves"]));
        let fractal = per_octave(fractal, case, "amplitudes", "gain");
        let fractal = per_octave(fractal, case, "frequencies", "lacunarity");
        let fractal = fractal.set("normalize", case["normalize"] == true);
        let fractal = fractal.set("octave_positions", word(&case["octave_positions"]));
        let own = case["own"].as_object().expect("numbers").iter();
        let fractal = own.fold(fractal, |fractal, (param, number)| {
            fractal.set(param, real(number))
        });
        let fractal = match &case["form"] {
            Value::String(form) => fractal.set("form", form.as_str()),
            _ => fractal,
        };
        for point in list(&case["points"]) {
            let at: Vec<f64> = list(&point["point"]).iter().map(real).collect();
            let found = at_point(&fractal, word(&case["axes"]), &at, natural(&case["seed"]));
            if let Err(error) = near(found, real(&point["value"]), 1e-12) {
                panic!("{error} at {point} of {case}");
            }
        }
        known.insert(name);
    }
    for fractal in Fractal::ALL {
        let name = fractal.info().name;
        assert!(known.contains(name), "no golden values of {name}");
    }
}
