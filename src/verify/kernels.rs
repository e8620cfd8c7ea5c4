//! Cases of classic, simplex, periodic simplex and cellular noise.

use super::Case;
use super::case::row;
use super::domain::by;
use super::grids::*;
use crate::noise::{Axis, Hash, Metric, WorleyMotion, WorleyOutput, of};
use crate::{Grid, Noise};

pub(super) fn cases() -> Vec<Case> {
    [
        classic_cases(),
        simplex_cases(),
        psrd_cases(),
        worley_cases(),
        swing_cases(),
    ]
    .concat()
}

const NEAR: [f64; 4] = [-3.7, -0.9, -12.2, -5.1];
const FAR: [f64; 4] = [1e7 + 0.3, -1e7 - 0.3, 3e6 + 0.7, -2e6 - 0.1];

/// Sets a different frequency on each axis.
fn uneven<K: of::Source>(noise: Noise<K>) -> Noise<K> {
    noise.frequency([4.3, 3.1, 5.7]).time_frequency(2.6)
}

/// Returns the grids with two and three axes.
fn flat_and_solid() -> [Grid; 4] {
    [plane(), solid(), line_in_time(), plane_in_time()]
}

/// Returns the grids with at least two axes.
fn two_or_more() -> [Grid; 5] {
    [
        plane(),
        solid(),
        line_in_time(),
        plane_in_time(),
        solid_in_time(),
    ]
}

/// Returns one grid for each number of dimensions, two to four.
fn each_of_these() -> [Grid; 3] {
    [plane(), solid(), solid_in_time()]
}

#[rustfmt::skip]
fn classic_cases() -> Vec<Case> {
    let classic = || uneven(Noise::classic());
    let integer = || classic().hash(Hash::Integer);
    fn periodic<K: of::Periodic>(noise: Noise<K>) -> Noise<K> {
        noise.period([3, 2, 5]).time_period(3)
    }
    let cells = || Noise::classic().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    [
        row("classic", flat_and_solid(), classic()),
        row("classic, integer hash", flat_and_solid(), integer()),
        row("classic, seed 5", [plane(), solid()], classic().seed(5)),
        row("classic, negative origin", at(NEAR, flat_and_solid()), classic()),
        row("classic, 10^7 cells away", at(FAR, [plane(), solid()]), classic()),
        row("classic, several cells a sample", wide(70.0, flat_and_solid()), classic()),
        row("classic, towers", towers(), classic()),
        row("classic, axes xzw", [solid_in_time()], classic().axes([Axis::X, Axis::Z, Axis::W])),
        row("classic, periods", wide(9.0, flat_and_solid()), periodic(classic())),
        row("classic, seamless", seamless(flat_and_solid()), cells()),
        row("fbm of classic", flat_and_solid(), classic().fbm()),
        row("warp of classic", flat_and_solid(), classic().warp(by(), 0.3)),
        row("warp of classic, integer hash, periods", wide(9.0, [plane(), solid()]), periodic(integer()).warp(by(), 2.0)),
    ]
    .concat()
}

#[rustfmt::skip]
fn simplex_cases() -> Vec<Case> {
    let simplex = || uneven(Noise::simplex());
    let slow = || Noise::simplex().cells([9.0, 3.0, 2.0]);
    [
        row("simplex", two_or_more(), simplex()),
        row("simplex, integer hash", two_or_more(), simplex().hash(Hash::Integer)),
        row("simplex, seed 5", each_of_these(), simplex().seed(5)),
        row("simplex, cells", each_of_these(), Noise::simplex().cells([5.0, 3.0, 2.0])),
        row("simplex, many samples in a cell", long_rows(), slow()),
        row("simplex, many samples in a cell, integer hash", long_rows(), slow().hash(Hash::Integer)),
        row("simplex, many samples in a cell, negative origin", at(NEAR, long_rows()), slow()),
        row("simplex, many samples in a cell, 10^7 cells away", at(FAR, long_rows()), Noise::simplex().frequency([9.0, 11.0, 13.0])),
        row("simplex, negative origin", at(NEAR, two_or_more()), simplex()),
        row("simplex, 10^7 cells away", at(FAR, each_of_these()), simplex()),
        row("simplex, several cells a sample", wide(70.0, each_of_these()), simplex()),
        row("simplex, axes xz", [solid()], simplex().axes([Axis::X, Axis::Z])),
        row("simplex, towers", towers(), simplex()),
        row("fbm of simplex", two_or_more(), simplex().fbm()),
        row("warp of simplex", two_or_more(), simplex().warp(by(), 0.3)),
        row("simplex, rotated", [plane(), solid()], simplex().rotate([0.0, 0.0, 0.1])),
        row("simplex on a sphere", [plane(), plane_in_time()], simplex().sphere(0.7)),
        row("simplex beside perlin", each_of_these(), simplex() + Noise::perlin().frequency(3.3)),
    ]
    .concat()
}

#[rustfmt::skip]
fn psrd_cases() -> Vec<Case> {
    let psrd = || uneven(Noise::psrd());
    let integer = || psrd().hash(Hash::Integer);
    let where_it_is = || [plane(), solid(), plane_in_time(), solid_in_time()];
    let flat_or_solid = || [plane(), solid()];
    let periodic = |noise: Noise<of::Psrd>| noise.period([3, 2, 4]).time_period(3);
    let cells = || Noise::psrd().cells([5.0, 4.0, 3.0]).time_frequency(2.0 / 1.7);
    [
        row("psrd", where_it_is(), psrd()),
        row("psrd, integer hash", where_it_is(), integer()),
        row("psrd, seed 5", flat_or_solid(), psrd().seed(5)),
        row("psrd, angle", where_it_is(), psrd().angle(-0.3)),
        row("psrd, negative origin", at(NEAR, where_it_is()), psrd()),
        row("psrd, 10^7 cells away", at(FAR, where_it_is()), psrd()),
        row("psrd, several cells a sample", wide(70.0, flat_or_solid()), psrd()),
        row("psrd, axes xz", [solid()], psrd().axes([Axis::X, Axis::Z])),
        row("psrd, towers", towers(), psrd().axes([Axis::X, Axis::Y])),
        row("psrd, periods", wide(9.0, where_it_is()), periodic(psrd())),
        row("psrd, integer hash, periods", wide(9.0, flat_or_solid()), periodic(integer())),
        row("psrd, seamless", seamless(where_it_is()), cells()),
        row("fbm of psrd", where_it_is(), psrd().fbm()),
        row("warp of psrd", where_it_is(), psrd().warp(by(), 0.3)),
        row("warp of psrd, periods", wide(9.0, flat_or_solid()), periodic(psrd()).warp(by(), 2.0)),
        row("psrd, rotated", flat_or_solid(), psrd().rotate([0.0, 0.0, 0.1])),
    ]
    .concat()
}

#[rustfmt::skip]
fn worley_cases() -> Vec<Case> {
    let worley = || uneven(Noise::worley());
    let integer = || worley().hash(Hash::Integer);
    let metric = |metric| worley().metric(metric);
    let half = |output| worley().output(output).jitter(0.5);
    let way = |output| worley().output(output);
    let edge = || worley().output(WorleyOutput::Edge);
    let smooth = || worley().output(WorleyOutput::SmoothF1);
    let flat_or_solid = || [plane(), solid(), line_in_time()];
    fn periodic<K: of::Periodic>(noise: Noise<K>) -> Noise<K> {
        noise.period([3, 1, 2]).time_period(3)
    }
    let cells = || Noise::worley().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    [
        row("worley", two_or_more(), worley()),
        row("worley, integer hash", two_or_more(), integer()),
        row("worley, seed 5", each_of_these(), worley().seed(5)),
        row("worley, negative origin", at(NEAR, two_or_more()), worley()),
        row("worley, 10^7 cells away", at(FAR, each_of_these()), worley()),
        row("worley, several cells a sample", wide(70.0, [plane(), solid()]), worley()),
        row("worley, squared", each_of_these(), metric(Metric::Squared)),
        row("worley, manhattan", each_of_these(), metric(Metric::Manhattan)),
        row("worley, chebyshev", each_of_these(), metric(Metric::Chebyshev)),
        row("worley, the second", [plane(), line_in_time()], worley().output(WorleyOutput::F2)),
        row("worley, the second, jitter 1/2", each_of_these(), half(WorleyOutput::F2)),
        row("worley, the second less the first", [plane()], worley().output(WorleyOutput::F2MinusF1)),
        row("worley, the second less the first, jitter 1/2", each_of_these(), half(WorleyOutput::F2MinusF1)),
        row("worley, the cell's number", two_or_more(), worley().output(WorleyOutput::Cell)),
        row("worley, the cell's number, integer hash", each_of_these(), integer().output(WorleyOutput::Cell)),
        row("worley, to x", flat_or_solid(), way(WorleyOutput::ToX)),
        row("worley, to y, integer hash", [plane(), solid()], way(WorleyOutput::ToY).hash(Hash::Integer)),
        row("worley, to z, manhattan", [solid()], way(WorleyOutput::ToZ).metric(Metric::Manhattan)),
        row("worley, to z, axes xz", [solid()], way(WorleyOutput::ToZ).axes([Axis::X, Axis::Z])),
        row("worley, to y, 10^7 cells away", at(FAR, [plane(), solid()]), way(WorleyOutput::ToY)),
        row("worley, to x, seamless", seamless([plane(), plane_in_time()]), cells().output(WorleyOutput::ToX)),
        row("worley, edge", flat_or_solid(), edge()),
        row("worley, edge, integer hash", [plane(), solid()], edge().hash(Hash::Integer)),
        row("worley, edge, jitter 1/2", flat_or_solid(), half(WorleyOutput::Edge)),
        row("worley, edge, 10^7 cells away", at(FAR, [plane(), solid()]), edge()),
        row("worley, edge, periods", wide(9.0, [plane(), solid()]), periodic(edge())),
        row("worley, edge, seamless", seamless([plane(), plane_in_time()]), cells().output(WorleyOutput::Edge)),
        row("fbm of worley, edge", [plane()], edge().fbm().octaves(2)),
        row("worley, smooth", flat_or_solid(), smooth()),
        row("worley, smooth, integer hash", [plane(), solid()], smooth().hash(Hash::Integer)),
        row("worley, smooth, least smoothness", flat_or_solid(), smooth().smoothness(0.05)),
        row("worley, smooth, most smoothness, jitter 1/2", flat_or_solid(), half(WorleyOutput::SmoothF1).smoothness(0.5)),
        row("worley, smooth, 10^7 cells away", at(FAR, [plane(), solid()]), smooth()),
        row("worley, smooth, periods", wide(9.0, [plane(), solid()]), periodic(smooth())),
        row("warp of worley, smooth", [plane(), solid()], smooth().warp(by(), 0.3)),
        row("worley, no jitter", each_of_these(), worley().jitter(0.0)),
        row("worley, axes xz", [solid()], worley().axes([Axis::X, Axis::Z])),
        row("worley, towers", towers(), worley()),
        row("worley, periods", wide(9.0, each_of_these()), periodic(worley())),
        row("worley, seamless", seamless(two_or_more()), cells()),
        row("fbm of worley", [plane(), solid()], worley().fbm().octaves(3)),
        row("warp of worley", [plane(), solid()], worley().warp(by(), 0.3)),
        row("worley on a cylinder", [plane()], worley().cylinder(0.4)),
        row("warp of worley, periods", wide(9.0, [plane()]), periodic(worley()).warp(by(), 0.3)),
    ]
    .concat()
}

#[rustfmt::skip]
fn swing_cases() -> Vec<Case> {
    let swing = || uneven(Noise::worley()).motion(WorleyMotion::Swing);
    let cells = || Noise::worley().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7).motion(WorleyMotion::Swing);
    let in_time = || [plane_in_time(), solid_in_time()];
    [
        row("worley, swinging", in_time(), swing()),
        row("worley, swinging, integer hash", in_time(), swing().hash(Hash::Integer)),
        row("worley, swinging, the second less the first", [plane_in_time()], swing().output(WorleyOutput::F2MinusF1)),
        row("worley, swinging, to y", in_time(), swing().output(WorleyOutput::ToY)),
        row("worley, swinging, edge", in_time(), swing().output(WorleyOutput::Edge)),
        row("worley, swinging, smooth", in_time(), swing().output(WorleyOutput::SmoothF1)),
        row("worley, swinging, seamless", seamless(in_time()), cells()),
        row("worley, swinging, at another time", [plane_in_time()], swing().translate(0.2).time_offset(-7.3)),
    ]
    .concat()
}
