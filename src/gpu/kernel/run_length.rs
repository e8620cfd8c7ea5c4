//! How long the runs of a march are in a brick.
//!
//! A GPU computes many invocations at once, and long runs would leave most of it idle in a small brick. So a small brick has
//! shorter runs. The length is a number of the job: the kernel and the samples are the same with every length.

use super::walk::Walk;
use crate::grid::Brick;

/// The invocations that keep a large GPU busy. Measured on an H200, with runs of 64, 32, 16, 8 and 4 samples: 5 octaves of perlin
/// noise on 128³ samples took 46, 43, 45, 53 and 70 µs, and the preset `caves` on 64³ samples 90, 57, 43, 35 and 33 µs.
const INVOCATIONS: u64 = 1 << 15;
/// The same if sources are computed at each sample, which takes long and shares nothing along a run: the preset `cloud_shape`
/// took 14.2, 14.2, 7.4, 4.2 and 3.2 ms on 128³ samples, and 16.4, 8.2, 4.1, 1.6 and 0.8 ms on 64³.
const INVOCATIONS_IF_MIXED: u64 = 1 << 19;

impl Walk {
    /// The most samples of a run in a brick: as many as possible, a power of two, with enough invocations.
    pub fn run_in(&self, brick: &Brick) -> u32 {
        let enough = match self.walks_all() {
            true => INVOCATIONS,
            false => INVOCATIONS_IF_MIXED,
        };
        let mut run = self.run;
        while self.shortens && run > 1 && self.invocations(run, brick) < enough {
            run /= 2;
        }
        run
    }

    /// The most samples of an invocation along x, y and z in a brick.
    pub fn samples_in(&self, brick: &Brick) -> [u32; 3] {
        self.samples_of(self.run_in(brick))
    }

    /// How many invocations compute a brick in runs of this many samples.
    fn invocations(&self, run: u32, brick: &Brick) -> u64 {
        let samples = self.samples_of(run).into_iter().chain([1]);
        let counts = brick.size.into_iter().zip(samples);
        let counts = counts.map(|(size, samples)| u64::from(size.div_ceil(samples)));
        counts.product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::device::tuning::{Strategy, Tuning};
    use crate::gpu::kernel::walk::walk;
    use crate::{Grid, Job, Noise};

    fn runs(noise: impl Into<Noise>, strategy: Option<Strategy>) -> [u32; 4] {
        let noise = noise.into();
        [[256; 3], [128; 3], [64; 3], [16; 3]].map(|size| {
            let grid = Grid::new(size);
            let job = Job::of(std::slice::from_ref(&noise), &grid).expect("a right job");
            let walk = walk(&job, strategy, &Tuning::all(Strategy::March));
            walk.expect("a march").run_in(&Brick::whole(&grid, 0))
        })
    }

    #[test]
    fn a_small_brick_has_shorter_runs() {
        let fbm = || Noise::perlin().fbm();
        assert_eq!(runs(fbm(), None), [64, 32, 4, 1]);
        assert_eq!(runs(fbm() + Noise::worley(), None), [32, 4, 1, 1]);
    }

    #[test]
    fn a_strategy_that_is_asked_for_has_its_longest_runs() {
        assert_eq!(runs(Noise::perlin().fbm(), Some(Strategy::March)), [64; 4]);
    }
}
