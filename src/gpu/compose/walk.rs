//! One invocation a run or a tile: walked sources fill or add to arrays, and what lies between them is
//! computed sample by sample in as few loops as the order of operations allows.

use std::collections::BTreeSet;

use super::source::Sink;
use super::values::Read;
use super::{Composer, array, in_memory, name, octave, register, sample_of, state};
use crate::gpu::runs::Walk;
use crate::program::{BlockId, Carried, FoldId, Op, OpId, Program, SourceId};

impl Composer<'_> {
    /// `noise_run` of `walk.wgsl`.
    pub(super) fn run(&mut self, walk: &Walk) {
        let size = "rows: u32, count: u32";
        line!(self, 0, "\nfn noise_run(first: vec4<u32>, {size}) {{");
        line!(self, 1, "let at = first;");
        line!(
            self,
            1,
            "let row = (at.w * job.size.z + at.z) * job.size.y + at.y;"
        );
        line!(
            self,
            1,
            "let out = (row * job.size.x + at.x) * job.channels;"
        );
        let [row, slice] = [
            "job.size.x * job.channels",
            "job.size.y * job.size.x * job.channels",
        ];
        let stride = if walk.axis == 1 { row } else { slice };
        line!(self, 1, "let stride = {stride};");
        if walk.is_tile() {
            line!(self, 1, "let row_stride = {row};");
        }
        let program = self.program;
        let mut runs = Runs {
            last: straight(program, walk),
            composer: self,
            walk,
            pending: Vec::new(),
        };
        runs.block(BlockId(0), 1);
        if runs.last.is_none() {
            let outputs = program.outputs.iter().zip(0..);
            runs.pending
                .extend(outputs.map(|(&op, channel)| Element::Output(op, channel)));
        }
        runs.sample_by_sample(1);
        line!(self, 0, "}}");
    }
}

/// The operation that is the only output and is walked: its samples go straight to memory.
fn straight(program: &Program, walk: &Walk) -> Option<OpId> {
    let [op] = *program.outputs.as_slice() else {
        return None;
    };
    let walked = match program.ops[op.index()] {
        Op::Source(source) => walk.is_walked(source),
        Op::Fold(fold) => walk.summed(program, fold).is_some(),
        _ => false,
    };
    (walked && program.blocks[0].ops.last() == Some(&op)).then_some(op)
}

/// What an octave hands on to the next, at one sample.
fn state_at(op: OpId, walk: &Walk) -> String {
    match walk.varies(op) {
        true => sample_of(&state(op), walk),
        false => state(op),
    }
}

/// What is done at one sample of a run.
#[derive(Clone, Copy, Debug)]
enum Element {
    /// An operation that is no fold and not walked.
    Value(OpId),
    /// One octave of a fold is added to its sum.
    Sum(OpId, FoldId),
    /// What it hands on is kept for the next.
    HandOn(Carried),
    /// A channel is stored.
    Output(OpId, u32),
}

struct Runs<'a, 'b> {
    composer: &'a mut Composer<'b>,
    walk: &'a Walk,
    /// The operation that stores its own samples.
    last: Option<OpId>,
    /// What waits for a loop over the run's samples.
    pending: Vec<Element>,
}

impl Runs<'_, '_> {
    fn block(&mut self, block: BlockId, depth: usize) {
        let program = self.composer.program;
        for &op in &program.blocks[block.index()].ops {
            match program.ops[op.index()] {
                Op::Fold(fold) if self.walk.varies(op) => self.fold(op, fold, depth),
                Op::Fold(fold) => self.composer.fold(op, fold, depth),
                Op::Source(source) if self.walk.is_walked(source) => {
                    let sink = match self.last == Some(op) {
                        true => Sink::Output,
                        false => {
                            self.array(&array(op), depth);
                            Sink::Fill(op)
                        }
                    };
                    self.composer.walk(source, self.walk, None, sink, depth);
                }
                _ if self.walk.varies(op) => self.pending.push(Element::Value(op)),
                _ => self.composer.value(op, &name, &state, depth),
            }
        }
    }

    fn fold(&mut self, op: OpId, id: FoldId, depth: usize) {
        // Its body may read what is pending.
        self.sample_by_sample(depth);
        let program = self.composer.program;
        self.array(&array(op), depth);
        if let Some(source) = self.walk.summed(program, id) {
            self.sum(op, id, source, depth);
            return;
        }
        let fold = &program.folds[id.index()];
        for carried in &fold.carried {
            let state = state(carried.op);
            match self.walk.varies(carried.op) {
                true => self.array(&state, depth),
                false => line!(self.composer, depth, "var {state} = 0.0;"),
            }
        }
        self.composer.begin_octaves(id, 0, depth);
        self.block(fold.body, depth + 1);
        self.pending.push(Element::Sum(op, id));
        let carried = fold.carried.iter().copied();
        self.pending.extend(carried.map(Element::HandOn));
        self.sample_by_sample(depth + 1);
        line!(self.composer, depth, "}}");
    }

    /// Adds the octaves of a walked source. Where they are the output, the last one goes on to
    /// memory, which saves a loop over the run.
    fn sum(&mut self, op: OpId, id: FoldId, source: SourceId, depth: usize) {
        let weight = self.composer.weight(id);
        let straight = self.last == Some(op);
        let composer = &mut *self.composer;
        composer.begin_octaves(id, straight.into(), depth);
        let sink = Sink::Add(op);
        composer.walk(source, self.walk, Some(&weight), sink, depth + 1);
        line!(composer, depth, "}}");
        if straight {
            let (k, count) = (octave(id), composer.wholes.octaves(id));
            line!(composer, depth, "let {k} = whole({count}u) - 1u;");
            let sink = Sink::AddToOutput(op);
            composer.walk(source, self.walk, Some(&weight), sink, depth);
        }
    }

    fn array(&mut self, array: &str, depth: usize) {
        line!(
            self.composer,
            depth,
            "var {array} = array<f32, ROWS * RUN>();"
        );
    }

    /// A loop over the run that does what is pending.
    fn sample_by_sample(&mut self, depth: usize) {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            return;
        }
        let here: BTreeSet<OpId> = (pending.iter())
            .filter_map(|element| match element {
                Element::Value(op) => Some(*op),
                _ => None,
            })
            .collect();
        let kept = self.kept(&here, &pending);
        for &op in &kept {
            self.array(&array(op), depth);
        }
        let walk = self.walk;
        let read = |op: OpId| match walk.varies(op) && !here.contains(&op) {
            true => register(op, walk),
            false => name(op),
        };
        let loops = self.begin_samples(depth);
        let inner = depth + loops;
        for element in &pending {
            self.element(*element, &read, inner);
            if let Element::Value(op) = element
                && kept.contains(op)
            {
                let (register, name) = (register(*op, walk), name(*op));
                line!(self.composer, inner, "{register} = {name};");
            }
        }
        for depth in (depth..inner).rev() {
            line!(self.composer, depth, "}}");
        }
    }

    /// The start of the loops over all samples, in which `at` is the sample and not the first one;
    /// returns how many they are.
    fn begin_samples(&mut self, depth: usize) -> usize {
        let (rows, at) = match (self.walk.is_tile(), self.walk.axis) {
            (true, _) => (1, "vec4<u32>(first.x, first.y + j, first.z + i, first.w)"),
            (false, 1) => (0, "vec4<u32>(first.x, first.y + i, first.zw)"),
            (false, _) => (0, "vec4<u32>(first.xy, first.z + i, first.w)"),
        };
        if self.walk.is_tile() {
            let all = "var j = 0u; j < rows; j += 1u";
            line!(self.composer, depth, "for ({all}) {{");
        }
        let all = "var i = 0u; i < count; i += 1u";
        line!(self.composer, depth + rows, "for ({all}) {{");
        line!(self.composer, depth + rows + 1, "let at = {at};");
        rows + 1
    }

    fn element(&mut self, element: Element, read: Read, depth: usize) {
        match element {
            Element::Value(op) => {
                let walk = self.walk;
                let state = |op| state_at(op, walk);
                self.composer.value(op, read, &state, depth);
            }
            Element::Sum(op, id) => {
                let fold = &self.composer.program.folds[id.index()];
                let term = format!("{} * {}", self.composer.weight(id), read(fold.result));
                let register = register(op, self.walk);
                line!(self.composer, depth, "{register} += {term};");
            }
            Element::HandOn(carried) => {
                let state = state_at(carried.op, self.walk);
                line!(self.composer, depth, "{state} = {};", read(carried.next));
            }
            Element::Output(op, channel) => {
                let at = format!("samples[{} + {channel}u]", in_memory(self.walk));
                line!(self.composer, depth, "{at} = {};", read(op));
            }
        }
    }

    /// The operations among `here` that something after this loop reads.
    fn kept(&self, here: &BTreeSet<OpId>, pending: &[Element]) -> Vec<OpId> {
        let program = self.composer.program;
        let later = (0..program.ops.len() as u32)
            .map(OpId)
            .filter(|op| !here.contains(op));
        let mut read: BTreeSet<OpId> = later.flat_map(|op| program.operands(op)).collect();
        let ends = (pending.iter()).any(|element| matches!(element, Element::Output(..)));
        if !ends {
            read.extend(&program.outputs);
        }
        // What only the end of its fold's octave reads is read here.
        let ended = |op: &OpId| {
            (pending.iter()).any(|element| match element {
                Element::Sum(fold, _) => program.operands(*fold).contains(op),
                _ => false,
            })
        };
        (here.iter().copied())
            .filter(|op| read.contains(op) && !ended(op))
            .collect()
    }
}
