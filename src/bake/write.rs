//! Carrying out a plan.

use super::Plan;
use crate::format::Writer;
use crate::memory::zeros;
use crate::{Backend, Result};

/// How far a bake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of samples that are written.
    pub done: u64,
    /// The number of samples in all.
    pub of: u64,
}

/// What a bake counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of samples that were computed, over all frames.
    pub samples: u64,
    /// How many values were outside the range of a unorm format, and were stored as its nearest end.
    pub saturated: u64,
    /// The least and the greatest component that was stored for a channel of a unorm format, from 0 to 1; `None` for float
    /// formats.
    pub used: Option<[f32; 2]>,
}

impl Plan {
    /// Computes every brick on a backend for [`Plan::job`] and hands its texels to a writer, which the caller then finishes.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory), and those of [`Backend::fill`] and [`Writer::write`].
    pub fn bake(
        &self,
        backend: &mut dyn Backend,
        writer: &mut Writer,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Statistics> {
        let mut texels: Vec<u8> = zeros(self.brick_bytes())?;
        let mut statistics = Statistics::default();
        for brick in self.bricks() {
            let bytes = brick.samples() * u64::from(self.packing.bytes());
            // At most the length of the buffer, which is a `usize`.
            let texels = &mut texels[..bytes as usize];
            statistics.saturated += backend.fill(&brick, &self.packing, texels)?;
            writer.write(texels)?;
            statistics.used = match (statistics.used, self.packing.extremes(texels)) {
                (Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
                (before, now) => before.or(now),
            };
            statistics.samples += brick.samples();
            progress(Progress {
                done: statistics.samples,
                of: self.samples,
            });
        }
        Ok(statistics)
    }
}
