//! Cases of derivatives of the sources other than perlin and the fractals other than fbm.

use super::Case;
use super::case::{row, rows};
use super::domain::by;
use super::grids::*;
use super::sources::perlin;
use crate::noise::{Axis, Fade, Hash, Octaves, RidgedForm, Signal, WorleyOutput, of};
use crate::{Grid, Noise};

pub(super) fn cases() -> Vec<Case> {
    [
        classic_cases(),
        value_cases(),
        simplex_cases(),
        psrd_cases(),
        worley_cases(),
        shape_cases(),
        weight_cases(),
        octave_cases(),
        kink_cases(),
    ]
    .concat()
}

const NEAR: [f64; 4] = [-3.7, -0.9, -12.2, -5.1];
const FAR: [f64; 4] = [1e7 + 0.3, -1e7 - 0.3, 3e6 + 0.7, -2e6 - 0.1];

/// Sets a different frequency on each axis.
fn uneven<K: of::Source>(noise: Noise<K>) -> Noise<K> {
    noise.frequency([4.3, 3.1, 5.7]).time_frequency(2.6)
}

fn integer<K: of::Source>(noise: Noise<K>) -> Noise<K> {
    noise.hash(Hash::Integer)
}

/// Returns the derivative along x.
fn slope(noise: impl Into<Noise>) -> Noise {
    noise.into().partial(Axis::X)
}

fn flat_and_solid() -> [Grid; 4] {
    [plane(), solid(), line_in_time(), plane_in_time()]
}

/// Returns one grid for each number of dimensions, two to four.
fn two_or_more() -> [Grid; 3] {
    [plane(), solid(), solid_in_time()]
}

#[rustfmt::skip]
fn classic_cases() -> Vec<Case> {
    let classic = || uneven(Noise::classic());
    let cells = || Noise::classic().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    [
        row("partial of classic along x", flat_and_solid(), slope(classic())),
        row("partial of classic along y", [plane(), solid()], classic().partial(Axis::Y)),
        row("partial of classic along z", [solid()], classic().partial(Axis::Z)),
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
    let value = || uneven(Noise::value());
    let fade = |fade| slope(value().fade(fade));
    let smooth = |fade| value().fade(fade).smooth(true);
    fn periodic<K: of::Periodic>(noise: Noise<K>) -> Noise<K> {
        noise.period([3, 2, 5]).time_period(3)
    }
    [
        row("partial of value along x", everywhere(), slope(value())),
        row("partial of value along y", each_dimension(), value().partial(Axis::Y)),
        row("partial of value in time", everywhere(), value().partial(Axis::W)),
        row("partial of value, integer hash", each_dimension(), slope(integer(value()))),
        row("partial of value, Elias's hash", each_dimension(), slope(value().hash(Hash::Elias))),
        row("partial of value, cubic", each_dimension(), fade(Fade::Cubic)),
        row("partial of value, cosine", each_dimension(), fade(Fade::Cosine)),
        row("partial of value, linear", each_dimension(), fade(Fade::Linear)),
        row("partial of value, Elias's cubic", each_dimension(), fade(Fade::Elias)),
        row("partial of value, smooth", each_dimension(), slope(smooth(Fade::Quintic))),
        row("partial of value, Elias's cubic, smooth", [line(), plane()], slope(smooth(Fade::Elias))),
        row("partial of value, smooth, centre 1", [line(), plane()], slope(smooth(Fade::Cosine).centre(1.0))),
        row("partial of value, negative origin", at(NEAR, each_dimension()), slope(value())),
        row("partial of value, 10^7 cells away", at(FAR, each_dimension()), slope(value())),
        row("partial of value, periods", wide(9.0, each_dimension()), slope(periodic(value()))),
        row("partial of fbm of value", [line(), plane()], slope(value().fbm().octaves(3))),
        row("partial of warp of value", [line(), plane(), solid()], slope(value().warp(by(), 0.1))),
        row("partial of warp of value, linear", [line(), plane()], slope(value().fade(Fade::Linear).warp(by(), 0.1))),
        row("partial of warp of value, Elias's cubic", [line(), plane()], slope(value().fade(Fade::Elias).warp(by(), 0.1))),
    ]
    .concat()
}

#[rustfmt::skip]
fn simplex_cases() -> Vec<Case> {
    let simplex = || uneven(Noise::simplex());
    [
        row("partial of simplex along x", two_or_more(), slope(simplex())),
        row("partial of simplex along y", two_or_more(), simplex().partial(Axis::Y)),
        row("partial of simplex along z", [solid(), solid_in_time()], simplex().partial(Axis::Z)),
        row("partial of simplex in time", [line_in_time(), solid_in_time()], simplex().partial(Axis::W)),
        row("partial of simplex, integer hash", two_or_more(), slope(integer(simplex()))),
        row("partial of simplex, negative origin", at(NEAR, two_or_more()), slope(simplex())),
        row("partial of simplex, 10^7 cells away", at(FAR, two_or_more()), slope(simplex())),
        row("partial of fbm of simplex", [plane(), solid()], slope(simplex().fbm().octaves(3))),
        row("partial of warp of simplex", two_or_more(), slope(simplex().warp(by(), 0.1))),
    ]
    .concat()
}

#[rustfmt::skip]
fn psrd_cases() -> Vec<Case> {
    let psrd = || uneven(Noise::psrd());
    let where_it_is = || [plane(), solid(), plane_in_time(), solid_in_time()];
    [
        row("partial of psrd along x", where_it_is(), slope(psrd())),
        row("partial of psrd along y", where_it_is(), psrd().partial(Axis::Y)),
        row("partial of psrd along z", [solid(), solid_in_time()], psrd().partial(Axis::Z)),
        row("partial of psrd in time", [plane_in_time(), solid_in_time()], psrd().angle(0.2).partial(Axis::W)),
        row("partial of psrd, integer hash", where_it_is(), slope(integer(psrd()))),
        row("partial of psrd, 10^7 cells away", at(FAR, [plane(), solid()]), slope(psrd())),
        row("partial of fbm of psrd", [plane(), solid()], slope(psrd().fbm().octaves(3))),
        row("partial of warp of psrd", [plane(), solid()], slope(psrd().warp(by(), 0.1))),
    ]
    .concat()
}

#[rustfmt::skip]
fn worley_cases() -> Vec<Case> {
    let smooth = || uneven(Noise::worley()).output(WorleyOutput::SmoothF1);
    [
        row("partial of worley, smooth, along x", [plane(), solid(), line_in_time()], slope(smooth())),
        row("partial of worley, smooth, along y", [plane(), solid()], smooth().partial(Axis::Y)),
        row("partial of worley, smooth, along z", [solid()], smooth().partial(Axis::Z)),
        row("partial of worley, smooth, integer hash", [plane(), solid()], slope(integer(smooth()))),
        row("partial of worley, smooth, least smoothness", [plane(), solid()], slope(smooth().smoothness(0.05))),
        row("partial of worley, smooth, most smoothness, jitter 1/2", [plane(), solid()], slope(smooth().smoothness(0.5).jitter(0.5))),
        row("partial of fbm of worley, smooth", [plane()], slope(smooth().fbm().octaves(2))),
        row("partial of warp of worley, smooth", [plane()], slope(smooth().warp(by(), 0.1))),
    ]
    .concat()
}

/// Returns cases of fractals whose octaves are independent.
#[rustfmt::skip]
fn shape_cases() -> Vec<Case> {
    let raised = || perlin() + 0.123;
    let plain = || raised().ridged().form(RidgedForm::Plain).octaves(3);
    let frequencies = [1.5, 1.0, 7.0, 2.25];
    [
        row("partial of triangle", [line(), plane()], slope((perlin() * 1.7 + 0.06).triangle())),
        row("partial of billow", each_dimension(), slope(raised().billow().octaves(3))),
        row("partial of plain ridged", each_dimension(), slope(plain())),
        row("partial of ping_pong", each_dimension(), slope(raised().ping_pong().octaves(3))),
        row("partial of ping_pong in time", [plane_in_time()], raised().ping_pong().octaves(2).time_lacunarity(1.3).partial(Axis::W)),
        row("partial of fbm, lists", each_dimension(), slope(perlin().fbm().amplitudes([1.0, 0.9, 0.0, 0.3]).frequencies(frequencies))),
    ]
    .concat()
}

/// Returns cases of fractals whose octaves hand a weight on to the next.
#[rustfmt::skip]
fn weight_cases() -> Vec<Case> {
    let raised = || perlin() + 0.123;
    let ridged = || raised().ridged().octaves(3);
    let hybrid = || perlin().hybrid().octaves(3);
    [
        row("partial of ridged", each_dimension(), slope(ridged())),
        row("partial of ridged along y", [plane(), solid()], ridged().partial(Axis::Y)),
        row("partial of ridged, ridge_gain 0.7, offset 1.4", [line(), plane()], slope(ridged().ridge_gain(0.7).offset(1.4))),
        row("partial of hybrid", each_dimension(), slope(hybrid())),
        row("partial of hybrid, not normalized", [line(), plane()], slope(hybrid().normalize(false).gain(0.8))),
        row("partial of hybrid of what does not vary", [line()], slope(Noise::y().hybrid() + Noise::x())),
        row("partial of ridged of warp", [plane(), solid()], slope(raised().warp(by(), 0.05).ridged().octaves(2))),
        row("partial of warp of hybrid", [plane(), solid()], slope(hybrid().octaves(2).warp(by(), 0.05))),
        row("partial of fbm of ridged", [line(), plane()], slope(ridged().octaves(2).fbm().octaves(2).lacunarity(3.0))),
        row("ridged of partial", [plane()], (slope(perlin()) * 0.1).ridged().octaves(2)),
        rows("gradient of hybrid", [plane()], [hybrid().into(), slope(hybrid()), hybrid().partial(Axis::Y)]),
    ]
    .concat()
}

/// Returns cases of fractals whose number of octaves depends on the grid.
#[rustfmt::skip]
fn octave_cases() -> Vec<Case> {
    fn auto(noise: impl Into<Noise>) -> Noise<of::Fbm> {
        noise.into().fbm().octaves(Octaves::Auto)
    }
    let fine = || Noise::perlin().frequency(9.0).axes([Axis::Y]);
    [
        row("partial of fbm, octaves auto", each_dimension(), slope(auto(perlin()))),
        row("partial of fbm, octaves auto, by what only the value needs", [plane(), solid()], slope(auto(perlin() + fine()))),
        row("fbm of curl, octaves auto", [plane()], auto(Noise::curl_of([Signal::from(Noise::perlin().frequency(31.0)), 0.0.into(), perlin().into()], Axis::X))),
        row("ridged, octaves auto, of a fractal that only the value needs", [plane()], (Noise::value().frequency(9.0).fbm().partial(Axis::Z) + 0.1).ridged().octaves(Octaves::Auto)),
        row("partial of ridged, octaves auto", [plane()], slope((perlin() + 0.123).ridged().octaves(Octaves::Auto))),
    ]
    .concat()
}

/// Returns cases at kinks: z is exactly 0 on a grid without that axis.
#[rustfmt::skip]
fn kink_cases() -> Vec<Case> {
    let z = Noise::z;
    [
        row("at a kink: partial of abs", [line()], z().abs().partial(Axis::Z)),
        row("at a kink: partial of min of equal values", [line()], z().min(z() * 2.0).partial(Axis::Z)),
        row("at a kink: partial of max of equal values", [line()], z().max(z() * 2.0).partial(Axis::Z)),
        row("at a kink: partial of clamp at its low end", [line()], z().clamp(0.0, 1.0).partial(Axis::Z)),
        row("at a kink: partial of clamp at its high end", [line()], z().clamp(-1.0, 0.0).partial(Axis::Z)),
        row("at a kink: partial of triangle at its top", [line()], z().triangle().partial(Axis::Z)),
        row("at a kink: partial of triangle at its bottom", [line()], (z() + 0.5).triangle().partial(Axis::Z)),
        row("at a kink: partial of triangle at an earlier bottom", [line()], (z() - 1.5).triangle().partial(Axis::Z)),
        row("at a kink: partial of ridged", [line()], z().ridged().partial(Axis::Z)),
        row("at a kink: partial of ping_pong at its top", [line()], z().ping_pong().strength(1.0).partial(Axis::Z)),
        row("at a kink: partial of ping_pong at its bottom", [line()], z().ping_pong().strength(2.0).partial(Axis::Z)),
    ]
    .concat()
}
