//! The outputs of a row, the channels of a sample side by side.

use super::Evaluator;
use crate::cpu::simd::{Lanes, SimdKernel};

/// Copies the outputs along one of the current rows.
pub(super) struct InterleaveOutputs<'a> {
    pub evaluator: &'a Evaluator<'a>,
    pub row: usize,
    pub texels: &'a mut [f32],
}

impl SimdKernel for InterleaveOutputs<'_> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, _: L) {
        match self.evaluator.channels() {
            1 => self.interleave::<1>(),
            2 => self.interleave::<2>(),
            3 => self.interleave::<3>(),
            4 => self.interleave::<4>(),
            channels => {
                for channel in 0..channels {
                    let values = self.evaluator.output(channel, self.row);
                    let texels = self.texels.chunks_exact_mut(channels).zip(values);
                    texels.for_each(|(texel, value)| texel[channel] = *value);
                }
            }
        }
    }
}

impl InterleaveOutputs<'_> {
    /// Copies a number of each channel at a time.
    #[inline(always)]
    fn interleave<const CHANNELS: usize>(self) {
        let (texels, _) = self.texels.as_chunks_mut::<CHANNELS>();
        let channels: [&[f32]; CHANNELS] = std::array::from_fn(|channel| {
            &self.evaluator.output(channel, self.row)[..texels.len()]
        });
        for (i, texel) in texels.iter_mut().enumerate() {
            *texel = channels.map(|channel| channel[i]);
        }
    }
}
