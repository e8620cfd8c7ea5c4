//! About how long a job takes, by its operations alone: enough to tell whether a GPU is worth opening.
//!
//! The numbers are nanoseconds of one thread without vector instructions, for a sample, as `benches/RESULTS.md` has them
//! for rows. Nothing else is meant by them.

use super::plan::Way;
use super::{Cpu, Form, threads};
use crate::program::{Block, LatticeNoise, Op, SourceId};

/// A value step, or a coordinate.
const STEP: f64 = 1.0;
/// An octave of a source along a row, and what each cell adds.
const ROW: f64 = 1.5;
/// A corner of a cell, at a point and where a row enters a cell.
const CORNER: f64 = 4.0;

impl Cpu {
    /// About how many seconds all samples of the job take on the threads of the current rayon pool. It may be off by a
    /// factor of a few.
    pub fn expected_seconds(&self) -> f64 {
        let grid = &self.job.grid;
        let samples: f64 = (grid.size.iter().copied().chain(grid.frames))
            .map(f64::from)
            .product();
        let lanes = match self.form() {
            Form::Avx512 => 7.0,
            Form::Avx2 => 4.5,
            Form::Neon => 2.5,
            Form::Portable => 1.0,
        };
        let of_one = self.block(&self.job.program.blocks[0]);
        1e-9 * samples * of_one / (lanes * threads::count() as f64)
    }

    fn block(&self, block: &Block) -> f64 {
        let program = &self.job.program;
        let ops = block.ops.iter().map(|op| match &program.ops[op.index()] {
            Op::Step { .. } | Op::Coordinate(_) => STEP,
            Op::Source(id) => self.source(*id),
            Op::Fold(id) => {
                let body = &program.blocks[program.folds[id.index()].body.index()];
                self.job.octaves[id.index()].weights.len() as f64 * (STEP + self.block(body))
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

    /// A source in one octave, the mean of all.
    fn source(&self, id: SourceId) -> f64 {
        let source = &self.job.program.sources[id.index()];
        let dimension = source.axes.len() as i32;
        let corners = match source.noise {
            LatticeNoise::Perlin | LatticeNoise::Classic => 2f64.powi(dimension),
            LatticeNoise::Value(value) if value.smooth => 4f64.powi(dimension),
            LatticeNoise::Value(_) => 2f64.powi(dimension),
            LatticeNoise::Simplex => 2.0 * f64::from(dimension + 1),
            LatticeNoise::Worley(_) => 3f64.powi(dimension),
        };
        if self.plan.ways[id.index()] == Way::Points {
            return CORNER * corners;
        }
        // Cells that a row enters from one sample to the next.
        let along = |layer: &crate::program::Layer| {
            let first = source.axes.iter().position(|&axis| axis == 0);
            let rate = first.map_or(0.0, |first| layer.cells[first].rate().abs());
            (rate * self.job.grid.span(0).step()).min(1.0)
        };
        let layers = &self.job.layers[id.index()];
        let entered: f64 = layers.iter().map(along).sum::<f64>() / layers.len().max(1) as f64;
        ROW + CORNER * corners * entered
    }
}

#[cfg(test)]
mod tests {
    use crate::cpu::Cpu;
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
    }
}
