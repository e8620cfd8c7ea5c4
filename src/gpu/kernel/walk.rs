//! How a program is walked: by which strategy, which sources cell by cell, and how many samples an invocation has.
//!
//! A run is a line of samples along the walk axis (z, in two dimensions y) that one invocation computes. A lattice source that
//! is not displaced is walked along it: cell by cell, with the coefficients of each cell computed once. What does not vary
//! along the run is computed once per run.
//!
//! A tile is several runs along z, side by side along y, that one invocation computes. What does not depend on the position
//! within a cell of y is computed once for all rows of the tile in that cell.
//!
//! A derivative is walked as its noise is, with other weights along its axis.
//!
//! Frames of a volume share no planes: a kernel that marches several frames at once would hold the planes of each, and every
//! frame blends its own anyway; what they could share are the look-ups of x, y and z in workgroup memory.

use super::lone_sum::LoneSum;
use super::planes::Planes;
use super::strands::March;
use super::varying::varying;
use crate::gpu::device::tuning::{Strategy, Tuning};
use crate::program::{FoldId, Job, Multiple, Op, OpId, Program, SourceId};

/// The most samples of an invocation. It amortises what is computed once per run, and is the most for which the arrays of
/// common programs fit.
const SAMPLES_MAX: u32 = 64;
/// The runs of a tile.
const ROWS: u32 = 4;
/// The runs of a tile that is marched.
const MARCHED_ROWS: u32 = 2;
/// The most planes on either side of a sample that two rows have in registers.
const TILED_PLANES_MAX: usize = 6;
/// The samples of an invocation that sweeps. Fewer share less of an octave, and more are more text than the caches of
/// instructions hold. On an H200 five octaves in 3-D were a fifth faster in tiles of 2 x 16 than in runs of 32, and slower
/// in tiles of 2 x 8 and 2 x 32.
const SWEPT_SAMPLES: u32 = 32;
/// The runs of a tile that is swept.
const SWEPT_ROWS: u32 = 2;
/// The axis along which the runs of a tile lie side by side: y.
pub(super) const ROWS_AXIS: usize = 1;
/// The most f32 that an invocation may hold in arrays, over all of its runs.
const ARRAY_WORDS_MAX: u32 = 128;
/// The greatest product of layers and samples of one invocation, so that its loops stay below 4096 steps. With longer loops
/// the driver may consider the device hung.
const STEPS_MAX: u64 = 2048;

/// Returns how a job is walked by the given strategy, which then has its longest runs in every brick, or by the best one of a
/// device; `None` if it is computed point by point.
pub(crate) fn walk(job: &Job, strategy: Option<Strategy>, tuning: &Tuning) -> Option<Walk> {
    let axes = job.program.sources.iter().map(|source| source.axes.len());
    let usual = tuning.strategy(axes.min().unwrap_or(0));
    let of = |strategy| Walk::of(&job.program, strategy, &octaves(job));
    let mut walk = of(strategy.unwrap_or(usual))?;
    if matches!(walk.order, Order::Sweep(_)) && !walk.fits(job) {
        walk = of(Strategy::March)?;
    }
    walk.shortens &= strategy.is_none();
    Some(walk).filter(|walk| walk.fits(job))
}

/// Returns how a job is walked that has more octaves than its kernel had room for: a march then has room for twice as many, if
/// they all fit in registers, so that the next ones need no other kernel.
pub(crate) fn roomy_walk(job: &Job, tuning: &Tuning) -> Option<Walk> {
    let walk = walk(job, None, tuning)?;
    let twice: Vec<u32> = octaves(job).iter().map(|count| 2 * count).collect();
    let roomy = Walk::of(&job.program, walk.strategy(), &twice).filter(|roomy| roomy.fits(job));
    let is_closed = |march: &March| !march.is_cut;
    Some(
        roomy
            .filter(|roomy| roomy.march().is_some_and(is_closed))
            .unwrap_or(walk),
    )
}

/// Returns the octaves of each fold of a job.
pub(super) fn octaves(job: &Job) -> Vec<u32> {
    let counts = job.octaves.iter().map(|fold| fold.count() as u32);
    counts.collect()
}

/// A program's division into runs or tiles.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// The walk axis, along which runs lie: 1 (y) or 2 (z).
    pub axis: usize,
    /// The most samples of a run.
    pub run: u32,
    /// Runs of an invocation; more than one are a tile.
    pub rows: u32,
    /// Whether a small brick is computed in shorter runs: see `run_length`.
    pub(super) shortens: bool,
    /// Which operations vary from sample to sample of an invocation.
    varies: Vec<bool>,
    /// Which sources are walked.
    walked: Vec<bool>,
    /// What an invocation computes one after the other.
    pub order: Order,
}

/// In which order an invocation computes its samples and their octaves.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    /// Each octave along the run or the tile, whose samples are in arrays.
    Runs,
    /// Sample after sample, with the strands of all octaves in registers.
    March(March),
    /// Octave after octave of a sum, with all samples in registers.
    Sweep(LoneSum),
}

impl Walk {
    /// Divides a program by a strategy; `None` if it has nothing to walk, or the strategy is points. Without an axis for the
    /// rows of tiles, or room for their arrays, it is divided into runs. `octaves` are the octaves of each
    /// fold, for which a march must have room.
    pub fn of(program: &Program, strategy: Strategy, octaves: &[u32]) -> Option<Walk> {
        let axis = (program.axes.space)
            .checked_sub(1)
            .filter(|&axis| axis > 0 && strategy != Strategy::Points)?;
        if strategy == Strategy::Sweep
            && let Some(sweep) = Walk::swept(program, axis)
        {
            return Some(sweep);
        }
        if matches!(strategy, Strategy::March | Strategy::Sweep)
            && let Some(march) = Walk::marched(program, axis, octaves)
        {
            return Some(march);
        }
        let tile = (strategy == Strategy::Tiles && axis > ROWS_AXIS)
            .then(|| Walk::with_rows(program, axis, ROWS))
            .filter(|tile| tile.run >= ROWS);
        let walk = tile.unwrap_or_else(|| Walk::with_rows(program, axis, 1));
        (walk.run > 1 && walk.walked.contains(&true)).then_some(walk)
    }

    /// Divides a program into the runs or tiles of a march; `None` if it has nothing to walk. Tiles are for programs whose
    /// sources are all walked and vary along the run: others would be computed for each row, and need the registers.
    fn marched(program: &Program, axis: usize, octaves: &[u32]) -> Option<Walk> {
        let run = Walk::with_rows(program, axis, 1);
        let march = March::of(program, &run.walked, axis, octaves)?;
        let tile = (axis > ROWS_AXIS && march.planes() <= TILED_PLANES_MAX)
            .then(|| Walk::with_rows(program, axis, MARCHED_ROWS))
            .filter(|tile| tile.varies == run.varies && tile.walks_all());
        Some(Walk {
            run: SAMPLES_MAX,
            shortens: true,
            order: Order::March(march),
            ..tile.unwrap_or(run)
        })
    }

    /// Divides a program into the runs or tiles of a sweep; `None` if it is more than the octaves of one walked source. Tiles
    /// are for sources whose planes are faces between edges that rows share.
    fn swept(program: &Program, axis: usize) -> Option<Walk> {
        let walk = Walk::with_rows(program, axis, 1);
        let sweep = LoneSum::of(program, &walk.walked)?;
        let source = &program.sources[sweep.summed.source.index()];
        let rows = match Planes::of(source, axis).between() {
            Some(between) if between.axis == ROWS_AXIS => SWEPT_ROWS,
            _ => 1,
        };
        Some(Walk {
            run: SWEPT_SAMPLES / rows,
            order: Order::Sweep(sweep),
            ..Walk::with_rows(program, axis, rows)
        })
    }

    fn with_rows(program: &Program, axis: usize, rows: u32) -> Walk {
        let mut axes = [false; 4];
        axes[axis] = true;
        axes[ROWS_AXIS] |= rows > 1;
        let mut walk = Walk {
            axis,
            run: 0,
            rows,
            shortens: false,
            varies: varying(program, axes),
            walked: (0..program.sources.len())
                .map(|source| is_walked(program, source, axis))
                .collect(),
            order: Order::Runs,
        };
        walk.run = walk.most_samples(program) / rows;
        walk
    }

    /// Whether an invocation computes more than one run.
    pub fn is_tile(&self) -> bool {
        self.rows > 1
    }

    /// Whether the last look-up of a hash finds its gradient too.
    pub(super) fn reads_corner_words(&self) -> bool {
        !matches!(self.order, Order::Runs)
    }

    /// Whether each sample has factors in `walked`, the uniform of runs and marches.
    pub fn reads_walked(&self) -> bool {
        !matches!(self.order, Order::Sweep(_))
    }

    /// In which order the samples along an axis are computed; `None` if it is not the walk axis.
    pub(super) fn order_along(&self, axis: usize) -> Option<&Order> {
        (axis == self.axis).then_some(&self.order)
    }

    /// The strands of a march.
    pub fn march(&self) -> Option<&March> {
        match &self.order {
            Order::March(march) => Some(march),
            _ => None,
        }
    }

    /// How its kernel computes samples.
    pub fn strategy(&self) -> Strategy {
        match self.order {
            Order::March(_) => Strategy::March,
            Order::Sweep(_) => Strategy::Sweep,
            Order::Runs if self.is_tile() => Strategy::Tiles,
            Order::Runs => Strategy::Runs,
        }
    }

    /// The most samples of an invocation along x, y and z.
    pub fn samples(&self) -> [u32; 3] {
        self.samples_of(self.run)
    }

    /// The samples of an invocation along x, y and z with runs of this many.
    pub(super) fn samples_of(&self, run: u32) -> [u32; 3] {
        let mut samples = [1; 3];
        samples[ROWS_AXIS] = self.rows;
        samples[self.axis] = run;
        samples
    }

    /// Whether all sources are walked, so that none is computed at each sample.
    pub(super) fn walks_all(&self) -> bool {
        !self.walked.contains(&false)
    }

    /// Whether an operation's value varies from sample to sample of an invocation.
    pub fn varies(&self, op: OpId) -> bool {
        self.varies[op.index()]
    }

    /// Whether a source is walked cell by cell.
    pub fn is_walked(&self, source: SourceId) -> bool {
        self.walked[source.index()]
    }

    /// The multiple of a walked source that a fold sums, so that its octaves can be added up in the fold's array.
    pub fn summed(&self, program: &Program, fold: FoldId) -> Option<Multiple> {
        let multiple = program.summed_multiple(fold)?;
        self.is_walked(multiple.source).then_some(multiple)
    }

    /// Whether a job is walked: unless it has too many layers for the loops of one invocation, more octaves than a march has
    /// room for, or cells too narrow for a sweep.
    ///
    /// Walking was faster than the kernel of points at every density that was measured (lavapipe, 2 cores, 3-D, one octave):
    /// 11.6 times at 0.03 cells per sample, 5.7 at 0.4, 3.8 at 0.8 and 2.3 at 1.6, where every sample has its own two planes
    /// and shares only the entries of the axes across.
    pub fn fits(&self, job: &Job) -> bool {
        job.layer_count() * u64::from(self.run * self.rows) <= STEPS_MAX
            && match &self.order {
                Order::Runs => true,
                Order::March(march) => march.fits(job),
                Order::Sweep(sum) => sum.follows_cells(job, self.axis),
            }
    }

    /// The most samples for which the arrays of an invocation have room. There is one array at most for each walked source,
    /// each fold and each value that octaves hand on.
    fn most_samples(&self, program: &Program) -> u32 {
        let arrays = (0..program.ops.len() as u32)
            .map(OpId)
            .filter(|&op| match program.ops[op.index()] {
                Op::Source(source) => self.is_walked(source) && !self.is_summed(program, source),
                Op::Fold(_) | Op::Carried(..) => self.varies(op),
                _ => false,
            })
            .count() as u32;
        let fits = ARRAY_WORDS_MAX / arrays.max(1);
        [SAMPLES_MAX, 32, 16, 8, 4]
            .into_iter()
            .find(|&samples| samples <= fits)
            .unwrap_or(1)
    }

    fn is_summed(&self, program: &Program, source: SourceId) -> bool {
        (0..program.folds.len() as u32)
            .filter_map(|fold| self.summed(program, FoldId(fold)))
            .any(|multiple| multiple.source == source)
    }
}

/// Whether a source is walked: it blends two corners per axis, has the walk axis, and is not displaced.
///
/// At most one of its axes may come after the walk axis, since there are functions for no more. A source has more only if it
/// names axes that the grid does not have.
fn is_walked(program: &Program, source: usize, axis: usize) -> bool {
    let source = &program.sources[source];
    let along = source.along(axis);
    source.blends_two_corners()
        && along.is_some_and(|along| along + 2 >= source.axes.len())
        && !program.is_displaced(source)
}
