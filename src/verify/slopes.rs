//! Derivatives of the sources and fractals beyond perlin and fbm.

use super::Case;
use super::case::{row, rows};
use super::domain::by;
use super::grids::*;
use super::sources::perlin;
use crate::{Grid, Noise};

pub(super) fn cases() -> Vec<Case> {
    [
        classic_cases(),
        value_cases(),
        simplex_cases(),
        shape_cases(),
        weight_cases(),
        octave_cases(),
        kink_cases(),
    ]
    .concat()
}

const NEAR: [f64; 4] = [-3.7, -0.9, -12.2, -5.1];
const FAR: [f64; 4] = [1e7 + 0.3, -1e7 - 0.3, 3e6 + 0.7, -2e6 - 0.1];

/// A noise of another frequency on each axis.
fn of(noise: Noise) -> Noise {
    noise.frequency([4.3, 3.1, 5.7]).time_frequency(2.6)
}

fn integer(noise: Noise) -> Noise {
    noise.set("hash", "integer")
}

/// Along x.
fn slope(noise: Noise) -> Noise {
    noise.partial("x")
}

fn flat_and_solid() -> [Grid; 4] {
    [plane(), solid(), line_in_time(), plane_in_time()]
}

/// Two to four dimensions.
fn two_or_more() -> [Grid; 3] {
    [plane(), solid(), solid_in_time()]
}

#[rustfmt::skip]
fn classic_cases() -> Vec<Case> {
    let classic = || of(Noise::classic());
    let cells = || Noise::classic().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    [
        row("partial of classic along x", flat_and_solid(), slope(classic())),
        row("partial of classic along y", [plane(), solid()], classic().partial("y")),
        row("partial of classic along z", [solid()], classic().partial("z")),
        row("partial of classic, integer hash", flat_and_solid(), slope(integer(classic()))),
        row("partial of classic, 10^7 cells away", at(FAR, [plane(), solid()]), slope(classic())),
        row("partial of classic, seamless", seamless(flat_and_solid()), slope(cells())),
        row("partial of fbm of classic", [plane(), solid()], slope(classic().fbm().octaves(3))),
        row("partial of warp of classic", [plane(), solid()], slope(classic().warp(by(), 0.1))),
    ]
    .concat()
}

#[rustfmt::skip]
fn value_cases() -> Vec<Case> {
    let value = || of(Noise::value());
    let fade = |word: &str| slope(value().set("fade", word));
    let smooth = |word: &str| value().set("fade", word).set("smooth", true);
    let periodic = |noise: Noise| noise.period([3.0, 2.0, 5.0]).set("time_period", 3.0);
    [
        row("partial of value along x", everywhere(), slope(value())),
        row("partial of value along y", each_dimension(), value().partial("y")),
        row("partial of value in time", everywhere(), value().partial("w")),
        row("partial of value, integer hash", each_dimension(), slope(integer(value()))),
        row("partial of value, Elias's hash", each_dimension(), slope(value().set("hash", "elias"))),
        row("partial of value, cubic", each_dimension(), fade("cubic")),
        row("partial of value, cosine", each_dimension(), fade("cosine")),
        row("partial of value, linear", each_dimension(), fade("linear")),
        row("partial of value, Elias's cubic", each_dimension(), fade("elias")),
        row("partial of value, smooth", each_dimension(), slope(smooth("quintic"))),
        row("partial of value, Elias's cubic, smooth", [line(), plane()], slope(smooth("elias"))),
        row("partial of value, smooth, centre 1", [line(), plane()], slope(smooth("cosine").set("centre", 1.0))),
        row("partial of value, negative origin", at(NEAR, each_dimension()), slope(value())),
        row("partial of value, 10^7 cells away", at(FAR, each_dimension()), slope(value())),
        row("partial of value, periods", wide(9.0, each_dimension()), slope(periodic(value()))),
        row("partial of fbm of value", [line(), plane()], slope(value().fbm().octaves(3))),
        row("partial of warp of value", [line(), plane(), solid()], slope(value().warp(by(), 0.1))),
        row("partial of warp of value, linear", [line(), plane()], slope(value().set("fade", "linear").warp(by(), 0.1))),
        row("partial of warp of value, Elias's cubic", [line(), plane()], slope(value().set("fade", "elias").warp(by(), 0.1))),
    ]
    .concat()
}

#[rustfmt::skip]
fn simplex_cases() -> Vec<Case> {
    let simplex = || of(Noise::simplex());
    [
        row("partial of simplex along x", two_or_more(), slope(simplex())),
        row("partial of simplex along y", two_or_more(), simplex().partial("y")),
        row("partial of simplex along z", [solid(), solid_in_time()], simplex().partial("z")),
        row("partial of simplex in time", [line_in_time(), solid_in_time()], simplex().partial("w")),
        row("partial of simplex, integer hash", two_or_more(), slope(integer(simplex()))),
        row("partial of simplex, negative origin", at(NEAR, two_or_more()), slope(simplex())),
        row("partial of simplex, 10^7 cells away", at(FAR, two_or_more()), slope(simplex())),
        row("partial of fbm of simplex", [plane(), solid()], slope(simplex().fbm().octaves(3))),
        row("partial of warp of simplex", two_or_more(), slope(simplex().warp(by(), 0.1))),
    ]
    .concat()
}

/// Fractals whose octaves know nothing of each other.
#[rustfmt::skip]
fn shape_cases() -> Vec<Case> {
    let raised = || perlin() + 0.123;
    let plain = || raised().ridged().set("form", "plain").octaves(3);
    let frequencies = [1.5, 1.0, 7.0, 2.25];
    [
        row("partial of triangle", [line(), plane()], slope((perlin() * 1.7 + 0.06).triangle())),
        row("partial of billow", each_dimension(), slope(raised().billow().octaves(3))),
        row("partial of plain ridged", each_dimension(), slope(plain())),
        row("partial of ping_pong", each_dimension(), slope(raised().ping_pong().octaves(3))),
        row("partial of ping_pong in time", [plane_in_time()], raised().ping_pong().octaves(2).set("time_lacunarity", 1.3).partial("w")),
        row("partial of fbm, lists", each_dimension(), slope(perlin().fbm().set("amplitudes", [1.0, 0.9, 0.0, 0.3]).set("frequencies", frequencies))),
    ]
    .concat()
}

/// Fractals whose octaves hand a weight on.
#[rustfmt::skip]
fn weight_cases() -> Vec<Case> {
    let raised = || perlin() + 0.123;
    let ridged = || raised().ridged().octaves(3);
    let hybrid = || perlin().hybrid().octaves(3);
    [
        row("partial of ridged", each_dimension(), slope(ridged())),
        row("partial of ridged along y", [plane(), solid()], ridged().partial("y")),
        row("partial of ridged, ridge_gain 0.7, offset 1.4", [line(), plane()], slope(ridged().set("ridge_gain", 0.7).set("offset", 1.4))),
        row("partial of hybrid", each_dimension(), slope(hybrid())),
        row("partial of hybrid, not normalized", [line(), plane()], slope(hybrid().set("normalize", false).gain(0.8))),
        row("partial of hybrid of what does not vary", [line()], slope(Noise::y().hybrid() + Noise::x())),
        row("partial of ridged of warp", [plane(), solid()], slope(raised().warp(by(), 0.05).ridged().octaves(2))),
        row("partial of warp of hybrid", [plane(), solid()], slope(hybrid().octaves(2).warp(by(), 0.05))),
        row("partial of fbm of ridged", [line(), plane()], slope(ridged().octaves(2).fbm().octaves(2).lacunarity(3.0))),
        row("ridged of partial", [plane()], (slope(perlin()) * 0.1).ridged().octaves(2)),
        rows("gradient of hybrid", [plane()], [hybrid(), slope(hybrid()), hybrid().partial("y")]),
    ]
    .concat()
}

/// Octaves that the grid counts.
#[rustfmt::skip]
fn octave_cases() -> Vec<Case> {
    let auto = |noise: Noise| noise.fbm().octaves("auto");
    let fine = || Noise::perlin().frequency(9.0).set("axes", "y");
    [
        row("partial of fbm, octaves auto", each_dimension(), slope(auto(perlin()))),
        row("partial of fbm, octaves auto, by what only the value needs", [plane(), solid()], slope(auto(perlin() + fine()))),
        row("fbm of curl, octaves auto", [plane()], auto(perlin().curl("x").set("x", Noise::perlin().frequency(31.0)))),
        row("ridged, octaves auto, of a fractal that only the value needs", [plane()], (Noise::value().frequency(9.0).fbm().partial("z") + 0.1).ridged().octaves("auto")),
        row("partial of ridged, octaves auto", [plane()], slope((perlin() + 0.123).ridged().octaves("auto"))),
    ]
    .concat()
}

/// z is 0 on a grid without that axis: exactly at the kinks.
#[rustfmt::skip]
fn kink_cases() -> Vec<Case> {
    let z = Noise::z;
    [
        row("at a kink: partial of abs", [line()], z().abs().partial("z")),
        row("at a kink: partial of min of equal values", [line()], z().min(z() * 2.0).partial("z")),
        row("at a kink: partial of max of equal values", [line()], z().max(z() * 2.0).partial("z")),
        row("at a kink: partial of clamp at its low end", [line()], z().clamp(0.0, 1.0).partial("z")),
        row("at a kink: partial of clamp at its high end", [line()], z().clamp(-1.0, 0.0).partial("z")),
        row("at a kink: partial of triangle at its top", [line()], z().triangle().partial("z")),
        row("at a kink: partial of triangle at its bottom", [line()], (z() + 0.5).triangle().partial("z")),
        row("at a kink: partial of ridged", [line()], z().ridged().partial("z")),
    ]
    .concat()
}
