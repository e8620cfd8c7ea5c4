//! The list of operations over blocks of rows.

use std::mem::take;

use super::BLOCK;
use super::aligned::Aligned;
use super::block::{Block, Rows};
use super::corner::Corners;
use super::plan::{Plan, Way, keeps_its_register};
use super::points::{self, Plain};
use super::rows::{Sums, Walk, Walker};
use super::simd::Simd;
use super::steps::{ARGS_MAX, Accumulate, Apply};
use crate::program::{FoldId, Job, Octaves, Op, OpId, SourceId, Tables};
use crate::{Result, memory};

/// One thread at work: registers, walkers, and where it is.
pub(super) struct Evaluator<'a> {
    pub(super) job: &'a Job,
    pub(super) plan: &'a Plan,
    simd: Simd,
    pub(super) samples: Samples<'a>,
    /// Each holds one value for each sample of the block; those of parameters never change.
    registers: Vec<Aligned>,
    /// By source and layer; none for sources that go point by point.
    pub(super) walkers: Vec<Vec<Walker<'a>>>,
    /// Room for the sums of octaves of two rows.
    sums: [Box<Sums>; 2],
    /// Whether the last operation is written around the caches.
    pub(super) stream: bool,
    /// The current octave of each fold.
    octave: Vec<usize>,
    pub(super) at: Block,
}

/// Where samples lie.
pub(super) struct Samples<'a> {
    /// On a grid: those of its axes. At points: those of the axes that points have not.
    pub tables: &'a Tables,
    /// At points: one for each sample of the block.
    pub run: Option<points::Run>,
}

impl<'a> Evaluator<'a> {
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(
        job: &'a Job,
        plan: &'a Plan,
        samples: Samples<'a>,
        simd: Simd,
    ) -> Result<Evaluator<'a>> {
        let mut evaluator = Evaluator {
            job,
            plan,
            simd,
            samples,
            registers: memory::try_collect((0..plan.registers).map(|_| Aligned::zeros(BLOCK)))?,
            walkers: Vec::new(),
            sums: [memory::zeroed_box()?, memory::zeroed_box()?],
            stream: false,
            octave: vec![0; job.program.folds.len()],
            at: Block::default(),
        };
        for (op, register) in job.program.ops.iter().zip(&plan.register) {
            match op {
                Op::Param(slot) => evaluator.registers[*register].fill(job.numbers[slot.index()]),
                Op::Number(bits) => evaluator.registers[*register].fill(f32::from_bits(*bits)),
                _ => {}
            }
        }
        Ok(evaluator)
    }

    /// Runs the whole program into its registers.
    pub fn run(&mut self) {
        self.ops(&self.job.program.blocks[0].ops);
    }

    /// Runs the program into the rows of the block in some memory, one every `width` samples, where its only output is its
    /// last operation; returns whether it is.
    pub fn run_into(&mut self, samples: &mut [f32], width: usize) -> bool {
        let program = &self.job.program;
        let Some(before) = self.plan.before_output(program) else {
            return false;
        };
        self.ops(before);
        let rows = Rows::new(&self.at, samples, width);
        self.op(&program.ops[program.outputs[0].index()], rows, true);
        true
    }

    /// The values of an operation along a row of the block.
    pub fn row(&self, op: OpId, row: usize) -> &[f32] {
        &self.value(op)[row * self.at.stride()..][..self.at.x.len()]
    }

    /// The outputs of a row of the block, the channels of a sample side by side.
    pub fn side_by_side(&self, row: usize, to: &mut [f32]) {
        let outputs = &self.job.program.outputs;
        for (channel, &output) in outputs.iter().enumerate() {
            let slots = to.iter_mut().skip(channel).step_by(outputs.len());
            for (slot, value) in slots.zip(self.row(output, row)) {
                *slot = *value;
            }
        }
    }

    /// Runs operations into their registers.
    fn ops(&mut self, ops: &[OpId]) {
        let program = &self.job.program;
        for op in ops {
            if keeps_its_register(program, *op) {
                continue;
            }
            let register = self.plan.register[op.index()];
            // Nothing that is still read shares a register with what is being computed.
            let mut values = take(&mut self.registers[register]);
            let rows = self.at.in_register(&mut values);
            self.op(&program.ops[op.index()], rows, false);
            self.registers[register] = values;
        }
    }

    fn value(&self, op: OpId) -> &[f32] {
        &self.registers[self.plan.register[op.index()]]
    }

    /// Runs an operation; `last` if nothing reads its values here.
    fn op(&mut self, op: &Op, mut out: Rows, last: bool) {
        match op {
            Op::Param(slot) => out.fill(self.job.numbers[slot.index()]),
            Op::Number(bits) => out.fill(f32::from_bits(*bits)),
            Op::Coordinate(id) => self.coordinate(id.index(), out),
            Op::OctaveScale { fold, time: false } => self.of_octave(*fold, |of| &of.scales, out),
            Op::OctaveScale { fold, time: true } => {
                self.of_octave(*fold, |of| &of.time_scales, out);
            }
            Op::OctaveAmplitude(fold) => self.of_octave(*fold, |of| &of.amplitudes, out),
            Op::Carried(..) => unreachable!("what is carried lies in its register"),
            Op::Cells { source, axis } => {
                let layer = self.layer(&self.plan.folds_around[source.index()]);
                out.fill(self.job.layers[source.index()][layer].rates[*axis]);
            }
            Op::Source(id) => self.source(*id, out, last),
            Op::Fold(id) => match self.plan.summed(&self.job.program, *id) {
                Some(source) => self.sum_source(*id, source, out, last),
                None => self.fold(*id, out),
            },
            Op::Step { step, args } => {
                for (from, out) in out.runs(self.at.stride()) {
                    let mut values = [&[][..]; ARGS_MAX];
                    for (value, &arg) in values.iter_mut().zip(args) {
                        *value = &self.value(arg)[from..];
                    }
                    self.simd.run(Apply {
                        step: *step,
                        args: &values[..args.len()],
                        out,
                    });
                }
            }
        }
    }

    /// A number of a fold's present octave.
    fn of_octave(&self, fold: FoldId, numbers: impl Fn(&Octaves) -> &Vec<f32>, mut out: Rows) {
        out.fill(numbers(&self.job.octaves[fold.index()])[self.octave[fold.index()]]);
    }

    fn coordinate(&self, id: usize, mut out: Rows) {
        let axis = self.job.program.coordinates[id].axis;
        let layer = self.layer(&self.plan.folds_around_coordinates[id]);
        let values = &self.samples.tables.coordinates[id][layer];
        for (i, row) in out.iter().enumerate() {
            if let Some(along) = self.along(axis) {
                along.coordinates(self.job.coordinates[id][layer], row);
                continue;
            }
            match axis {
                0 => row.copy_from_slice(&values[self.at.x.clone()]),
                _ => row.fill(values[self.at.first(axis, i)]),
            }
        }
    }

    fn source(&mut self, id: SourceId, out: Rows, last: bool) {
        let layer = self.layer(&self.plan.folds_around[id.index()]);
        match self.plan.ways[id.index()] {
            Way::Points => self.points(id, layer, out),
            Way::Rows | Way::Summed(_) => self.walk(id, layer, 1, out, last),
        }
    }

    /// A fold of one plain source: its walkers have the weights.
    fn sum_source(&mut self, id: FoldId, source: SourceId, out: Rows, last: bool) {
        self.octave[id.index()] = 0;
        // The fold around the source is the innermost, whose octaves are neighbours.
        let layer = self.layer(&self.plan.folds_around[source.index()]);
        let octaves = self.job.octaves[id.index()].weights.len();
        self.walk(source, layer, octaves, out, last);
    }

    /// The sum of successive layers of a source.
    fn walk(&mut self, id: SourceId, first: usize, layers: usize, out: Rows, last: bool) {
        self.simd.run(Walk {
            walkers: &mut self.walkers[id.index()][first..first + layers],
            z: self.at.z,
            y: self.at.y.clone(),
            out: out.samples,
            width: out.width,
            stride: out.stride,
            sums: &mut self.sums,
            stream: last && self.stream,
        });
    }

    fn points(&self, id: SourceId, layer: usize, mut out: Rows) {
        let source = &self.job.program.sources[id.index()];
        let displacement = self.job.program.frames[source.frame.index()].displacement;
        let tables = &self.samples.tables.sources[id.index()][layer];
        let layer = &self.job.layers[id.index()][layer];
        for (row, out) in out.iter().enumerate() {
            let axes: Vec<points::Axis> = (source.axes.iter().zip(tables).enumerate())
                .map(|(i, (&axis, table))| points::Axis {
                    plain: match (self.along(axis), self.at.first(axis, row)) {
                        (Some(along), _) => Plain::Points(along, layer.cells[i]),
                        (None, first) if axis == 0 => Plain::Entries(table, first),
                        (None, entry) => Plain::Entry(table, entry),
                    },
                    columns: source.columns(),
                    displacement: displacement[axis]
                        .map(|by| &self.value(by)[row * self.at.stride()..]),
                    rate: layer.rates[i],
                    period: layer.periods[i],
                })
                .collect();
            let fill = points::Fill {
                source,
                numbers: &self.job.numbers,
                axes: &axes,
                corners: Corners::of(self.job, source, layer),
                out,
            };
            fill.run(self.simd);
        }
    }

    /// The places of a run of points along an axis that points have.
    fn along(&self, axis: usize) -> Option<points::Along<'_>> {
        self.samples.run.as_ref()?.along(axis)
    }

    /// A fold of any body.
    fn fold(&mut self, id: FoldId, mut out: Rows) {
        let job = self.job;
        let fold = &job.program.folds[id.index()];
        let stride = self.at.stride();
        for carried in &fold.carried {
            self.registers[self.plan.register[carried.op.index()]].fill(carried.first);
        }
        for (k, &weight) in job.octaves[id.index()].weights.iter().enumerate() {
            self.octave[id.index()] = k;
            self.ops(&job.program.blocks[fold.body.index()].ops);
            let values = self.value(fold.result);
            for (row, sum) in out.iter().enumerate() {
                self.simd.run(Accumulate {
                    first: k == 0,
                    weight,
                    values: &values[row * stride..],
                    sum,
                });
            }
            for carried in &fold.carried {
                let [to, from] =
                    [carried.op, carried.next].map(|op| self.plan.register[op.index()]);
                let mut values = take(&mut self.registers[to]);
                values.copy_from_slice(&self.registers[from]);
                self.registers[to] = values;
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
