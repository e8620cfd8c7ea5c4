//! From samples to the bytes of texels.

use super::Packing;
use crate::texel::format::Component;

/// The number of samples that are converted at a time: they fit into the L1 cache.
pub(super) const BLOCK: usize = 1024;

impl Packing {
    /// Packs `samples`, which has [`Packing::channels`] values for each texel, into `out`, which has [`Packing::bytes`] bytes
    /// for each texel. The shorter of the two decides how many texels are packed.
    ///
    /// A unorm component is floor(t · MAX + ½), where t = (v − zero)/(one − zero), clamped to 0..=1, and `zero` and `one` are
    /// the ends of the range; NaN is stored as 0. Returns how many values were outside the range, including NaN. Float
    /// formats store values unchanged and return 0.
    // Inlined, with all that it calls, so that the CPU backend compiles it for each level of vector instructions.
    #[inline(always)]
    pub fn pack(&self, samples: &[f32], out: &mut [u8]) -> u64 {
        if self.channels == self.components {
            return self.convert(samples, out);
        }
        let is_unorm = self.format.component().is_unorm();
        let [zero, one] = if is_unorm { self.range } else { [0.0, 1.0] };
        let (channels, components) = (self.channels as usize, self.components as usize);
        let mut padded = [0.0; BLOCK];
        for texel in padded.chunks_exact_mut(components) {
            texel.fill(zero);
            if let Some(fourth) = texel.get_mut(3) {
                *fourth = one;
            }
        }
        let texels = BLOCK / components;
        let bytes = texels * self.bytes() as usize;
        let mut saturated = 0;
        for (samples, out) in samples.chunks(texels * channels).zip(out.chunks_mut(bytes)) {
            for (from, to) in samples
                .chunks_exact(channels)
                .zip(padded.chunks_exact_mut(components))
            {
                to[..channels].copy_from_slice(from);
            }
            let length = samples.len() / channels * components;
            saturated += self.convert(&padded[..length], out);
        }
        saturated
    }

    /// Stores one component for each value.
    #[inline(always)]
    fn convert(&self, samples: &[f32], out: &mut [u8]) -> u64 {
        match self.format.component() {
            Component::Float32 => {
                store(samples, out, f32::to_le_bytes);
                0
            }
            Component::Float16 => {
                store_halves(samples, out);
                0
            }
            Component::Unorm8 => self.store_unorm(samples, out, |t| [whole(t * 255.0 + 0.5) as u8]),
            Component::Unorm16 => self.store_unorm(samples, out, |t| {
                (whole(t * 65535.0 + 0.5) as u16).to_le_bytes()
            }),
        }
    }

    #[inline(always)]
    fn store_unorm<const N: usize>(
        &self,
        samples: &[f32],
        out: &mut [u8],
        quantise: impl Fn(f32) -> [u8; N],
    ) -> u64 {
        let [zero, one] = self.range;
        let (width, inside) = (one - zero, zero.min(one)..=zero.max(one));
        let mut saturated = 0;
        // Only what is stored counts.
        let samples = &samples[..samples.len().min(out.len() / N)];
        for (samples, out) in samples.chunks(BLOCK).zip(out.chunks_mut(BLOCK * N)) {
            // Values outside the range are counted in a separate loop over the same block, so that both loops vectorise.
            let outside: u32 = samples.iter().map(|v| u32::from(!inside.contains(v))).sum();
            saturated += u64::from(outside);
            store(samples, out, |v| {
                let t = (v - zero) / width;
                // NaN is no more than 0.
                let t = if t > 0.0 { t } else { 0.0 };
                quantise(if t < 1.0 { t } else { 1.0 })
            });
        }
        saturated
    }
}

/// Rounds a number from 0 to 2¹⁶ down; the lowest 16 bits of the result count. A cast to an integer is not vectorised.
///
/// A number from 2²³ to 2²⁴ counts ones in its last bit, so a sum with 2²³ is a whole number in its lowest bits.
#[inline(always)]
fn whole(number: f32) -> u32 {
    const ONE_IN_THE_LAST_PLACE: f32 = (1 << 23) as f32;
    let nearest = (number + ONE_IN_THE_LAST_PLACE) - ONE_IN_THE_LAST_PLACE;
    let floor = if nearest > number {
        nearest - 1.0
    } else {
        nearest
    };
    (floor + ONE_IN_THE_LAST_PLACE).to_bits()
}

#[inline(always)]
fn store<const N: usize>(samples: &[f32], out: &mut [u8], bytes: impl Fn(f32) -> [u8; N]) {
    for (v, slot) in samples.iter().zip(out.as_chunks_mut().0) {
        *slot = bytes(*v);
    }
}

fn store_halves(samples: &[f32], out: &mut [u8]) {
    use half::slice::HalfFloatSliceExt;
    let mut halves = [half::f16::ZERO; BLOCK];
    for (samples, out) in samples.chunks(BLOCK).zip(out.chunks_mut(BLOCK * 2)) {
        let halves = &mut halves[..samples.len()];
        halves.convert_from_f32_slice(samples);
        for (h, slot) in halves.iter().zip(out.as_chunks_mut().0) {
            *slot = h.to_le_bytes();
        }
    }
}
