//! How samples become texels in a type of file.

use crate::format::FileType;
use crate::program::{Job, Resolution};
use crate::recipe::{Bounds, Range};
use crate::texel::packing::check_range;
use crate::texel::{Component, Format, Packing};
use crate::{Error, Result};

/// Returns the packing of a job's channels in a type of file; `None` is a stream of samples.
///
/// Without a format, streams store the samples unchanged, as 32-bit floats, and files take one of
/// [`FileType::defaults`].
///
/// # Errors
/// [`Error::Invalid`] if the format has fewer components than there are channels, if 16-bit floats cannot hold the values,
/// and those of [`range`].
pub(super) fn packing(
    job: &Job,
    file_type: Option<FileType>,
    format: Option<Format>,
    range: Option<Range>,
) -> Result<Packing> {
    let channels = job.program.channels() as u32;
    let range = self::range(job, range)?;
    let defaults = file_type.map_or(&[][..], FileType::defaults);
    let Some(format) = format.or_else(|| smallest(defaults, channels)) else {
        return Packing::samples(channels);
    };
    let is_float = matches!(format, Format::R32Float | Format::R16Float);
    let is_unpadded = is_float && file_type.is_some_and(FileType::is_unpadded);
    if !is_unpadded && format.components() < channels {
        return Err(too_few_components(file_type, format, channels));
    }
    if format.component() == Component::Float16 {
        check_halves(job, format)?;
    }
    match is_unpadded {
        true => Packing::unpadded(format, channels),
        false => Packing::new(format, channels, range),
    }
}

/// Returns the refusal of a format with fewer components than there are channels.
fn too_few_components(file_type: Option<FileType>, format: Format, channels: u32) -> Error {
    let held = file_type.map_or(&Format::ALL[..], FileType::formats);
    let enough = held.iter().filter(|format| format.components() >= channels);
    let enough: Vec<&str> = enough.map(|format| format.name()).collect();
    match file_type {
        Some(file_type) if enough.is_empty() => Error::invalid(
            "channels",
            format!("{channels} for .{}", file_type.extension()),
            "1",
        ),
        _ => {
            let allowed = format!("for {channels} channels, {}", enough.join(", "));
            Error::invalid("format", format, allowed)
        }
    }
}

/// The greatest finite 16-bit float.
const HALF_MAX: f32 = 65504.0;

/// Refuses values that would become infinite as 16-bit floats.
fn check_halves(job: &Job, format: Format) -> Result<()> {
    let [low, high] = possible(job);
    if -HALF_MAX <= low && high <= HALF_MAX {
        return Ok(());
    }
    let given = format!("{format} for values from {low} to {high}");
    let allowed = format!("values from -{HALF_MAX} to {HALF_MAX}, or 32-bit floats");
    Err(Error::invalid("format", given, allowed))
}

/// Returns the first format that has enough components, or the last; `None` of none.
fn smallest(formats: &[Format], channels: u32) -> Option<Format> {
    let enough = (formats.iter()).find(|format| format.components() >= channels);
    enough.or(formats.last()).copied()
}

/// Returns the step between two neighbouring texel values, which decides where `octaves = "auto"` ends.
pub(super) fn resolution(packing: &Packing) -> Resolution {
    let [low, high] = packing.range.map(f64::from);
    match packing.format.component() {
        Component::Unorm8 => Resolution::Absolute((high - low).abs() / 255.0),
        Component::Unorm16 => Resolution::Absolute((high - low).abs() / 65535.0),
        Component::Float16 => Resolution::Relative(1.0 / 1024.0),
        Component::Float32 => Resolution::default(),
    }
}

/// Returns the two values that unorm formats store as 0 and 1.
///
/// Without a range these are 0 and 1 for a noise that is never negative, such as a distance, else -1 and 1.
/// [`Bounds::Measured`] gives the range of [`Bounds::Auto`]; [`Plan::measure`](super::Plan::measure) replaces it.
///
/// # Errors
/// [`Error::Invalid`] if the two values are not finite numbers that differ by a finite difference.
pub fn range(job: &Job, range: Option<Range>) -> Result<[f32; 2]> {
    let range = match range {
        None => natural(job),
        Some(Range::Of(range)) => range,
        Some(Range::Bounds(Bounds::Auto | Bounds::Measured)) => possible(job),
    };
    check_range(range, "; or auto, or measured")?;
    Ok(range)
}

/// How far below 0 a noise may lie and still count as never negative. Gradient noise in three dimensions exceeds 1 by 0.036,
/// so `1 - |n|`, of which ridges are made, goes that far below 0.
const OVERSHOOT: f64 = 0.05;

/// Returns the range of a noise for which none is given.
fn natural(job: &Job) -> [f32; 2] {
    let mut channels = 0..job.program.channels();
    if channels.all(|channel| job.range(channel)[0] >= -OVERSHOOT) {
        [0.0, 1.0]
    } else {
        [-1.0, 1.0]
    }
}

/// Returns the least and the greatest value that any backend can compute for any channel.
fn possible(job: &Job) -> [f32; 2] {
    let [low, high] = (0..job.program.channels())
        .map(|channel| job.range(channel))
        .fold([f64::INFINITY, f64::NEG_INFINITY], |all, one| {
            [all[0].min(one[0]), all[1].max(one[1])]
        });
    // The ends are f32 numbers.
    with_extent([low as f32, high as f32])
}

/// Widens the range of a single value, which then lies in its middle.
pub(super) fn with_extent([low, high]: [f32; 2]) -> [f32; 2] {
    if low < high {
        [low, high]
    } else {
        [low.next_down(), high.next_up()]
    }
}
