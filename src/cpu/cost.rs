//! An estimate of how long a job takes, from its operations alone. It decides whether it is worth the time to open a GPU.
//!
//! The constants are in nanoseconds per sample on one thread without vector instructions. They are based on the measurements in
//! `benches/RESULTS.md`.

use super::backend::Cpu;
use super::cornerwise;
use super::execution_plan::SourceMethod;
use super::simd::SimdLevel;
use crate::noise::{Fade, Filter, WorleyOutput};
use crate::program::{Block, LatticeNoise, Layer, Op, SourceId};
use crate::threads;

/// A value step, or a coordinate.
const STEP: f64 = 1.0;
/// An octave of a source by rows.
const ROW: f64 = 1.5;
/// A corner of a cell: for every sample of a source by points, and whenever a row enters another cell.
const CORNER: f64 = 4.0;
/// A corner of a simplex, for every sample of a layer that goes corner by corner.
const SHARED_CORNER: f64 = 1.5;

impl Cpu {
    /// Estimates how many seconds all samples of the job take on the threads of the current rayon pool. The estimate may be
    /// wrong by a factor of a few.
    pub fn expected_seconds(&self) -> f64 {
        let grid = &self.job.grid;
        let samples: f64 = (grid.size.iter().copied().chain(grid.frames))
            .map(f64::from)
            .product();
        // How much faster each level is than the portable one.
        let speedup = match self.simd_level() {
            SimdLevel::Avx512 => 7.0,
            SimdLevel::Avx2 => 4.5,
            SimdLevel::Neon => 2.5,
            SimdLevel::Portable => 1.0,
        };
        let of_sample = self.block_cost(&self.job.program.blocks[0]);
        1e-9 * samples * of_sample / (speedup * threads::thread_count() as f64)
    }

    /// Returns the cost of the operations of a block.
    fn block_cost(&self, block: &Block) -> f64 {
        let program = &self.job.program;
        let ops = block.ops.iter().map(|op| match &program.ops[op.index()] {
            Op::Step { .. } | Op::Coordinate(_) => STEP,
            Op::Picture { sampler, at } => {
                let of_axis = match sampler.filter {
                    Filter::Nearest | Filter::Bilinear => 2f64,
                    Filter::Spline => 3.0,
                    Filter::Bicubic => 4.0,
                };
                of_axis.powi(at.len() as i32) * CORNER
            }
            Op::Source(id) => self.source_cost(*id),
            Op::Fold(id) => {
                let body = &program.blocks[program.folds[id.index()].body.index()];
                self.job.octaves[id.index()].weights.len() as f64 * (STEP + self.block_cost(body))
            }
            Op::Param(_)
            | Op::Number(_)
            | Op::OctaveScale { .. }
            | Op::OctaveAmplitude(_)
            | Op::Carried(..)
            | Op::Cells { .. } => 0.0,
        });
        ops.sum()
    }

    /// Returns the cost of a source in one octave: the mean over its octaves.
    fn source_cost(&self, id: SourceId) -> f64 {
        let source = &self.job.program.sources[id.index()];
        let dimension = source.axes.len() as i32;
        let corners = match source.noise {
            LatticeNoise::Perlin | LatticeNoise::Classic => 2f64.powi(dimension),
            LatticeNoise::Value(value) => {
                let blended = if value.fade == Fade::Elias { 4 } else { 2 };
                let averaged = if value.smooth { 2 } else { 0 };
                f64::from(blended + averaged).powi(dimension)
            }
            LatticeNoise::Simplex => 2.0 * f64::from(dimension + 1),
            LatticeNoise::Psrd(_) => 4.0 * f64::from(dimension + 1),
            LatticeNoise::Worley(worley) => {
                let cells = dimension - i32::from(worley.swings);
                // The edge takes two searches, and the smooth minimum an exponential for each point.
                let each = match worley.output {
                    WorleyOutput::Edge | WorleyOutput::SmoothF1 => 2.0,
                    _ => 1.0,
                };
                each * (2.0 * worley.reach(cells as usize) as f64 + 1.0).powi(cells)
            }
        };
        let layers = &self.job.layers[id.index()];
        let mean = |of_layer: &dyn Fn(&Layer) -> f64| {
            layers.iter().map(of_layer).sum::<f64>() / layers.len().max(1) as f64
        };
        if self.plan.methods[id.index()] == SourceMethod::Points {
            let level = self.simd_level();
            let corner = mean(&|layer| {
                let shares = cornerwise::is_faster(&self.job, source, layer, level);
                if shares { SHARED_CORNER } else { CORNER }
            });
            return corner * corners;
        }
        // How many cells a row enters from one sample to the next: at most one.
        let first = source.axes.iter().position(|&axis| axis == 0);
        let entered = mean(&|layer| {
            let rate = first.map_or(0.0, |first| layer.cells[first].rate().abs());
            (rate * self.job.grid.span(0).step()).min(1.0)
        });
        ROW + CORNER * corners * entered
    }
}

#[cfg(test)]
mod tests {
    use crate::cpu::Cpu;
    use crate::noise::Fade;
    use crate::{Grid, Job, Noise};

    fn seconds<K>(noise: &Noise<K>, grid: &Grid) -> f64 {
        Cpu::new(Job::of(std::slice::from_ref(noise), grid).unwrap()).expected_seconds()
    }

    #[test]
    fn it_grows_with_samples_octaves_corners_and_displacement() {
        let (small, large) = (Grid::new([64, 64]), Grid::new([64, 64, 64]).frames(2));
        let perlin = Noise::perlin().frequency(4.0);
        let one = seconds(&perlin, &small);
        assert!(one > 0.0 && one < 1e-3, "{one}");
        assert!(seconds(&perlin, &large) >= 128.0 * one);
        assert!(seconds(&perlin.clone().fbm().octaves(8), &small) > 7.0 * one);
        assert!(seconds(&Noise::worley().frequency(4.0), &small) > 4.0 * one);
        assert!(seconds(&perlin.clone().rotate([0.0, 0.0, 0.1]), &small) > 4.0 * one);
        assert!(seconds(&(perlin.clone() + Noise::x()), &small) > one);
        let value = Noise::value().frequency(4.0);
        let elias = value.clone().fade(Fade::Elias);
        assert!(seconds(&elias, &large) > 8.0 * seconds(&value, &large));
        assert!(seconds(&elias.clone().smooth(true), &large) > 3.0 * seconds(&elias, &large));
        let simplex = Noise::simplex().frequency(4.0);
        let turned = simplex.clone().warp([Noise::x()], 0.1);
        assert!(seconds(&turned, &large) > 2.0 * seconds(&simplex, &large));
    }
}
