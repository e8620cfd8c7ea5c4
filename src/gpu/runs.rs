//! Which operations a walk shares along its runs, and how long its runs are.
//!
//! A run is a line of samples along the walk axis, z or in two dimensions y, that one invocation
//! computes. A lattice source that is not displaced is walked: cell by cell, with the coefficients
//! of each cell made once. What does not vary along the axis is computed once a run.
//!
//! A tile is several runs along z, side by side along y, that one invocation computes: what does not
//! depend on the place within a cell of y is made once for all of its rows there.

use super::Way;
use crate::program::{FoldId, Job, Op, OpId, Program, SourceId};

/// The most samples of an invocation.
const LONGEST: u32 = 64;
/// The runs of a tile.
const ROWS: u32 = 4;
/// The axis along which the runs of a tile lie side by side: y.
pub(super) const ROWS_AXIS: usize = 1;
/// f32 registers that one invocation may hold in arrays, over all of its runs.
const REGISTERS: u32 = 128;
/// The most layers times samples of one invocation, so that its loops stay below 4096 steps.
const STEPS: u64 = 2048;

/// The rule: tiles where every source lies on four axes, else runs.
///
/// A tile makes fewer planes than a run of as many samples, but for each row of each cell it joins
/// their edges anew, so it pays where planes are dear and cells wide. Measured on lavapipe (2 cores,
/// 16.8 million samples), tiles of 4 x 16 against runs of 64, at 8 cells across: 1.3 times as fast in
/// 4-D at four octaves and 1.15 at one, 1.15 and 1.1 with the integer hash; in 3-D 0.98 at five octaves
/// and 0.9 at one. Finer noise has less to share: one octave in 4-D falls to 0.87 at 0.8 cells a
/// sample. No tile of 2, 8 or 16 rows was faster in 4-D. On hardware it is unmeasured.
fn best(program: &Program) -> Way {
    match program.sources.iter().all(|source| source.axes.len() == 4) {
        true => Way::Tile,
        false => Way::Walk,
    }
}

/// How a job is walked: in a way that is asked for, or the best. `None`: point by point.
pub(super) fn walk(job: &Job, way: Option<Way>) -> Option<Walk> {
    let way = way.unwrap_or_else(|| best(&job.program));
    Walk::of(&job.program, way).filter(|walk| walk.fits(job))
}

/// How a program is walked.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// The axis that runs lie along: 1 (y) or 2 (z).
    pub axis: usize,
    /// Samples of a run.
    pub run: u32,
    /// Runs of an invocation: more than one are a tile.
    pub rows: u32,
    /// Which operations vary along the axis.
    varies: Vec<bool>,
    /// Which sources are walked.
    walked: Vec<bool>,
}

impl Walk {
    /// How a program is walked in a way; `None` where it has nothing to walk, or goes point by point.
    /// It has no tiles where no axis is left for their rows, or no room in the registers: it walks.
    pub fn of(program: &Program, way: Way) -> Option<Walk> {
        let axis = (program.axes.space)
            .checked_sub(1)
            .filter(|&axis| axis > 0 && way != Way::Points)?;
        let tile = (way == Way::Tile && axis > ROWS_AXIS)
            .then(|| Walk::with_rows(program, axis, ROWS))
            .filter(|tile| tile.run >= ROWS);
        let walk = tile.unwrap_or_else(|| Walk::with_rows(program, axis, 1));
        (walk.run > 1 && walk.walked.contains(&true)).then_some(walk)
    }

    fn with_rows(program: &Program, axis: usize, rows: u32) -> Walk {
        let mut walk = Walk {
            axis,
            run: 0,
            rows,
            varies: vec![false; program.ops.len()],
            walked: (0..program.sources.len())
                .map(|source| is_walked(program, source, axis))
                .collect(),
        };
        walk.find_varying(program, &program.blocks[0].ops);
        walk.run = walk.most_samples(program) / rows;
        walk
    }

    /// Whether an invocation computes more than one run.
    pub fn is_tile(&self) -> bool {
        self.rows > 1
    }

    /// The samples of an invocation along x, y and z.
    pub fn samples(&self) -> [u32; 3] {
        let mut samples = [1; 3];
        samples[ROWS_AXIS] = self.rows;
        samples[self.axis] = self.run;
        samples
    }

    /// Whether an operation's value varies from sample to sample of an invocation.
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
        job.layer_count() * u64::from(self.run * self.rows) <= STEPS
    }

    fn find_varying(&mut self, program: &Program, ops: &[OpId]) {
        for &op in ops {
            self.varies[op.index()] = match &program.ops[op.index()] {
                Op::Param(_)
                | Op::Number(_)
                | Op::OctaveScale { .. }
                | Op::OctaveAmplitude(_)
                | Op::Cells { .. } => false,
                // The fold around has set it.
                Op::Carried(..) => self.varies(op),
                Op::Coordinate(id) => self.lies_along(program.coordinates[id.index()].axis),
                Op::Source(id) => {
                    let source = &program.sources[id.index()];
                    let displacement = program.frames[source.frame.index()].displacement;
                    (source.axes.iter()).any(|&axis| {
                        self.lies_along(axis)
                            || displacement[axis].is_some_and(|by| self.varies(by))
                    })
                }
                Op::Fold(id) => {
                    let fold = &program.folds[id.index()];
                    let body = &program.blocks[fold.body.index()].ops;
                    self.find_varying(program, body);
                    for carried in &fold.carried {
                        self.varies[carried.op.index()] = self.varies(carried.next);
                    }
                    if !fold.carried.is_empty() {
                        self.find_varying(program, body);
                    }
                    self.varies(fold.result)
                }
                Op::Step { args, .. } => args.iter().any(|&arg| self.varies(arg)),
            };
        }
    }

    /// Whether an invocation has several samples along an axis.
    fn lies_along(&self, axis: usize) -> bool {
        axis == self.axis || self.is_tile() && axis == ROWS_AXIS
    }

    /// The most samples of which all arrays fit an invocation: one array for each walked source, each fold and
    /// each value that octaves hand on, at most.
    fn most_samples(&self, program: &Program) -> u32 {
        let arrays = (0..program.ops.len() as u32)
            .map(OpId)
            .filter(|&op| match program.ops[op.index()] {
                Op::Source(source) => self.is_walked(source) && !self.is_summed(program, source),
                Op::Fold(_) | Op::Carried(..) => self.varies(op),
                _ => false,
            })
            .count() as u32;
        let fits = REGISTERS / arrays.max(1);
        [LONGEST, 32, 16, 8, 4]
            .into_iter()
            .find(|&samples| samples <= fits)
            .unwrap_or(1)
    }

    fn is_summed(&self, program: &Program, source: SourceId) -> bool {
        (0..program.folds.len() as u32)
            .any(|fold| self.summed(program, FoldId(fold)) == Some(source))
    }
}

/// Whether a source blends two corners, lies on the walk axis, and nowhere but on the grid. At most one of its axes may
/// come after the walk axis: more do only where it names axes that the grid has not.
fn is_walked(program: &Program, source: usize, axis: usize) -> bool {
    let source = &program.sources[source];
    let displacement = program.frames[source.frame.index()].displacement;
    let along = source.axes.iter().position(|&own| own == axis);
    source.blends_two_corners()
        && along.is_some_and(|along| along + 2 >= source.axes.len())
        && source.axes.iter().all(|&axis| displacement[axis].is_none())
}
