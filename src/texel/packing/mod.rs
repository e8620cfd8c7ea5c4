//! How samples become texels.

mod convert;
mod survey;

use super::format::Format;
use crate::{Error, Result};

pub(crate) use survey::{hull, read_floats};

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
            ..Packing::floats(channels)
        })
    }

    /// As [`Packing::samples`], for any number of channels.
    pub(crate) fn floats(channels: u32) -> Packing {
        Packing {
            format: Format::R32Float,
            channels,
            components: channels,
            range: [0.0, 1.0],
        }
    }

    /// Returns the packing that keeps the same channels as 32-bit floats.
    pub(crate) fn of_samples(&self) -> Packing {
        Packing::floats(self.channels)
    }

    /// Returns the packing that stores in the same way what [`Packing::show`] returns.
    pub(crate) fn of_shown(&self) -> Packing {
        Packing {
            range: [0.0, 1.0],
            ..*self
        }
    }

    /// Replaces each value by the number that its texel stands for, before it is rounded: in a unorm format from 0 to 1, else
    /// the value itself.
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

#[cfg(test)]
mod tests;
