//! The function of a run or a tile of samples per invocation.
//!
//! A walked source fills an array, or adds to one, cell by cell (see `source`). An operation whose value is the same along the
//! run is one variable. All other operations are computed sample by sample. They are collected as *pending* until their values
//! are needed at all samples, before a fold or at the end, and are then written as one loop over the samples, in which each is
//! a variable. So an operation needs an array only if it is read outside of its loop; the size of the arrays limits the length
//! of a run.

use std::collections::BTreeSet;

use super::source::Assign;
use super::text::{KernelComposer, array, element, element_of, index_in_memory};
use super::walk::Walk;
use crate::program::{BlockId, Carried, FoldId, Multiple, Op, OpId, Program};
use crate::wgsl::compose::{FIELDS, Inputs, Read, line, name, octave, state};

impl KernelComposer<'_> {
    /// Writes `noise_run`, which `walk.wgsl` calls.
    pub(super) fn run(&mut self, walk: &Walk) {
        line!(self, 0, "\nfn noise_run(first: vec4<u32>) {{");
        line!(self, 1, "let at = first;");
        self.begin_run(walk);
        let program = self.program;
        let mut runs = Runs {
            last: direct_output(program, walk),
            composer: self,
            walk,
            pending: Vec::new(),
        };
        runs.block(BlockId(0), 1);
        if runs.last.is_none() {
            let outputs = program.outputs.iter().zip(0..);
            runs.pending
                .extend(outputs.map(|(&op, channel)| Statement::Output(op, channel)));
        }
        runs.sample_by_sample(1);
        line!(self, 0, "}}");
    }

    /// Declares the size of the invocation's run or tile, the index of its run along the walk axis, and where its samples lie in
    /// memory.
    pub(super) fn begin_run(&mut self, walk: &Walk) {
        let along = FIELDS[walk.axis];
        if walk.is_tile() {
            line!(self, 1, "let rows = min(ROWS, job.size.y - at.y);");
        }
        line!(
            self,
            1,
            "let count = min(job.run, job.size.{along} - at.{along});"
        );
        line!(self, 1, "let run_index = at.{along} / job.run;");
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
    }
}

/// Returns the operation that is the only output and is walked: its samples are stored in memory directly, without an array.
fn direct_output(program: &Program, walk: &Walk) -> Option<OpId> {
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

/// What an octave hands on to the next octave, at one sample.
fn state_at(op: OpId, walk: &Walk) -> String {
    if walk.varies(op) {
        element_of(&state(op), walk)
    } else {
        state(op)
    }
}

/// A statement for one sample of a run.
#[derive(Clone, Copy, Debug)]
enum Statement {
    /// Computes an operation that is neither a fold nor walked.
    Value(OpId),
    /// Adds one octave of a fold to its sum.
    Sum(OpId, FoldId),
    /// Keeps what an octave hands on for the next octave.
    HandOn(Carried),
    /// Stores a channel.
    Output(OpId, u32),
}

/// Writes the body of `noise_run`.
struct Runs<'a, 'b> {
    composer: &'a mut KernelComposer<'b>,
    walk: &'a Walk,
    /// The operation whose samples are stored in memory directly.
    last: Option<OpId>,
    /// The statements that the next loop over the run's samples will have.
    pending: Vec<Statement>,
}

impl Runs<'_, '_> {
    /// Writes every operation of a block. Operations that vary from sample to sample may still be pending at its end.
    fn block(&mut self, block: BlockId, depth: usize) {
        let program = self.composer.program;
        for &op in &program.blocks[block.index()].ops {
            match program.ops[op.index()] {
                Op::Fold(fold) if self.walk.varies(op) => self.fold(op, fold, depth),
                Op::Fold(fold) => self.composer.fold(op, fold, depth),
                Op::Source(source) if self.walk.is_walked(source) => {
                    let assign = if self.last == Some(op) {
                        Assign::Output
                    } else {
                        self.array(&array(op), depth);
                        Assign::Fill(op)
                    };
                    (self.composer).walk(source, self.walk, None, assign, depth);
                }
                _ if self.walk.varies(op) => self.pending.push(Statement::Value(op)),
                _ => self.composer.value(op, &name, &state, depth),
            }
        }
    }

    /// Writes a fold whose sum varies along the run: a loop over octaves, with loops over samples in it.
    fn fold(&mut self, op: OpId, id: FoldId, depth: usize) {
        // The fold's body may read operations that are pending.
        self.sample_by_sample(depth);
        let program = self.composer.program;
        self.array(&array(op), depth);
        if let Some(multiple) = self.walk.summed(program, id) {
            self.sum(op, id, multiple, depth);
            return;
        }
        let fold = &program.folds[id.index()];
        for carried in &fold.carried {
            let state = state(carried.op);
            if self.walk.varies(carried.op) {
                self.array(&state, depth);
            } else {
                line!(self.composer, depth, "var {state} = 0.0;");
            }
        }
        self.composer.begin_octaves(id, 0, 0, depth);
        self.block(fold.body, depth + 1);
        self.pending.push(Statement::Sum(op, id));
        let carried = fold.carried.iter().copied();
        self.pending.extend(carried.map(Statement::HandOn));
        self.sample_by_sample(depth + 1);
        line!(self.composer, depth, "}}");
    }

    /// Adds up the octaves of a walked source. If their sum is the only output, the last octave is written after the loop and
    /// stores the sum in memory itself, which saves a loop over the run.
    fn sum(&mut self, op: OpId, id: FoldId, multiple: Multiple, depth: usize) {
        let is_output = self.last == Some(op);
        (self.composer).begin_octaves(id, 0, is_output.into(), depth);
        self.add_octave(id, multiple, Assign::Add(op), depth + 1);
        line!(self.composer, depth, "}}");
        if is_output {
            let (k, count) = (octave(id), self.composer.inputs.octaves(id));
            line!(self.composer, depth, "let {k} = {count} - 1u;");
            self.add_octave(id, multiple, Assign::AddToOutput(op), depth);
        }
    }

    /// Adds the multiple of a source in the present octave of a fold.
    fn add_octave(&mut self, id: FoldId, multiple: Multiple, assign: Assign, depth: usize) {
        let mut weight = self.composer.inputs.weight(id);
        if let Some(number) = multiple.number {
            let program = self.composer.program;
            let body = program.body(id);
            // The numbers are all operations but the source, and last the product with it.
            let is_number = |op: &&OpId| !self.walk.varies(**op);
            for &op in body.ops.iter().filter(is_number) {
                self.composer.value(op, &name, &state, depth);
            }
            weight += &format!(" * {}", name(number));
        }
        (self.composer).walk(multiple.source, self.walk, Some(&weight), assign, depth);
    }

    /// Declares an array with an element for each sample of an invocation.
    fn array(&mut self, array: &str, depth: usize) {
        line!(
            self.composer,
            depth,
            "var {array} = array<f32, ROWS * RUN>();"
        );
    }

    /// Writes the pending statements as one loop over the run.
    fn sample_by_sample(&mut self, depth: usize) {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            return;
        }
        let here: BTreeSet<OpId> = (pending.iter())
            .filter_map(|statement| match statement {
                Statement::Value(op) => Some(*op),
                _ => None,
            })
            .collect();
        let kept = self.kept(&here, &pending);
        for &op in &kept {
            self.array(&array(op), depth);
        }
        let walk = self.walk;
        let read = |op: OpId| {
            if walk.varies(op) && !here.contains(&op) {
                element(op, walk)
            } else {
                name(op)
            }
        };
        let loops = self.begin_samples(depth);
        let inner = depth + loops;
        for statement in &pending {
            self.statement(*statement, &read, inner);
            if let Statement::Value(op) = statement
                && kept.contains(op)
            {
                let (element, name) = (element(*op, walk), name(*op));
                line!(self.composer, inner, "{element} = {name};");
            }
        }
        for depth in (depth..inner).rev() {
            line!(self.composer, depth, "}}");
        }
    }

    /// Begins the loops over all samples of an invocation. Within them `at` is the current sample, and no longer the first one.
    /// Returns the number of loops.
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

    fn statement(&mut self, statement: Statement, read: Read, depth: usize) {
        match statement {
            Statement::Value(op) => {
                let walk = self.walk;
                let state = |op| state_at(op, walk);
                self.composer.value(op, read, &state, depth);
            }
            Statement::Sum(op, id) => {
                let fold = &self.composer.program.folds[id.index()];
                let term = format!(
                    "{} * {}",
                    self.composer.inputs.weight(id),
                    read(fold.result)
                );
                let sum = element(op, self.walk);
                line!(self.composer, depth, "{sum} += {term};");
            }
            Statement::HandOn(carried) => {
                let state = state_at(carried.op, self.walk);
                line!(self.composer, depth, "{state} = {};", read(carried.next));
            }
            Statement::Output(op, channel) => {
                let at = format!("samples[{} + {channel}u]", index_in_memory(self.walk));
                line!(self.composer, depth, "{at} = {};", read(op));
            }
        }
    }

    /// The operations among `here` that something after this loop reads: they need arrays.
    fn kept(&self, here: &BTreeSet<OpId>, pending: &[Statement]) -> Vec<OpId> {
        let program = self.composer.program;
        let later = (0..program.ops.len() as u32)
            .map(OpId)
            .filter(|op| !here.contains(op));
        let mut read: BTreeSet<OpId> = later.flat_map(|op| program.operands(op)).collect();
        let ends = (pending.iter()).any(|statement| matches!(statement, Statement::Output(..)));
        if !ends {
            read.extend(&program.outputs);
        }
        // A fold counts as a later reader of its result, but its sum is part of this loop.
        let ended = |op: &OpId| {
            (pending.iter()).any(|statement| match statement {
                Statement::Sum(fold, _) => program.operands(*fold).contains(op),
                _ => false,
            })
        };
        (here.iter().copied())
            .filter(|op| read.contains(op) && !ended(op))
            .collect()
    }
}
