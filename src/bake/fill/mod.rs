//! The texels of a brick: samples as a backend computes them, or the means of sub-samples.

use super::grid_steps::Whole;
use super::plan::Plan;
use crate::grid::Brick;
use crate::memory::{resize, zeros};
use crate::texel::Packing;
use crate::{Backend, Result, backend};

/// The most sub-samples that are computed at once.
const AT_ONCE: u64 = 1 << 21;

impl Plan {
    /// Fills `out` with the texels of a brick of [`Plan::grid`], on a backend for [`Plan::job`]: what [`Backend::fill`]
    /// computes, or the means of sub-samples. Returns how many values were outside the packing's range.
    ///
    /// A plan that [has steps on the whole grid](Plan::has_grid_steps) computes all of it for every call.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory), and those of [`Backend::fill`].
    pub fn fill(
        &self,
        backend: &mut dyn Backend,
        brick: &Brick,
        packing: &Packing,
        out: &mut [u8],
    ) -> Result<u64> {
        let whole = self.whole(backend)?;
        self.fill_from(whole.as_ref(), backend, brick, packing, out)
    }

    /// Whether the whole grid is computed before a sample is packed, since a sample depends on those around it: with
    /// [`Recipe::erosion`](crate::Recipe::erosion) or [`Recipe::blur`](crate::Recipe::blur).
    pub fn has_grid_steps(&self) -> bool {
        self.grid_steps.is_some()
    }

    /// Computes the samples of the whole grid, if the plan has steps on them.
    pub(super) fn whole(&self, backend: &mut dyn Backend) -> Result<Option<Whole>> {
        let Some(steps) = &self.grid_steps else {
            return Ok(None);
        };
        let (all, floats) = (Brick::all(&self.grid), Packing::samples(1)?);
        let mut samples: Vec<f32> = zeros(all.samples())?;
        let out = bytemuck::cast_slice_mut(&mut samples);
        self.fill_from(None, backend, &all, &floats, out)?;
        steps.whole(&self.grid, samples, backend).map(Some)
    }

    /// Fills `out` from the whole grid; without it from a backend, without steps on the whole grid.
    pub(super) fn fill_from(
        &self,
        whole: Option<&Whole>,
        backend: &mut dyn Backend,
        brick: &Brick,
        packing: &Packing,
        mut out: &mut [u8],
    ) -> Result<u64> {
        if let Some(whole) = whole {
            return whole.pack(brick, packing, out);
        }
        let Some(supersample) = &self.supersample else {
            return backend.fill(brick, packing, out);
        };
        backend::check(&self.grid, backend.channels(), brick, packing, out.len())?;
        let floats = packing.of_samples();
        let (mut fine, mut saturated): (Vec<f32>, _) = (Vec::new(), 0);
        for piece in brick.pieces((AT_ONCE / supersample.count()).max(1)) {
            let refined = supersample.refined(&piece);
            let count = refined.samples() * u64::from(packing.channels());
            resize(&mut fine, count)?;
            backend.fill(&refined, &floats, bytemuck::cast_slice_mut(&mut fine))?;
            let bytes = (piece.samples() * u64::from(packing.bytes())) as usize;
            let (own, rest) = std::mem::take(&mut out).split_at_mut(bytes);
            saturated += supersample.pack(&piece, packing, &fine, own)?;
            out = rest;
        }
        Ok(saturated)
    }
}

#[cfg(test)]
mod tests;
