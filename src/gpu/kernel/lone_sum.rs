//! The sum of octaves that is all of a program, for a sweep.

use crate::program::{FoldId, Job, Multiple, Op, Program};

/// The most cells along the walk axis that a sample may cross, so that no cell lies between two samples.
const RATE_MAX: f64 = 0.9;

/// A sum of the octaves of one walked source, and the only operation of its program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoneSum {
    pub fold: FoldId,
    pub summed: Multiple,
}

impl LoneSum {
    /// Returns the sum of a program; `None` if the program has another source or operations beside the sum, or if its source
    /// is not walked.
    pub fn of(program: &Program, walked: &[bool]) -> Option<LoneSum> {
        let ([op], [true]) = (program.outputs.as_slice(), walked) else {
            return None;
        };
        let Op::Fold(fold) = program.ops[op.index()] else {
            return None;
        };
        let summed = program.summed_multiple(fold)?;
        Some(LoneSum { fold, summed })
    }

    /// Whether each sample of a job lies in the cell of the one before along this axis, or in the next cell.
    pub fn follows_cells(&self, job: &Job, axis: usize) -> bool {
        let source = self.summed.source.index();
        let axes = &job.program.sources[source].axes;
        let step = job.grid.span(axis).step();
        let mut cells = (job.layers[source].iter()).flat_map(|layer| axes.iter().zip(&layer.cells));
        cells.all(|(&own, cells)| own != axis || (0.0..=RATE_MAX).contains(&(cells.rate() * step)))
    }

    /// What the values of a layer are multiplied by.
    pub fn weight(&self, job: &Job, layer: usize) -> f32 {
        self.summed.weight(job, self.fold, layer)
    }
}

#[cfg(test)]
mod tests {
    use crate::gpu::device::tuning::Strategy;
    use crate::gpu::device::tuning::Tuning;
    use crate::gpu::kernel::walk::{Walk, walk};
    use crate::{Grid, Job, Noise};

    fn strategy(noises: &[Noise]) -> Strategy {
        let job = Job::of(noises, &Grid::new([16, 16, 16])).expect("a right job");
        let walk = walk(&job, None, &Tuning::all(Strategy::Sweep));
        walk.as_ref().map_or(Strategy::Points, Walk::strategy)
    }

    #[test]
    fn a_sum_of_octaves_is_swept_if_it_is_alone() {
        let fbm = || Noise::perlin().fbm().octaves(2);
        assert_eq!(strategy(&[fbm().any()]), Strategy::Sweep);
        for other in [
            vec![Noise::perlin().any()],
            vec![(fbm() * 2.0).any()],
            vec![fbm().any(), fbm().any()],
            vec![Noise::perlin().abs().fbm().any()],
        ] {
            assert_eq!(strategy(&other), Strategy::March);
        }
        assert_eq!(strategy(&[Noise::simplex().fbm().any()]), Strategy::Points);
    }

    #[test]
    fn a_sample_that_may_skip_a_cell_is_marched() {
        // The second octave has twice as many cells along the 16 samples.
        for (frequency, expected) in [(7.0, Strategy::Sweep), (8.0, Strategy::March)] {
            let noise = Noise::perlin().frequency(frequency).fbm().octaves(2);
            assert_eq!(strategy(&[noise.any()]), expected, "{frequency}");
        }
    }
}
