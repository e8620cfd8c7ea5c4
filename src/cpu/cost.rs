//! An estimate of how long a job takes, from its operations alone. It decides whether it is worth the time to open a GPU.
//!
//! The constants are in nanoseconds per sample on one thread without vector instructions. They are based on the measurements in
//! `benches/RESULTS.md`.

use super::backend::Cpu;
use super::cornerwise;
use super::execution_plan::SourceMethod;
use super::rows::Walker;
use super::simd::SimdLevel;
use super::sizes::{TASK_MIN, tasks};
use crate::noise::{Fade, Filter};
use crate::program::{Block, Lattice, LatticeNoise, Layer, Op, SourceId, WorleyValue};
use crate::threads;

/// A value step, or a coordinate.
const STEP: f64 = 1.0;
/// An octave of a source by rows.
const ROW: f64 = 1.5;
/// A corner of a cell: for every sample of a source by points, and whenever a row enters another cell.
const CORNER: f64 = 4.0;
/// A corner of a simplex, for every sample of a layer that goes corner by corner.
const SHARED_CORNER: f64 = 1.5;
/// A task sets up the memory of one octave of a source by rows. Vector instructions do not shorten it.
const WALKER: f64 = 12_000.0;
/// A row is computed in groups of samples, a short one as if it had this many.
const ROW_MIN: f64 = 32.0;

impl Cpu {
    /// Estimates how many seconds all samples of the job take on the threads of the current rayon pool. The estimate may be
    /// wrong by a factor of a few.
    pub fn expected_seconds(&self) -> f64 {
        let grid = &self.job.grid;
        let size = grid.size3().map(f64::from);
        let samples = size[0].max(ROW_MIN) * size[1] * size[2];
        let frames = f64::from(grid.frames.unwrap_or(1));
        let threads = threads::thread_count() as f64;
        // How much faster each level is than the portable one.
        let speedup = match self.simd_level() {
            SimdLevel::Avx512 => 7.0,
            SimdLevel::Avx2 => 4.5,
            SimdLevel::Neon => 2.5,
            SimdLevel::Portable => 1.0,
        };
        let of_sample = self.block_cost(&self.job.program.blocks[0]);
        let tasks = (samples / TASK_MIN as f64).clamp(1.0, tasks() as f64);
        let of_frame = samples * of_sample / speedup + tasks * self.walkers() * WALKER;
        1e-9 * frames * of_frame / threads
    }

    /// Returns about how many bytes of memory each thread takes for the octaves of the sources, nested ones multiplied, beside those of
    /// the samples.
    pub fn octave_bytes(&self) -> u64 {
        self.walkers() as u64 * Walker::BYTES as u64
    }

    /// Returns the number of octaves of all sources by rows.
    fn walkers(&self) -> f64 {
        let layers = self.job.layers.iter().zip(&self.plan.methods);
        let by_rows = layers.filter(|(_, method)| **method != SourceMethod::Points);
        by_rows.map(|(layers, _)| layers.len() as f64).sum()
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
                let body = program.body(*id);
                self.job.octaves[id.index()].count() as f64 * (STEP + self.block_cost(body))
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
        let corners = corners(source);
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
        // How many cells lie between one sample and the next along an axis.
        let between = |layer: &Layer, axis: usize| {
            let own = source.along(axis);
            let rate = own.map_or(0.0, |own| layer.cells[own].rate().abs());
            rate * self.job.grid.span(axis).step()
        };
        // From two cells on, a sample shares no corner with the one before, nor a row with the row before.
        let entered = mean(&|layer| between(layer, 0).min(2.0) * between(layer, 1).clamp(1.0, 2.0));
        ROW + CORNER * corners * entered
    }
}

/// Returns how many corners of a cell a sample takes, each as long as one of perlin noise.
fn corners(source: &Lattice) -> f64 {
    let dimension = source.axes.len() as i32;
    match source.noise {
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
            let each = match worley.value {
                WorleyValue::Edge | WorleyValue::SmoothF1 { .. } => 2.0,
                _ => 1.0,
            };
            each * (2.0 * worley.reach(cells as usize) as f64 + 1.0).powi(cells)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cpu::Cpu;
    use crate::noise::Fade;
    use crate::{Grid, Job, Noise};

    /// The estimate for one thread, which is the same on machines of any number of them.
    fn seconds<K>(noise: &Noise<K>, grid: &Grid) -> f64 {
        let cpu = Cpu::new(Job::of(std::slice::from_ref(noise), grid).unwrap());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        pool.unwrap().install(|| cpu.expected_seconds())
    }

    #[test]
    fn it_grows_with_samples_octaves_corners_and_displacement() {
        let (small, large) = (Grid::new([1024, 1024]), Grid::new([256, 256, 64]).frames(2));
        let perlin = Noise::perlin().frequency(4.0);
        let one = seconds(&perlin, &small);
        assert!(one > 0.0 && one < 1e-2, "{one}");
        assert!(seconds(&perlin, &large) > 8.0 * one);
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
        // Rows of one sample take as long as longer ones.
        let thin = seconds(&perlin, &Grid::new([1, 1024, 1024]));
        assert!(
            thin > 10.0 * seconds(&perlin, &Grid::new([1024, 1024])),
            "{thin}"
        );
        // Samples that share no corner, and octaves without many samples.
        let touching = seconds(&perlin.clone().frequency(1024.0), &small);
        assert!(seconds(&perlin.clone().frequency(4096.0), &small) > 3.0 * touching);
        let octaves = perlin.fbm().octaves(32).lacunarity(1.0);
        let nested = octaves.fbm().octaves(32).lacunarity(1.0);
        assert!(seconds(&nested, &Grid::new([8, 8])) > 5.0 * one);
    }
}
