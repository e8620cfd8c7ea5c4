//! The list of operations over blocks of rows.

use std::mem::take;

use super::aligned::{Aligned, LINE};
use super::block::{Block, Rows};
use super::corner::Corners;
use super::piece::Piece;
use super::plan::{Plan, Way, keeps_its_register};
use super::points::{self, Points};
use super::rows::{Sums, Walk, Walker};
use super::simd::Simd;
use super::steps::{ARGS_MAX, Accumulate, Apply};
use super::{BLOCK, STREAM_MIN, TILE};
use crate::program::{FoldId, Job, Octaves, Op, OpId, SourceId};
use crate::texel::{Component, Packing};

/// One thread's view of a piece: registers, walkers, and where it is.
pub(super) struct Evaluator<'a> {
    job: &'a Job,
    plan: &'a Plan,
    piece: &'a Piece,
    simd: Simd,
    /// Each holds one value for each sample of the block; those of parameters never change.
    registers: Vec<Aligned>,
    /// By source and layer; none for sources that go point by point.
    walkers: Vec<Vec<Walker<'a>>>,
    /// Room for the sums of octaves of two rows.
    sums: [Box<Sums>; 2],
    /// The current octave of each fold.
    octave: Vec<usize>,
    at: Block,
}

impl<'a> Evaluator<'a> {
    pub fn new(job: &'a Job, plan: &'a Plan, piece: &'a Piece, simd: Simd) -> Evaluator<'a> {
        let mut evaluator = Evaluator {
            job,
            plan,
            piece,
            simd,
            registers: vec![Aligned::zeros(BLOCK); plan.registers],
            walkers: Vec::new(),
            sums: [
                bytemuck::allocation::zeroed_box(),
                bytemuck::allocation::zeroed_box(),
            ],
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
        evaluator
    }

    /// Fills `out` with whole rows of the piece from `first_row` on; returns how many samples lay
    /// outside the packing's range.
    pub fn fill(&mut self, first_row: usize, packing: &Packing, out: &mut [u8]) -> u64 {
        let [width, height, ..] = self.piece.brick.size.map(|n| n as usize);
        let texel = packing.bytes() as usize;
        let rows = first_row..first_row + out.len() / (width * texel);
        // Blocks are small only for the sake of registers.
        let direct = as_samples(packing, out).is_some() && self.plan.is_direct(&self.job.program);
        let mut saturated = 0;
        for (i, x) in self.piece.tiles().enumerate() {
            self.walkers = self.walkers_of_tile(i);
            let most = match direct {
                true => height,
                false => BLOCK / x.len().next_multiple_of(LINE),
            };
            let mut row = rows.start;
            while row < rows.end {
                let (y, z) = (row % height, row / height);
                let y = y..height.min(y + most.min(rows.end - row));
                let start = (row - rows.start) * width + x.start;
                row += y.len();
                let x = x.clone();
                self.at = Block { x, y, z };
                saturated += self.texels(packing, &mut out[start * texel..]);
            }
        }
        saturated
    }

    /// Fills the rows of the block, the first of which begins with `out`.
    fn texels(&mut self, packing: &Packing, out: &mut [u8]) -> u64 {
        let program = &self.job.program;
        let width = self.piece.brick.size[0] as usize;
        if let Some(before) = self.plan.before_output(program)
            && let Some(samples) = as_samples(packing, out)
        {
            self.ops(before);
            let rows = Rows::new(&self.at, samples, width);
            self.op(&program.ops[program.outputs[0].index()], rows, true);
            return 0;
        }
        self.ops(&program.blocks[0].ops);
        let texel = packing.bytes() as usize;
        (out.chunks_mut(width * texel)
            .take(self.at.y.len())
            .enumerate())
        .map(|(row, out)| self.pack(row, packing, &mut out[..self.at.x.len() * texel]))
        .sum()
    }

    /// The outputs of a row of the block, as texels.
    fn pack(&self, row: usize, packing: &Packing, out: &mut [u8]) -> u64 {
        let outputs = &self.job.program.outputs;
        let values = |op| &self.value(op)[row * self.at.stride()..][..self.at.x.len()];
        if let [only] = outputs.as_slice() {
            return packing.pack(values(*only), out);
        }
        let mut texels = [0.0; 4 * TILE];
        for (channel, &output) in outputs.iter().enumerate() {
            let slots = texels.iter_mut().skip(channel).step_by(outputs.len());
            for (slot, value) in slots.zip(values(output)) {
                *slot = *value;
            }
        }
        packing.pack(&texels[..self.at.x.len() * outputs.len()], out)
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
        let values = &self.piece.tables.coordinates[id][layer];
        for (i, row) in out.iter().enumerate() {
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
        let texels = self.piece.brick.samples();
        self.simd.run(Walk {
            walkers: &mut self.walkers[id.index()][first..first + layers],
            z: self.at.z,
            y: self.at.y.clone(),
            out: out.samples,
            width: out.width,
            stride: out.stride,
            sums: &mut self.sums,
            stream: last && texels >= STREAM_MIN,
        });
    }

    fn points(&self, id: SourceId, layer: usize, mut out: Rows) {
        let source = &self.job.program.sources[id.index()];
        let displacement = self.job.program.frames[source.frame.index()].displacement;
        let tables = &self.piece.tables.sources[id.index()][layer];
        let layer = &self.job.layers[id.index()][layer];
        for (row, out) in out.iter().enumerate() {
            let axes: Vec<points::Axis> = (source.axes.iter().zip(tables).enumerate())
                .map(|(i, (&axis, table))| points::Axis {
                    table,
                    columns: source.columns(),
                    first: self.at.first(axis, row),
                    stride: usize::from(axis == 0),
                    displacement: displacement[axis]
                        .map(|by| &self.value(by)[row * self.at.stride()..]),
                    rate: layer.rates[i],
                    period: layer.periods[i],
                })
                .collect();
            self.simd.run(Points {
                source,
                numbers: &self.job.numbers,
                axes: &axes,
                corners: Corners::of(self.job, source, layer),
                out,
            });
        }
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

    fn walkers_of_tile(&self, tile: usize) -> Vec<Vec<Walker<'a>>> {
        (0..self.job.program.sources.len())
            .map(|source| walkers(self.job, self.plan, self.piece, source, tile))
            .collect()
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

/// The walkers of a source along a tile, one a layer.
fn walkers<'a>(
    job: &'a Job,
    plan: &Plan,
    piece: &'a Piece,
    id: usize,
    tile: usize,
) -> Vec<Walker<'a>> {
    let source = &job.program.sources[id];
    let layers = job.layers[id].iter().zip(&piece.tables.sources[id]);
    (layers.zip(&piece.lattices[id]).enumerate())
        .map(|(i, ((layer, tables), lattice))| {
            let weight = match plan.ways[id] {
                // The fold around the source is the innermost, whose octaves are fastest.
                Way::Summed(fold) => {
                    let weights = &job.octaves[fold.index()].weights;
                    weights[i % weights.len()]
                }
                Way::Rows | Way::Points => 1.0,
            };
            let corners = Corners::of(job, source, layer);
            Walker::new(source, tables, (lattice, tile), corners, weight)
        })
        .collect()
}
