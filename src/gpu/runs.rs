//! Which operations a walk shares along its runs, and how long its runs are.
//!
//! A run is a line of samples along the walk axis, z or in two dimensions y, that one invocation
//! computes. A lattice source that is not displaced is walked: cell by cell, with the coefficients
//! of each cell made once. What does not vary along the axis is computed once a run.

use crate::program::{FoldId, Job, Op, OpId, Program, SourceId};

/// The longest run.
const LONGEST: u32 = 64;
/// f32 registers that one invocation may hold in arrays, over all of its runs.
const REGISTERS: u32 = 128;
/// The most layers times samples of one invocation, so that its loops stay below 4096 steps.
const STEPS: u64 = 2048;

/// How a program is walked.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// The axis that runs lie along: 1 (y) or 2 (z).
    pub axis: usize,
    /// Samples of a run.
    pub run: u32,
    /// Which operations vary along the axis.
    varies: Vec<bool>,
    /// Which sources are walked.
    walked: Vec<bool>,
}

impl Walk {
    /// How a program is walked; `None` where it has nothing to walk.
    pub fn of(program: &Program) -> Option<Walk> {
        let axis = (program.axes.space)
            .checked_sub(1)
            .filter(|&axis| axis > 0)?;
        let mut walk = Walk {
            axis,
            run: 0,
            varies: vec![false; program.ops.len()],
            walked: (0..program.sources.len())
                .map(|source| is_walked(program, source, axis))
                .collect(),
        };
        walk.find_varying(program, &program.blocks[0].ops);
        walk.run = walk.run_length(program);
        (walk.run > 1 && walk.walked.contains(&true)).then_some(walk)
    }

    /// Whether an operation's value varies along a run.
    pub fn varies(&self, op: OpId) -> bool {
        self.varies[op.index()]
    }

    /// Whether a source goes cell by cell.
    pub fn is_walked(&self, source: SourceId) -> bool {
        self.walked[source.index()]
    }

    /// The walked source that is all of a fold's body.
    pub fn summed(&self, program: &Program, fold: FoldId) -> Option<SourceId> {
        let fold = &program.folds[fold.index()];
        match program.blocks[fold.body.index()].ops.as_slice() {
            [op] if *op == fold.result => match program.ops[op.index()] {
                Op::Source(source) if self.is_walked(source) => Some(source),
                _ => None,
            },
            _ => None,
        }
    }

    /// The rule: a job is walked unless a run has too many layers for one invocation.
    ///
    /// Walking won at every density that was measured (lavapipe, 2 cores, 3-D, one octave, against
    /// the kernel of points): 11.6 times at 0.03 cells a sample, 5.7 at 0.4, 3.8 at 0.8 and 2.3 at
    /// 1.6, where every sample has its own two planes and only what lies across is shared.
    pub fn fits(&self, job: &Job) -> bool {
        job.layer_count() * u64::from(self.run) <= STEPS
    }

    fn find_varying(&mut self, program: &Program, ops: &[OpId]) {
        for &op in ops {
            self.varies[op.index()] = match &program.ops[op.index()] {
                Op::Param(_) | Op::OctaveScale { .. } => false,
                Op::Coordinate(id) => program.coordinates[id.index()].axis == self.axis,
                Op::Source(id) => {
                    let source = &program.sources[id.index()];
                    let displacement = program.frames[source.frame.index()].displacement;
                    (source.axes.iter()).any(|&axis| {
                        axis == self.axis || displacement[axis].is_some_and(|by| self.varies(by))
                    })
                }
                Op::Fold(id) => {
                    let fold = &program.folds[id.index()];
                    self.find_varying(program, &program.blocks[fold.body.index()].ops);
                    self.varies(fold.result)
                }
                Op::Step { args, .. } => args.iter().any(|&arg| self.varies(arg)),
            };
        }
    }

    /// The longest run of which all arrays fit an invocation: one array for each walked source and
    /// each fold, at most.
    fn run_length(&self, program: &Program) -> u32 {
        let arrays = (0..program.ops.len() as u32)
            .map(OpId)
            .filter(|&op| match program.ops[op.index()] {
                Op::Source(source) => self.is_walked(source) && !self.is_summed(program, source),
                Op::Fold(_) => self.varies(op),
                _ => false,
            })
            .count() as u32;
        let fits = REGISTERS / arrays.max(1);
        [LONGEST, 32, 16, 8, 4]
            .into_iter()
            .find(|&run| run <= fits)
            .unwrap_or(1)
    }

    fn is_summed(&self, program: &Program, source: SourceId) -> bool {
        (0..program.folds.len() as u32)
            .any(|fold| self.summed(program, FoldId(fold)) == Some(source))
    }
}

/// Whether a source lies on the walk axis, and nowhere but on the grid. At most one of its axes may
/// come after the walk axis: more do only where it names axes that the grid has not.
fn is_walked(program: &Program, source: usize, axis: usize) -> bool {
    let source = &program.sources[source];
    let displacement = program.frames[source.frame.index()].displacement;
    let along = source.axes.iter().position(|&own| own == axis);
    along.is_some_and(|along| along + 2 >= source.axes.len())
        && source.axes.iter().all(|&axis| displacement[axis].is_none())
}
