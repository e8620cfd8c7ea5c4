//! The reference's sources, their values and their slopes.

use std::collections::BTreeSet;

use serde_json::Value;
use wgpu_noise::Noise;
use wgpu_noise::noise::{Axis, Kind};

use crate::files::{golden, list, natural, naturals, real, word};
use crate::near::{at_point, near};

/// A source of one cell a unit.
fn source(node: &Value, axes: &str) -> Noise {
    let kind = Kind::from_name(word(&node["kind"])).expect("a kind");
    let noise = Noise::of_kind(kind).set("frequency", 1.0);
    let noise = match axes.contains('w') {
        true => noise.set("time_frequency", 1.0),
        false => noise,
    };
    let params = node.as_object().expect("parameters").iter();
    params.fold(noise, |noise, (param, value)| {
        match (param.as_str(), value) {
            ("kind", _) => noise,
            ("periods", cells) => {
                let mut period = [0.0; 4];
                for (letter, cells) in axes.chars().zip(naturals(cells)) {
                    period["xyzw".find(letter).expect("an axis")] = f64::from(cells);
                }
                let [x, y, z, w] = period;
                noise.set("period", [x, y, z]).set("time_period", w)
            }
            (param, Value::Bool(flag)) => noise.set(param, *flag),
            (param, Value::Number(number)) => noise.set(param, number.as_f64().expect("a number")),
            (param, value) => noise.set(param, word(value)),
        }
    })
}

#[test]
fn the_reference_is_every_golden_source() {
    let document = golden("sources.json");
    let (mut compared, mut kinds) = (0, BTreeSet::new());
    for case in list(&document["cases"]) {
        let axes = word(&case["axes"]);
        let noise = source(&case["node"], axes);
        kinds.insert(noise.node().kind.name());
        for point in list(&case["points"]) {
            let at: Vec<f64> = list(&point["point"]).iter().map(real).collect();
            let found = at_point(&noise, axes, &at, natural(&case["seed"]));
            if let Err(error) = near(found, real(&point["value"]), 1e-12) {
                panic!("{error} at {point} of {axes}, {}", case["node"]);
            }
            compared += 1;
        }
    }
    assert!(compared >= 900, "only {compared} values were compared");
    assert_eq!(kinds.len(), 6, "{kinds:?}");
}

#[test]
fn the_reference_has_every_golden_gradient() {
    let document = golden("source_gradients.json");
    let mut compared = 0;
    for case in list(&document["cases"]) {
        let axes = word(&case["axes"]);
        let noise = source(&case["node"], axes);
        for point in list(&case["points"]) {
            let at: Vec<f64> = list(&point["point"]).iter().map(real).collect();
            for (axis, slope) in Axis::ALL.iter().zip(list(&point["gradient"])) {
                let partial = noise.clone().partial(*axis);
                let found = at_point(&partial, axes, &at, natural(&case["seed"]));
                if let Err(error) = near(found, real(slope), 1e-12) {
                    panic!("{error} along {axis} at {point}, {}", case["node"]);
                }
                compared += 1;
            }
        }
    }
    assert!(compared >= 300, "only {compared} values were compared");
}
