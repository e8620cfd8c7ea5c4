//! How far off an axis is that comes from an f32 position, as a snippet's does, instead of from an exact table.

use super::op::CoordinateId;
use super::steps::error::{FLUSH, U};
use super::{Job, SourceId};
use crate::grid::Map;
use crate::grid::table::Columns;

/// A little for the products of roundings.
const SECOND_ORDER: f64 = 1.0 + 1e-4;

impl Job {
    /// The error of a source's position along its axis `i`, in cells, over the grid's box.
    ///
    /// The position is cells = (p·scale + offset)·frequency. p, scale, offset and frequency are each rounded to f32, and so are
    /// the two products and the sum: (3 + 2)·u of p·scale·frequency, (1 + 1 + 1 + 1)·u of offset·frequency, and 2·u of the whole
    /// for the second product and its factor; the fraction, a difference from a whole number, is exact but for u near 1.
    pub(super) fn position_error(&self, source: SourceId, i: usize) -> f64 {
        let lattice = &self.program.sources[source.index()];
        let of_layer = |map: Map| {
            let [moved, offset] = self.reach(lattice.axes[i], map);
            let cells = U * (6.0 * moved + 4.0 * offset + 1.0);
            match lattice.columns() {
                Columns::Faded(_) => cells,
                // The skew moves along all axes what is wrong in any, and is rounded twice itself.
                Columns::Skewed(factor) => {
                    let skew = factor * (cells + 2.0 * U * (moved + offset)) + U;
                    cells + lattice.axes.len() as f64 * skew
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
