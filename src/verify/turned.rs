//! Cases of derivatives below domain steps that compute positions by operations (rotations, stretches and mappings): alone and
//! nested, with a derivative at each level.

use super::Case;
use super::case::{row, rows};
use super::grids::*;
use super::sources::perlin;
use crate::Noise;
use crate::noise::Axis;

pub(super) fn cases() -> Vec<Case> {
    [single_cases(), pair_cases()].concat()
}

/// A domain step that computes positions.
type Turn = fn(Noise) -> Noise;

/// One of each kind of domain step that computes positions.
const TURNS: [(&str, Turn); 5] = [
    ("rotate", |noise| noise.rotate([0.13, -0.31, 0.07])),
    ("stretch", |noise| noise.stretch([1.0, -0.7, 0.4], 1.7)),
    ("sphere", |noise| noise.sphere(0.4)),
    ("cylinder", |noise| noise.cylinder(0.3)),
    ("plane", |noise| {
        noise.plane([0.3, -0.2, 0.9], [0.6, 0.8, 0.1], [-0.3, 0.2, 0.7])
    }),
];

/// Returns a noise that depends on its position through a source, coordinates and a warp.
fn varied(seed: u32) -> Noise {
    let source = Noise::perlin().frequency([1.3, 0.9, 1.7]).seed(seed);
    let coordinates = Noise::x() * Noise::y() + Noise::z() * 0.5;
    source.warp([Noise::y(), Noise::z(), Noise::x()], 0.3) + coordinates
}

fn slopes() -> [Noise; 3] {
    Axis::SPACE.map(|axis| varied(0).partial(axis))
}

fn curl() -> Noise {
    Noise::curl_of([0, 1, 2].map(varied), Axis::Y)
}

/// Returns cases of derivatives of various noises below each kind of step.
#[rustfmt::skip]
fn single_cases() -> Vec<Case> {
    let grids = || [solid()];
    let sum = || Noise::x() * 0.3 + Noise::y() * 0.7 - Noise::z() * 0.2;
    let fbm = || perlin().fbm().octaves(2);
    (TURNS.iter())
        .flat_map(|(name, turn)| {
            [
                rows(&format!("{name} of partials"), [plane(), solid()], slopes().map(turn)),
                row(&format!("{name} of curl"), grids(), turn(curl())),
                row(&format!("{name} of partial of coordinates"), grids(), turn(sum().partial(Axis::X))),
                row(&format!("{name} of partial of a square"), grids(), turn((sum() * sum()).partial(Axis::Y))),
                row(&format!("{name} of partial of scale"), grids(), turn(varied(0).scale([1.3, 0.7, 1.1]).partial(Axis::X))),
                row(&format!("{name} of partial of translate"), grids(), turn(varied(0).translate([0.3, -7.9, 2.3]).partial(Axis::Y))),
                row(&format!("{name} of partial of fbm of a product"), grids(), turn((fbm() * sum()).fbm().octaves(2).partial(Axis::X))),
                row(&format!("scale of {name} of partial"), grids(), turn(varied(0).partial(Axis::Y)).scale([1.3, 0.7, 1.1])),
                row(&format!("{name} of scale of partial"), grids(), turn(varied(0).partial(Axis::Y).scale([1.3, 0.7, 1.1]).into())),
                row(&format!("{name} of warp of partial"), grids(), turn(varied(0).partial(Axis::Z).warp([Noise::y()], 0.3).into())),
                row(&format!("fbm of {name} of partial"), grids(), turn(varied(0).partial(Axis::Z)).fbm().octaves(2)),
            ]
            .concat()
        })
        .collect()
}

/// Returns a noise that depends on its position only through coordinates. Its derivatives are small kernels, even below many
/// steps.
fn bent() -> Noise {
    Noise::x() * Noise::y() + Noise::y() * Noise::z() * 0.7 + Noise::z() * 0.5
}

/// Returns cases of each kind of step below each other, with a derivative at each level.
fn pair_cases() -> Vec<Case> {
    let curl = || Noise::curl_of([bent(), Noise::x() * Noise::z(), bent()], Axis::Y);
    let mut cases = Vec::new();
    for (outer_name, outer) in TURNS {
        for (inner_name, inner) in TURNS {
            let name = format!("{outer_name} of {inner_name}");
            let levels = [
                (
                    format!("{name} of partial"),
                    outer(inner(varied(0).partial(Axis::X))),
                ),
                (format!("{name} of curl"), outer(inner(curl()))),
                (
                    format!("{outer_name} of partial of {inner_name}"),
                    outer(inner(bent()).partial(Axis::X)),
                ),
                (
                    format!("partial of {name}"),
                    outer(inner(bent())).partial(Axis::Y),
                ),
            ];
            cases.extend(
                levels
                    .into_iter()
                    .flat_map(|(name, noise)| row(&name, [solid()], noise)),
            );
        }
    }
    cases
}
