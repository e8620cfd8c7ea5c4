//! How a program is executed: a register for each operation, and the method of each source.

use std::collections::BTreeMap;

use super::summed_rows::SummedRows;
use crate::grid::table::Columns;
use crate::program::{Block, FoldId, Job, Lattice, Op, OpId, Program};

/// What execution needs besides the operations. It is computed once for a job.
#[derive(Clone, Debug)]
pub(super) struct ExecutionPlan {
    /// The register of each operation. The entry of an operation that is never computed, one of a fold that is summed row by
    /// row, is 0 and must not be read.
    pub register: Vec<usize>,
    /// The operations that are numbers and have a register.
    pub numbers: Vec<OpId>,
    /// How many registers there are.
    pub registers: usize,
    /// How each source is computed.
    pub methods: Vec<SourceMethod>,
    /// What the positions of each source hold.
    pub columns: Vec<Columns>,
    /// The folds around each source, outermost first.
    pub folds_around: Vec<Vec<FoldId>>,
    /// The folds around each coordinate, outermost first.
    pub folds_around_coordinates: Vec<Vec<FoldId>>,
}

/// How a source is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SourceMethod {
    /// Point by point: at points, at displaced positions, and noises that do not blend two corners along each axis. On a grid some
    /// layers of simplex noise go corner by corner instead (`cornerwise`).
    Points,
    /// Row by row.
    Rows,
    /// Row by row, and straight into the sum of a fold, with the weights of its octaves.
    SummedRows(SummedRows),
}

impl ExecutionPlan {
    /// Plans for samples on the job's grid: each source by the fastest method.
    pub fn on_grid(job: &Job) -> ExecutionPlan {
        ExecutionPlan::new(&job.program, fastest_methods(&job.program))
    }

    /// Plans for samples at any points.
    pub fn at_points(job: &Job) -> ExecutionPlan {
        let methods = vec![SourceMethod::Points; job.program.sources.len()];
        ExecutionPlan::new(&job.program, methods)
    }

    fn new(program: &Program, methods: Vec<SourceMethod>) -> ExecutionPlan {
        let mut plan = ExecutionPlan {
            register: vec![0; program.ops.len()],
            numbers: Vec::new(),
            registers: 0,
            methods,
            columns: program.sources.iter().map(Lattice::columns).collect(),
            folds_around: (program.sources.iter())
                .map(|source| program.folds_around(source.frame))
                .collect(),
            folds_around_coordinates: (program.coordinates.iter())
                .map(|coordinate| program.folds_around(coordinate.frame))
                .collect(),
        };
        let mut free = Vec::new();
        plan.allocate(program, &program.blocks[0], &program.outputs, &mut free);
        plan
    }

    /// Returns how a fold is summed, if the octaves of its source go straight into the sum.
    pub fn summed_rows(&self, fold: FoldId) -> Option<SummedRows> {
        self.methods.iter().find_map(|method| match method {
            SourceMethod::SummedRows(summed) if summed.fold == fold => Some(*summed),
            _ => None,
        })
    }

    /// Returns the operations before the output, if there is a single output and it is the last operation. That operation can
    /// then write to the caller's memory instead of a register.
    pub fn before_output<'a>(&self, program: &'a Program) -> Option<&'a [OpId]> {
        let (last, before) = program.blocks[0].ops.split_last()?;
        (program.outputs.as_slice() == [*last]).then_some(before)
    }

    /// Returns whether the output is a source by rows, or a sum of one, and nothing else, so that no register is used.
    pub fn uses_no_register(&self, program: &Program) -> bool {
        self.before_output(program) == Some(&[])
            && match program.ops[program.outputs[0].index()] {
                Op::Source(id) => self.methods[id.index()] != SourceMethod::Points,
                Op::Fold(id) => self.summed_rows(id).is_some(),
                _ => false,
            }
    }

    /// Allocates a register for each operation of a block: one that holds no value that is still read. The values of `kept` are
    /// read until the end of the block, after which all registers of the block are free again.
    fn allocate(&mut self, program: &Program, block: &Block, kept: &[OpId], free: &mut Vec<usize>) {
        // The index of the operation that reads each value of the block last.
        let mut last_use: BTreeMap<OpId, usize> = block.ops.iter().copied().zip(0..).collect();
        for (at, &op) in block.ops.iter().enumerate() {
            for arg in operands_with_body(program, op) {
                // A value of an outer block is not in the map: it is kept throughout this one.
                last_use.entry(arg).and_modify(|last| *last = at);
            }
        }
        for op in kept {
            last_use.entry(*op).and_modify(|last| *last = usize::MAX);
        }
        let mut dying = vec![Vec::new(); block.ops.len()];
        for (&op, &last) in &last_use {
            let last = last.min(block.ops.len() - 1);
            dying[last].push(op);
        }
        for (op, dying) in block.ops.iter().zip(dying) {
            if let Op::Param(_) | Op::Number(_) = program.ops[op.index()] {
                self.numbers.push(*op);
            }
            self.register[op.index()] = if keeps_its_register(program, *op) {
                self.new_register()
            } else {
                free.pop().unwrap_or_else(|| self.new_register())
            };
            // The body of a fold runs between the operands and the result of the fold, so its registers are others.
            if let Op::Fold(id) = &program.ops[op.index()]
                && self.summed_rows(*id).is_none()
            {
                self.allocate(program, program.body(*id), &program.operands(*op), free);
            }
            let dying = (dying.iter()).filter(|op| !keeps_its_register(program, **op));
            free.extend(dying.map(|op| self.register[op.index()]));
        }
    }

    fn new_register(&mut self) -> usize {
        self.registers += 1;
        self.registers - 1
    }
}

/// Returns whether the register of an operation is set from outside and is never reused: that of a number, and that of a value
/// which one octave hands on to the next.
pub(super) fn keeps_its_register(program: &Program, op: OpId) -> bool {
    matches!(
        program.ops[op.index()],
        Op::Param(_) | Op::Number(_) | Op::Carried(..)
    )
}

/// Returns the fastest method for each source on a grid.
fn fastest_methods(program: &Program) -> Vec<SourceMethod> {
    let mut methods: Vec<SourceMethod> = (program.sources.iter())
        .map(|source| {
            if program.is_displaced(source) || !source.blends_two_corners() {
                SourceMethod::Points
            } else {
                SourceMethod::Rows
            }
        })
        .collect();
    for fold in (0..program.folds.len() as u32).map(FoldId) {
        if let Some(summed) = SummedRows::of(program, fold)
            && methods[summed.source.index()] == SourceMethod::Rows
        {
            methods[summed.source.index()] = SourceMethod::SummedRows(summed);
        }
    }
    methods
}

/// Returns the operations whose values an operation reads, for a fold with those that its body reads.
fn operands_with_body(program: &Program, op: OpId) -> Vec<OpId> {
    let mut operands = program.operands(op);
    if let Op::Fold(id) = &program.ops[op.index()] {
        let body = &program.body(*id).ops;
        operands.extend(body.iter().flat_map(|&op| operands_with_body(program, op)));
    }
    operands
}
