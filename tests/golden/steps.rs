//! Value steps: what a step of numbers alone is to the reference.

use std::collections::BTreeSet;

use wgpu_noise::noise::{Kind, Step};
use wgpu_noise::reference::Reference;
use wgpu_noise::{Grid, Job, Noise};

use crate::files::{golden, list, real, word};
use crate::near::near;

/// What a step of numbers alone is to the reference.
fn stepped(name: &str, params: &[&str], args: &[f64], points: &[[f64; 2]]) -> f64 {
    let kind = Kind::from_name(name).unwrap_or_else(|| panic!("no node {name}"));
    let pairs = params.iter().zip(args);
    let noise = pairs.fold(Noise::of_kind(kind), |noise, (param, &arg)| {
        noise.set(param, arg)
    });
    let noise = match name {
        "curve" => noise.set("points", points.to_vec()),
        _ => noise,
    };
    let job = Job::of([noise], &Grid::new([1]));
    job.and_then(|job| Reference::new(&job))
        .unwrap_or_else(|error| panic!("{name} {args:?}: {error}"))
        .values([0; 4])[0]
}

#[test]
fn value_steps_are_the_golden_ones() {
    let document = golden("steps.json");
    let points: Vec<[f64; 2]> = (list(&document["points"]).iter())
        .map(|point| [real(&point[0]), real(&point[1])])
        .collect();
    let mut known = BTreeSet::new();
    for step in list(&document["steps"]) {
        let name = word(&step["step"]);
        let params: Vec<&str> = list(&step["params"]).iter().map(word).collect();
        for case in list(&step["cases"]) {
            let args: Vec<f64> = list(&case["args"]).iter().map(real).collect();
            let expected = real(&case["value"]);
            let found = near(
                stepped(name, &params, &args, &points),
                expected,
                1e-14 * expected.abs().max(1.0),
            );
            assert_eq!(found, Ok(()), "{name} {args:?}");
        }
        known.insert(name);
    }
    for step in Step::ALL {
        assert!(
            known.contains(step.info().name),
            "no golden values of {step:?}"
        );
    }
}
