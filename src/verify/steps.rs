//! Value steps: alone on exact coordinates, held to their own bound, and composed.

use super::Case;
use super::case::{exact, row};
use super::grids::*;
use super::sources::perlin;
use crate::Noise;

pub(super) fn cases() -> Vec<Case> {
    [exact(alone()), composed()].concat()
}

#[rustfmt::skip]
fn alone() -> Vec<Case> {
    let [x, y, z] = [Noise::x, Noise::y, Noise::z];
    let ends = |noise: Noise| noise.set("from_low", -0.75).set("from_high", 0.5);
    [
        row("add", dyadic(), x() + y()),
        row("add a number", dyadic(), x() + 0.3),
        row("add to itself", dyadic(), twice()),
        row("mul", dyadic(), x() * y()),
        row("mul by a number", dyadic(), x() * -1.7),
        row("min", dyadic(), x().min(y())),
        row("min with a number", dyadic(), x().min(0.125)),
        row("max", dyadic(), x().max(y())),
        row("max with a number", dyadic(), x().max(-0.0625)),
        row("mix", dyadic(), x().mix(y(), z())),
        row("mix by half", dyadic(), x().mix(y(), 0.5)),
        row("mix beyond", dyadic(), x().mix(y(), 2.5)),
        row("abs", dyadic(), x().abs()),
        row("remap", dyadic(), x().remap([-1.0, 1.0], [0.0, 1.0])),
        row("remap backwards", dyadic(), x().remap([0.5, -0.75], [-1.0, 3.0])),
        row("remap onto other values", dyadic(), ends(x().remap([0.0, 1.0], [0.0, 1.0]).set("to_low", y()).set("to_high", z()))),
        row("clamp", dyadic(), x().clamp(0.0, 0.25)),
        row("clamp between other values", dyadic(), x().clamp(y(), z())),
        row("clamp, low above high", dyadic(), x().clamp(0.25, -0.25)),
    ]
    .concat()
}

fn twice() -> Noise {
    let x = Noise::x();
    x.clone() + x
}

#[rustfmt::skip]
fn composed() -> Vec<Case> {
    let other = || perlin().seed(5);
    let mask = || (perlin().seed(6) + Noise::x() * 0.3).clamp(0.0, 1.0);
    [
        row("add of perlins", everywhere(), perlin() + other()),
        row("mul of perlins", everywhere(), perlin() * other()),
        row("min of perlins", everywhere(), perlin().min(other())),
        row("max of perlins", everywhere(), perlin().max(other())),
        row("mix of perlins", everywhere(), perlin().mix(other(), mask())),
        row("abs of perlin", everywhere(), perlin().abs()),
        row("remap of perlin", everywhere(), perlin().remap([-0.8, 0.7], [0.1, 5.0])),
        row("remap by perlins", everywhere(), perlin().remap([-1.0, 1.0], [0.0, 1.0]).set("from_high", other() + 2.0)),
        row("clamp of perlin", everywhere(), perlin().clamp(-0.2, 0.3)),
        row("clamp by perlins", everywhere(), perlin().clamp(other(), other() + 0.5)),
        row("mul of large and small", each_dimension(), perlin() * 1e6 * 1e-6),
        row("numbers alone", [solid()], Noise::constant(0.3) * 0.7 + 0.1),
        row("numbers below the normal numbers of f32", [solid()], Noise::constant(1e-16) * 1e-15 * 1e-12),
        row("marble", everywhere(), (Noise::x() * 4.0 + perlin().fbm()).abs().min(1.0)),
        row("many values alive at once", everywhere(), many()),
    ]
    .concat()
}

/// Twelve sources that are all needed at the end: many registers.
fn many() -> Noise {
    let all: Vec<Noise> = (0..12).map(|seed| perlin().seed(seed)).collect();
    let sum = (all.iter().cloned()).fold(Noise::constant(0.0), |sum, noise| sum + noise);
    (all.into_iter()).fold(sum * 0.1, |low, noise| low.min(noise + 1.0))
}
