//! Cases of value steps: alone on exact coordinates, where they are held to their own bound, and composed.

use super::Case;
use super::case::{exact, row};
use super::grids::*;
use super::sources::perlin;
use crate::Noise;
use crate::noise::Signal;

pub(super) fn cases() -> Vec<Case> {
    [
        exact(arithmetic()),
        exact(shaping()),
        exact(polynomials()),
        exact(jumps()),
        composed(),
        shaped(),
    ]
    .concat()
}

#[rustfmt::skip]
fn arithmetic() -> Vec<Case> {
    let [x, y, z] = [Noise::x, Noise::y, Noise::z];
    [
        row("add", dyadic(), x() + y()),
        row("add a number", dyadic(), x() + 0.3),
        row("add to itself", dyadic(), twice()),
        row("sub", dyadic(), x() - y()),
        row("mul", dyadic(), x() * y()),
        row("mul by a number", dyadic(), x() * -1.7),
        row("div", dyadic(), x() / (y() + 0.25)),
        row("div by a number", dyadic(), x() / -3.0),
        row("div by what is negative", dyadic(), y() / (x() - 1.0)),
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
        row("remap onto other values", dyadic(), x().remap([-0.75, 0.5], [y(), z()])),
        row("clamp", dyadic(), x().clamp(0.0, 0.25)),
        row("clamp between other values", dyadic(), x().clamp(y(), z())),
        row("clamp, low above high", dyadic(), x().clamp(0.25, -0.25)),
    ]
    .concat()
}

#[rustfmt::skip]
fn shaping() -> Vec<Case> {
    let [x, y] = [Noise::x, Noise::y];
    [
        row("sqrt", dyadic(), x().sqrt()),
        row("sqrt of what is large", dyadic(), (x() * 1024.0).sqrt()),
        row("smoothstep", dyadic(), x().smoothstep(0.0, 0.5)),
        row("smoothstep downward", dyadic(), x().smoothstep(0.5, -0.125)),
        row("smoothstep between other values", dyadic(), x().smoothstep(y() - 1.0, y() + 0.25)),
        row("bias", dyadic(), x().bias(0.25)),
        row("bias of more than a half", dyadic(), (x() * 2.0).bias(0.875)),
        row("gain_curve", dyadic(), x().gain_curve(0.75)),
        row("gain_curve of less than a half", dyadic(), (x() * 1.5).gain_curve(0.125)),
        row("bias by another value", dyadic(), x().bias(y() + 0.25)),
        row("gain_curve by another value", dyadic(), x().gain_curve(y() + 0.25)),
        row("smooth_min", dyadic(), x().smooth_min(y(), 0.25)),
        row("smooth_min, hardly rounded", dyadic(), x().smooth_min(y(), 0.015625)),
        row("smooth_max", dyadic(), x().smooth_max(y(), 0.25)),
        row("smooth_max with a number", dyadic(), x().smooth_max(0.125, 2.0)),
        row("smooth_min, rounded by another value", dyadic(), x().smooth_min(0.125, y() + 0.25)),
        row("smooth_max, rounded by another value", dyadic(), x().smooth_max(0.125, y() + 0.25)),
        row("curve", dyadic(), x().curve([[-0.25, 1.0], [0.0, -0.5], [0.125, 0.25], [0.5, 0.75]])),
        row("piecewise", dyadic(), (x() - x().floor()).piecewise()),
        row("curve of two points", dyadic(), x().curve([[0.0, 1.0], [0.5, -3.0]])),
        row("curve of the most points", dyadic(), x().curve(zigzag())),
        row("terrace, with ramps", dyadic(), x().terrace(4.0, 0.5)),
        row("terrace of ramps alone", dyadic(), x().terrace(8.0, 1.0)),
        row("terrace by other values", dyadic(), x().terrace(y() * 4.0 + 3.0, y() + 0.25)),
    ]
    .concat()
}

#[rustfmt::skip]
fn polynomials() -> Vec<Case> {
    let [x, y] = [Noise::x, Noise::y];
    let positive = || x() + 0.25;
    [
        row("sin", dyadic(), x().sin()),
        row("sin of many turns", dyadic(), (x() * 1000.0 + y()).sin()),
        row("sin of few turns", dyadic(), (x() * 0.125).sin()),
        row("cos", dyadic(), x().cos()),
        row("cos of many turns", dyadic(), (x() * 1000.0 + y()).cos()),
        row("triangle", dyadic(), x().triangle()),
        row("triangle of many turns", dyadic(), (x() * 1000.0 + y()).triangle()),
        row("exp", dyadic(), x().exp()),
        row("exp to large and small", dyadic(), (x() * 64.0).exp()),
        row("exp below the normal numbers of f32", dyadic(), (x() * 128.0 - 72.0).exp()),
        row("log", dyadic(), positive().log()),
        row("log around 1", dyadic(), (x() * 0.25 + 1.0).log()),
        row("log of large", dyadic(), (positive() * 1e9).log()),
        row("log of small", dyadic(), (positive() * 2f64.powi(-60)).log()),
        row("pow", dyadic(), x().pow(2.0)),
        row("pow of a fraction", dyadic(), x().pow(0.375)),
        row("pow of another value", dyadic(), positive().pow(y())),
        row("pow, large", dyadic(), (x() * 8.0).pow(7.5)),
        row("pow, negative", dyadic(), positive().pow(-3.25)),
    ]
    .concat()
}

#[rustfmt::skip]
fn jumps() -> Vec<Case> {
    let [x, y, z] = [Noise::x, Noise::y, Noise::z];
    let middle = || x() - 0.0078125;
    [
        row("sign", dyadic(), x().sign()),
        row("sign of 0", dyadic(), middle().sign()),
        row("sign of sine at half turns", dyadic(), (x() * 64.0).sin().sign()),
        row("sign of cosine at quarter turns", dyadic(), (x() * 32.0).cos().sign()),
        row("floor", dyadic(), (x() * 7.0).floor()),
        row("floor of whole numbers", dyadic(), (middle() * 64.0).floor()),
        row("fract", dyadic(), (x() * 7.0).fract()),
        row("fract of whole numbers", dyadic(), (middle() * 64.0).fract()),
        row("step", dyadic(), x().step(0.0)),
        row("step at its edge", dyadic(), x().step(0.2578125)),
        row("threshold", dyadic(), x().threshold(0.0, -0.5)),
        row("threshold at its level", dyadic(), x().threshold(0.2578125, y())),
        row("select", dyadic(), x().select(y(), z(), 0.0)),
        row("select at its edge", dyadic(), y().select(3.0, x(), 0.2578125)),
        row("terrace, sharp, of steps by another value", dyadic(), x().terrace(y() * 4.0 + 3.0, 0.0)),
        row("terrace, sharp", dyadic(), x().terrace(4.0, 0.0)),
        row("terrace, sharp, at its edges", dyadic(), middle().terrace(16.0, 0.0)),
    ]
    .concat()
}

/// Returns the points of a curve that goes up and down 15 times.
fn zigzag() -> [[f64; 2]; 16] {
    std::array::from_fn(|i| [i as f64 / 16.0 - 0.25, (i % 2) as f64])
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
        row("remap by perlins", everywhere(), perlin().remap([Signal::from(-1.0), (other() + 2.0).into()], [0.0, 1.0])),
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

#[rustfmt::skip]
fn shaped() -> Vec<Case> {
    let other = || perlin().seed(5);
    let positive = || perlin() + 2.5;
    let unit = || perlin().remap([-1.0, 1.0], [0.0, 1.0]);
    let off = || perlin() + 0.123;
    let part = || other().remap([-1.0, 1.0], [0.2, 0.8]).clamp(0.2, 0.8);
    let far = [1e7 + 0.3, -1e7 - 0.3, 3e6 + 0.7, -2e6 - 0.1];
    [
        row("sub of perlins", everywhere(), perlin() - other()),
        row("div of perlins", everywhere(), perlin() / (other() + 2.5)),
        row("sqrt of perlin", everywhere(), positive().sqrt()),
        row("pow of perlin", everywhere(), positive().pow(other() + 2.0)),
        row("exp of perlin", everywhere(), (perlin() * 3.0).exp()),
        row("log of perlin", everywhere(), positive().log()),
        row("sin of perlin", everywhere(), (perlin() * 2.0).sin()),
        row("triangle of perlin", everywhere(), (perlin() * 2.0).triangle()),
        row("marble in turns", everywhere(), (Noise::x() * 4.0 + perlin().fbm()).cos()),
        row("cosine of a multiple, 10^7 units away", at(far, each_dimension()), (Noise::x() * 3.7 + perlin()).cos()),
        row("smoothstep of perlin", everywhere(), perlin().smoothstep(-0.3, 0.4)),
        row("bias of perlin", everywhere(), unit().bias(0.3)),
        row("gain_curve of perlin", everywhere(), unit().gain_curve(0.8)),
        row("bias by perlin", everywhere(), unit().bias(part())),
        row("gain_curve by perlin", everywhere(), unit().gain_curve(part())),
        row("smooth_min by perlin", everywhere(), perlin().smooth_min(0.1, part())),
        row("smooth_max by perlin", everywhere(), perlin().smooth_max(0.1, part())),
        row("terrace by perlin", everywhere(), perlin().terrace(part() * 6.0, part())),
        row("smooth_min of perlins", everywhere(), perlin().smooth_min(other(), 0.3)),
        row("smooth_max of perlins", everywhere(), perlin().smooth_max(other(), 0.3)),
        row("curve of perlin", everywhere(), perlin().curve([[-0.7, 0.0], [-0.1, 0.3], [0.2, 0.2], [0.6, 1.0]])),
        row("terrace of perlin, with ramps", everywhere(), perlin().terrace(5.0, 0.4)),
        row("terrace of perlin", everywhere(), off().terrace(5.0, 0.0)),
        row("sign of perlin", everywhere(), off().sign()),
        row("floor of perlin", everywhere(), (off() * 3.0).floor()),
        row("fract of perlin", everywhere(), (off() * 3.0).fract()),
        row("step of perlin", everywhere(), off().step(0.1)),
        row("threshold of perlin", everywhere(), off().threshold(0.1, -0.2)),
        row("select by perlin", everywhere(), perlin().select(other(), off() + other(), 0.2)),
        row("fbm of rings", everywhere(), (off() * 5.0).fract().fbm().octaves(3)),
        row("warp by a sine", everywhere(), perlin().warp([(Noise::y() * 2.0).sin()], 0.2)),
        row("waves that close", seamless(everywhere()), (Noise::x() * 3.0).sin() + (Noise::x() * -2.0 + 0.3).cos()),
    ]
    .concat()
}

/// Returns a noise of twelve sources that are all needed at the end, which takes many registers.
fn many() -> Noise {
    let all: Vec<_> = (0..12).map(|seed| perlin().seed(seed)).collect();
    let sum = (all.iter().cloned()).fold(Noise::constant(0.0), |sum, noise| sum + noise);
    (all.into_iter()).fold(sum * 0.1, |low, noise| low.min(noise + 1.0))
}
