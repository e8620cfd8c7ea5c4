//! Samples that are the mean of sub-samples, for noises with edges: cells, wood, ramps.
//!
//! The sub-samples are the samples of a finer grid over the same box, so every backend computes them as it computes any grid, and
//! they have the same bits in every brick. Those of one sample lie evenly around it and are added in f64, in one order.

use crate::grid::Brick;
use crate::limits::SIZE_MAX;
use crate::memory::zeros;
use crate::recipe::Recipe;
use crate::texel::Packing;
use crate::texel::mean::Mean;
use crate::{Error, Grid, Job, Result};

/// How many sub-samples a sample has, and how they are averaged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Supersample {
    /// The number along each axis of space: 2, 4 or 8.
    along: u32,
    /// The number of axes of space.
    axes: usize,
    /// How they are averaged.
    mean: Mean,
}

impl Supersample {
    /// Returns that of a recipe; `None` if its samples are computed as they are.
    pub(super) fn of(recipe: &Recipe) -> Option<Supersample> {
        (recipe.supersample > 1).then(|| Supersample {
            along: recipe.supersample,
            axes: recipe.size.len(),
            mean: Mean::new(recipe.transfer(), recipe.is_normal()),
        })
    }

    /// Returns the job on the grid of the sub-samples.
    pub(super) fn refine(&self, job: &Job) -> Result<Job> {
        let coarse = &job.grid;
        let size: Vec<u32> = (coarse.size.iter())
            .map(|n| n.saturating_mul(self.along))
            .collect();
        if size.iter().any(|n| *n > SIZE_MAX) {
            let given = format!("{} with size {}", self.along, coarse.describe_size());
            let allowed = format!("at most {SIZE_MAX} sub-samples along an axis");
            return Err(Error::invalid("supersample", given, allowed));
        }
        let extents = (0..size.len()).map(|axis| coarse.span(axis).extent);
        let fine = Grid {
            extent: Some(extents.collect()),
            size,
            ..coarse.clone()
        };
        Job::new(&job.program, &job.params, &fine)
    }

    /// Returns the number of sub-samples of a sample.
    pub(crate) fn count(&self) -> u64 {
        u64::from(self.along).pow(self.axes as u32)
    }

    /// Returns the number of sub-samples along an axis, which may be that of time.
    fn along(&self, axis: usize) -> u32 {
        if axis < self.axes { self.along } else { 1 }
    }

    /// Returns the sub-samples of a brick of samples.
    pub(crate) fn refined(&self, brick: &Brick) -> Brick {
        Brick {
            start: std::array::from_fn(|axis| brick.start[axis] * self.along(axis)),
            size: std::array::from_fn(|axis| brick.size[axis] * self.along(axis)),
        }
    }

    /// Packs the means of the sub-samples of a brick, and returns how many values were outside the packing's range.
    pub(crate) fn pack(
        &self,
        brick: &Brick,
        packing: &Packing,
        fine: &[f32],
        out: &mut [u8],
    ) -> Result<u64> {
        let channels = packing.channels() as usize;
        let [x, y, z, _] = brick.size.map(|n| n as usize);
        let [along_y, along_z] = [1, 2].map(|axis| self.along(axis) as usize);
        let row = x * self.along as usize * channels;
        let weight = 1.0 / self.count() as f64;
        let mut sums: Vec<f64> = zeros((x * channels) as u64)?;
        let mut means: Vec<f32> = zeros((x * channels) as u64)?;
        let mut saturated = 0;
        for (index, out) in (out.chunks_exact_mut(x * packing.bytes() as usize)).enumerate() {
            let (y_of, slice) = (index % y, index / y);
            let (z_of, frame) = (slice % z, slice / z);
            sums.fill(0.0);
            for k in 0..along_z {
                for j in 0..along_y {
                    let slice = (frame * z + z_of) * along_z + k;
                    let at = (slice * y + y_of) * along_y + j;
                    self.add_row(&fine[at * row..][..row], channels, &mut sums);
                }
            }
            for (mean, sum) in means.iter_mut().zip(&sums) {
                *mean = (sum * weight) as f32;
            }
            (means.chunks_exact_mut(channels)).for_each(|texel| self.mean.close(texel));
            saturated += packing.pack(&means, out);
        }
        Ok(saturated)
    }

    /// Packs the means of bricks whose sub-samples follow one another.
    #[cfg(all(feature = "service", not(target_arch = "wasm32")))]
    pub(crate) fn pack_all(
        &self,
        bricks: &[Brick],
        packing: &Packing,
        mut fine: &[f32],
    ) -> Result<Vec<u8>> {
        let samples: u64 = bricks.iter().map(Brick::samples).sum();
        let mut texels = zeros(samples * u64::from(packing.bytes()))?;
        let mut out = &mut texels[..];
        for brick in bricks {
            let samples = brick.samples() as usize;
            let (own, rest) = out.split_at_mut(samples * packing.bytes() as usize);
            let floats = samples * self.count() as usize * packing.channels() as usize;
            let (of_brick, others) = fine.split_at(floats);
            self.pack(brick, packing, of_brick, own)?;
            (out, fine) = (rest, others);
        }
        Ok(texels)
    }

    /// Adds a row of sub-samples to those of the samples that they belong to.
    fn add_row(&self, fine: &[f32], channels: usize, sums: &mut [f64]) {
        let along = self.along as usize;
        for (sums, fine) in
            (sums.chunks_exact_mut(channels)).zip(fine.chunks_exact(along * channels))
        {
            for fine in fine.chunks_exact(channels) {
                let mut texel = [0.0; 4];
                let texel = &mut texel[..channels];
                texel.copy_from_slice(fine);
                self.mean.open(texel);
                for (sum, value) in sums.iter_mut().zip(texel) {
                    *sum += f64::from(*value);
                }
            }
        }
    }
}
