//! Cases of derivatives: of sources, fractals, domain steps and value steps, and below these.

use super::Case;
use super::case::{row, rows};
use super::grids::*;
use super::sources::{integer, perlin};
use crate::Noise;
use crate::noise::{Axis, OctaveTables, Signal, WorleyOutput, of};

pub(super) fn cases() -> Vec<Case> {
    [
        source_cases(),
        fractal_cases(),
        domain_cases(),
        step_cases(),
        kink_cases(),
        piecewise_cases(),
        curl_cases(),
    ]
    .concat()
}

/// Returns the derivative along x.
fn slope(noise: impl Into<Noise>) -> Noise {
    noise.into().partial(Axis::X)
}

/// Returns a displacement: a different noise for each axis, including time.
fn by() -> [Noise<of::Perlin>; 4] {
    [1, 2, 3, 4].map(|seed| Noise::perlin().frequency(2.3).seed(seed))
}

#[rustfmt::skip]
fn source_cases() -> Vec<Case> {
    let far = [1e7 + 0.3, -1e7 - 0.3, 3e6 + 0.7, -2e6 - 0.1];
    let near = [-3.7, -0.9, -12.2, -5.1];
    let cells = || Noise::perlin().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    [
        row("partial along x", everywhere(), perlin().partial(Axis::X)),
        row("partial along y", everywhere(), perlin().partial(Axis::Y)),
        row("partial along z", everywhere(), perlin().partial(Axis::Z)),
        row("partial in time", everywhere(), perlin().partial(Axis::W)),
        row("partial, integer hash", everywhere(), slope(integer())),
        row("partial along y, integer hash", each_dimension(), integer().partial(Axis::Y)),
        row("partial, axes yz", at(near, everywhere()), perlin().axes([Axis::Y, Axis::Z]).partial(Axis::Z)),
        row("partial, axes xyzw", at(near, everywhere()), perlin().axes([Axis::X, Axis::Y, Axis::Z, Axis::W]).partial(Axis::W)),
        row("partial, samples on the lattice", each_dimension(), slope(Noise::perlin().cells([1037.0, 19.0, 14.0]))),
        row("partial, 10^7 cells away", at(far, each_dimension()), slope(perlin())),
        row("partial, several cells a sample", wide(70.0, each_dimension()), slope(perlin())),
        row("partial of a period", wide(9.0, each_dimension()), slope(perlin().period([3, 2, 5]))),
        row("partial, seamless", seamless(everywhere()), slope(cells())),
        row("partial, seamless, snapped", seamless(each_dimension()), slope(Noise::perlin().cells(4.000_001).time_frequency(2.000_001 / 1.7))),
        row("partial, slivers", slivers(), slope(perlin())),
        row("partial of coordinates", each_dimension(), (Noise::x() * 3.0 + Noise::y()).partial(Axis::X)),
        row("partial of nothing that varies", each_dimension(), slope(Noise::constant(2.0) + Noise::w())),
        rows("gradient", [line(), plane(), solid()], [perlin().into(), perlin().partial(Axis::X), perlin().partial(Axis::Y), perlin().partial(Axis::Z)]),
    ]
    .concat()
}

#[rustfmt::skip]
fn fractal_cases() -> Vec<Case> {
    let fbm = || perlin().fbm().octaves(3);
    let cells = || Noise::perlin().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    [
        row("partial of fbm", everywhere(), slope(fbm())),
        row("partial of fbm along y", each_dimension(), fbm().partial(Axis::Y)),
        row("partial of fbm in time", everywhere(), fbm().time_lacunarity(1.3).partial(Axis::W)),
        row("partial of fbm, lacunarity 1.9, not normalized", each_dimension(), slope(fbm().lacunarity(1.9).normalize(false))),
        row("partial of fbm, shared tables", each_dimension(), slope(integer().fbm().octaves(3).octave_tables(OctaveTables::Shared))),
        row("partial of fbm, seamless", seamless(each_dimension()), slope(cells().fbm().octaves(3))),
        row("partial of fbm of fbm", each_dimension(), slope(fbm().fbm().octaves(2).lacunarity(3.0))),
        row("partial of fbm of a product", each_dimension(), slope((perlin() * (Noise::x() + 0.5)).fbm().octaves(3))),
        row("partial of fbm of constants", each_dimension(), slope(Noise::constant(0.5).fbm() + Noise::x())),
        row("fbm of partial", everywhere(), slope(perlin()).fbm().octaves(3)),
        row("partial of fbm beside fbm", each_dimension(), fbm() + slope(fbm()) * 0.1),
    ]
    .concat()
}

#[rustfmt::skip]
fn domain_cases() -> Vec<Case> {
    fn plain(noise: impl Into<Noise>) -> Noise<of::Warp> {
        noise.into().warp(by(), 0.1)
    }
    let fbm = || perlin().fbm().octaves(2);
    let planes = || [line(), plane(), plane_in_time()];
    [
        row("partial of scale", everywhere(), slope(perlin().scale([1.3, 0.7, 2.1]))),
        row("scale of partial", everywhere(), slope(perlin()).scale([1.3, 0.7, 2.1])),
        row("partial of translate", each_dimension(), slope(perlin().translate([0.31, -7.9, 100.3]))),
        row("partial of warp", everywhere(), slope(plain(perlin()))),
        row("partial of warp along y", each_dimension(), plain(perlin()).partial(Axis::Y)),
        row("warp of partial", everywhere(), plain(slope(perlin()))),
        row("partial of scale of warp of scale", each_dimension(), slope(plain(perlin().scale([1.3, 0.7, 2.1])).scale(0.7))),
        row("partial of warp in warp", each_dimension(), slope(plain(perlin())).warp([Noise::y() * 0.5], 0.8)),
        row("partial of progressive warp", [plane(), solid()], slope(perlin().warp(by(), 0.05).progressive(true))),
        row("partial of warp of fbm", each_dimension(), slope(plain(fbm()))),
        row("partial of fbm of warp", each_dimension(), slope(plain(perlin()).fbm().octaves(2))),
        row("partial of warp by fbm", [plane(), solid()], slope(perlin().warp([Signal::from(fbm()), fbm().translate(5.2).into()], 0.1))),
        row("fbm of partial of warp", [plane(), solid()], slope(plain(perlin())).fbm().octaves(2)),
        row("partial of fbm of warp of fbm", [plane(), solid()], slope(plain(fbm()).fbm().octaves(2))),
        row("partial of rotate", everywhere(), slope(perlin().rotate([0.13, -0.31, 0.07]))),
        row("rotate of partial", each_dimension(), slope(perlin()).rotate([0.13, -0.31, 0.07])),
        row("partial of stretch", each_dimension(), slope(perlin().stretch([1.0, -0.7, 0.4], 3.7))),
        row("partial of sphere", planes(), slope(perlin().sphere(0.5).translate([0.0, 0.2, 0.0]))),
        row("partial of sphere of fbm along y", planes(), fbm().sphere(0.5).partial(Axis::Y)),
        row("sphere of partial", planes(), perlin().partial(Axis::Z).sphere(0.5)),
        row("partial of cylinder", planes(), slope(fbm().cylinder(0.5))),
        row("partial of plane in space", planes(), slope(perlin().plane([0.3, -0.2, 0.9], [0.6, 0.8, 0.1], [-0.3, 0.2, 0.7]))),
    ]
    .concat()
}

#[rustfmt::skip]
fn step_cases() -> Vec<Case> {
    let (a, b) = (perlin, || perlin().seed(5));
    let positive = || perlin() + 2.5;
    let part = || perlin().seed(9) * 0.2 + 0.5;
    let grids = || [line(), plane()];
    [
        row("partial of add and sub", grids(), slope(a() + Noise::x() - b())),
        row("partial of mul", grids(), slope(a() * b())),
        row("partial of a power by mul", grids(), { let noise = a(); slope(noise.clone() * noise.clone() * noise) }),
        row("partial of div", grids(), slope(a() / positive())),
        row("partial of mix", grids(), slope(a().mix(b(), Noise::x()))),
        row("partial of sqrt", grids(), slope(positive().sqrt())),
        row("partial of pow", grids(), slope(positive().pow(b() + 2.0))),
        row("partial of square", grids(), slope(a().pow(2.0))),
        row("partial of exp", grids(), slope((a() * 2.0).exp())),
        row("partial of log", grids(), slope(positive().log())),
        row("partial of sin and cos", grids(), slope((a() * 2.0).sin() + (Noise::x() * 3.0 + b()).cos())),
        row("partial of remap", grids(), slope(a().remap([-0.8, 0.7], [0.1, 5.0]))),
        row("partial of remap by perlins", grids(), slope(a().remap([b() * 0.1 - 1.0, b() + 2.5], [Signal::from(b()), 1.0.into()]))),
        row("partial of smoothstep", grids(), slope(a().smoothstep(-0.3, 0.4))),
        row("partial of smoothstep by perlins", grids(), slope(a().smoothstep(b() - 1.5, b() * 0.3 + 1.0))),
        row("partial of smooth_min", grids(), slope(a().smooth_min(b(), 0.3))),
        row("partial of smooth_max", grids(), slope(a().smooth_max(b(), 0.3))),
        row("partial of smooth_min by perlin", grids(), slope(a().smooth_min(b(), part()))),
        row("partial of smooth_max by perlin", grids(), slope(a().smooth_max(b(), part()))),
    ]
    .concat()
}

#[rustfmt::skip]
fn kink_cases() -> Vec<Case> {
    let (a, b) = (perlin, || perlin().seed(5));
    let unit = || perlin().remap([-1.0, 1.0], [0.0, 1.0]);
    let part = || perlin().seed(9) * 0.2 + 0.5;
    let grids = || [line(), plane()];
    let chosen = perlin().select(b() * 2.0, Noise::y() + 0.13, 0.5);
    [
        row("partial of abs", grids(), slope((a() + 0.123).abs())),
        row("partial of fbm of abs", grids(), slope((a() + 0.123).abs().fbm().octaves(3))),
        row("partial of min and max", grids(), slope(a().min(b()).max(Noise::x() - 0.4))),
        row("partial of clamp", grids(), slope(a().clamp(-0.2, 0.3))),
        row("partial of clamp by perlins", grids(), slope((a() * 2.0).clamp(b(), b() + 0.5))),
        row("partial of bias", grids(), slope((unit() * 1.2).bias(0.3))),
        row("partial of gain_curve", grids(), slope(unit().gain_curve(0.8))),
        row("partial of bias by perlin", grids(), slope((unit() * 1.2).bias(part()))),
        row("partial of gain_curve by perlin", grids(), slope(unit().gain_curve(part()))),
        row("partial of terrace by perlins", grids(), slope((a() + 0.123).terrace(b() + 5.0, part()))),
        row("partial of curve", grids(), slope(a().curve([[-0.3, 0.0], [-0.1, 0.3], [0.2, 0.2], [0.4, 1.0]]))),
        row("partial of terrace, with ramps", grids(), slope((a() + 0.123).terrace(5.0, 0.4))),
        row("partial of select by what does not vary", [plane(), solid()], slope(chosen)),
    ]
    .concat()
}

/// Derivatives of what jumps, between the jumps.
#[rustfmt::skip]
fn piecewise_cases() -> Vec<Case> {
    let (a, b) = (|| perlin() * 3.0 + 0.123, || perlin().seed(5));
    let cell = || Noise::worley().frequency(5.3).output(WorleyOutput::Cell);
    let grids = || [line(), plane()];
    let within = |noise: Noise| slope(noise.piecewise());
    [
        row("piecewise partial of floor and fract", grids(), within(a().floor() * b() + a().fract())),
        row("piecewise partial of sign and step", grids(), within(a().sign() * b() + b().step(0.1) * a())),
        row("piecewise partial of select", grids(), within(a().select(b() * 2.0, b(), a() * 0.1))),
        row("piecewise partial of threshold", grids(), within(b().threshold(a() * 0.1, a()))),
        row("piecewise partial of fbm of fract", grids(), within(a().fract().fbm().octaves(3).any())),
        row("piecewise partial of white", grids(), within(Noise::white().frequency(5.3) * b())),
        row("piecewise partial of cells", [plane()], within(cell() * b())),
        row("partial around piecewise", grids(), slope(a().fract().piecewise() * b())),
        row("partial of warp by fbm around piecewise", [plane()], slope((b().piecewise().fbm().octaves(2) + a().fract().piecewise()).warp([b().fbm().octaves(2)], 0.1))),
    ]
    .concat()
}

#[rustfmt::skip]
fn curl_cases() -> Vec<Case> {
    let flat = |component: Axis| perlin().fbm().octaves(2).curl(component);
    let potential = |component: Axis| Noise::curl_of([1, 2, 3].map(|seed| perlin().seed(seed)), component);
    let carried = perlin().warp([flat(Axis::X), flat(Axis::Y)], 0.01);
    [
        row("curl in a plane", [plane(), plane_in_time()], flat(Axis::X)),
        row("curl in a plane, along y", [plane(), plane_in_time()], flat(Axis::Y)),
        rows("curl in space", [solid(), solid_in_time()], Axis::SPACE.map(potential)),
        row("warp by curl", [plane(), plane_in_time()], carried),
    ]
    .concat()
}
