//! What texels hold: the extremes that they store, and how many samples are outside the range.

use super::Packing;
use super::convert::BLOCK;
use crate::texel::format::Component;

impl Packing {
    /// Returns the least and the greatest component that `texels` of a unorm format store for any channel, from 0 to 1;
    /// `None` for float formats, and if there are no texels.
    pub(crate) fn extremes(&self, texels: &[u8]) -> Option<[f32; 2]> {
        let (greatest, [low, high]) = match self.format.component() {
            Component::Unorm8 => (
                255.0,
                self.extremes_of(texels, |[byte]| byte)?.map(f32::from),
            ),
            Component::Unorm16 => {
                let extremes = self.extremes_of(texels, u16::from_le_bytes)?;
                (65535.0, extremes.map(f32::from))
            }
            Component::Float16 | Component::Float32 => return None,
        };
        Some([low, high].map(|component| component / greatest))
    }

    /// Returns what [`Packing::pack`] and [`Packing::extremes`] find when the little-endian floats in `samples` are packed.
    pub(crate) fn survey(&self, samples: &[u8]) -> (u64, Option<[f32; 2]>) {
        let texels = BLOCK / self.channels as usize;
        let values = texels * self.channels as usize;
        let mut floats = [0.0; BLOCK];
        let mut packed = [0; 16 * BLOCK];
        let (mut saturated, mut extremes) = (0, None);
        for samples in samples.chunks(4 * values) {
            let floats = &mut floats[..samples.len() / 4];
            read_floats(samples, floats);
            let packed =
                &mut packed[..floats.len() / self.channels as usize * self.bytes() as usize];
            saturated += self.pack(floats, packed);
            extremes = hull(extremes, self.extremes(packed));
        }
        (saturated, extremes)
    }

    fn extremes_of<T: Ord + Copy, const N: usize>(
        &self,
        texels: &[u8],
        number: impl Fn([u8; N]) -> T,
    ) -> Option<[T; 2]> {
        let components = texels.as_chunks::<N>().0;
        let (channels, stored) = (self.channels as usize, self.components as usize);
        let first = number(*components.first()?);
        let [mut low, mut high] = [first; 2];
        let mut include = |components: &[[u8; N]]| {
            for &component in components {
                low = low.min(number(component));
                high = high.max(number(component));
            }
        };
        if channels == stored {
            include(components);
        } else {
            // Components that belong to no channel do not count.
            (components.chunks_exact(stored)).for_each(|texel| include(&texel[..channels]));
        }
        Some([low, high])
    }
}

/// Returns the least range that has both ranges in it.
pub(crate) fn hull(one: Option<[f32; 2]>, other: Option<[f32; 2]>) -> Option<[f32; 2]> {
    match (one, other) {
        (Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
        (one, other) => one.or(other),
    }
}

/// Reads little-endian floats.
pub(crate) fn read_floats(bytes: &[u8], floats: &mut [f32]) {
    for (float, bytes) in floats.iter_mut().zip(bytes.as_chunks().0) {
        *float = f32::from_le_bytes(*bytes);
    }
}
