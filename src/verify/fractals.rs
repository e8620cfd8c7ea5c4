//! Cases of fractals and of what they can sum.

use super::Case;
use super::case::{row, seeded};
use super::grids::*;
use super::sources::{integer, perlin};
use crate::noise::{
    Axis, Hash, OctavePeriod, OctavePositions, OctaveTables, Octaves, RidgedForm, of,
};
use crate::{Grid, Noise};

pub(super) fn cases() -> Vec<Case> {
    [
        octave_cases(),
        period_cases(),
        body_cases(),
        list_cases(),
        auto_cases(),
        kind_cases("billow", Noise::billow),
        kind_cases("ridged", Noise::ridged),
        kind_cases("plain ridged", plain_ridged),
        kind_cases("ping_pong", Noise::ping_pong),
        kind_cases("hybrid", Noise::hybrid),
        kind_cases("eroded", |noise| noise.eroded().slope(16.0)),
        shape_cases(),
        carried_cases(),
    ]
    .concat()
}

fn plain_ridged(noise: impl Into<Noise>) -> Noise<of::Ridged> {
    noise.into().ridged().form(RidgedForm::Plain)
}

fn aligned(noise: Noise<of::Fbm>) -> Noise<of::Fbm> {
    noise.octave_positions(OctavePositions::Aligned)
}

#[rustfmt::skip]
fn octave_cases() -> Vec<Case> {
    let fbm = || perlin().fbm();
    let far = [1e7 + 0.3, -1e7 - 0.3, 3e6 + 0.7, -2e6 - 0.1];
    let faint = fbm().octaves(16).gain(1e-6);
    [
        row("fbm", everywhere(), fbm()),
        row("fbm, integer hash", everywhere(), integer().fbm()),
        row("fbm, 1 octave", everywhere(), fbm().octaves(1)),
        row("fbm, 2 octaves", each_dimension(), fbm().octaves(2)),
        row("fbm, 32 octaves", each_dimension(), fbm().octaves(32)),
        row("fbm, 32 octaves, gain 1", [plane()], fbm().octaves(32).gain(1.0)),
        row("fbm, lacunarity 1.9", everywhere(), fbm().lacunarity(1.9)),
        row("fbm, lacunarity 0.5", each_dimension(), fbm().lacunarity(0.5)),
        row("fbm, lacunarity 3, time_lacunarity 1", everywhere(), fbm().lacunarity(3.0).time_lacunarity(1.0)),
        row("fbm, time_lacunarity 1.3", [line_in_time(), solid_in_time()], fbm().time_lacunarity(1.3)),
        row("fbm, gain 1", each_dimension(), fbm().gain(1.0)),
        row("fbm, gain 2", each_dimension(), fbm().gain(2.0)),
        row("fbm, gain 0", each_dimension(), fbm().gain(0.0)),
        row("fbm, amplitudes below the normal numbers of f32", each_dimension(), faint),
        row("fbm, not normalized", everywhere(), fbm().normalize(false)),
        row("fbm, not normalized, gain 1.5", each_dimension(), fbm().normalize(false).gain(1.5)),
        row("fbm, shared tables", everywhere(), fbm().octave_tables(OctaveTables::Shared)),
        row("fbm, integer hash, shared tables", each_dimension(), integer().fbm().octave_tables(OctaveTables::Shared)),
        row("fbm, aligned", everywhere(), aligned(fbm())),
        row("fbm, integer hash, aligned", each_dimension(), aligned(integer().fbm())),
        row("fbm, seed 7", everywhere(), perlin().seed(7).fbm()),
        seeded(7, row("fbm, recipe's seed 7", each_dimension(), fbm())),
        row("fbm, 10^7 cells away", at(far, each_dimension()), fbm()),
        row("fbm, several cells a sample", wide(70.0, each_dimension()), fbm()),
        row("fbm, towers", towers(), fbm()),
        row("fbm, slivers", slivers(), fbm()),
        row("fbm, axes xz", everywhere(), perlin().axes([Axis::X, Axis::Z]).fbm()),
    ]
    .concat()
}

#[rustfmt::skip]
fn period_cases() -> Vec<Case> {
    let periodic = || perlin().period([2, 3, 5]).time_period(7);
    let same = |noise: Noise<of::Fbm>| noise.octave_period(OctavePeriod::Same);
    let cells = || Noise::perlin().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    let closed = || seamless(everywhere());
    [
        row("fbm, periods", wide(9.0, everywhere()), periodic().fbm()),
        row("fbm, periods, lacunarity 3", wide(9.0, each_dimension()), periodic().fbm().lacunarity(3.0)),
        row("fbm, same periods", wide(9.0, everywhere()), same(periodic().fbm()).lacunarity(1.9)),
        row("fbm, same periods, shared tables", wide(9.0, everywhere()), {
            same(periodic().fbm()).octave_tables(OctaveTables::Shared)
        }),
        row("fbm, seamless", closed(), cells().fbm()),
        row("fbm, seamless, lacunarity 3", closed(), cells().fbm().lacunarity(3.0).octaves(3)),
        row("fbm, seamless, time_lacunarity 1", closed(), cells().fbm().time_lacunarity(1.0)),
        row("fbm, seamless, same periods", closed(), same(cells().fbm())),
        row("fbm, seamless, aligned", closed(), aligned(cells().fbm())),
        row("fbm, integer hash, seamless", closed(), cells().hash(Hash::Integer).fbm()),
    ]
    .concat()
}

#[rustfmt::skip]
fn body_cases() -> Vec<Case> {
    let pair = || perlin() * 0.5 + Noise::x() * 0.1;
    let nested = || perlin().fbm().octaves(3);
    fn outer(noise: impl Into<Noise>) -> Noise<of::Fbm> {
        noise.into().fbm().octaves(2).lacunarity(3.0).gain(0.7)
    }
    let shared = nested().octave_tables(OctaveTables::Shared);
    let seed_3 = perlin().seed(3);
    [
        row("fbm of constant", each_dimension(), Noise::constant(0.4).fbm()),
        row("fbm of x", each_dimension(), Noise::x().fbm().octaves(3)),
        row("fbm of w", [plane_in_time()], Noise::w().fbm().octaves(3).time_lacunarity(1.5)),
        row("fbm of perlin and x", everywhere(), pair().fbm()),
        row("fbm of |perlin|", everywhere(), perlin().abs().fbm()),
        row("fbm of two perlins", everywhere(), perlin().min(seed_3).fbm()),
        row("fbm of fbm", everywhere(), outer(nested())),
        row("fbm of shared fbm", each_dimension(), outer(shared)),
        row("fbm of aligned fbm", each_dimension(), outer(aligned(nested()))),
        row("aligned fbm of fbm", each_dimension(), aligned(outer(nested()))),
        row("aligned fbm of aligned fbm", [plane()], aligned(outer(aligned(nested())))),
        row("shared fbm of fbm", each_dimension(), outer(nested()).octave_tables(OctaveTables::Shared)),
        row("fbm of fbm and perlin", each_dimension(), outer(nested() + perlin())),
        row("fbm of 3 octaves of fbm of 9", each_dimension(), perlin().fbm().octaves(9).lacunarity(1.3).fbm().octaves(3)),
        row("sum of 23 perlins", [plane(), solid()], (1..23).fold(perlin().any(), |sum, seed| sum + perlin().seed(seed))),
        row("fbm beside fbm", each_dimension(), nested() + perlin().fbm().lacunarity(1.9).octaves(4)),
        row("fbm of what is outside too", each_dimension(), {
            let base = perlin();
            base.clone() + base.fbm()
        }),
    ]
    .concat()
}

/// Returns cases of what all fractals have in common, for one of them; fbm has its own rows.
#[rustfmt::skip]
fn kind_cases<K: of::Fractal>(name: &str, kind: fn(Noise) -> Noise<K>) -> Vec<Case> {
    let row = |what: &str, grids: &[Grid], noise: Noise<K>| row(&format!("{name}{what}"), grids.to_vec(), noise);
    let of = || kind(perlin().into());
    let cells = || Noise::perlin().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    let periodic = || perlin().period([2, 3, 5]).time_period(7);
    let amplitudes = [1.0, 0.9, 0.0, 0.3];
    let frequencies = [1.5, 1.0, 7.0, 2.25];
    [
        row("", &everywhere(), of()),
        row(", integer hash", &each_dimension(), kind(integer().into())),
        row(", 1 octave", &[plane()], of().octaves(1)),
        row(", ratios", &everywhere(), of().octaves(7).lacunarity(1.9).time_lacunarity(1.3).gain(0.7)),
        row(", not normalized", &each_dimension(), of().normalize(false)),
        row(", shared tables, same periods", &wide(9.0, each_dimension()), {
            kind(periodic().into()).octave_tables(OctaveTables::Shared).octave_period(OctavePeriod::Same)
        }),
        row(", aligned", &each_dimension(), of().octave_positions(OctavePositions::Aligned)),
        row(", lists", &everywhere(), of().amplitudes(amplitudes).frequencies(frequencies)),
        row(", auto", &each_dimension(), of().octaves(Octaves::Auto)),
        row(", seamless", &seamless(everywhere()), kind(cells().into())),
        row(" of warp", &each_dimension(), kind(perlin().warp([Noise::y()], 0.7).into())),
        row(" of axes xz", &everywhere(), kind(perlin().axes([Axis::X, Axis::Z]).into())),
        row(" of two perlins", &everywhere(), kind(perlin().min(perlin().seed(3)))),
        row(" of fbm", &each_dimension(), kind(perlin().fbm().octaves(2).into()).octaves(2)),
        super::case::row(&format!("{name} in fbm"), each_dimension(), of().octaves(2).fbm().octaves(2).lacunarity(1.7)),
    ]
    .concat()
}

/// Returns cases of what only one fractal has.
#[rustfmt::skip]
fn shape_cases() -> Vec<Case> {
    let ping_pong = |strength: f64| perlin().ping_pong().strength(strength);
    [
        row("plain ridged, offset 0.6", each_dimension(), plain_ridged(perlin()).offset(0.6)),
        row("ping_pong, strength 0.7", each_dimension(), ping_pong(0.7)),
        row("ping_pong, strength 9.5", each_dimension(), ping_pong(9.5)),
        row("ping_pong, strength 0", [plane()], ping_pong(0.0)),
        row("ping_pong of x, seamless", seamless(everywhere()), (Noise::x() * 2.0).ping_pong()),
    ]
    .concat()
}

/// Returns cases of weights that an octave hands on to the next.
#[rustfmt::skip]
fn carried_cases() -> Vec<Case> {
    let ridged = |offset: f64, gain: f64| perlin().ridged().offset(offset).ridge_gain(gain);
    let hybrid = |offset: f64| perlin().hybrid().offset(offset);
    let both = || perlin().ridged().octaves(3).hybrid().octaves(2).lacunarity(3.0);
    [
        row("ridged, offset 0.8, ridge_gain 3", everywhere(), ridged(0.8, 3.0)),
        row("ridged, ridge_gain 0", [plane()], ridged(1.0, 0.0)),
        row("ridged, negative offset", each_dimension(), ridged(-0.3, 0.9)),
        row("ridged, 10 octaves", each_dimension(), ridged(1.0, 2.0).octaves(10)),
        row("ridged, 24 octaves", each_dimension(), ridged(1.0, 2.0).octaves(24).lacunarity(1.2)),
        row("ridged, gain 1.2", each_dimension(), ridged(1.0, 1.0).octaves(4).gain(1.2)),
        row("ridged, towers", towers(), ridged(1.0, 2.0)),
        row("ridged, slivers", slivers(), ridged(1.0, 2.0)),
        row("ridged of x", each_dimension(), Noise::x().ridged().octaves(3)),
        row("ridged of constant", [plane(), solid()], Noise::constant(0.3).ridged()),
        row("hybrid, offset 0", everywhere(), hybrid(0.0)),
        row("hybrid, offset 2", each_dimension(), hybrid(2.0)),
        row("hybrid, negative offset", each_dimension(), hybrid(-0.4)),
        row("hybrid, 10 octaves", each_dimension(), hybrid(0.7).octaves(10)),
        row("hybrid, 24 octaves", each_dimension(), hybrid(0.7).octaves(24).lacunarity(1.2)),
        row("hybrid, not normalized, gain 1.2", each_dimension(), hybrid(0.7).octaves(4).gain(1.2).normalize(false)),
        row("hybrid, towers", towers(), hybrid(0.7)),
        row("hybrid, slivers", slivers(), hybrid(0.7)),
        row("hybrid of ridged", each_dimension(), both()),
        row("hybrid beside ridged", each_dimension(), hybrid(0.7) + ridged(1.0, 2.0)),
        row("eroded, slope 1.5", everywhere(), perlin().eroded().slope(1.5)),
        row("eroded, 10 octaves", each_dimension(), perlin().eroded().octaves(10)),
        row("eroded of simplex", [plane(), solid()], Noise::simplex().frequency(5.0).eroded()),
        row("eroded of warp by perlin", each_dimension(), perlin().warp([perlin().seed(5)], 0.1).eroded().octaves(3).slope(16.0)),
        row("warp of eroded", each_dimension(), perlin().eroded().octaves(3).warp([perlin().seed(5)], 0.1)),
        row("eroded of constant", [plane()], Noise::constant(0.3).eroded()),
        row("ridged of axes x beside perlin", everywhere(), perlin().axes([Axis::X]).ridged() + perlin()),
        row("warp by ridged", each_dimension(), perlin().warp([ridged(1.0, 2.0).octaves(2)], 0.2)),
        row("ridged of warp by ridged", each_dimension(), {
            perlin().warp([ridged(1.0, 2.0).octaves(2)], 0.1).ridged().octaves(2)
        }),
    ]
    .concat()
}

#[rustfmt::skip]
fn list_cases() -> Vec<Case> {
    let fbm = || perlin().fbm();
    let periodic = perlin().period([2, 3, 5]).time_period(7);
    let cells = || Noise::perlin().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    let many: [f64; 32] = std::array::from_fn(|k| 1.0 / (1.0 + k as f64));
    [
        row("fbm, amplitudes", everywhere(), fbm().amplitudes([0.2, 1.0, 0.0, 0.7])),
        row("fbm, 32 amplitudes", [plane()], fbm().lacunarity(1.1).amplitudes(many)),
        row("fbm, frequencies", everywhere(), fbm().frequencies([0.5, 3.0, 1.0])),
        row("fbm, one frequency of its own", each_dimension(), fbm().frequencies([1.7])),
        row("fbm, frequencies, time_lacunarity 1.3", everywhere(), fbm().frequencies([0.5, 3.0, 1.0]).time_lacunarity(1.3)),
        row("fbm, frequencies, periods", wide(9.0, everywhere()), periodic.clone().fbm().frequencies([1.0, 4.0, 3.0])),
        row("fbm, frequencies, same periods", wide(9.0, each_dimension()), {
            periodic.fbm().frequencies([1.0, 1.5, 3.25]).octave_period(OctavePeriod::Same)
        }),
        row("fbm, frequencies, seamless", seamless(everywhere()), cells().fbm().frequencies([1.0, 3.0, 2.0])),
        row("warp of fbm, frequencies", each_dimension(), fbm().frequencies([0.5, 3.0, 1.0]).warp([Noise::y()], 0.3)),
    ]
    .concat()
}

#[rustfmt::skip]
fn auto_cases() -> Vec<Case> {
    fn auto(noise: impl Into<Noise>) -> Noise<of::Fbm> {
        noise.into().fbm().octaves(Octaves::Auto)
    }
    fn scaled(noise: impl Into<Noise>) -> Noise<of::Scale> {
        noise.into().scale([1.3, 0.7, 2.1]).time_factor(0.3)
    }
    [
        row("fbm, auto", everywhere(), auto(perlin())),
        row("fbm, auto, gain 1e-3", everywhere(), auto(perlin().frequency(0.1)).gain(1e-3)),
        row("fbm, auto, a cell larger than the box", each_dimension(), auto(Noise::perlin().frequency(1e-3))),
        row("fbm, auto, two samples a cell", each_dimension(), auto(Noise::perlin().cells([518.5, 9.5, 3.5]))),
        row("fbm, auto, amplitudes", each_dimension(), auto(perlin()).amplitudes([1.0, 0.5, 0.3])),
        row("fbm, auto, slivers", slivers(), auto(perlin())),
        row("fbm, auto, scaled", each_dimension(), scaled(auto(scaled(perlin())))),
        row("fbm, auto, of warp", each_dimension(), auto(perlin().warp([Noise::perlin().frequency(7.0)], 0.1))),
        row("fbm, auto, of auto", each_dimension(), auto(auto(Noise::perlin())).lacunarity(1.9)),
        row("fbm, auto, of constant", [plane()], auto(Noise::constant(0.4))),
    ]
    .concat()
}
