//! Positions: the cell of each, and the fraction.

use serde_json::Value;
use wgpu_noise::grid::Span;
use wgpu_noise::internals::{Affine, position};

use crate::files::{golden, list, natural, real};
use crate::near::near;

#[test]
fn positions_are_the_golden_ones() {
    let document = golden("positions.json");
    let cases = list(&document["cases"]);
    assert!(cases.len() >= 150, "only {} positions", cases.len());
    for case in cases {
        let span = Span {
            origin: real(&case["origin"]),
            extent: real(&case["extent"]),
            count: natural(&case["n"]),
            steps: natural(&case["n"]),
            first: if case["at"] == "centre" { 0.5 } else { 0.0 },
        };
        let map = Affine {
            scale: real(&case["scale"]),
            offset: real(&case["offset"]),
            ..Affine::IDENTITY
        };
        let found = position(span.at(natural(&case["i"])), map);
        if let Err(error) = placed(found, case) {
            panic!("{error} at {case}");
        }
    }
}

/// Whether a cell and a fraction are those of a case.
fn placed((cell, fraction): (i64, f64), case: &Value) -> Result<(), String> {
    if !(0.0..1.0).contains(&fraction) {
        return Err(format!("a fraction of {fraction:e}"));
    }
    if case["whole"] == true && fraction != 0.0 {
        return Err(format!("a fraction of {fraction:e} on the lattice"));
    }
    // A fraction just below 1 may be the next cell's 0.
    let cells = cell - case["cell"].as_i64().expect("a cell");
    near(
        cells as f64 + fraction,
        real(&case["fraction"]),
        f64::EPSILON / 2.0,
    )
}

#[test]
fn a_wrong_position_is_noticed() {
    let case = serde_json::json!({ "cell": -3, "fraction": "0.25", "whole": false });
    assert!(placed((-3, 0.25), &case).is_ok());
    for wrong in [
        (-2, 0.25),
        (-3, 0.75),
        (-3, 0.25 + 1e-15),
        (-2, -0.75),
        (-3, f64::NAN),
    ] {
        assert!(placed(wrong, &case).is_err(), "{wrong:?}");
    }
    let whole = serde_json::json!({ "cell": 4, "fraction": "0.0", "whole": true });
    assert!(placed((4, 0.0), &whole).is_ok());
    assert!(placed((3, 1.0 - 1e-16), &whole).is_err());
}
