//! What a program needs beside its operations: a register for each, and the way of each source.

use std::collections::BTreeMap;

use crate::program::{Block, Fold, FoldId, Job, Op, OpId, Program, SourceId};

/// Worked out once a job.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The register of each operation.
    pub register: Vec<usize>,
    /// How many registers there are.
    pub registers: usize,
    /// How each source is evaluated.
    pub ways: Vec<Way>,
    /// The folds around each source, outermost first.
    pub folds_around: Vec<Vec<FoldId>>,
    /// The same for each coordinate.
    pub folds_around_coordinates: Vec<Vec<FoldId>>,
}

/// How a source is evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// Point by point: off the grid, at displaced positions, derivatives, and what blends more than two corners along an axis.
    Points,
    /// Along rows.
    Rows,
    /// Along rows, straight into the sum of a fold, with the weights of its octaves.
    Summed(FoldId),
}

impl Plan {
    /// For samples on the job's grid.
    pub fn on_grid(job: &Job) -> Plan {
        Plan::new(&job.program, ways(&job.program))
    }

    /// For samples anywhere.
    pub fn at_points(job: &Job) -> Plan {
        Plan::new(&job.program, vec![Way::Points; job.program.sources.len()])
    }

    fn new(program: &Program, ways: Vec<Way>) -> Plan {
        let mut plan = Plan {
            register: vec![0; program.ops.len()],
            registers: 0,
            ways,
            folds_around: (program.sources.iter())
                .map(|source| program.folds_around(source.frame))
                .collect(),
            folds_around_coordinates: (program.coordinates.iter())
                .map(|coordinate| program.folds_around(coordinate.frame))
                .collect(),
        };
        let mut free = Vec::new();
        plan.allot(program, &program.blocks[0], &program.outputs, &mut free);
        plan
    }

    /// The source whose octaves go straight into the sum of a fold.
    pub fn summed(&self, program: &Program, fold: FoldId) -> Option<SourceId> {
        only_source(program, &program.folds[fold.index()])
            .filter(|source| self.ways[source.index()] == Way::Summed(fold))
    }

    /// The operations before the output, where there is one and it is the last.
    pub fn before_output<'a>(&self, program: &'a Program) -> Option<&'a [OpId]> {
        let (last, before) = program.blocks[0].ops.split_last()?;
        (program.outputs.as_slice() == [*last]).then_some(before)
    }

    /// Whether the only output is a source along rows, or a sum of such, and nothing passes through
    /// registers on its way.
    pub fn is_direct(&self, program: &Program) -> bool {
        self.before_output(program) == Some(&[])
            && match program.ops[program.outputs[0].index()] {
                Op::Source(id) => self.ways[id.index()] != Way::Points,
                Op::Fold(id) => self.summed(program, id).is_some(),
                _ => false,
            }
    }

    /// Gives every operation of a block a register that nothing alive has; `kept` live on to the
    /// end of the block, after which all that the block took is free again.
    fn allot(&mut self, program: &Program, block: &Block, kept: &[OpId], free: &mut Vec<usize>) {
        let mut last_use: BTreeMap<OpId, usize> = block.ops.iter().copied().zip(0..).collect();
        for (at, &op) in block.ops.iter().enumerate() {
            for arg in used(program, op) {
                // What an outer block made is alive throughout this one.
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
            self.register[op.index()] = match keeps_its_register(program, *op) {
                true => self.fresh(),
                false => self.take(free),
            };
            if let Op::Fold(id) = &program.ops[op.index()]
                && self.summed(program, *id).is_none()
            {
                let fold = &program.folds[id.index()];
                let body = &program.blocks[fold.body.index()];
                self.allot(program, body, &program.operands(*op), free);
            }
            let dying = (dying.iter()).filter(|op| !keeps_its_register(program, **op));
            free.extend(dying.map(|op| self.register[op.index()]));
        }
    }

    fn take(&mut self, free: &mut Vec<usize>) -> usize {
        free.pop().unwrap_or_else(|| self.fresh())
    }

    fn fresh(&mut self) -> usize {
        self.registers += 1;
        self.registers - 1
    }
}

/// Whether an operation's values come into its register from elsewhere and stay there: numbers, and what one octave hands
/// on to the next.
pub(super) fn keeps_its_register(program: &Program, op: OpId) -> bool {
    matches!(
        program.ops[op.index()],
        Op::Param(_) | Op::Number(_) | Op::Carried(..)
    )
}

/// The fastest way of each source on a grid.
fn ways(program: &Program) -> Vec<Way> {
    let mut ways: Vec<Way> = (program.sources.iter())
        .map(|source| {
            let displacement = program.frames[source.frame.index()].displacement;
            let displaced = (source.axes.iter()).any(|&axis| displacement[axis].is_some());
            match displaced || !source.blends_two_corners() {
                true => Way::Points,
                false => Way::Rows,
            }
        })
        .collect();
    for (fold, id) in program.folds.iter().zip(0..) {
        if let Some(source) = only_source(program, fold)
            && ways[source.index()] == Way::Rows
        {
            ways[source.index()] = Way::Summed(FoldId(id));
        }
    }
    ways
}

/// The source that is all of a fold's body.
fn only_source(program: &Program, fold: &Fold) -> Option<SourceId> {
    match program.blocks[fold.body.index()].ops.as_slice() {
        [op] if *op == fold.result => match program.ops[op.index()] {
            Op::Source(source) => Some(source),
            _ => None,
        },
        _ => None,
    }
}

/// The operations whose values an operation reads, the body of a fold included.
fn used(program: &Program, op: OpId) -> Vec<OpId> {
    let mut used = program.operands(op);
    if let Op::Fold(id) = &program.ops[op.index()] {
        let body = &program.blocks[program.folds[id.index()].body.index()].ops;
        used.extend(body.iter().flat_map(|&op| self::used(program, op)));
    }
    used
}
