//! Cases of domain steps: alone, nested, and in fractals.

use super::Case;
use super::case::row;
use super::grids::*;
use super::sources::{integer, perlin};
use crate::Noise;
use crate::noise::{Axis, Hash, Signal, of};

pub(super) fn cases() -> Vec<Case> {
    [
        plain_cases(),
        warp_cases(),
        progressive_cases(),
        turned_cases(),
        mapped_cases(),
        far_cases(),
        closed_cases(),
    ]
    .concat()
}

#[rustfmt::skip]
fn plain_cases() -> Vec<Case> {
    fn moved(noise: impl Into<Noise>) -> Noise<of::Translate> {
        noise.into().translate([0.31, -7.9, 100.3]).time_offset(-2.3)
    }
    fn scaled(noise: impl Into<Noise>) -> Noise<of::Scale> {
        noise.into().scale([1.3, 0.7, 2.1]).time_factor(1.7)
    }
    [
        row("scale", everywhere(), perlin().scale(2.7)),
        row("scale, each axis", everywhere(), scaled(perlin())),
        row("translate", everywhere(), moved(perlin())),
        row("translate of scale", everywhere(), moved(scaled(perlin()))),
        row("scale of translate", everywhere(), scaled(moved(perlin()))),
        row("scale of coordinates", everywhere(), scaled(moved(Noise::x() + Noise::y()))),
        row("translate far away", each_dimension(), perlin().translate(3e9 + 0.1)),
        row("scale, axes yzw", everywhere(), scaled(perlin().axes([Axis::Y, Axis::Z, Axis::W]))),
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

/// Returns a displacement: a different noise for each axis, including time.
pub(super) fn by() -> [Noise<of::Perlin>; 4] {
    [1, 2, 3, 4].map(|seed| Noise::perlin().frequency(2.3).seed(seed))
}

#[rustfmt::skip]
fn warp_cases() -> Vec<Case> {
    fn plain(noise: impl Into<Noise>) -> Noise<of::Warp> {
        noise.into().warp(by(), 0.3)
    }
    let curl = || perlin().fbm().octaves(3);
    fn along_x(noise: impl Into<Noise>) -> Noise<of::Warp> {
        noise.into().warp([Noise::y() * 0.5], 0.8)
    }
    let far = || wide(9.0, everywhere());
    fn periodic<K: of::Periodic>(noise: Noise<K>) -> Noise<K> {
        noise.period([3, 2, 5]).time_period(3)
    }
    [
        row("warp", everywhere(), plain(perlin())),
        row("warp, integer hash", everywhere(), plain(integer())),
        row("warp along x alone", everywhere(), along_x(perlin())),
        row("warp in time alone", everywhere(), perlin().axes([Axis::X, Axis::W]).warp([0.0, 0.0, 0.0].map(Noise::constant).into_iter().chain([Noise::x()]), 0.7)),
        row("warp by a constant", each_dimension(), perlin().warp([Noise::constant(-1.37), Noise::constant(0.21)], 1.0)),
        row("warp by more than a cell, both ways", everywhere(), perlin().warp(by(), 3.0)),
        row("warp of periods", far(), periodic(perlin()).warp(by(), 2.0)),
        row("warp of periods, integer hash", far(), periodic(integer()).warp(by(), 2.0)),
        row("warp of warp", everywhere(), plain(along_x(perlin()))),
        row("warp of fbm", everywhere(), plain(curl())),
        row("fbm of warp", everywhere(), plain(perlin()).fbm().octaves(3)),
        row("warp by fbm", everywhere(), perlin().warp([Signal::from(curl()), curl().scale(1.1).into()], 0.2)),
        row("warp of fbm by fbm", each_dimension(), curl().warp([Signal::from(curl()), curl().translate(5.2).into()], 0.2)),
        row("fbm of fbm of warp", [plane(), solid()], plain(perlin()).fbm().octaves(2).fbm().octaves(2)),
        row("fbm of warp of fbm", [plane(), solid()], plain(perlin().fbm().octaves(2)).fbm().octaves(2)),
        row("warp of fbm of fbm", [plane(), solid()], plain(perlin().fbm().octaves(2).fbm().octaves(2))),
        row("warp of fbm with a time_lacunarity", [plane_in_time(), solid_in_time()], plain(curl().time_lacunarity(1.3))),
        row("warp of scale", everywhere(), plain(perlin().scale([1.3, 0.7, 2.1]).time_factor(1.7))),
        row("scale of warp", everywhere(), plain(perlin()).scale([1.3, 0.7, 2.1]).time_factor(1.7)),
        row("warp of translate", everywhere(), plain(perlin().translate([0.3, -7.9, 100.3]))),
        row("translate of warp", everywhere(), plain(perlin()).translate([0.3, -7.9, 100.3])),
        row("warp of coordinates", everywhere(), plain(Noise::x() + Noise::y() * 0.5 + Noise::w() * 0.25)),
        row("fbm of warp of coordinates", each_dimension(), plain(Noise::x()).fbm().octaves(3)),
        row("warp of axes yz", at([-3.7, -0.9, -12.2, -5.1], everywhere()), plain(perlin().axes([Axis::Y, Axis::Z]))),
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
fn progressive_cases() -> Vec<Case> {
    fn plain(noise: impl Into<Noise>) -> Noise<of::Warp> {
        noise.into().warp(by(), 0.1).progressive(true)
    }
    [
        row("progressive warp", everywhere(), plain(perlin())),
        row("progressive warp, integer hash", each_dimension(), plain(integer())),
        row("progressive warp along y and x", everywhere(), plain(Noise::x() - Noise::y())),
        row("fbm of progressive warp", each_dimension(), plain(perlin()).fbm().octaves(3)),
        row("progressive warp of fbm", each_dimension(), plain(perlin().fbm().octaves(3))),
        row("progressive warp of warp", [plane(), solid()], plain(perlin().warp(by(), 0.2))),
        row("progressive warp of scale", [plane(), solid()], plain(perlin()).scale([1.3, 0.7, 2.1])),
    ]
    .concat()
}

#[rustfmt::skip]
fn turned_cases() -> Vec<Case> {
    fn turned(noise: impl Into<Noise>) -> Noise {
        noise.into().rotate([0.13, -0.31, 0.07])
    }
    fn long(noise: impl Into<Noise>) -> Noise {
        noise.into().stretch([1.0, -0.7, 0.4], 3.7)
    }
    let twisted = perlin().rotate([Signal::from(0.0), 0.0.into(), (Noise::y() * 0.3 + Noise::w() * 0.1).into()]);
    [
        row("rotate", everywhere(), turned(perlin())),
        row("rotate, integer hash", each_dimension(), turned(integer())),
        row("rotate about z", everywhere(), perlin().rotate([0.0, 0.0, 0.13])),
        row("rotate about x, axes yz", everywhere(), perlin().axes([Axis::Y, Axis::Z]).rotate([0.13, 0.0, 0.0])),
        row("rotate about y, axes xyz", everywhere(), perlin().axes([Axis::X, Axis::Y, Axis::Z]).rotate([0.0, 5.2, 0.0])),
        row("rotate by nothing", [plane()], perlin().rotate([0.0; 3])),
        row("rotate by what varies", everywhere(), twisted),
        row("rotate of coordinates", everywhere(), turned(Noise::x() + Noise::y() * 0.5 - Noise::z() * 0.25)),
        row("rotate of rotate", each_dimension(), turned(turned(perlin()))),
        row("rotate of scale and translate", everywhere(), turned(perlin().scale([1.3, 0.7, 2.1]).translate([0.3, -7.9, 1000.3]))),
        row("scale and translate of rotate", everywhere(), turned(perlin()).scale([1.3, 0.7, 2.1]).translate([0.3, -7.9, 10.3])),
        row("rotate of far away", each_dimension(), turned(perlin().translate(1e7 + 0.3))),
        row("rotate of fbm", everywhere(), turned(perlin().fbm().octaves(3))),
        row("fbm of rotate", everywhere(), turned(perlin()).fbm().octaves(3)),
        row("rotate of warp", each_dimension(), turned(perlin()).warp(by(), 0.3)),
        row("warp of rotate", each_dimension(), turned(perlin().warp(by(), 0.3))),
        row("rotate of a period", wide(9.0, each_dimension()), turned(perlin().period([3, 2, 5]))),
        row("stretch", everywhere(), long(perlin())),
        row("stretch along x", everywhere(), perlin().stretch([1.0], 0.3)),
        row("stretch of fbm", each_dimension(), long(perlin().fbm().octaves(3))),
        row("fbm of stretch of rotate", each_dimension(), turned(long(perlin())).fbm().octaves(3)),
        row("stretch of coordinates", everywhere(), long(Noise::x() - Noise::y())),
    ]
    .concat()
}

#[rustfmt::skip]
fn mapped_cases() -> Vec<Case> {
    let grids = || [line(), plane(), plane_in_time(), solid()];
    fn spread(noise: impl Into<Noise>) -> Noise {
        noise.into().plane([0.3, -0.2, 0.9], [0.6, 0.8, 0.1], [-0.3, 0.2, 0.7])
    }
    let near = [-3.7, -0.9, -12.2, -5.1];
    [
        row("sphere", grids(), perlin().sphere(0.8)),
        row("sphere, integer hash", grids(), integer().sphere(0.8)),
        row("sphere of fbm", grids(), perlin().fbm().octaves(3).sphere(0.5)),
        row("sphere of coordinates", grids(), (Noise::x() + Noise::y() * 0.5 + Noise::z() * 0.25).sphere(2.0)),
        row("fbm of sphere", grids(), perlin().sphere(0.5).fbm().octaves(3)),
        row("sphere of warp", grids(), perlin().warp(by(), 0.2).sphere(0.5)),
        row("sphere of scale, each axis", grids(), perlin().scale([1.3, 0.7, 2.1]).sphere(0.5)),
        row("rotate in sphere", grids(), perlin().rotate([0.1, 0.2, 0.3]).sphere(0.5)),
        row("scale and translate of sphere", grids(), perlin().sphere(0.5).scale(0.7).translate(0.31)),
        row("cylinder", grids(), perlin().cylinder(0.4)),
        row("cylinder, negative origin", at(near, grids()), perlin().cylinder(0.4)),
        row("cylinder of fbm", grids(), perlin().fbm().octaves(3).cylinder(0.3)),
        row("cylinder of axes y", grids(), perlin().axes([Axis::Y]).cylinder(0.4)),
        row("plane in space", grids(), spread(perlin())),
        row("plane in space, left out", grids(), perlin().plane([0.0, 0.25, 0.5], [1.0], [0.0, 1.0])),
        row("plane in space of fbm", grids(), spread(perlin().fbm().octaves(3))),
        row("plane in space of a sphere", grids(), spread(perlin().sphere(0.5))),
    ]
    .concat()
}

#[rustfmt::skip]
fn far_cases() -> Vec<Case> {
    let far = [1e7 + 0.3, -1e7 - 0.3, 3e6 + 0.7, -2e6 - 0.1];
    fn plain(noise: impl Into<Noise>) -> Noise<of::Warp> {
        noise.into().warp(by(), 0.3)
    }
    [
        row("warp, 10^7 cells away", at(far, everywhere()), plain(perlin())),
        row("warp, integer hash, 10^7 cells away", at(far, each_dimension()), plain(integer())),
        row("warp of a period, 10^7 cells away", at(far, each_dimension()), plain(perlin().period(7))),
    ]
    .concat()
}

#[rustfmt::skip]
fn closed_cases() -> Vec<Case> {
    let cells = || Noise::perlin().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    let by = || [1, 2, 3, 4].map(|seed| cells().seed(seed));
    let closed = || seamless(everywhere());
    let near = [-3.7, -0.9, -12.2, -5.1];
    let around = [line(), plane().extent([1.0, 1.0]), plane_in_time().extent([1.0, 1.0])];
    [
        row("cylinder, seamless", seamless(around), Noise::perlin().frequency([2.3, 3.0, 3.1]).time_frequency(2.0 / 1.7).cylinder(0.5)),
        row("scale, seamless", closed(), cells().scale([2.0, 3.0, 1.0]).time_factor(2.0)),
        row("translate, seamless", closed(), cells().translate([0.31, -7.9, 100.3]).time_offset(-2.3)),
        row("warp, seamless", closed(), cells().warp(by(), 0.7)),
        row("warp, integer hash, seamless", closed(), cells().hash(Hash::Integer).warp(by(), 0.7)),
        row("warp, seamless, negative origin", seamless(at(near, everywhere())), cells().warp(by(), 0.7)),
        row("warp of fbm, seamless", closed(), cells().fbm().octaves(3).warp(by(), 0.2)),
        row("fbm of warp, seamless", closed(), cells().warp(by(), 0.2).fbm().octaves(3)),
    ]
    .concat()
}
