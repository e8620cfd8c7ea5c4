//! Cases of value noise, with every hash, fade and smoothing, and of white noise.

use super::Case;
use super::case::{row, seeded};
use super::domain::by;
use super::grids::*;
use crate::noise::{Axis, Fade, Hash, of};
use crate::{Grid, Noise};

/// Returns value noise with a different frequency on each axis.
fn value() -> Noise<of::Value> {
    let noise = Noise::value().frequency([4.3, 3.1, 5.7]);
    noise.time_frequency(2.6)
}

fn white() -> Noise<of::White> {
    let noise = Noise::white().frequency([4.3, 3.1, 5.7]);
    noise.time_frequency(2.6)
}

pub(super) fn cases() -> Vec<Case> {
    [blended_cases(), tap_cases(), white_cases()].concat()
}

const NEAR: [f64; 4] = [-3.7, -0.9, -12.2, -5.1];
const FAR: [f64; 4] = [1e7 + 0.3, -1e7 - 0.3, 3e6 + 0.7, -2e6 - 0.1];

#[rustfmt::skip]
fn blended_cases() -> Vec<Case> {
    let integer = || value().hash(Hash::Integer);
    let elias = || value().hash(Hash::Elias);
    let fade = |fade| value().fade(fade);
    let axes = |axes: &[Axis]| value().axes(axes);
    fn periodic<K: of::Periodic>(noise: Noise<K>) -> Noise<K> {
        noise.period([3, 2, 5]).time_period(3)
    }
    let cells = || Noise::value().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    [
        row("value", everywhere(), value()),
        row("value, integer hash", everywhere(), integer()),
        row("value, Elias's hash", everywhere(), elias()),
        row("value, Elias's hash, seed 4294967295", each_dimension(), elias().seed(u32::MAX)),
        seeded(7, row("value, Elias's hash, recipe's seed 7", each_dimension(), elias())),
        row("value, Elias's hash, negative origin", at(NEAR, everywhere()), elias()),
        row("value, Elias's hash, 10^7 cells away", at(FAR, each_dimension()), elias()),
        row("value, negative origin", at(NEAR, everywhere()), value()),
        row("value, 10^7 cells away", at(FAR, each_dimension()), value()),
        row("value, cubic", everywhere(), fade(Fade::Cubic)),
        row("value, cosine", everywhere(), fade(Fade::Cosine)),
        row("value, linear", everywhere(), fade(Fade::Linear)),
        row("value, no fade", everywhere(), fade(Fade::None)),
        row("value, several cells a sample", wide(70.0, everywhere()), value()),
        row("value, Elias's hash, several cells a sample", wide(70.0, everywhere()), elias()),
        row("value, towers", towers(), value()),
        row("value, slivers", slivers(), value()),
        row("value, axes y", at(NEAR, everywhere()), axes(&[Axis::Y])),
        row("value, axes xz", at(NEAR, everywhere()), axes(&[Axis::X, Axis::Z])),
        row("value, axes xyzw", at(NEAR, everywhere()), axes(&Axis::ALL)),
        row("value, Elias's hash, axes xzw", at(NEAR, everywhere()), axes(&[Axis::X, Axis::Z, Axis::W]).hash(Hash::Elias)),
        row("value, periods", wide(9.0, everywhere()), periodic(value())),
        row("value, Elias's hash, periods", wide(9.0, each_dimension()), periodic(elias())),
        row("value, seamless", seamless(everywhere()), cells()),
        row("value, seamless, Elias's hash", seamless(everywhere()), cells().hash(Hash::Elias)),
        row("fbm of value", everywhere(), value().fbm()),
        row("fbm of value, Elias's hash", each_dimension(), elias().fbm().octaves(4).gain(0.25)),
        row("warp of value", everywhere(), value().warp(by(), 0.3)),
        row("warp of value, Elias's hash", each_dimension(), elias().warp(by(), 0.3)),
        row("warp of value, cosine", each_dimension(), fade(Fade::Cosine).warp(by(), 0.3)),
        row("warp of value, cubic", each_dimension(), fade(Fade::Cubic).warp(by(), 0.3)),
        row("warp of value, linear", each_dimension(), fade(Fade::Linear).warp(by(), 0.3)),
        row("warp of value, integer hash, periods", wide(9.0, each_dimension()), periodic(integer()).warp(by(), 2.0)),
        row("value on a sphere", [plane(), plane_in_time()], value().sphere(0.7)),
        row("value, rotated", [plane(), solid()], value().rotate([0.0, 0.0, 0.1])),
        row("value beside perlin", everywhere(), value() + Noise::perlin().frequency(3.3)),
    ]
    .concat()
}

/// Returns cases that need more than two corners along an axis.
#[rustfmt::skip]
fn tap_cases() -> Vec<Case> {
    let cubic = || value().fade(Fade::Elias);
    let smooth = || value().smooth(true);
    let both = || cubic().smooth(true);
    let small = || [line(), plane(), solid()];
    fn periodic<K: of::Periodic>(noise: Noise<K>) -> Noise<K> {
        noise.period([3, 1, 2]).time_period(3)
    }
    let cells = || Noise::value().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    [
        row("value, Elias's cubic", everywhere(), cubic()),
        row("value, Elias's cubic and hash", each_dimension(), cubic().hash(Hash::Elias)),
        row("value, Elias's cubic, integer hash", each_dimension(), cubic().hash(Hash::Integer)),
        row("value, Elias's cubic, negative origin", at(NEAR, small()), cubic()),
        row("value, Elias's cubic, periods", wide(9.0, each_dimension()), periodic(cubic())),
        row("value, smooth", everywhere(), smooth()),
        row("value, smooth, periods", wide(9.0, small()), periodic(smooth())),
        row("value, smooth, linear", each_dimension(), smooth().fade(Fade::Linear)),
        row("value, smooth, cosine, Elias's hash", each_dimension(), smooth().fade(Fade::Cosine).hash(Hash::Elias)),
        row("value, smooth, no fade", small(), smooth().fade(Fade::None)),
        row("value, smooth, centre 1", everywhere(), smooth().centre(1.0)),
        row("value, smooth, centre 0", small(), smooth().centre(0.0)),
        row("value, smooth, Elias's cubic", [line(), plane(), solid(), Grid::new([3, 3, 2]).frames(2)], both()),
        row("value, smooth, Elias's cubic, centre 1", small(), both().centre(1.0)),
        row("value, smooth, seamless", seamless(small()), cells().smooth(true)),
        row("value, Elias's cubic, seamless", seamless(small()), cells().fade(Fade::Elias)),
        row("fbm of smooth value", small(), smooth().fbm().octaves(3)),
        row("warp of smooth value", small(), smooth().warp(by(), 0.3)),
        row("warp of value, Elias's cubic", small(), cubic().warp(by(), 0.3)),
        row("warp of value, Elias's cubic, periods", wide(9.0, small()), periodic(cubic()).warp(by(), 2.0)),
    ]
    .concat()
}

#[rustfmt::skip]
fn white_cases() -> Vec<Case> {
    [
        row("white", everywhere(), white()),
        row("white, table hash", everywhere(), white().hash(Hash::Table)),
        row("white, Elias's hash", everywhere(), white().hash(Hash::Elias)),
        row("white, a cell a sample", each_dimension(), Noise::white().cells([1037.0, 19.0, 14.0])),
        row("white, axes xy", each_dimension(), white().axes([Axis::X, Axis::Y])),
        row("white, seed 3", each_dimension(), white().seed(3)),
        row("white, periods", wide(9.0, everywhere()), white().period([3, 2, 5]).time_period(3)),
        row("fbm of white", each_dimension(), white().fbm().octaves(3)),
        row("white on a sphere", [plane(), plane_in_time()], white().sphere(3.0)),
    ]
    .concat()
}
