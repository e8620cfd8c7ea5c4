//! Domain steps: where the reference evaluates what is below them.

use serde_json::Value;
use wgpu_noise::Noise;
use wgpu_noise::noise::Kind;

use crate::files::{golden, list, real, word};
use crate::near::{at_point, near};

/// A parameter of a golden domain step: a number, a list of numbers, a flag.
fn given(value: &Value) -> wgpu_noise::noise::Value {
    use wgpu_noise::noise::Value as Given;
    match value {
        Value::Bool(flag) => Given::Flag(*flag),
        Value::Array(list) => Given::List(list.iter().map(real).collect()),
        number => Given::Number(real(number)),
    }
}

#[test]
fn domain_steps_are_the_golden_ones() {
    let (x, y, z) = (Noise::x, Noise::y, Noise::z);
    let mut compared = 0;
    for step in list(&golden("domain.json")["steps"]) {
        let kind = Kind::from_name(word(&step["kind"])).expect("a kind");
        for case in list(&step["cases"]) {
            let mut node = Noise::of_kind(kind);
            if word(&step["kind"]) == "warp" {
                let by = [("x", y()), ("y", x() * z()), ("z", x() + y())];
                node = (by.into_iter()).fold(node, |node, (axis, by)| node.set(axis, by));
            }
            let params = case["params"].as_object().expect("parameters");
            node = (params.iter()).fold(node, |node, (name, value)| node.set(name, given(value)));
            let point: Vec<f64> = list(&case["point"]).iter().map(real).collect();
            for (coordinate, expected) in [x(), y(), z()].iter().zip(list(&case["position"])) {
                let found = at_point(
                    &node.clone().set("of", coordinate.clone()),
                    "xyz",
                    &point,
                    0,
                );
                assert_eq!(near(found, real(expected), 1e-13), Ok(()), "{kind} {case}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "only {compared} values were compared");
}
