//! That the suite has a row for everything that a graph can hold.

use std::collections::BTreeSet;

use wgpu_noise::Noise;
use wgpu_noise::noise::{Kind, Value};
use wgpu_noise::verify;

/// Every `kind` and `kind.parameter` that some case sets.
fn covered() -> BTreeSet<String> {
    fn visit(noise: &Noise, covered: &mut BTreeSet<String>) {
        let node = noise.node();
        let kind = node.kind.name();
        covered.insert(kind.to_string());
        for (param, value) in &node.params {
            covered.insert(format!("{kind}.{param}"));
            if let Value::Noise(input) = value {
                visit(input, covered);
            }
        }
    }
    let mut covered = BTreeSet::new();
    for case in verify::cases() {
        case.channels
            .iter()
            .for_each(|noise| visit(noise, &mut covered));
    }
    covered
}

#[test]
fn every_node_and_every_parameter_has_a_case() {
    let covered = covered();
    for kind in Kind::all() {
        assert!(covered.contains(kind.name()), "no case of {kind}");
        for param in kind.params() {
            let name = format!("{kind}.{}", param.name);
            assert!(covered.contains(&name), "no case sets {name}");
        }
    }
}

#[test]
fn every_set_of_axes_has_a_case_of_every_dimension() {
    let axes: BTreeSet<String> = verify::cases().iter().map(|case| case.axes()).collect();
    let expected = ["x", "xw", "xy", "xyw", "xyz", "xyzw"].map(String::from);
    assert_eq!(axes, BTreeSet::from(expected));
}

#[test]
fn no_two_cases_are_called_the_same() {
    let mut seen = BTreeSet::new();
    for case in verify::cases() {
        let label = format!(
            "{} ({}, {})",
            case.name,
            case.axes(),
            case.grid.describe_size()
        );
        assert!(seen.insert(label.clone()), "{label} twice");
    }
}
