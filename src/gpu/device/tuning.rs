//! How kernels compute best on a device.

use serde::{Deserialize, Serialize};

/// How a kernel computes the samples of a grid. The results are the same except for rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// An invocation computes one sample.
    Points,
    /// An invocation computes a run of samples along z, or in two dimensions along y, cell by cell.
    Runs,
    /// An invocation computes a tile of samples along y and z, whose rows share the hashes and corners of a cell.
    Tiles,
    /// An invocation computes a run of samples, sample by sample, with the cells of all octaves in registers.
    March,
}

/// The strategy for the programs that have something to walk, by the axes of the lattice of their noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tuning {
    /// At most two axes.
    pub plane: Strategy,
    /// Three axes.
    pub space: Strategy,
    /// Four axes.
    pub animation: Strategy,
}

impl Tuning {
    /// Returns the rule for a kind of adapter: on a GPU a march; on a processor, such as lavapipe, tiles with four axes, else
    /// runs.
    ///
    /// A GPU holds the cells of all octaves in registers, and a march is uniform branches and register arithmetic. On an H200 it
    /// was 2.7 to 3.9 times as fast as runs with one octave, 2.1 and 2.4 times with five in 3-D and four in 4-D, and as fast with
    /// six in 2-D. By its compiled code for AMD's navi21 a march of five octaves in 3-D takes 59 vector instructions for a sample
    /// where runs take about 190. With several octaves it is half as fast as runs on lavapipe and a third as fast on SwiftShader
    /// (`benches/RESULTS.md`).
    ///
    /// A tile computes fewer planes than a run of as many samples, but each row blends the edges of each cell again. So tiles
    /// are faster if planes are expensive and cells contain many samples. Measured on lavapipe (2 cores, 16.8 million samples),
    /// tiles of 4 x 16 were, compared with runs of 64 and at 8 cells across, 1.3 times as fast in 4-D with four octaves and 1.15
    /// with one, 1.15 and 1.1 with the integer hash; in 3-D 0.98 with five octaves and 0.9 with one. In finer noise rows share
    /// less: one octave in 4-D falls to 0.87 at 0.8 cells per sample. No tile of 2, 8 or 16 rows was faster in 4-D.
    pub fn rule(kind: wgpu::DeviceType) -> Tuning {
        match kind {
            wgpu::DeviceType::Cpu => Tuning {
                plane: Strategy::Runs,
                space: Strategy::Runs,
                animation: Strategy::Tiles,
            },
            _ => Tuning {
                plane: Strategy::March,
                space: Strategy::March,
                animation: Strategy::March,
            },
        }
    }

    /// The same strategy for all programs.
    pub(in crate::gpu) fn all(strategy: Strategy) -> Tuning {
        Tuning {
            plane: strategy,
            space: strategy,
            animation: strategy,
        }
    }

    /// Returns the strategy for noise whose lattice has this many axes.
    pub fn strategy(&self, axes: usize) -> Strategy {
        match axes {
            0..=2 => self.plane,
            3 => self.space,
            _ => self.animation,
        }
    }
}

impl Strategy {
    /// Returns its name, as in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Points => "points",
            Strategy::Runs => "runs",
            Strategy::Tiles => "tiles",
            Strategy::March => "march",
        }
    }
}
