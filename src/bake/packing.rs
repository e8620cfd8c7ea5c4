//! How samples become texels in a type of file.

use crate::format::FileType;
use crate::program::{Job, Resolution};
use crate::recipe::{Bounds, Range};
use crate::texel::packing::is_range;
use crate::texel::{Component, Format, Packing};
use crate::{Error, Result};

/// The packing of a job's channels in a file of a type (`None`: the bare samples, for a stream).
///
/// Without a format `.npy`, `.raw` and streams take the samples as they are, 32-bit floats; `.png`
/// and `.ktx2` the smallest of the 8-bit formats with enough components. `range` is what becomes 0
/// and 1 in unorm formats. Where it is not given that is 0 and 1 for a noise that is never negative, such as a distance,
/// else -1 and 1. [`Bounds::Measured`] begins as [`Bounds::Auto`], for [`measured`](super::measured()) to replace.
///
/// # Errors
/// [`Error::Invalid`] for a format with fewer components than there are channels, for halves of values beyond what they
/// hold, and for a range that is no range.
pub fn packing(
    job: &Job,
    file_type: Option<FileType>,
    format: Option<Format>,
    range: Option<Range>,
) -> Result<Packing> {
    // 1 to 4: a program was checked.
    let channels = job.program.channels() as u32;
    let range = resolve(job, range)?;
    let format = match (file_type, format) {
        (None | Some(FileType::Npy | FileType::Raw), None)
        | (Some(FileType::Npy), Some(Format::R32Float)) => return Packing::samples(channels),
        (_, Some(format)) => format,
        (Some(FileType::Png), None) => smallest(&[Format::R8Unorm, Format::Rgba8Unorm], channels),
        (Some(FileType::Ktx2), None) => smallest(
            &[Format::R8Unorm, Format::Rg8Unorm, Format::Rgba8Unorm],
            channels,
        ),
    };
    if format.components() < channels {
        let enough = Format::ALL.iter().filter(|f| f.components() >= channels);
        let enough: Vec<&str> = enough.map(|format| format.name()).collect();
        let allowed = format!("for {channels} channels, {}", enough.join(", "));
        return Err(Error::invalid("format", format, allowed));
    }
    if format.component() == Component::Float16 {
        check_halves(job, format)?;
    }
    Packing::new(format, channels, range)
}

/// The greatest number that a half holds.
const HALF_MAX: f32 = 65504.0;

/// Beyond it a half is infinite.
fn check_halves(job: &Job, format: Format) -> Result<()> {
    let [low, high] = possible(job);
    if -HALF_MAX <= low && high <= HALF_MAX {
        return Ok(());
    }
    let given = format!("{format} for values from {low} to {high}");
    let allowed = format!("halves for values within {HALF_MAX}, or 32-bit floats");
    Err(Error::invalid("format", given, allowed))
}

fn smallest(formats: &[Format], channels: u32) -> Format {
    (formats.iter().copied())
        .find(|format| format.components() >= channels)
        .unwrap_or(Format::Rgba8Unorm)
}

/// One step of texels: where `octaves = "auto"` ends.
pub(super) fn resolution(packing: &Packing) -> Resolution {
    let [low, high] = packing.range.map(f64::from);
    match packing.format.component() {
        Component::Unorm8 => Resolution::Absolute((high - low).abs() / 255.0),
        Component::Unorm16 => Resolution::Absolute((high - low).abs() / 65535.0),
        Component::Float16 => Resolution::Relative(1.0 / 1024.0),
        Component::Float32 => Resolution::default(),
    }
}

/// The two values that a range means; checked where the format has no use for it, too.
fn resolve(job: &Job, range: Option<Range>) -> Result<[f32; 2]> {
    let [low, high] = match range {
        None => natural(job),
        Some(Range::Of(range)) => range,
        Some(Range::Bounds(Bounds::Auto | Bounds::Measured)) => possible(job),
    };
    match is_range([low, high]) {
        true => Ok([low, high]),
        false => {
            let allowed = "two finite numbers that differ, auto or measured";
            Err(Error::invalid("range", format!("{low},{high}"), allowed))
        }
    }
}

/// How far a noise may lie below 0 and still count as never negative: what is made of `1 - |n|` does where gradient noise
/// in three dimensions exceeds 1, by 0.036.
const OVERSHOOT: f64 = 0.05;

/// The range of a noise for which none is given.
fn natural(job: &Job) -> [f32; 2] {
    let mut channels = 0..job.program.channels();
    match channels.all(|channel| job.range(channel)[0] >= -OVERSHOOT) {
        true => [0.0, 1.0],
        false => [-1.0, 1.0],
    }
}

/// The least and the greatest value that a backend can return in any channel.
fn possible(job: &Job) -> [f32; 2] {
    let [low, high] = (0..job.program.channels())
        .map(|channel| job.range(channel))
        .fold([f64::INFINITY, f64::NEG_INFINITY], |all, one| {
            [all[0].min(one[0]), all[1].max(one[1])]
        });
    // One step of f32 further: a noise of one value gets a range, too, and does not lie at its end.
    [(low as f32).next_down(), (high as f32).next_up()]
}
