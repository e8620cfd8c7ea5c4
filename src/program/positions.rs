//! Positions that do not come from exact axis tables: how far from the origin they may lie, and their errors.

use super::op::CoordinateId;
use super::steps::rounding::{FLUSH, U};
use super::{Job, Lattice, Layer, SourceId};
use crate::grid::Affine;
use crate::grid::table::Columns;

/// How an evaluator computes the positions of its samples, on which its error bounds depend.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Positions {
    /// From axis tables, which are exact, as every backend does on a grid.
    Tables,
    /// From points anywhere in the grid's box, split into cells and f32 fractions with more than f32 precision, as
    /// [`cpu::Points`](crate::cpu::Points) does.
    Points,
    /// From points anywhere in the grid's box, with all arithmetic on positions in f32, as snippets do.
    Floats,
}

/// Room for products of two roundings, which the bounds below leave out.
const SECOND_ORDER: f64 = 1.0 + 1e-4;

/// The error of a fraction in 32-bit fixed point: a few units in the last place, for truncations and their carries.
const FIXED: f64 = 4.0 / (1u64 << 32) as f64;

/// The distance from the origin, in cells, up to which the CPU splits positions in f32: sums with 1.5·2²³ are rounded to whole
/// numbers.
pub(crate) const NEAR_CELLS_MAX: f64 = (1 << 22) as f64;

/// The error, per cell from the origin, of a rate as the sum of two f32: each has 24 bits of what is left.
const TWO_PARTS: f64 = 1.0 / (1u64 << 48) as f64;

/// The greatest distance of points from the origin, in cells. A 32-bit key holds twice as many, which leaves room for a period.
const POINT_CELLS_MAX: f64 = (1u64 << 30) as f64;

impl Job {
    /// Returns how far from the origin points may lie along an axis, in units of the domain.
    pub(crate) fn farthest(&self, axis: usize) -> f64 {
        let of_source = |(source, layers): (&Lattice, &Vec<Layer>)| {
            let Some(i) = source.along(axis) else {
                return f64::INFINITY;
            };
            (layers.iter())
                .map(|layer| POINT_CELLS_MAX / layer.cells[i].rate().abs())
                .fold(f64::INFINITY, f64::min)
        };
        (self.program.sources.iter().zip(&self.layers))
            .map(of_source)
            .fold(f64::MAX, f64::min)
    }

    /// Returns the error in cells, over the grid's box, of a source's position along its axis `i` that is computed in f32.
    ///
    /// The position is (p·scale + offset)·frequency. p, scale, offset, frequency, both products and the sum are each rounded to
    /// f32, which gives at most 6·u of p·scale·frequency (all but the offset) and 4·u of offset·frequency (offset, sum,
    /// frequency, second product). The fraction is a difference from a whole number and so exact, except for u near 1. The sum
    /// with a shift, which an f32 holds exactly, is rounded once more.
    pub(super) fn position_error(&self, source: SourceId, i: usize) -> f64 {
        let frame = self.program.sources[source.index()].frame;
        let last = f64::from(u8::from(self.program.is_shifted(frame)));
        self.on_lattice(source, i, |_, moved, offset| {
            U * ((6.0 + last) * moved + (4.0 + last) * offset + 1.0)
        })
    }

    /// Returns the same error of a position that is split into cell and fraction in f64 or, near the origin, f32 (CPU), or in
    /// fixed point with 32 bits of fraction (GPU).
    ///
    /// In f64, with a roundoff of ε/2, the scale, the product and the sum are rounded: 3 roundings of position·scale and 2 of the
    /// offset. In fixed point the position's fraction, which the rate then multiplies, and the result are truncated. In the end
    /// the fraction is rounded to f32, which gives u.
    ///
    /// In f32 the rate has two parts. What is left of the product with the first one, at most ½, and the offset's fraction, ½,
    /// are rounded, which gives u/4 each; the sum of that fraction and the other product, at most ¾, u/2; and the sum of both u,
    /// or u/2 and the step up from below 0 another u/2: 2·u.
    pub(super) fn split_error(&self, source: SourceId, i: usize) -> f64 {
        self.on_lattice(source, i, |rate, moved, offset| {
            let roundings = 0.5 * f64::EPSILON * (3.0 * moved + 2.0 * offset);
            2.0 * U + TWO_PARTS * moved.min(NEAR_CELLS_MAX) + FIXED * (1.0 + rate) + roundings
        })
    }

    /// Returns the greatest error over a source's layers along its axis `i`; `cells` gives that of one axis, in cells, from the
    /// rate, the distance from 0 before the offset, and the offset, all in cells.
    fn on_lattice(&self, source: SourceId, i: usize, cells: impl Fn(f64, f64, f64) -> f64) -> f64 {
        let lattice = &self.program.sources[source.index()];
        let of_layer = |map: Affine| {
            let [moved, offset] = self.reach(lattice.axes[i], map);
            let rate = map.rate().abs();
            let along = cells(rate, moved, offset);
            match lattice.columns() {
                Columns::Faded(_) => along,
                // A skewed lattice adds factor·(sum of all axes) to each axis. Each of the terms has the error of its axis
                // times the factor, and that of a position at `factor` times the rate, because it is computed like one.
                Columns::Skewed(factor) => {
                    along
                        + lattice.axes.len() as f64
                            * (factor * along
                                + cells(factor * rate, factor * moved, factor * offset))
                }
            }
        };
        let layers = &self.layers[source.index()];
        SECOND_ORDER
            * layers
                .iter()
                .map(|layer| of_layer(layer.cells[i]))
                .fold(0.0, f64::max)
    }

    /// Returns the error of a coordinate over the grid's box: of p·scale + offset, in which the three numbers, the product and
    /// the sum are each rounded (4·u of the product, 2·u of the offset) and may be flushed to zero.
    pub(super) fn coordinate_error(&self, id: CoordinateId) -> f64 {
        let coordinate = self.program.coordinates[id.index()];
        let of_map = |map: &Affine| {
            let [moved, offset] = self.reach(coordinate.axis, *map);
            U * (4.0 * moved + 2.0 * offset) + FLUSH * (map.rate().abs() + 3.0)
        };
        let maps = &self.coordinates[id.index()];
        SECOND_ORDER * maps.iter().map(of_map).fold(0.0, f64::max)
    }

    /// Returns the greatest distance of the grid's box from 0 under a map's scale, and the magnitude of the map's offset.
    fn reach(&self, axis: usize, map: Affine) -> [f64; 2] {
        let span = self.grid.span(axis);
        let farthest = span.origin.abs().max((span.origin + span.extent).abs());
        [farthest * map.rate().abs(), map.offset.abs()]
    }
}
