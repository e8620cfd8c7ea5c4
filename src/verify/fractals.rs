//! Fractals, and what they sum.

use super::Case;
use super::case::{row, seeded};
use super::grids::*;
use super::sources::{integer, perlin};
use crate::Noise;

pub(super) fn cases() -> Vec<Case> {
    [octave_cases(), period_cases(), body_cases()].concat()
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
        row("fbm, lacunarity 3, time_lacunarity 1", everywhere(), fbm().lacunarity(3.0).set("time_lacunarity", 1.0)),
        row("fbm, time_lacunarity 1.3", [line_in_time(), solid_in_time()], fbm().set("time_lacunarity", 1.3)),
        row("fbm, gain 1", each_dimension(), fbm().gain(1.0)),
        row("fbm, gain 2", each_dimension(), fbm().gain(2.0)),
        row("fbm, gain 0", each_dimension(), fbm().gain(0.0)),
        row("fbm, amplitudes below the normal numbers of f32", each_dimension(), faint),
        row("fbm, not normalized", everywhere(), fbm().set("normalize", false)),
        row("fbm, not normalized, gain 1.5", each_dimension(), fbm().set("normalize", false).gain(1.5)),
        row("fbm, shared tables", everywhere(), fbm().set("octave_tables", "shared")),
        row("fbm, integer hash, shared tables", each_dimension(), integer().fbm().set("octave_tables", "shared")),
        row("fbm, seed 7", everywhere(), perlin().seed(7).fbm()),
        seeded(7, row("fbm, recipe's seed 7", each_dimension(), fbm())),
        row("fbm, 10^7 cells away", at(far, each_dimension()), fbm()),
        row("fbm, several cells a sample", wide(70.0, each_dimension()), fbm()),
        row("fbm, towers", towers(), fbm()),
        row("fbm, slivers", slivers(), fbm()),
        row("fbm, axes xz", everywhere(), perlin().set("axes", "xz").fbm()),
    ]
    .concat()
}

#[rustfmt::skip]
fn period_cases() -> Vec<Case> {
    let periodic = || perlin().period([2.0, 3.0, 5.0]).set("time_period", 7.0);
    let same = |noise: Noise| noise.set("octave_period", "same");
    let cells = || Noise::perlin().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    let closed = || seamless(everywhere());
    [
        row("fbm, periods", wide(9.0, everywhere()), periodic().fbm()),
        row("fbm, periods, lacunarity 3", wide(9.0, each_dimension()), periodic().fbm().lacunarity(3.0)),
        row("fbm, same periods", wide(9.0, everywhere()), same(periodic().fbm()).lacunarity(1.9)),
        row("fbm, same periods, shared tables", wide(9.0, everywhere()), {
            same(periodic().fbm()).set("octave_tables", "shared")
        }),
        row("fbm, seamless", closed(), cells().fbm()),
        row("fbm, seamless, lacunarity 3", closed(), cells().fbm().lacunarity(3.0).octaves(3)),
        row("fbm, seamless, time_lacunarity 1", closed(), cells().fbm().set("time_lacunarity", 1.0)),
        row("fbm, seamless, same periods", closed(), same(cells().fbm())),
        row("fbm, integer hash, seamless", closed(), cells().set("hash", "integer").fbm()),
    ]
    .concat()
}

#[rustfmt::skip]
fn body_cases() -> Vec<Case> {
    let pair = || perlin() * 0.5 + Noise::x() * 0.1;
    let nested = || perlin().fbm().octaves(3);
    let outer = |noise: Noise| noise.fbm().octaves(2).lacunarity(3.0).gain(0.7);
    let shared = nested().set("octave_tables", "shared");
    let seed_3 = perlin().seed(3);
    [
        row("fbm of constant", each_dimension(), Noise::constant(0.4).fbm()),
        row("fbm of x", each_dimension(), Noise::x().fbm().octaves(3)),
        row("fbm of w", [plane_in_time()], Noise::w().fbm().octaves(3).set("time_lacunarity", 1.5)),
        row("fbm of perlin and x", everywhere(), pair().fbm()),
        row("fbm of |perlin|", everywhere(), perlin().abs().fbm()),
        row("fbm of two perlins", everywhere(), perlin().min(seed_3).fbm()),
        row("fbm of fbm", everywhere(), outer(nested())),
        row("fbm of shared fbm", each_dimension(), outer(shared)),
        row("shared fbm of fbm", each_dimension(), outer(nested()).set("octave_tables", "shared")),
        row("fbm of fbm and perlin", each_dimension(), outer(nested() + perlin())),
        row("fbm beside fbm", each_dimension(), nested() + perlin().fbm().lacunarity(1.9).octaves(4)),
        row("fbm of what is outside too", each_dimension(), {
            let base = perlin();
            base.clone() + base.fbm()
        }),
    ]
    .concat()
}
