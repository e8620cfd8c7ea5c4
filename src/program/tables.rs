//! The axis tables of a brick: the exact positions of its samples along each axis.

use std::ops::Range;

use super::job::{Job, Layer};
use super::{Coordinate, Lattice};
use crate::Result;
use crate::grid::table::Columns;
use crate::grid::{Affine, AxisTable, Brick, Span, position};
use crate::memory::{self, try_collect};

/// The axis tables of a brick.
#[derive(Clone, Debug)]
pub struct Tables {
    /// For each source and layer a table for each of the source's axes.
    pub sources: Vec<Vec<Vec<AxisTable>>>,
    /// For each coordinate and layer the value of each sample along its axis.
    pub coordinates: Vec<Vec<Vec<f32>>>,
}

impl Job {
    /// Makes the axis tables of a brick's samples.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub(crate) fn tables(&self, brick: &Brick) -> Result<Tables> {
        self.tables_by(brick, AxisTable::new)
    }

    /// Makes the axis tables of a brick's samples with a function that does what [`AxisTable::new`] does, such as one compiled
    /// for another SIMD level.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub(crate) fn tables_by(
        &self,
        brick: &Brick,
        make: impl Fn(&Span, Range<u32>, Affine, u32, Columns) -> Result<AxisTable>,
    ) -> Result<Tables> {
        let table = |axis: usize, map: &Affine, period: u32, columns: Columns| {
            let span = self.grid.span(axis);
            make(&span, brick.range(axis), *map, period, columns)
        };
        let of_layer = |source: &Lattice, layer: &Layer| {
            let axes = source.axes.iter().zip(&layer.cells).zip(&layer.periods);
            try_collect(
                axes.map(|((&axis, map), &period)| table(axis, map, period, source.columns())),
            )
        };
        let sources = (self.program.sources.iter().zip(&self.layers)).map(|(source, layers)| {
            try_collect(layers.iter().map(|layer| of_layer(source, layer)))
        });
        let values = |coordinate: &Coordinate, map: &Affine| {
            let span = self.grid.span(coordinate.axis);
            let along = if coordinate.in_turns {
                position::turns
            } else {
                position::coordinate
            };
            let indices = brick.range(coordinate.axis);
            memory::collect(indices.map(|index| along(span.at(index), *map) as f32))
        };
        let coordinates = (self.program.coordinates.iter().zip(&self.coordinates))
            .map(|(own, maps)| try_collect(maps.iter().map(|map| values(own, map))));
        Ok(Tables {
            sources: try_collect(sources)?,
            coordinates: try_collect(coordinates)?,
        })
    }
}
