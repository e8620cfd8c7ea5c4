//! How far points may lie from the origin, and how far off an axis is there that comes from an f32 position, as a snippet's
//! does, instead of from an exact table.

use super::op::CoordinateId;
use super::steps::rounding::{FLUSH, U};
use super::{Job, Lattice, Layer, SourceId};
use crate::grid::Map;
use crate::grid::table::Columns;

/// How an evaluator computes the positions of its samples; its error bounds follow from that.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Positions {
    /// On a grid: axis tables, whose positions are exact. All backends do so.
    Tables,
    /// At points anywhere in the grid's box that are split exactly into cells and f32 fractions, as
    /// [`cpu::Points`](crate::cpu::Points) does.
    Points,
    /// At points anywhere in the grid's box, with all arithmetic on positions in f32, as snippets do.
    Floats,
}

/// A little for the products of roundings.
const SECOND_ORDER: f64 = 1.0 + 1e-4;

/// What a fraction loses in 32 bits, with what carries into it.
const FIXED: f64 = 4.0 / (1u64 << 32) as f64;

/// The most cells from the origin at which points are exact: a key of 32 bits holds them, and a period more.
const CELLS_MAX: f64 = (1u64 << 30) as f64;

impl Job {
    /// How far from the origin points may lie along an axis, in units of the domain.
    pub(crate) fn farthest(&self, axis: usize) -> f64 {
        let of_source = |(source, layers): (&Lattice, &Vec<Layer>)| {
            let Some(i) = source.axes.iter().position(|&own| own == axis) else {
                return f64::INFINITY;
            };
            (layers.iter())
                .map(|layer| CELLS_MAX / layer.cells[i].rate().abs())
                .fold(f64::INFINITY, f64::min)
        };
        (self.program.sources.iter().zip(&self.layers))
            .map(of_source)
            .fold(f64::MAX, f64::min)
    }

    /// The error of a source's position along its axis `i`, in cells, over the grid's box, where f32 numbers make it.
    ///
    /// The position is cells = (p·scale + offset)·frequency. p, scale, offset and frequency are each rounded to f32, and so are
    /// the two products and the sum: (3 + 2)·u of p·scale·frequency, (1 + 1 + 1 + 1)·u of offset·frequency, and 2·u of the whole
    /// for the second product and its factor; the fraction, a difference from a whole number, is exact but for u near 1.
    pub(super) fn position_error(&self, source: SourceId, i: usize) -> f64 {
        self.on_lattice(source, i, |_, moved, offset| {
            U * (6.0 * moved + 4.0 * offset + 1.0)
        })
    }

    /// The same where the cell is split off in f64, or in fixed point of 32 bits, of the position and beside the cell: the scale is
    /// rounded, the product and the sum; and the fraction to f32.
    pub(super) fn split_error(&self, source: SourceId, i: usize) -> f64 {
        self.on_lattice(source, i, |rate, moved, offset| {
            U + FIXED * (1.0 + rate) + 0.5 * f64::EPSILON * (3.0 * moved + 2.0 * offset)
        })
    }

    /// The error on a source's lattice along its axis `i`, from that in cells at such a rate, so many cells from 0, and at such an
    /// offset.
    fn on_lattice(&self, source: SourceId, i: usize, cells: impl Fn(f64, f64, f64) -> f64) -> f64 {
        let lattice = &self.program.sources[source.index()];
        let of_layer = |map: Map| {
            let [moved, offset] = self.reach(lattice.axes[i], map);
            let rate = map.rate().abs();
            let along = cells(rate, moved, offset);
            match lattice.columns() {
                Columns::Faded(_) => along,
                // The skew moves along all axes what is wrong in any, and is made in the same way.
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

    /// The error of a coordinate over the grid's box: p·scale + offset, with each of them rounded, and the product and the sum;
    /// each may be flushed, too.
    pub(super) fn coordinate_error(&self, id: CoordinateId) -> f64 {
        let coordinate = self.program.coordinates[id.index()];
        let of_map = |map: &Map| {
            let [moved, offset] = self.reach(coordinate.axis, *map);
            U * (4.0 * moved + 2.0 * offset) + FLUSH * (map.rate().abs() + 3.0)
        };
        let maps = &self.coordinates[id.index()];
        SECOND_ORDER * maps.iter().map(of_map).fold(0.0, f64::max)
    }

    /// How far a map moves the grid's box from 0, and what it adds.
    fn reach(&self, axis: usize, map: Map) -> [f64; 2] {
        let span = self.grid.span(axis);
        let farthest = span.origin.abs().max((span.origin + span.extent).abs());
        [farthest * map.rate().abs(), map.offset.abs()]
    }
}
