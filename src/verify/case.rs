//! A case of the suite: channels on a grid.

use super::held::Held;
use crate::noise::Axis;
use crate::program::{Job, Program};
use crate::{Grid, Noise, Result};

/// The greatest error of one value step with exact inputs, relative to the greatest magnitude of its range.
const STEP: f64 = 2e-7;

/// One to four channels on a grid, which every backend must compute as the reference does.
#[derive(Clone, Debug)]
pub struct Case {
    /// What the case tests: `perlin, integer hash`.
    pub name: String,
    /// One to four channels.
    pub channels: Vec<Noise>,
    /// The grid.
    pub grid: Grid,
    /// The recipe's seed.
    pub seed: u32,
    /// Whether the case is one value step with inputs that are exact in f32, so that all errors are its own.
    pub exact_inputs: bool,
}

impl Case {
    /// Returns the letters of the axes: `xyw`.
    pub fn axes(&self) -> String {
        (self.grid.axes().indices())
            .map(|axis| Axis::ALL[axis].name())
            .collect()
    }

    /// Returns the number of axes: 1 to 4.
    pub fn dimension(&self) -> usize {
        self.grid.axes().count()
    }

    /// Returns the job that a backend computes.
    ///
    /// # Errors
    /// Those of [`Program::check`] and [`Program::bind`].
    pub fn job(&self) -> Result<Job> {
        let program = Program::check(&self.channels, self.grid.axes())?;
        let params = program.params().clone().with_seed(self.seed);
        program.bind(&params, &self.grid)
    }

    /// Returns how far a sample of a channel may lie from the reference.
    pub fn bound(&self, job: &Job, channel: usize) -> f64 {
        let folded = job.tolerance(channel);
        if !self.exact_inputs {
            return folded;
        }
        let [low, high] = job.range(channel);
        folded.min(STEP * low.abs().max(high.abs()))
    }

    /// Returns the limits for the samples of a channel. With exact inputs no sample may lie on the wrong side of a jump.
    pub(super) fn held(&self, job: &Job, channel: usize) -> Held {
        Held {
            bound: self.bound(job, channel),
            range: job.range(channel),
            strays: if self.exact_inputs {
                0.0
            } else {
                job.jump_share(channel)
            },
        }
    }
}

/// Makes a case of one channel for each grid.
pub(super) fn row(
    name: &str,
    grids: impl IntoIterator<Item = Grid>,
    noise: impl Into<Noise>,
) -> Vec<Case> {
    rows(name, grids, [noise])
}

/// Makes a case of several channels for each grid.
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

/// Sets the recipe's seed of some cases.
pub(super) fn seeded(seed: u32, cases: Vec<Case>) -> Vec<Case> {
    let with_seed = |case| Case { seed, ..case };
    cases.into_iter().map(with_seed).collect()
}

/// Marks the inputs of some cases as exact, so that they are held to the bound of one value step.
pub(super) fn exact(cases: Vec<Case>) -> Vec<Case> {
    let exact_inputs = true;
    (cases.into_iter())
        .map(|case| Case {
            exact_inputs,
            ..case
        })
        .collect()
}
