//! One case: channels on a grid.

use super::outcome::Held;
use crate::program::{Job, Program};
use crate::{Grid, Noise, Result};

/// What one value step may be off by, as a part of its range, where its inputs are exact.
const STEP: f64 = 2e-7;

/// Channels on a grid, and what they show.
#[derive(Clone, Debug)]
pub struct Case {
    /// What the row is about: `perlin, integer hash`.
    pub name: String,
    /// One to four channels.
    pub channels: Vec<Noise>,
    /// The samples.
    pub grid: Grid,
    /// The recipe's seed.
    pub seed: u32,
    /// Whether the only error can be that of one value step: its inputs are exact in f32.
    pub exact_inputs: bool,
}

impl Case {
    /// The letters of the axes: `xyw`.
    pub fn axes(&self) -> String {
        (self.grid.axes().indices())
            .map(|axis| ['x', 'y', 'z', 'w'][axis])
            .collect()
    }

    /// The number of axes: 1 to 4.
    pub fn dimension(&self) -> usize {
        self.grid.axes().count()
    }

    /// What a backend runs.
    ///
    /// # Errors
    /// Those of [`Program::check`] and [`Program::bind`].
    pub fn job(&self) -> Result<Job> {
        let program = Program::check(&self.channels, self.grid.axes())?;
        let params = program.params().clone().with_seed(self.seed);
        program.bind(&params, &self.grid)
    }

    /// How far a channel may lie from the reference.
    pub fn bound(&self, job: &Job, channel: usize) -> f64 {
        let folded = job.tolerance(channel);
        if !self.exact_inputs {
            return folded;
        }
        let [low, high] = job.range(channel);
        folded.min(STEP * low.abs().max(high.abs()))
    }

    /// What the samples of a channel are held to. Exact inputs are on the right side of a jump.
    pub(super) fn held(&self, job: &Job, channel: usize) -> Held {
        Held {
            bound: self.bound(job, channel),
            range: job.range(channel),
            strays: match self.exact_inputs {
                true => 0.0,
                false => job.jump_share(channel),
            },
        }
    }
}

/// One channel on each of some grids.
pub(super) fn row(
    name: &str,
    grids: impl IntoIterator<Item = Grid>,
    noise: impl Into<Noise>,
) -> Vec<Case> {
    rows(name, grids, [noise])
}

/// Channels on each of some grids.
pub(super) fn rows<const N: usize>(
    name: &str,
    grids: impl IntoIterator<Item = Grid>,
    channels: [impl Into<Noise>; N],
) -> Vec<Case> {
    let channels = channels.map(Into::into);
    (grids.into_iter())
        .map(|grid| Case {
            name: name.to_string(),
            channels: channels.to_vec(),
            grid,
            seed: 0,
            exact_inputs: false,
        })
        .collect()
}

/// The rows, with another seed of the recipe.
pub(super) fn seeded(seed: u32, cases: Vec<Case>) -> Vec<Case> {
    let with_seed = |case| Case { seed, ..case };
    cases.into_iter().map(with_seed).collect()
}

/// The rows, held to the bound of one value step.
pub(super) fn exact(cases: Vec<Case>) -> Vec<Case> {
    let exact_inputs = true;
    (cases.into_iter())
        .map(|case| Case {
            exact_inputs,
            ..case
        })
        .collect()
}
