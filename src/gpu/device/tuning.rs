//! Which strategy of kernels a device uses: by rule, or as `bench --tune` measured it.

use crate::words::words;
use serde::{Deserialize, Serialize};

/// The number of NVIDIA among the vendors of PCI devices.
const NVIDIA: u32 = 0x10de;

words! {
    /// How a kernel computes the samples of a grid. The results are the same except for rounding.
    pub enum Strategy {
        /// An invocation computes one sample.
        Points "points",
        /// An invocation computes a run of samples along z, or in two dimensions along y, cell by cell.
        Runs "runs",
        /// An invocation computes a tile of samples along y and z, whose rows share the hashes and corners of a cell.
        Tiles "tiles",
        /// An invocation computes a run of samples, sample by sample, with the cells of all octaves in registers.
        March "march",
        /// An invocation computes a run of samples, octave by octave, with all samples in registers: for programs that sum the
        /// octaves of one lattice noise and nothing else. Others are marched.
        Sweep "sweep",
    }
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
    /// Returns the rule for an adapter: on a GPU a march or, on NVIDIA's, a sweep with at most three axes; on a processor,
    /// such as lavapipe, tiles with four axes, else runs. `benches/RESULTS.md` has the figures.
    ///
    /// A GPU holds the cells of all octaves in registers, and a march is uniform branches and register arithmetic. On an
    /// H200 it was 3.3 to 4.6 times as fast as runs with one octave, 2.4 and 2.7 times with five in 3-D and four in 4-D. A
    /// sweep of several octaves was 3.5 times as fast there as a march in 2-D, and 1.2 times in 3-D, but not in 4-D. By its
    /// compiled code for AMD's navi21, which has scalar instructions for what a workgroup shares, a march of five octaves in
    /// 3-D takes 59 vector instructions for a sample, a sweep about 90 and runs about 190. With several octaves a march is
    /// half as fast as runs on lavapipe and a third as fast on SwiftShader.
    ///
    /// A tile computes fewer planes than a run of as many samples, but each row blends the edges of each cell again. So tiles
    /// are faster if planes are expensive and cells contain many samples. Measured on lavapipe (2 cores, 16.8 million samples),
    /// tiles of 4 x 16 were, compared with runs of 64 and at 8 cells across, 1.3 times as fast in 4-D with four octaves and 1.15
    /// with one, 1.15 and 1.1 with the integer hash; in 3-D 0.98 with five octaves and 0.9 with one. In finer noise rows share
    /// less: one octave in 4-D falls to 0.87 at 0.8 cells per sample. No tile of 2, 8 or 16 rows was faster in 4-D.
    pub fn rule(adapter: &wgpu::AdapterInfo) -> Tuning {
        let [plane, space, animation] = match (adapter.device_type, adapter.vendor) {
            (wgpu::DeviceType::Cpu, _) => [Strategy::Runs, Strategy::Runs, Strategy::Tiles],
            (_, NVIDIA) => [Strategy::Sweep, Strategy::Sweep, Strategy::March],
            _ => [Strategy::March; 3],
        };
        Tuning {
            plane,
            space,
            animation,
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
