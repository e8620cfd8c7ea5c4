//! From samples to the bytes of texels.

use super::format::{Component, Format};
use crate::{Error, Result};

/// The number of samples that are converted at a time: they fit into the L1 cache.
const BLOCK: usize = 1024;

/// How the channels of a sample become a texel.
///
/// If a texel has more components than there are channels, the missing components are 0, and a missing fourth is 1: three
/// channels are stored as RGB with A = 1.
///
/// The texels of a block format are packed one by one, as bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packing {
    pub(crate) format: Format,
    pub(crate) channels: u32,
    pub(crate) components: u32,
    pub(crate) range: [f32; 2],
}

impl Packing {
    /// Packs `channels` channels into texels of `format`. In unorm formats, `range[0]` is stored as 0 and `range[1]` as 1;
    /// the first may be the greater.
    ///
    /// # Errors
    /// [`Error::Invalid`] if `channels` is not 1 to the number of the format's components, or if `range` is not two finite
    /// numbers that differ by a finite difference.
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
        check_range(range, "")?;
        Ok(Packing {
            format,
            channels,
            components,
            range,
        })
    }

    /// Stores samples unchanged: 32-bit floats, `channels` to a texel, without padding.
    ///
    /// # Errors
    /// [`Error::Invalid`] if `channels` is not 1 to 4.
    pub fn samples(channels: u32) -> Result<Packing> {
        Packing::unpadded(Format::R32Float, channels)
    }

    /// Stores each channel as a component of a float format that has one, without padding.
    ///
    /// # Errors
    /// [`Error::Invalid`] if `channels` is not 1 to 4, or for another format than [`Format::R32Float`] and
    /// [`Format::R16Float`].
    pub fn unpadded(format: Format, channels: u32) -> Result<Packing> {
        if !(1..=4).contains(&channels) {
            return Err(Error::invalid("channels", channels, "1 to 4"));
        }
        if !matches!(format, Format::R32Float | Format::R16Float) {
            return Err(Error::invalid("format", format, "r32float, r16float"));
        }
        Ok(Packing {
            format,
            channels,
            components: channels,
            range: [0.0, 1.0],
        })
    }

    /// Returns the packing that keeps the same channels as 32-bit floats.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn of_samples(&self) -> Packing {
        Packing {
            format: Format::R32Float,
            channels: self.channels,
            components: self.channels,
            range: [0.0, 1.0],
        }
    }

    /// Returns the packing that stores in the same way what [`Packing::show`] returns.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn of_shown(&self) -> Packing {
        Packing {
            range: [0.0, 1.0],
            ..*self
        }
    }

    /// Replaces each value by the number that its texel stands for, before it is rounded: in a unorm format from 0 to 1, else
    /// the value itself.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn show(&self, values: &mut [f32]) {
        if !self.format.component().is_unorm() {
            return;
        }
        let [zero, one] = self.range;
        let width = one - zero;
        for value in values {
            let shown = (*value - zero) / width;
            // NaN is stored as 0.
            *value = if shown >= 0.0 { shown.min(1.0) } else { 0.0 };
        }
    }

    /// Returns the format of a texel; for [`Packing::unpadded`], that of each component.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the number of channels of a sample: 1 to 4.
    pub fn channels(&self) -> u32 {
        self.channels
    }

    /// Returns the number of components of a texel: as many as the format has, or for [`Packing::unpadded`] as many as
    /// there are channels.
    pub fn components(&self) -> u32 {
        self.components
    }

    /// Returns the values that unorm formats store as 0 and 1.
    pub fn range(&self) -> [f32; 2] {
        self.range
    }

    /// Returns the number of bytes of a texel: 1 to 16.
    pub fn bytes(&self) -> u32 {
        self.components * self.format.component().bytes()
    }

    /// Packs `samples`, which has [`Packing::channels`] values for each texel, into `out`, which has [`Packing::bytes`] bytes
    /// for each texel. The shorter of the two decides how many texels are packed.
    ///
    /// A unorm component is floor(t · MAX + ½), where t = (v − zero)/(one − zero), clamped to 0..=1, and `zero` and `one` are
    /// the ends of the range; NaN is stored as 0. Returns how many values were outside the range, including NaN. Float
    /// formats store values unchanged and return 0.
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

    /// Returns the least and the greatest component that `texels` of a unorm format store for any channel, from 0 to 1;
    /// `None` for float formats, and if there are no texels.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn extremes(&self, texels: &[u8]) -> Option<[f32; 2]> {
        let (greatest, [low, high]) = match self.format.component() {
            Component::Unorm8 => (
                255.0,
                self.extremes_of(texels, |[byte]| byte)?.map(f32::from),
            ),
            Component::Unorm16 => (
                65535.0,
                self.extremes_of(texels, u16::from_le_bytes)?.map(f32::from),
            ),
            Component::Float16 | Component::Float32 => return None,
        };
        Some([low, high].map(|component| component / greatest))
    }

    /// Returns what [`Packing::pack`] and [`Packing::extremes`] find when the little-endian floats in `samples` are packed.
    #[cfg(not(target_arch = "wasm32"))]
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

    #[cfg(not(target_arch = "wasm32"))]
    fn extremes_of<const N: usize, T: Copy + Ord>(
        &self,
        texels: &[u8],
        number: impl Fn([u8; N]) -> T,
    ) -> Option<[T; 2]> {
        let components = texels.as_chunks::<N>().0;
        let (channels, stored) = (self.channels as usize, self.components as usize);
        // Two numbers as narrow as the components, and not an array of them: so the loop vectorises.
        let mut low = number(*components.first()?);
        let mut high = low;
        let mut add = |component: &[u8; N]| {
            low = low.min(number(*component));
            high = high.max(number(*component));
        };
        if channels == stored {
            components.iter().for_each(add);
        } else {
            // Components that belong to no channel do not count.
            (components.chunks_exact(stored))
                .flat_map(|texel| &texel[..channels])
                .for_each(&mut add);
        }
        Some([low, high])
    }

    /// Stores one component for each value.
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

    #[allow(
        clippy::manual_clamp,
        reason = "a clamp would keep what is not a number, which is stored as 0"
    )]
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
            // Values outside the range are counted in a separate loop over the same block, so that both loops vectorise.
            let outside: u32 = samples.iter().map(|v| u32::from(!inside.contains(v))).sum();
            saturated += u64::from(outside);
            store(samples, out, |v| {
                quantise(((v - zero) / width).max(0.0).min(1.0))
            });
        }
        saturated
    }
}

/// Refuses a range whose ends cannot be stored as 0 and 1. `others` says what may be given instead of two numbers.
pub(crate) fn check_range([zero, one]: [f32; 2], others: &str) -> Result<()> {
    if zero != one && (one - zero).is_finite() {
        return Ok(());
    }
    let short = |end: f32| {
        if end.abs() < 1e10 {
            end.to_string()
        } else {
            format!("{end:e}")
        }
    };
    let given = format!("{},{}", short(zero), short(one));
    let allowed = format!("two finite numbers that differ, by at most 3.4e38{others}");
    Err(Error::invalid("range", given, allowed))
}

/// Returns the least range that has both ranges in it.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn hull(one: Option<[f32; 2]>, other: Option<[f32; 2]>) -> Option<[f32; 2]> {
    match (one, other) {
        (Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
        (one, other) => one.or(other),
    }
}

/// Reads little-endian floats.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn read_floats(bytes: &[u8], floats: &mut [f32]) {
    for (float, bytes) in floats.iter_mut().zip(bytes.as_chunks().0) {
        *float = f32::from_le_bytes(*bytes);
    }
}

fn store<const N: usize>(samples: &[f32], out: &mut [u8], bytes: impl Fn(f32) -> [u8; N]) {
    for (v, slot) in samples.iter().zip(out.as_chunks_mut().0) {
        *slot = bytes(*v);
    }
}

/// Returns the whole part of a number from 0 to 2²². A cast would saturate, for which there are no vector instructions.
fn whole(number: f32) -> u32 {
    /// From here to twice as much, the last bit of a float counts ones.
    const ONES: f32 = 8_388_608.0;
    let nearest = (number + ONES) - ONES;
    let whole = if nearest > number {
        nearest - 1.0
    } else {
        nearest
    };
    (whole + ONES).to_bits() & 0x7f_ffff
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
