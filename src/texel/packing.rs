//! From samples to the bytes of texels.

use super::{Component, Format};
use crate::{Error, Result};

/// Samples converted at a time: small enough to stay in the first cache.
const BLOCK: usize = 1024;

/// How a field's channels become texels.
///
/// A texel of more components than the field has channels takes 0 for the missing ones, and 1 for
/// a missing fourth: three channels are RGB with A = 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Packing {
    /// The stored form of a texel; for [`Packing::samples`] that of each sample alone.
    pub format: Format,
    /// Channels of the field: 1 to 4.
    pub channels: u32,
    /// Stored components of a texel, no fewer than `channels`: the format's own, or for
    /// [`Packing::samples`] as many as there are channels.
    pub components: u32,
    /// The values that become 0 and 1 in unorm formats; the first may be the greater.
    pub range: [f32; 2],
}

impl Packing {
    /// Texels of `format` from `channels` channels; unorm formats map `range` to 0..=1.
    ///
    /// # Errors
    /// [`Error::Invalid`] where `channels` is not 1 to the format's components, or `range` is not
    /// two finite numbers that differ, with a finite difference.
    pub fn new(format: Format, channels: u32, range: [f32; 2]) -> Result<Packing> {
        let components = format.components();
        if !(1..=components).contains(&channels) {
            return Err(Error::invalid(
                "channels",
                channels,
                match components {
                    1 => format!("1 for {format}"),
                    _ => format!("1 to {components} for {format}"),
                },
            ));
        }
        if !is_range(range) {
            let [zero, one] = range;
            return Err(Error::invalid(
                "range",
                format!("{zero},{one}"),
                "two finite numbers that differ",
            ));
        }
        Ok(Packing {
            format,
            channels,
            components,
            range,
        })
    }

    /// The samples as they are: 32-bit floats, `channels` to a texel, nothing between them.
    ///
    /// # Errors
    /// [`Error::Invalid`] where `channels` is not 1 to 4.
    pub fn samples(channels: u32) -> Result<Packing> {
        if !(1..=4).contains(&channels) {
            return Err(Error::invalid("channels", channels, "1 to 4"));
        }
        Ok(Packing {
            format: Format::R32Float,
            channels,
            components: channels,
            range: [0.0, 1.0],
        })
    }

    /// Bytes of a texel, 1 to 16.
    pub fn bytes(&self) -> u32 {
        self.components * self.format.component().bytes()
    }

    /// Packs `samples`, [`Packing::channels`] to a texel, into `out`, [`Packing::bytes`] to a
    /// texel; the shorter of the two decides how many texels.
    ///
    /// A unorm component is floor(t · MAX + ½), with t = (v − zero)/(one − zero) held to 0..=1, where `zero` and `one` are
    /// the range; a NaN is stored as 0. Returns how many samples lay outside the range, NaN among them; floats
    /// are stored as they are and give 0.
    pub fn pack(&self, samples: &[f32], out: &mut [u8]) -> u64 {
        if self.channels == self.components {
            return self.convert(samples, out);
        }
        let [zero, one] = match self.format.component().is_unorm() {
            true => self.range,
            false => [0.0, 1.0],
        };
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

    /// The least and the greatest component that texels of a unorm format hold for a channel, from 0 to 1; `None` for
    /// floats, and for no texels.
    pub fn extremes(&self, texels: &[u8]) -> Option<[f32; 2]> {
        let (greatest, [low, high]) = match self.format.component() {
            Component::Unorm8 => (255.0, self.extremes_of(texels, |[byte]| u16::from(byte))?),
            Component::Unorm16 => (65535.0, self.extremes_of(texels, u16::from_le_bytes)?),
            Component::Float16 | Component::Float32 => return None,
        };
        Some([low, high].map(|component| f32::from(component) / greatest))
    }

    fn extremes_of<const N: usize>(
        &self,
        texels: &[u8],
        number: impl Fn([u8; N]) -> u16,
    ) -> Option<[u16; 2]> {
        let components = texels.as_chunks::<N>().0;
        let (channels, stored) = (self.channels as usize, self.components as usize);
        let first = [number(*components.first()?); 2];
        let hull = |[low, high]: [u16; 2], component: &[u8; N]| {
            let component = number(*component);
            [low.min(component), high.max(component)]
        };
        Some(match channels == stored {
            true => components.iter().fold(first, hull),
            // Without the components that no channel has.
            false => (components.chunks_exact(stored))
                .flat_map(|texel| &texel[..channels])
                .fold(first, hull),
        })
    }

    /// One stored component for each sample.
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
            Component::Unorm8 => self.store_unorm(samples, out, |t| [(t * 255.0 + 0.5) as u8]),
            Component::Unorm16 => {
                self.store_unorm(samples, out, |t| ((t * 65535.0 + 0.5) as u16).to_le_bytes())
            }
        }
    }

    fn store_unorm<const N: usize>(
        &self,
        samples: &[f32],
        out: &mut [u8],
        quantise: impl Fn(f32) -> [u8; N],
    ) -> u64 {
        let [zero, one] = self.range;
        let (width, inside) = (one - zero, zero.min(one)..=zero.max(one));
        let mut saturated = 0;
        for (samples, out) in samples.chunks(BLOCK).zip(out.chunks_mut(BLOCK * N)) {
            // A pass of its own over a block that is in the cache: each loop then vectorises.
            let outside: u32 = samples.iter().map(|v| u32::from(!inside.contains(v))).sum();
            saturated += u64::from(outside);
            store(samples, out, |v| {
                quantise(((v - zero) / width).clamp(0.0, 1.0))
            });
        }
        saturated
    }
}

/// Whether two values can become 0 and 1: finite ones that differ, by a finite difference.
pub(crate) fn is_range([zero, one]: [f32; 2]) -> bool {
    zero != one && (one - zero).is_finite()
}

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

#[cfg(test)]
mod tests;
