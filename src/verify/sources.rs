//! Cases of Perlin noise, coordinates and constants.

use super::Case;
use super::case::{row, seeded};
use super::grids::*;
use crate::noise::Axis::{W, X, Y, Z};
use crate::noise::{Axis, Hash, of};
use crate::{Grid, Noise};

/// Returns Perlin noise with a different frequency on each axis, none of them a power of two.
pub(super) fn perlin() -> Noise<of::Perlin> {
    let noise = Noise::perlin().frequency([4.3, 3.1, 5.7]);
    noise.time_frequency(2.6)
}

pub(super) fn integer() -> Noise<of::Perlin> {
    perlin().hash(Hash::Integer)
}

pub(super) fn cases() -> Vec<Case> {
    [
        perlin_cases(),
        seamless_cases(),
        period_cases(),
        plain_cases(),
    ]
    .concat()
}

#[rustfmt::skip]
fn perlin_cases() -> Vec<Case> {
    let axes = |axes: &[Axis]| perlin().axes(axes);
    let near = [-3.7, -0.9, -12.2, -5.1];
    let far = [1e7 + 0.3, -1e7 - 0.3, 3e6 + 0.7, -2e6 - 0.1];
    let last = seeded(u32::MAX, row("perlin, recipe's seed 4294967295", everywhere(), perlin()));
    let wrapped = row("perlin, seeds that wrap", each_dimension(), perlin().seed(9));
    [
        row("perlin", everywhere(), perlin()),
        row("perlin, integer hash", everywhere(), integer()),
        row("perlin, seed 1", everywhere(), perlin().seed(1)),
        row("perlin, seed 4294967295", each_dimension(), perlin().seed(u32::MAX)),
        row("perlin, integer hash, seed 4294967295", each_dimension(), integer().seed(u32::MAX)),
        last,
        seeded(u32::MAX, wrapped),
        row("perlin, one frequency", each_dimension(), Noise::perlin().frequency(4.0)),
        row("perlin, samples on the lattice", each_dimension(), Noise::perlin().cells([1037.0, 19.0, 14.0])),
        row("perlin, cells", everywhere(), Noise::perlin().cells([5.0, 3.0, 2.0])),
        row("perlin, a cell larger than the box", each_dimension(), Noise::perlin().frequency(1e-3)),
        row("perlin, frequency 1e-12", each_dimension(), Noise::perlin().frequency(1e-12)),
        row("perlin, negative origin", at(near, everywhere()), perlin()),
        row("perlin, integer hash, negative origin", at(near, everywhere()), integer()),
        row("perlin, 10^7 cells away", at(far, everywhere()), perlin()),
        row("perlin, integer hash, 10^7 cells away", at(far, each_dimension()), integer()),
        row("perlin, several cells a sample", wide(70.0, everywhere()), perlin()),
        row("perlin, integer hash, several cells a sample", wide(70.0, everywhere()), integer()),
        row("perlin, towers", towers(), perlin()),
        row("perlin, slivers", slivers(), perlin()),
        row("perlin, samples on the edges", each_dimension().map(Grid::edge_samples), perlin()),
        row("perlin, axes x", everywhere(), axes(&[X])),
        row("perlin, axes y", at(near, everywhere()), axes(&[Y])),
        row("perlin, axes xz", at(near, everywhere()), axes(&[X, Z])),
        row("perlin, axes yzw", at(near, everywhere()), axes(&[Y, Z, W])),
        row("perlin, axes w", at(near, everywhere()), axes(&[W])),
        row("perlin, axes xyzw", at(near, everywhere()), axes(&Axis::ALL)),
        row("perlin, integer hash, axes xz", at(near, everywhere()), axes(&[X, Z]).hash(Hash::Integer)),
    ]
    .concat()
}

#[rustfmt::skip]
fn seamless_cases() -> Vec<Case> {
    let cells = Noise::perlin().cells([4.0, 3.0, 2.0]).time_frequency(2.0 / 1.7);
    let near = [-3.7, -0.9, -12.2, -5.1];
    [
        row("perlin, seamless", seamless(everywhere()), cells.clone()),
        row("perlin, seamless, negative origin", seamless(at(near, everywhere())), cells.clone()),
        row("perlin, integer hash, seamless", seamless(everywhere()), cells.clone().hash(Hash::Integer)),
        row("perlin, seamless, one cell", seamless(everywhere()), Noise::perlin().cells(1.0).time_frequency(1.0 / 1.7)),
        row("perlin, seamless, a period of its own", seamless(everywhere()), {
            cells.cells([4.0, 6.0, 2.0]).period([2, 3, 1]).time_period(1)
        }),
    ]
    .concat()
}

#[rustfmt::skip]
fn period_cases() -> Vec<Case> {
    let periodic = |hash, period| {
        let noise = perlin().hash(hash).period(period);
        noise.time_period(period)
    };
    let each = [1, 2, 3, 5, 7, 256, 257].map(|p| {
        let (table, integer) = (periodic(Hash::Table, p), periodic(Hash::Integer, p));
        [
            row(&format!("perlin, period {p}"), wide(70.0, everywhere()), table),
            row(&format!("perlin, integer hash, period {p}"), wide(70.0, each_dimension()), integer),
        ]
        .concat()
    });
    let mixed = perlin().period([3, 0, 7]).time_period(2);
    let longest = integer().period(1 << 30);
    [
        each.concat(),
        row("perlin, another period on each axis", wide(70.0, everywhere()), mixed),
        row("perlin, the longest period", wide(70.0, each_dimension()), longest),
    ]
    .concat()
}

#[rustfmt::skip]
fn plain_cases() -> Vec<Case> {
    let near = [-3.7, -0.9, -12.2, -5.1];
    [
        row("constant", everywhere(), Noise::constant(0.3)),
        row("x", at(near, everywhere()), Noise::x()),
        row("y", at(near, everywhere()), Noise::y()),
        row("z", at(near, everywhere()), Noise::z()),
        row("w", at(near, everywhere()), Noise::w()),
        row("x, 10^7 away", at([1e7 + 0.3; 4], each_dimension()), Noise::x()),
        row("x, 10^-12 in all", [Grid::new([67]).extent([1e-12])], Noise::x()),
        row("x, below the normal numbers of f32", [Grid::new([67])], tiny(Noise::x())),
    ]
    .concat()
}

/// Returns a noise at 10⁻⁴⁰ times the grid's positions.
fn tiny(noise: Noise) -> Noise {
    (0..4).fold(noise, |noise, _| noise.scale(1e-10).into())
}
