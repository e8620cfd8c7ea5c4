//! The operations of a program.

use std::mem::take;
use std::ops::Range;

use super::Evaluator;
use crate::cpu::corner::CornerHash;
use crate::cpu::cornerwise::AddCorners;
use crate::cpu::execution_plan::{SourceMethod, keeps_its_register};
use crate::cpu::picture;
use crate::cpu::pointwise::AxisPositions;
use crate::cpu::rows::{Terms, WalkRows};
use crate::cpu::steps::{ARGS_MAX, Accumulate, ApplyStep, Fill};
use crate::cpu::summed_rows::SummedRows;
use crate::cpu::tile_rows::RowsMut;
use crate::program::{Coordinate, FoldId, Lattice, Layer, Octaves, Op, OpId, SourceId};

impl<'a> Evaluator<'a> {
    /// Computes operations into their registers.
    pub(super) fn compute_ops(&mut self, ops: &[OpId]) {
        let program = &self.job.program;
        for op in ops {
            if keeps_its_register(program, *op) {
                continue;
            }
            let register = self.plan.register[op.index()];
            // The register is taken out while the operation borrows the others. No value that is still read is in it.
            let mut values = take(&mut self.registers[register]);
            let rows = self.rows.in_register(&mut values);
            self.compute_op(&program.ops[op.index()], rows, false);
            self.registers[register] = values;
        }
    }

    /// Computes an operation. `output` is whether `out` is the caller's memory.
    pub(super) fn compute_op(&mut self, op: &Op, out: RowsMut, output: bool) {
        match op {
            Op::Param(slot) => self.fill(out, self.job.numbers[slot.index()]),
            Op::Number(bits) => self.fill(out, f32::from_bits(*bits)),
            Op::Coordinate(id) => self.compute_coordinate(id.index(), out),
            Op::OctaveScale { fold, time } => {
                self.fill(out, self.of_octave(*fold, |octaves| octaves.factors(*time)));
            }
            Op::OctaveAmplitude(fold) => {
                self.fill(out, self.of_octave(*fold, |octaves| &octaves.amplitudes));
            }
            Op::Carried(..) => unreachable!("a carried value is in its register already"),
            Op::Cells { source, axis } => {
                let layer = self.layer(&self.plan.folds_around[source.index()]);
                self.fill(out, self.job.layers[source.index()][layer].rates[*axis]);
            }
            Op::Source(id) => self.compute_source(*id, out, output),
            Op::Fold(id) => match self.plan.summed_rows(*id) {
                Some(summed) => self.sum_rows(summed, out, output),
                None => self.compute_fold(*id, out),
            },
            Op::Step { step, args } => {
                for (from, out) in out.runs(self.rows.register_stride()) {
                    let values: [_; ARGS_MAX] = self.values_from(args, from);
                    self.simd.dispatch(ApplyStep {
                        step: *step,
                        args: &values[..args.len()],
                        out,
                    });
                }
            }
            Op::Picture { sampler, at } => {
                let plane = &self.job.program.planes[sampler.plane as usize];
                for (from, out) in out.runs(self.rows.register_stride()) {
                    picture::read(*sampler, plane, self.values_from(at, from), out);
                }
            }
        }
    }

    /// Returns the values of up to `N` operations from a sample of their registers on; empty slices for the others.
    fn values_from<const N: usize>(&self, ops: &[OpId], first: usize) -> [&[f32]; N] {
        let mut values = [&[][..]; N];
        for (values, &op) in values.iter_mut().zip(ops) {
            *values = &self.value(op)[first..];
        }
        values
    }

    /// Sets all samples to a number.
    fn fill(&self, out: RowsMut, value: f32) {
        for (_, out) in out.runs(self.rows.register_stride()) {
            self.simd.dispatch(Fill { value, out });
        }
    }

    /// Returns a number of a fold's current octave.
    fn of_octave(&self, fold: FoldId, numbers: impl Fn(&Octaves) -> &[f32]) -> f32 {
        numbers(&self.job.octaves[fold.index()])[self.octave[fold.index()]]
    }

    /// Computes a coordinate. On a grid it is a part of a table along x, and one number for each row along other axes; at points
    /// an affine map is applied to each position.
    fn compute_coordinate(&self, id: usize, mut out: RowsMut) {
        let Coordinate { axis, in_turns, .. } = self.job.program.coordinates[id];
        let layer = self.layer(&self.plan.folds_around_coordinates[id]);
        let values = &self.tables.coordinates[id][layer];
        for (i, row) in out.iter().enumerate() {
            match (self.points_along(axis), axis) {
                (Some(along), _) => {
                    along.map_coordinates(self.job.coordinates[id][layer], in_turns, row);
                }
                (None, 0) => row.copy_from_slice(&values[self.rows.x.clone()]),
                (None, _) => row.fill(values[self.rows.first(axis, i)]),
            }
        }
    }

    /// Computes a source in the current octaves.
    fn compute_source(&mut self, id: SourceId, out: RowsMut, output: bool) {
        let layer = self.layer(&self.plan.folds_around[id.index()]);
        match self.plan.methods[id.index()] {
            SourceMethod::Points => self.compute_points(id, layer, out),
            SourceMethod::Rows | SourceMethod::SummedRows(_) => {
                self.walk_rows(id, layer..layer + 1, None, out, output);
            }
        }
    }

    /// Computes a fold over a source that is computed row by row.
    fn sum_rows(&mut self, summed: SummedRows, out: RowsMut, output: bool) {
        let SummedRows { fold, source, .. } = summed;
        self.octave[fold.index()] = 0;
        // The fold is the innermost around the source, so the layers of its octaves are successive.
        let first = self.layer(&self.plan.folds_around[source.index()]);
        let octaves = &self.job.octaves[fold.index()];
        let layers = first..first + octaves.count();
        let terms = (summed.term(self.job)).map(|term| Terms { term, octaves });
        self.walk_rows(source, layers, terms, out, output);
    }

    /// Computes the sum of some layers of a source, or of the terms of a fractal that they are the octaves of, row by row.
    fn walk_rows(
        &mut self,
        id: SourceId,
        layers: Range<usize>,
        terms: Option<Terms>,
        out: RowsMut,
        output: bool,
    ) {
        let Some(buffers) = &mut self.buffers else {
            unreachable!("no source is computed row by row at points");
        };
        self.simd.dispatch(WalkRows {
            walkers: &mut self.walkers[id.index()][layers],
            z: self.rows.z,
            y: self.rows.y.clone(),
            out,
            buffers,
            terms,
            non_temporal: output && self.non_temporal,
        });
    }

    /// Computes a layer of a source corner by corner where that is faster, else point by point.
    fn compute_points(&mut self, id: SourceId, index: usize, out: RowsMut) {
        let (source, layer) = self.source_and_layer(id, index);
        let tile = self.corners.get(id.index()).map(|layers| &layers[index]);
        let (Some(Some(tile)), Some(memory)) = (tile, &mut self.corner_memory) else {
            return self.compute_pointwise(id, index, out);
        };
        let corners = AddCorners {
            source,
            tables: &self.tables.sources[id.index()][index],
            tile,
            hash: CornerHash::of(self.job, source, layer),
            memory,
            rows: &self.rows,
            out,
        };
        corners.dispatch(self.simd);
    }

    /// Returns the positions of the current points along an axis; `None` on a grid, and if points do not have the axis.
    pub(super) fn points_along(&self, axis: usize) -> Option<AxisPositions<'_>> {
        self.points.as_ref()?.along(axis)
    }

    /// Computes a fold of any body: the body once an octave, and its results summed by weight.
    fn compute_fold(&mut self, id: FoldId, mut out: RowsMut) {
        let job = self.job;
        let fold = &job.program.folds[id.index()];
        let stride = self.rows.register_stride();
        // In the first octave, each value that octaves hand on is a given number.
        for carried in &fold.carried {
            self.registers[self.plan.register[carried.op.index()]].fill(carried.first);
        }
        for (k, &weight) in job.octaves[id.index()].weights.iter().enumerate() {
            self.octave[id.index()] = k;
            self.compute_ops(&job.program.body(id).ops);
            let values = self.value(fold.result);
            for (row, sum) in out.iter().enumerate() {
                self.simd.dispatch(Accumulate {
                    first: k == 0,
                    weight,
                    values: &values[row * stride..],
                    sum,
                });
            }
            // The body reads `op` and computes `next`, which becomes `op` of the next octave.
            for carried in &fold.carried {
                let [to, from] =
                    [carried.op, carried.next].map(|op| self.plan.register[op.index()]);
                let mut values = take(&mut self.registers[to]);
                values.copy_from_slice(&self.registers[from]);
                self.registers[to] = values;
            }
        }
    }

    /// Returns a source, and one of its layers by its index.
    pub(super) fn source_and_layer(&self, id: SourceId, index: usize) -> (&'a Lattice, &'a Layer) {
        let job = self.job;
        (
            &job.program.sources[id.index()],
            &job.layers[id.index()][index],
        )
    }

    /// Returns the index of the layer in the current octaves.
    fn layer(&self, folds: &[FoldId]) -> usize {
        self.job.layer(folds, &self.octave)
    }
}
