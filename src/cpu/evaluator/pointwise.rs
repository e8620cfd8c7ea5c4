//! A layer of a source point by point: where its samples lie, and the noise there.

use std::mem::take;

use super::Evaluator;
use crate::cpu::corner::CornerHash;
use crate::cpu::pointwise::{
    AxisInput, Displace, LatticePosition, PointwiseLayer, SamplePositions, SetPoints, compute_layer,
};
use crate::cpu::tile_rows::RowsMut;
use crate::program::SourceId;

impl Evaluator<'_> {
    /// Computes a layer of a source point by point.
    pub(super) fn compute_pointwise(&mut self, id: SourceId, index: usize, mut out: RowsMut) {
        if self.points.is_some() {
            self.move_points(id, index);
        }
        let program = &self.job.program;
        if program.is_displaced(&program.sources[id.index()]) {
            let mut displaced = take(&mut self.displaced);
            let axes = self.displace(id, index, &mut displaced);
            for (first, out) in out.runs(self.rows.register_stride()) {
                self.compute_run(id, index, &axes, first, out);
            }
            self.displaced = displaced;
        } else {
            for (row, out) in out.iter().enumerate() {
                let axes = self.undisplaced_axes(id, index, row);
                self.compute_run(id, index, &axes, 0, out);
            }
        }
    }

    /// Computes a layer of a source at a run of samples, which begins with sample `first` of the positions along each axis.
    fn compute_run(
        &self,
        id: SourceId,
        index: usize,
        axes: &[AxisInput; 4],
        first: usize,
        out: &mut [f32],
    ) {
        let (source, layer) = self.source_and_layer(id, index);
        let layer = PointwiseLayer {
            source,
            numbers: &self.job.numbers,
            axes: &axes[..source.axes.len()],
            hash: CornerHash::of(self.job, source, layer),
            first,
            out,
        };
        compute_layer(layer, self.simd);
    }

    /// Displaces the samples of all rows as one run, and returns where they lie along each axis of a source.
    fn displace<'a>(
        &'a self,
        id: SourceId,
        index: usize,
        displaced: &'a mut [SamplePositions],
    ) -> [AxisInput<'a>; 4] {
        let (source, layer) = self.source_and_layer(id, index);
        let displacement = self.job.program.frames[source.frame.index()].displacement;
        let (rows, stride) = (self.rows.y.len(), self.rows.register_stride());
        let mut axes = self.undisplaced_axes(id, index, 0);
        for (i, (&axis, to)) in source.axes.iter().zip(displaced).enumerate() {
            let by = displacement[axis].map(|by| &self.value(by)[..rows * stride]);
            // On a grid rows differ along y, and samples along x.
            if by.is_some() || (axis < 2 && self.points.is_none()) {
                self.simd.dispatch(Displace {
                    from: axes[i],
                    step: usize::from(axis == 1),
                    to,
                    by,
                    rate: layer.rates[i],
                    rows,
                    stride,
                });
                axes[i].position = LatticePosition::Each(to);
            }
        }
        axes
    }

    /// Returns where the samples of a row lie along each axis of a source before displacement. Past the last axis of the source,
    /// the first is repeated, and nobody reads it.
    #[inline(always)]
    fn undisplaced_axes(&self, id: SourceId, index: usize, row: usize) -> [AxisInput<'_>; 4] {
        let count = self.job.program.sources[id.index()].axes.len();
        let mut axes = [self.undisplaced(id, index, 0, row); 4];
        for (i, axis) in axes[..count].iter_mut().enumerate().skip(1) {
            *axis = self.undisplaced(id, index, i, row);
        }
        axes
    }

    /// Returns where the samples of a row lie along axis `i` of a source before displacement.
    #[inline(always)]
    fn undisplaced(&self, id: SourceId, index: usize, i: usize, row: usize) -> AxisInput<'_> {
        let (source, layer) = self.source_and_layer(id, index);
        let axis = source.axes[i];
        let position = match &self.points {
            Some(points) if points.along(axis).is_some() => {
                LatticePosition::Each(&self.lattice_positions[0][i])
            }
            None if axis == 0 => LatticePosition::Each(&self.lattice_positions[id.index()][index]),
            _ => {
                let table = &self.tables.sources[id.index()][index][i];
                LatticePosition::Entry(table, self.rows.first(axis, row))
            }
        };
        AxisInput {
            position,
            columns: self.plan.columns[id.index()],
            period: layer.periods[i],
        }
    }

    /// Finds where the current points lie on the lattice of a layer of a source.
    fn move_points(&mut self, id: SourceId, index: usize) {
        let (source, layer) = self.source_and_layer(id, index);
        let mut positions = take(&mut self.lattice_positions[0]);
        for (i, (&axis, positions)) in source.axes.iter().zip(&mut positions).enumerate() {
            if let Some(along) = self.points_along(axis) {
                self.simd.dispatch(SetPoints {
                    positions,
                    along,
                    count: self.rows.x.len(),
                    cells: layer.cells[i],
                    period: layer.periods[i],
                    columns: self.plan.columns[id.index()],
                });
            }
        }
        self.lattice_positions[0] = positions;
    }
}
