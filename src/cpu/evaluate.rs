//! The list of operations over runs of samples.

use std::mem::take;
use std::ops::Range;

use super::corner::Corners;
use super::piece::Piece;
use super::plan::{Plan, Way};
use super::rows::Walker;
use super::{RUN, points, steps};
use crate::program::{FoldId, Job, Op, OpId, SourceId};
use crate::texel::{Component, Packing};

/// One thread's view of a piece: registers, walkers, and where it is.
pub(super) struct Evaluator<'a> {
    job: &'a Job,
    plan: &'a Plan,
    piece: &'a Piece,
    /// Each holds one value for each sample of the run.
    registers: Vec<Vec<f32>>,
    /// By source and layer; none for sources that go point by point.
    walkers: Vec<Vec<Walker<'a>>>,
    /// The current octave of each fold.
    octave: Vec<usize>,
    at: Run,
}

/// Samples along x of one row, counted from the start of the piece.
#[derive(Clone, Debug, Default)]
struct Run {
    x: Range<usize>,
    y: usize,
    z: usize,
}

impl<'a> Evaluator<'a> {
    pub fn new(job: &'a Job, plan: &'a Plan, piece: &'a Piece) -> Evaluator<'a> {
        let length = RUN.min(piece.brick.size[0] as usize);
        Evaluator {
            job,
            plan,
            piece,
            registers: vec![vec![0.0; length]; plan.registers],
            walkers: (0..job.program.sources.len())
                .map(|source| walkers(job, plan, piece, source))
                .collect(),
            octave: vec![0; job.program.folds.len()],
            at: Run::default(),
        }
    }

    /// Fills `out` with whole rows of the piece from `first_row` on; returns how many samples lay
    /// outside the packing's range.
    pub fn fill(&mut self, first_row: usize, packing: &Packing, out: &mut [u8]) -> u64 {
        let [width, height, _] = self.piece.brick.size.map(|n| n as usize);
        let texel = packing.bytes() as usize;
        let mut saturated = 0;
        for (i, row) in out.chunks_mut(width * texel).enumerate() {
            let (y, z) = ((first_row + i) % height, (first_row + i) / height);
            for (j, out) in row.chunks_mut(RUN * texel).enumerate() {
                let x = j * RUN..width.min((j + 1) * RUN);
                self.at = Run { x, y, z };
                saturated += self.texels(packing, out);
            }
        }
        saturated
    }

    /// Fills `out` with the texels of the run.
    fn texels(&mut self, packing: &Packing, out: &mut [u8]) -> u64 {
        let program = &self.job.program;
        let ops = program.blocks[0].ops.as_slice();
        if let Some((last, before)) = ops.split_last()
            && *last == program.outputs[0]
            && let Some(samples) = as_samples(packing, out)
        {
            self.ops(before);
            self.op(&program.ops[last.index()], samples);
            return 0;
        }
        self.ops(ops);
        self.pack(packing, out)
    }

    /// The outputs of the run, as texels.
    fn pack(&self, packing: &Packing, out: &mut [u8]) -> u64 {
        let outputs = &self.job.program.outputs;
        if let [only] = outputs.as_slice() {
            return packing.pack(self.value(*only), out);
        }
        let mut texels = [0.0; 4 * RUN];
        for (channel, &output) in outputs.iter().enumerate() {
            let slots = texels.iter_mut().skip(channel).step_by(outputs.len());
            for (slot, value) in slots.zip(self.value(output)) {
                *slot = *value;
            }
        }
        packing.pack(&texels[..self.at.x.len() * outputs.len()], out)
    }

    /// Runs operations into their registers.
    fn ops(&mut self, ops: &[OpId]) {
        let program = &self.job.program;
        for op in ops {
            let register = self.plan.register[op.index()];
            // Nothing that is still read shares a register with what is being computed.
            let mut values = take(&mut self.registers[register]);
            self.op(&program.ops[op.index()], &mut values[..self.at.x.len()]);
            self.registers[register] = values;
        }
    }

    fn value(&self, op: OpId) -> &[f32] {
        &self.registers[self.plan.register[op.index()]][..self.at.x.len()]
    }

    fn op(&mut self, op: &Op, out: &mut [f32]) {
        match op {
            Op::Param(slot) => out.fill(self.job.numbers[slot.index()]),
            Op::Coordinate(id) => self.coordinate(id.index(), out),
            Op::OctaveScale { fold, time } => {
                let octaves = &self.job.octaves[fold.index()];
                let scales = match time {
                    true => &octaves.time_scales,
                    false => &octaves.scales,
                };
                out.fill(scales[self.octave[fold.index()]]);
            }
            Op::Source(id) => self.source(*id, out),
            Op::Fold(id) => match self.plan.summed(&self.job.program, *id) {
                Some(source) => self.sum_source(*id, source, out),
                None => self.fold(*id, out),
            },
            Op::Step { step, args } => {
                let arg = |i| args.get(i).map_or(&[][..], |&arg| self.value(arg));
                steps::apply(*step, std::array::from_fn(arg), out);
            }
        }
    }

    fn coordinate(&self, id: usize, out: &mut [f32]) {
        let axis = self.job.program.coordinates[id].axis;
        let layer = self.layer(&self.plan.folds_around_coordinates[id]);
        let values = &self.piece.tables.coordinates[id][layer];
        match axis {
            0 => out.copy_from_slice(&values[self.at.x.clone()]),
            _ => out.fill(values[self.at.along(axis)]),
        }
    }

    fn source(&mut self, id: SourceId, out: &mut [f32]) {
        let layer = self.layer(&self.plan.folds_around[id.index()]);
        if self.plan.ways[id.index()] == Way::Points {
            return self.points(id, layer, out);
        }
        let walker = &mut self.walkers[id.index()][layer];
        walker.go_to(self.at.y, self.at.z);
        walker.fill(self.at.x.clone(), out);
    }

    fn points(&self, id: SourceId, layer: usize, out: &mut [f32]) {
        let source = &self.job.program.sources[id.index()];
        let displacement = self.job.program.frames[source.frame.index()].displacement;
        let tables = &self.piece.tables.sources[id.index()][layer];
        let layer = &self.job.layers[id.index()][layer];
        let axes: Vec<points::Axis> = (source.axes.iter().zip(tables).enumerate())
            .map(|(i, (&axis, table))| points::Axis {
                table,
                first: self.at.along(axis),
                stride: usize::from(axis == 0),
                displacement: displacement[axis].map(|by| self.value(by)),
                rate: layer.rates[i],
                period: layer.periods[i],
            })
            .collect();
        points::fill(&axes, &Corners::of(self.job, source, layer), out);
    }

    /// A fold of any body.
    fn fold(&mut self, id: FoldId, out: &mut [f32]) {
        let job = self.job;
        let fold = &job.program.folds[id.index()];
        for (k, &weight) in job.octaves[id.index()].weights.iter().enumerate() {
            self.octave[id.index()] = k;
            self.ops(&job.program.blocks[fold.body.index()].ops);
            let octave = out.iter_mut().zip(self.value(fold.result));
            match k {
                0 => octave.for_each(|(sum, value)| *sum = weight * value),
                _ => octave.for_each(|(sum, value)| *sum += weight * value),
            }
        }
    }

    /// A fold of one plain source: its walkers have the weights.
    fn sum_source(&mut self, id: FoldId, source: SourceId, out: &mut [f32]) {
        for k in 0..self.job.octaves[id.index()].weights.len() {
            self.octave[id.index()] = k;
            let layer = self.layer(&self.plan.folds_around[source.index()]);
            let walker = &mut self.walkers[source.index()][layer];
            walker.go_to(self.at.y, self.at.z);
            match k {
                0 => walker.fill(self.at.x.clone(), out),
                _ => walker.accumulate(self.at.x.clone(), out),
            }
        }
    }

    /// The layer of the current octaves of some folds, outermost first.
    fn layer(&self, folds: &[FoldId]) -> usize {
        folds.iter().fold(0, |layer, fold| {
            layer * self.job.octaves[fold.index()].weights.len() + self.octave[fold.index()]
        })
    }
}

impl Run {
    /// The first sample along axis 0 (x) to 3 (w): a brick has one of w.
    fn along(&self, axis: usize) -> usize {
        match axis {
            0 => self.x.start,
            1 => self.y,
            2 => self.z,
            _ => 0,
        }
    }
}

/// The caller's memory, where its texels are samples of one channel as they are.
fn as_samples<'a>(packing: &Packing, out: &'a mut [u8]) -> Option<&'a mut [f32]> {
    let plain = packing.components == 1 && packing.format.component() == Component::Float32;
    if plain && cfg!(target_endian = "little") {
        bytemuck::try_cast_slice_mut(out).ok()
    } else {
        None
    }
}

/// The walkers of a source, one a layer.
fn walkers<'a>(job: &'a Job, plan: &Plan, piece: &'a Piece, id: usize) -> Vec<Walker<'a>> {
    let source = &job.program.sources[id];
    let layers = job.layers[id].iter().zip(&piece.tables.sources[id]);
    (layers.zip(&piece.lines[id]).enumerate())
        .map(|(i, ((layer, tables), line))| {
            let weight = match plan.ways[id] {
                // The fold around the source is the innermost, whose octaves are fastest.
                Way::Summed(fold) => {
                    let weights = &job.octaves[fold.index()].weights;
                    weights[i % weights.len()]
                }
                Way::Rows | Way::Points => 1.0,
            };
            let corners = Corners::of(job, source, layer);
            Walker::new(&source.axes, tables, line, corners, weight)
        })
        .collect()
}
