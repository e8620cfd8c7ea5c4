//! Domain steps, alone, in each other and in fractals.

use super::Case;
use super::case::row;
use super::grids::*;
use super::sources::{integer, perlin};
use crate::Noise;

pub(super) fn cases() -> Vec<Case> {
    [plain_cases(), warp_cases(), far_cases(), closed_cases()].concat()
}

#[rustfmt::skip]
fn plain_cases() -> Vec<Case> {
    let each = || [1.3, 0.7, 2.1];
    let moved = |noise: Noise| noise.translate([0.31, -7.9, 100.3]).set("time_offset", -2.3);
    let scaled = |noise: Noise| noise.scale(each()).set("time_factor", 1.7);
    [
        row("scale", everywhere(), perlin().scale(2.7)),
        row("scale, each axis", everywhere(), scaled(perlin())),
        row("translate", everywhere(), moved(perlin())),
        row("translate of scale", everywhere(), moved(scaled(perlin()))),
        row("scale of translate", everywhere(), scaled(moved(perlin()))),
        row("scale of coordinates", everywhere(), scaled(moved(Noise::x() + Noise::y()))),
        row("translate far away", each_dimension(), perlin().translate(3e9 + 0.1)),
        row("scale, axes yzw", everywhere(), scaled(perlin().set("axes", "yzw"))),
        row("fbm of scale", everywhere(), scaled(perlin()).fbm()),
        row("scale of fbm", everywhere(), scaled(perlin().fbm())),
        row("fbm of translate", everywhere(), moved(perlin()).fbm()),
        row("translate of fbm", everywhere(), moved(perlin().fbm())),
        row("one noise at two places", everywhere(), {
            let noise = perlin();
            moved(noise.clone()) + scaled(noise)
        }),
    ]
    .concat()
}

/// A displacement of another noise on each axis, time too.
pub(super) fn by() -> [Noise; 4] {
    [1, 2, 3, 4].map(|seed| Noise::perlin().frequency(2.3).seed(seed))
}

#[rustfmt::skip]
fn warp_cases() -> Vec<Case> {
    let plain = |noise: Noise| noise.warp(by(), 0.3);
    let curl = || perlin().fbm().octaves(3);
    let along_x = |noise: Noise| noise.warp([Noise::y() * 0.5], 0.8);
    let far = || wide(9.0, everywhere());
    let periodic = |noise: Noise| noise.period([3.0, 2.0, 5.0]).set("time_period", 3.0);
    [
        row("warp", everywhere(), plain(perlin())),
        row("warp, integer hash", everywhere(), plain(integer())),
        row("warp along x alone", everywhere(), along_x(perlin())),
        row("warp in time alone", everywhere(), perlin().set("axes", "xw").warp([0.0, 0.0, 0.0].map(Noise::constant).into_iter().chain([Noise::x()]), 0.7)),
        row("warp by a constant", each_dimension(), perlin().warp([Noise::constant(-1.37), Noise::constant(0.21)], 1.0)),
        row("warp by more than a cell, both ways", everywhere(), perlin().warp(by(), 3.0)),
        row("warp of periods", far(), periodic(perlin()).warp(by(), 2.0)),
        row("warp of periods, integer hash", far(), periodic(integer()).warp(by(), 2.0)),
        row("warp of warp", everywhere(), plain(along_x(perlin()))),
        row("warp of fbm", everywhere(), plain(curl())),
        row("fbm of warp", everywhere(), plain(perlin()).fbm().octaves(3)),
        row("warp by fbm", everywhere(), perlin().warp([curl(), curl().scale(1.1)], 0.2)),
        row("warp of fbm by fbm", each_dimension(), curl().warp([curl(), curl().translate(5.2)], 0.2)),
        row("fbm of fbm of warp", [plane(), solid()], plain(perlin()).fbm().octaves(2).fbm().octaves(2)),
        row("fbm of warp of fbm", [plane(), solid()], plain(perlin().fbm().octaves(2)).fbm().octaves(2)),
        row("warp of fbm of fbm", [plane(), solid()], plain(perlin().fbm().octaves(2).fbm().octaves(2))),
        row("warp of fbm with a time_lacunarity", [plane_in_time(), solid_in_time()], plain(curl().set("time_lacunarity", 1.3))),
        row("warp of scale", everywhere(), plain(perlin().scale([1.3, 0.7, 2.1]).set("time_factor", 1.7))),
        row("scale of warp", everywhere(), plain(perlin()).scale([1.3, 0.7, 2.1]).set("time_factor", 1.7)),
        row("warp of translate", everywhere(), plain(perlin().translate([0.3, -7.9, 100.3]))),
        row("translate of warp", everywhere(), plain(perlin()).translate([0.3, -7.9, 100.3])),
        row("warp of coordinates", everywhere(), plain(Noise::x() + Noise::y() * 0.5 + Noise::w() * 0.25)),
        row("fbm of warp of coordinates", each_dimension(), plain(Noise::x()).fbm().octaves(3)),
        row("warp of axes yz", at([-3.7, -0.9, -12.2, -5.1], everywhere()), plain(perlin().set("axes", "yz"))),
        row("warp, several cells a sample", wide(70.0, each_dimension()), plain(perlin())),
        row("warp, towers", towers(), plain(perlin())),
        row("warp, slivers", slivers(), plain(perlin())),
        row("warped beside not warped", everywhere(), {
            let noise = perlin();
            noise.clone() + plain(noise)
        }),
    ]
    .concat()
}

#[rustfmt::skip]
fn far_cases() -> Vec<Case> {
    let far = [1e7 + 0.3, -1e7 - 0.3, 3e6 + 0.7, -2e6 - 0.1];
    let plain = |noise: Noise| noise.warp(by(), 0.3);
    [
        row("warp, 10^7 cells away", at(far, everywhere()), plain(perlin())),
        row("warp, integer hash, 10^7 cells away", at(far, each_dimension()), plain(integer())),
        row("warp of a period, 10^7 cells away", at(far, each_dimension()), plain(perlin().period(7.0))),
    ]
    .concat()
}

#[rustfmt::skip]
fn closed_cases() -> Vec<Case> {
    let cells = || Noise::perlin().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    let by = || [1, 2, 3, 4].map(|seed| cells().seed(seed));
    let closed = || seamless(everywhere());
    let near = [-3.7, -0.9, -12.2, -5.1];
    [
        row("scale, seamless", closed(), cells().scale([2.0, 3.0, 1.0]).set("time_factor", 2.0)),
        row("translate, seamless", closed(), cells().translate([0.31, -7.9, 100.3]).set("time_offset", -2.3)),
        row("warp, seamless", closed(), cells().warp(by(), 0.7)),
        row("warp, integer hash, seamless", closed(), cells().set("hash", "integer").warp(by(), 0.7)),
        row("warp, seamless, negative origin", seamless(at(near, everywhere())), cells().warp(by(), 0.7)),
        row("warp of fbm, seamless", closed(), cells().fbm().octaves(3).warp(by(), 0.2)),
        row("fbm of warp, seamless", closed(), cells().warp(by(), 0.2).fbm().octaves(3)),
    ]
    .concat()
}
